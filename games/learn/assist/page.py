"""The facts of the page on which the computer breaks a player's code."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.strategies import title
from games.insight.fairness.position import FairPosition, Leave
from games.insight.positions import arguments
from games.insight.positions.outlook import Outlook, outlook_with_guess
from games.learn.assist.forms import answers_on
from games.models import Assist, AssistRow, new_token
from games.web.entry.code_entry import CodeEntry
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, feedback

CODES_SHOWN = 12  # maximum number of possible codes on the page
LISTED_BELOW = 100  # the page shows possible codes if fewer are left


class PlacedRow(NamedTuple):
    """A row of the player with its place.

    ``truth`` is the right answer if the answer of the row is wrong, else None.
    """

    place: int
    kept: AssistRow
    is_suspect: bool
    truth: Feedback | None


@dataclass
class AssistPage:
    """The player's rows, the codes that fit them, and the next steps."""

    assist: Assist
    leave: Leave
    typed: str = ""
    problem: str = ""
    told_problem: str = ""
    black: str = "0"
    white: str = "0"
    token: str = field(default_factory=new_token)
    kept: list[AssistRow] = field(init=False)
    position: FairPosition = field(init=False)

    def __post_init__(self) -> None:
        self.kept = list(self.assist.rows.all())
        self.position = self.leave(self.assist.variant, [row.turn for row in self.kept])

    def get_absolute_url(self) -> str:
        return self.assist.get_absolute_url()

    @property
    def strategy(self) -> str:
        return title(self.assist.strategy)

    @cached_property
    def answers(self) -> list[Feedback]:
        return answers_on(self.assist.pegs)

    @cached_property
    def outlook(self) -> Outlook:
        return outlook_with_guess(self.position, self.assist.strategy)

    @property
    def argument(self) -> list[str]:
        """Sentences on why the answers contradict each other, in steps that a person can follow."""
        return arguments.clash_in_words(self.position, self.outlook.suspects)

    @property
    def suggestion(self) -> str:
        """The computer's next guess; empty once the code is found."""
        found = self.outlook.suggestion
        return found.guess if found and not self.outlook.is_found else ""

    @property
    def reason(self) -> str:
        return wording.work(self.outlook.suggestion) if self.outlook.suggestion else ""

    @property
    def entry(self) -> CodeEntry:
        """The guess that the player answers, from the computer or typed by the player."""
        return CodeEntry(self.assist.variant, self.typed or self.suggestion, tools=("copy",))

    @property
    def is_own(self) -> bool:
        """Whether the player typed a guess other than the computer's."""
        return self.typed not in ("", self.suggestion)

    @property
    def codes(self) -> Sequence[Code]:
        """Some of the remaining codes; empty while many remain."""
        return self.outlook.first[:CODES_SHOWN] if self.outlook.count < LISTED_BELOW else ()

    @property
    def more_codes(self) -> int:
        return self.outlook.count - len(self.codes)

    @property
    def headline(self) -> str:
        if self.outlook.diagnosis:
            return self.outlook.headline
        if self.outlook.is_found:
            return _("The computer broke your code in %(guesses)s") % {
                "guesses": wording.guesses(len(self.kept))
            }
        return _("Guess %(number)d: answer with pegs") % {"number": len(self.kept) + 1}

    @cached_property
    def rows(self) -> list[PlacedRow]:
        suspects = self.outlook.suspects
        return [
            PlacedRow(place, row, place in suspects, self._truth(row))
            for place, row in enumerate(self.kept, start=1)
        ]

    @cached_property
    def verdict(self) -> str:
        """A sentence on whether the answers fit the code; empty until the player tells the code."""
        if not self.assist.code:
            return ""
        wrong = [row.place for row in self.rows if row.truth]
        if not wrong:
            return _("All your answers fit %(code)s.") % {"code": self.assist.code}
        return _("%(code)s gives another answer to %(guesses)s.") % {
            "code": self.assist.code,
            "guesses": wording.guesses_named(wrong),
        }

    @property
    def status(self) -> str:
        """The sentence or two that the page announces."""
        if self.problem or self.told_problem:
            return self.problem or self.told_problem
        if self.outlook.diagnosis:
            return f"{self.headline}. {self.outlook.conflict}"
        state = f"{self.headline}. {self.outlook.headline}."
        if not self.suggestion:
            return state
        return f"{state} {_('The computer tries %(guess)s.') % {'guess': self.suggestion}}"

    def _truth(self, row: AssistRow) -> Feedback | None:
        if not self.assist.code:
            return None
        truth = feedback(row.code, secret=self.assist.code)
        return None if truth == row.feedback else truth
