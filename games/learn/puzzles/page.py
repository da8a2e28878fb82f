"""The data of the page of a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.grades import GRADES_OF_A_DAY
from games.insight.positions.address import explorer_address
from games.insight.positions.arguments import Passage, marked, passages
from games.insight.positions.puzzles import PUZZLE_BOARD
from games.learn.puzzles.verdicts import contradiction, how_it_went
from games.models import NUMBERS, PuzzleAttempt, PuzzleAttemptQuerySet, PuzzleName
from games.web.entry.code_entry import CodeEntry
from solver.deduction.puzzles import Puzzle
from solver.deduction.thoughts import thoughts
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, feedback


class Said(NamedTuple):
    """A part of the argument, and the rows to look at, each with the places it is about."""

    passages: list[Passage]
    marks: dict[int, tuple[int, ...]]

    @property
    def text(self) -> str:
        """All of it, to be read aloud."""
        parts = [(part.text, *part.within, part.so) for part in self.passages]
        return " ".join(text for part in parts for text in part if text)


@dataclass(frozen=True)
class PuzzleRow:
    """A row of a puzzle, and how it would have to be answered if the code that was tried fit."""

    number: int
    guess: Code
    answer: Feedback
    would: Feedback | None
    is_lit: bool  # the newest step looks at it, and is about the pegs at some places
    places: tuple[int, ...]

    @property
    def is_contradicted(self) -> bool:
        return self.would not in (None, self.answer)


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle, and what the player whose ``attempts`` these are has made of it.

    ``tried`` is a code that was not the solution, ``typed`` the row in progress, and ``problem``
    what is wrong with it.
    """

    name: PuzzleName
    puzzle: Puzzle
    attempt: PuzzleAttempt | None
    attempts: PuzzleAttemptQuerySet
    sent: Mapping[str, str]
    problem: str = ""
    tried: Code = ""

    def get_absolute_url(self) -> str:
        return self.name.get_absolute_url()

    @property
    def variant(self) -> Variant:
        return PUZZLE_BOARD

    @property
    def tools(self) -> tuple[str, ...]:
        """There are rows above the one for the code."""
        return ("copy",)

    @property
    def seconds_so_far(self) -> int:
        """How long the clock has been running."""
        started = self.attempt and self.attempt.timed_from
        return int((timezone.now() - started).total_seconds()) if started else 0

    @property
    def time_so_far(self) -> str:
        """The text of the clock."""
        return wording.clock(timedelta(seconds=self.seconds_so_far))

    @property
    def is_over(self) -> bool:
        return self.attempt is not None and self.attempt.is_over

    @property
    def revealed_solution(self) -> Code | None:
        """The solution, once it is found or given up."""
        return self.puzzle.solution if self.is_over else None

    @property
    def rows(self) -> list[PuzzleRow]:
        code = self.tried
        marks = self.newest_hint.marks if self.newest_hint and not (code or self.is_over) else {}
        return [
            PuzzleRow(
                number,
                guess,
                answer,
                feedback(guess, secret=code) if code else None,
                number in marks,
                marks.get(number, ()),
            )
            for number, (guess, answer) in enumerate(self.puzzle.turns, start=1)
        ]

    @property
    def entry(self) -> CodeEntry:
        entry = CodeEntry.of(self.sent, self.variant, self.problem or self.contradiction)
        return replace(entry, tools=self.tools)

    @property
    def contradiction(self) -> str:
        """Which rows say that the code that was tried is not the solution, and how."""
        return contradiction(self.puzzle.turns, self.tried) if self.tried else ""

    @cached_property
    def argument(self) -> list[Said]:
        """How one gets to the solution, thought by thought."""
        turns = self.puzzle.turns
        return [
            Said(passages(self.variant, turns, thought.steps), marked(thought, turns))
            for thought in thoughts(self.puzzle.steps)
        ]

    @property
    def hints(self) -> list[Said]:
        """The steps that were shown."""
        return self.argument[: self.attempt.hints] if self.attempt else []

    @property
    def newest_hint(self) -> Said | None:
        return self.hints[-1] if self.hints else None

    @property
    def earlier_hints(self) -> list[Said]:
        return self.hints[:-1]

    @property
    def steps_left(self) -> int:
        return len(self.argument) - len(self.hints)

    @property
    def headline(self) -> str:
        """How it went, or which puzzle it is."""
        if self.attempt is None or not self.is_over:
            return str(self.name)
        return _("Solved") if self.attempt.is_solved else _("Given up")

    @property
    def outcome(self) -> str:
        return how_it_went(self.attempt) if self.attempt and self.is_over else ""

    @property
    def status(self) -> str:
        """The text of the live region."""
        if self.is_over:
            return f"{self.headline}. {self.outcome}"
        newest = self.newest_hint.text if self.newest_hint else ""
        return self.problem or self.contradiction or newest

    @property
    def explorer(self) -> str:
        """The address that explores the rows, once that reveals nothing."""
        return explorer_address(self.variant, self.puzzle.turns)

    @cached_property
    def next(self) -> PuzzleName | None:
        """The next puzzle: one of the day that is not over, or the next number."""
        if self.name.number:
            return self._next_number(self.name.number)
        over = self.attempts.filter(day=self.name.day).exclude(status=PuzzleAttempt.Status.OPEN)
        done = set(over.values_list("grade", flat=True))
        left = [
            grade for grade in GRADES_OF_A_DAY if grade not in done and grade != self.name.grade
        ]
        return self.name._replace(grade=left[0]) if left else None

    def _next_number(self, number: int) -> PuzzleName | None:
        """Return the next puzzle of the grade that this player has not ended."""
        later = self.attempts.filter(grade=self.name.grade, number__gt=number)
        over = later.exclude(status=PuzzleAttempt.Status.OPEN).order_by("number")
        number += 1
        for ended in over.values_list("number", flat=True):
            if ended != number:
                break
            number += 1
        return self.name._replace(number=number) if number in NUMBERS else None

    def text(self, address: str) -> str:
        """Return the text to share: the result and the address, without the code."""
        is_solved = self.attempt and self.attempt.is_solved
        outcome = self.outcome if is_solved else _("I gave up. Can you find the code?")
        return f"{settings.SITE_NAME}: {self.name}\n{outcome}\n{address}"
