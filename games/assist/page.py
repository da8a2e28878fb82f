"""The page of a player who holds a code, in one place: the template lays it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import wording
from games.assist.forms import answers_on
from games.assist.outlook import Outlook, outlook_of
from games.catalog.rules import Rules
from games.catalog.strategies import title
from games.entry.code_entry import CodeEntry
from games.entry.contradictions import conflict_in_words, correction_in_words
from games.entry.row import row_from_query
from games.fairness.helped import known_games
from games.models import Assist, AssistRow, Game, new_token
from games.wording import remain
from solver.positions.diagnosis import Correction
from solver.rule.feedback import Feedback, feedback


class PlacedRow(NamedTuple):
    """A row with its place; ``truth`` is what the player’s code answers, if it differs."""

    place: int
    kept: AssistRow
    is_suspect: bool
    truth: Feedback | None


class Proposal(NamedTuple):
    """A change of one answer that would make sense of all: the row, and what it was instead."""

    place: int
    kept: AssistRow
    answer: Feedback
    remain: str
    sentence: str


@dataclass
class AssistPage:
    """The rows of a player, what follows from them, and what can be done next.

    ``problem`` says why what was sent was refused, ``told_problem`` why the code was; ``black`` and
    ``white`` are the key pegs that were sent with it.
    """

    assist: Assist
    typed: str = ""
    problem: str = ""
    told_problem: str = ""
    black: str = "0"
    white: str = "0"
    kept: list[AssistRow] = field(init=False)

    def __post_init__(self) -> None:
        self.kept = list(self.assist.rows.all())

    @classmethod
    def at(cls, assist: Assist, query: Mapping[str, str]) -> AssistPage:
        """Return the page with the row that an address describes, if it describes one."""
        return cls(assist, row_from_query(query, assist.variant) if "row" in query else "")

    def get_absolute_url(self) -> str:
        return self.assist.get_absolute_url()

    @property
    def rules(self) -> Rules:
        return Rules.of(self.assist.variant)

    @property
    def strategy(self) -> str:
        return title(self.assist.strategy)

    @property
    def token(self) -> str:
        return new_token()

    @cached_property
    def answers(self) -> list[Feedback]:
        return answers_on(self.assist.pegs)

    @cached_property
    def outlook(self) -> Outlook:
        turns = [row.turn for row in self.kept]
        return outlook_of(self.assist.variant, turns, self.assist.strategy)

    @property
    def suggestion(self) -> str:
        """The code that the computer would try next; nothing once it is found."""
        found = self.outlook.suggestion
        return found.guess if found and not self.is_found else ""

    @property
    def reason(self) -> str:
        return wording.work(self.outlook.suggestion) if self.outlook.suggestion else ""

    @property
    def is_found(self) -> bool:
        """Whether a guess was answered with nothing but black pegs, and all answers fit."""
        found = any(row.black == self.assist.pegs for row in self.kept)
        return found and self.outlook.diagnosis is None

    @property
    def entry(self) -> CodeEntry:
        """The guess to be answered: the suggestion, unless another one was made."""
        return CodeEntry(self.assist.variant, self.typed or self.suggestion, tools=("copy",))

    @property
    def is_own(self) -> bool:
        """Whether another guess than the computer's is being entered."""
        return self.typed not in ("", self.suggestion)

    @property
    def remaining(self) -> str:
        """How many codes remain, in words."""
        found = self.outlook.suggestion
        if found is None:
            return _("No code fits these answers")
        return capfirst(wording.are_possible(found.candidates, found.is_counted))

    @property
    def more_remaining(self) -> int:
        """How many codes that remain are not shown."""
        found = self.outlook.suggestion
        return found.candidates - len(self.outlook.remaining) if found else 0

    @property
    def next_number(self) -> int:
        """The number of the guess to be answered."""
        return len(self.kept) + 1

    @cached_property
    def games(self) -> list[Game]:
        """The player's running games with these guesses: looking here makes them helped."""
        return known_games(
            self.assist.player_id, self.assist.variant, [row.turn for row in self.kept]
        )

    @property
    def headline(self) -> str:
        if self.outlook.diagnosis:
            return _("No code fits these answers")
        if self.is_found:
            return _("Your code is broken in %(guesses)s") % {
                "guesses": wording.guesses(len(self.kept))
            }
        return _("Guess %(number)d: answer with pegs") % {"number": self.next_number}

    @cached_property
    def rows(self) -> list[PlacedRow]:
        conflict = self.outlook.diagnosis.conflict if self.outlook.diagnosis else ()
        return [
            PlacedRow(place, row, place in conflict, self._truth(row))
            for place, row in enumerate(self.kept, start=1)
        ]

    @cached_property
    def wrong_rows(self) -> list[PlacedRow]:
        """The rows that the code of the player answers differently."""
        return [row for row in self.rows if row.truth]

    @cached_property
    def verdict(self) -> str:
        """Whether the answers were right, now that we know the code."""
        if not self.assist.code:
            return ""
        if not self.wrong_rows:
            return _("%(code)s answers every guess as you did.") % {"code": self.assist.code}
        return _("%(code)s answers %(guesses)s differently.") % {
            "code": self.assist.code,
            "guesses": wording.guesses_named([row.place for row in self.wrong_rows]),
        }

    @property
    def conflict(self) -> str:
        """Which rows cannot be true together, in a sentence."""
        diagnosis = self.outlook.diagnosis
        return conflict_in_words(diagnosis) if diagnosis else ""

    @property
    def is_complete(self) -> bool:
        """Whether every change that would help is proposed."""
        return self.outlook.diagnosis is None or self.outlook.diagnosis.is_complete

    @cached_property
    def proposals(self) -> list[Proposal]:
        """Each single change of an answer that would make sense of all of them."""
        found = self.outlook.diagnosis.corrections if self.outlook.diagnosis else ()
        return [self._proposal(one) for one in found]

    @property
    def status(self) -> str:
        """What is said aloud, in a sentence or two."""
        if self.problem or self.told_problem:
            return self.problem or self.told_problem
        if self.outlook.diagnosis:
            return f"{self.headline}. {self.conflict}"
        state = f"{self.headline}. {self.remaining}."
        if not self.suggestion:
            return state
        return f"{state} {_('The computer tries %(guess)s.') % {'guess': self.suggestion}}"

    def _truth(self, row: AssistRow) -> Feedback | None:
        if not self.assist.code:
            return None
        truth = feedback(row.code, secret=self.assist.code)
        return None if truth == row.feedback else truth

    def _proposal(self, correction: Correction) -> Proposal:
        kept = self.kept[correction.turn - 1]
        left = remain(correction.count, correction.is_exact)
        sentence = correction_in_words(correction, kept.feedback)
        return Proposal(correction.turn, kept, correction.feedback, left, sentence)
