"""What the page of somebody who holds a code shows, in one place: the template lays it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from games.assist.forms import answers_on
from games.assist.outlook import Outlook, outlook_of
from games.catalog.rules import Rules
from games.catalog.strategies import title
from games.entry.code_entry import CodeEntry
from games.entry.row import row_from_query
from games.models import Assist, AssistRow, new_token
from games.play.hints import in_words, reason
from games.watch.narration import counted
from solver.diagnosis import Correction
from solver.feedback import Feedback, feedback


class Row(NamedTuple):
    """A guess with its place; ``truth`` is what the code that was told answers, if it differs."""

    place: int
    kept: AssistRow
    is_suspect: bool
    truth: Feedback | None


class Proposal(NamedTuple):
    """A change of one answer that would make sense of all."""

    place: int
    answer: Feedback
    sentence: str


@dataclass
class Aid:
    """The rows of a player, what follows from them, and what can be done next.

    ``problem`` says why what was sent was refused, ``told_problem`` why the code was.
    """

    assist: Assist
    typed: str = ""
    problem: str = ""
    told_problem: str = ""
    kept: list[AssistRow] = field(init=False)

    def __post_init__(self) -> None:
        self.kept = list(self.assist.rows.all())

    @classmethod
    def at(cls, assist: Assist, query: Mapping[str, str]) -> Aid:
        """Return the aid with the row that an address describes, if it describes one."""
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

    @property
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
        return reason(self.outlook.suggestion) if self.outlook.suggestion else ""

    @property
    def is_found(self) -> bool:
        """Whether a guess was answered with nothing but black pegs, and all answers fit."""
        found = any(row.black == self.assist.pegs for row in self.kept)
        return found and self.outlook.diagnosis is None

    @property
    def entry(self) -> CodeEntry:
        """The guess to be answered: the suggestion, unless another one was made."""
        return CodeEntry(self.assist.variant, self.typed or self.suggestion, self.problem)

    @property
    def is_own(self) -> bool:
        """Whether another guess than the computer's is being entered."""
        return self.typed not in ("", self.suggestion)

    @property
    def remaining(self) -> str:
        """How many codes remain, in words."""
        found = self.outlook.suggestion
        if found is None:
            return "No code fits these answers"
        return f"{counted(found.candidates, found.exact).capitalize()} still possible"

    @property
    def more_remaining(self) -> int:
        """How many codes that remain are not shown."""
        found = self.outlook.suggestion
        return found.candidates - len(self.outlook.remaining) if found else 0

    @property
    def headline(self) -> str:
        if self.outlook.diagnosis:
            return "No code fits these answers"
        if self.is_found:
            guesses = "1 guess" if len(self.kept) == 1 else f"{len(self.kept)} guesses"
            return f"Your code is broken in {guesses}"
        return f"Guess {len(self.kept) + 1}: answer with pegs"

    @property
    def rows(self) -> list[Row]:
        conflict = self.outlook.diagnosis.conflict if self.outlook.diagnosis else ()
        return [
            Row(place, row, place in conflict, self._truth(row))
            for place, row in enumerate(self.kept, start=1)
        ]

    @property
    def wrong_rows(self) -> list[Row]:
        """The rows that the code which was told answers differently."""
        return [row for row in self.rows if row.truth]

    @property
    def verdict(self) -> str:
        """Whether the answers were right, now that the code was told."""
        if not self.assist.code:
            return ""
        if not self.wrong_rows:
            return f"{self.assist.code} answers every guess as you did."
        wrong = listed([row.place for row in self.wrong_rows])
        return f"{self.assist.code} answers {wrong} differently."

    @property
    def conflict(self) -> str:
        """Which rows cannot be true together, in a sentence."""
        diagnosis = self.outlook.diagnosis
        if diagnosis is None:
            return ""
        rows = listed(list(diagnosis.conflict))
        if len(diagnosis.conflict) == 1:
            return f"No code answers {rows} like that."
        together = "cannot both be true" if len(diagnosis.conflict) == 2 else "cannot all be true"
        return f"The answers to {rows} {together}."

    @property
    def is_complete(self) -> bool:
        """Whether every change that would help is proposed."""
        return self.outlook.diagnosis is None or self.outlook.diagnosis.is_complete

    @property
    def proposals(self) -> list[Proposal]:
        """Each single change of an answer that would make sense of all of them."""
        found = self.outlook.diagnosis.corrections if self.outlook.diagnosis else ()
        return [Proposal(one.turn, one.feedback, self._proposed(one)) for one in found]

    @property
    def status(self) -> str:
        """What is said aloud, in a sentence or two."""
        if self.problem or self.told_problem:
            return self.problem or self.told_problem
        if self.outlook.diagnosis:
            return f"{self.headline}. {self.conflict}"
        told = f"{self.headline}. {self.remaining}."
        return f"{told} The computer tries {self.suggestion}." if self.suggestion else told

    def _truth(self, row: AssistRow) -> Feedback | None:
        if not self.assist.code:
            return None
        truth = feedback(row.code, secret=self.assist.code)
        return None if truth == row.feedback else truth

    def _proposed(self, correction: Correction) -> str:
        told = self.kept[correction.turn - 1].feedback
        remain = "remains" if correction.count == 1 else "remain"
        return (
            f"If guess {correction.turn} was {in_words(correction.feedback)} instead of"
            f" {in_words(told)}, {counted(correction.count, correction.is_exact)} {remain}."
        )


def listed(places: list[int]) -> str:
    """Return places in words.

    >>> listed([2]), listed([1, 3]), listed([1, 3, 4])
    ('guess 2', 'guesses 1 and 3', 'guesses 1, 3 and 4')
    """
    *others, last = map(str, places)
    return f"guesses {', '.join(others)} and {last}" if others else f"guess {last}"
