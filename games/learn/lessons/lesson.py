"""A lesson of three turns on the real board; the state is in the URL, so nothing is stored.

The first turn explains a row, which stays on the board. In the second turn, the learner chooses a
code that fits this row. This code is the first guess of the third turn.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django import forms
from django.core.validators import slug_re
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.learn.lessons.matching import Example
from games.web.entry.code_entry import CodeEntry
from games.web.entry.forms import CodeField, ProblemForm
from games.web.entry.row import row_from_query
from games.wording import clash, in_words
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback

BOARD, LIMIT = Variant(), 10
STEPS = range(1, 4)

SHOWN = Example(secret="1265", guess="1123")
OPENING = Turn(SHOWN.guess, SHOWN.feedback)
CHOICES: dict[str, Code] = {"A": "4422", "B": "1452"}  # only B fits the opening row
SECRET: Code = "4521"  # fits the opening row; has the colors of the second row at other places
GIVEN = (OPENING, Turn(CHOICES["B"], feedback(CHOICES["B"], SECRET)))
# the only codes that fit both rows, so two guesses are enough
FITTING: tuple[Code, ...] = ("2145", "4521")


class AttemptForm(ProblemForm):
    """A learner's guess, and the guess before it."""

    tried = forms.ChoiceField(choices=[(code, "") for code in FITTING], required=False)

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        if "code" in data:
            self.fields["code"] = CodeField(BOARD)


@dataclass(frozen=True)
class Lesson:
    """A turn of the lesson, as its URL describes it; ``sent`` is the query of the URL."""

    step: int
    sent: Mapping[str, str] = field(default_factory=dict)

    variant = BOARD
    steps = len(STEPS)
    shown = SHOWN
    choices = tuple(CHOICES.items())

    @property
    def game(self) -> str:
        """The id of the game that the learner came from; empty if it cannot be an id."""
        asked = self.sent.get("game", "")
        return asked if slug_re.match(asked) else ""

    @property
    def next_address(self) -> str:
        return address_of(self.step + 1, self.game)

    @property
    def tab(self) -> str:
        """The title of the page; the result is first, because screen readers read it first."""
        is_news = self.picked or self.code
        return self.entry.problem or (self.says[0] if is_news else self.headline)

    @property
    def headline(self) -> str:
        return _("Lesson %(step)d of %(steps)d") % {"step": self.step, "steps": self.steps}

    @property
    def turns(self) -> tuple[Turn, ...]:
        if self.step < STEPS[-1]:
            return (OPENING,)
        return (*GIVEN, *(Turn(code, feedback(code, SECRET)) for code in self.played))

    @property
    def rest(self) -> range:
        is_filling = self.step == STEPS[-1] and not self.is_broken
        return range(len(self.turns) + 1 + is_filling, LIMIT + 1)

    @property
    def revealed_secret(self) -> Code | None:
        """The code once the lesson is over; None before."""
        if self.step == 1:
            return SHOWN.secret
        return SECRET if self.is_broken else None

    # The second turn: which of two codes could be the secret?

    @property
    def picked(self) -> str:
        picked = self.sent.get("pick", "")
        return picked if picked in CHOICES else ""

    @property
    def is_right(self) -> bool:
        return bool(self.picked) and not clash((OPENING,), CHOICES[self.picked])

    # The third turn, in which the learner breaks a code.

    @cached_property
    def form(self) -> AttemptForm:
        form = AttemptForm(self.sent)
        form.full_clean()
        return form

    @property
    def code(self) -> Code:
        """The guess that was sent; empty if it is invalid."""
        return str(self.form.cleaned_data.get("code", ""))

    @property
    def tried(self) -> Code:
        """The earlier guess, if it fits all rows; else empty."""
        return str(self.form.cleaned_data.get("tried", ""))

    @cached_property
    def clash(self) -> str:
        """A sentence on why the guess cannot be the code; empty if it can."""
        before = (*GIVEN, *(Turn(code, feedback(code, SECRET)) for code in [self.tried] if code))
        return clash(before, self.code) if self.code else ""

    @cached_property
    def played(self) -> list[Code]:
        """The learner's own guesses that fit all rows."""
        sent = "" if self.clash else self.code
        return list(dict.fromkeys(code for code in (self.tried, sent) if code))

    @property
    def is_broken(self) -> bool:
        return self.step == STEPS[-1] and SECRET in self.played

    @property
    def entry(self) -> CodeEntry:
        typed = self.sent.get("code") or row_from_query(self.sent, BOARD)
        kept = {"tried": next(iter(self.played), ""), "game": self.game}
        return CodeEntry(
            BOARD,
            "" if self.code and not self.clash else typed,
            self.form.problem_with("code") or self.clash,
            tuple((name, text) for name, text in kept.items() if text),
            tools=("copy",),
        )

    @property
    def says(self) -> tuple[str, ...]:
        return tuple(self._says())

    @property
    def status(self) -> str:
        return self.entry.problem or " ".join(self.says)

    def _says(self) -> Iterator[str]:
        match self.step:
            case 1:
                yield _(
                    "In a game the code is covered. The key pegs don’t say which peg earned them:"
                    " blacks simply come first."
                )
            case 2:
                yield from self._about_the_choice()
            case _:
                yield from self._about_the_code()

    def _about_the_choice(self) -> Iterator[str]:
        if not self.picked:
            yield _("Ask of each: if it were the code, would row 1 have this answer?")
        elif self.is_right:
            yield _("Yes. If %(choice)s were the code, row 1 would have just this answer.") % {
                "choice": self.picked
            }
            yield _("Playing a code that fits every row is all there is to a good guess.")
        else:
            yield _("Not %(choice)s.") % {"choice": self.picked}
            yield clash((OPENING,), CHOICES[self.picked])

    def _about_the_code(self) -> Iterator[str]:
        if self.is_broken:
            yield _("You broke it!")
            yield _("That is the whole game: read the rows, and play what fits them all.")
        elif self.played:
            yield _("%(answer)s. It was possible, but it was not the code.") % {
                "answer": in_words(self.turns[-1].feedback)
            }
            yield _("Now only one code fits all three rows.")
        else:
            yield _("Four whites: row 2 has every color of the code, each in the wrong place.")
            yield _("Row 1 has one black. Find a code that fits both rows. Two codes do.")


def address_of(step: int, game: str = "") -> str:
    """Return the URL of a turn; afterwards the learner returns to ``game``."""
    if step not in STEPS:
        return ""
    query = f"?{urlencode({'game': game})}" if game else ""
    return reverse("lesson", args=[step]) + query
