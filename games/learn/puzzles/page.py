"""The facts on the page of a puzzle."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.catalog.grades import GRADES_OF_A_DAY
from games.insight.positions.address import explorer_address
from games.insight.positions.arguments import Passage, passages, rows_behind
from games.insight.positions.puzzles import PUZZLE_BOARD
from games.models import NUMBERS, PuzzleAttempt, PuzzleAttemptQuerySet, PuzzleName
from games.web.entry.code_entry import CodeEntry
from solver.deduction.puzzles import Puzzle
from solver.deduction.thoughts import thoughts
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, Turn, feedback


class Said(NamedTuple):
    passages: list[Passage]
    marks: dict[int, tuple[int, ...]]

    @property
    def text(self) -> str:
        """The whole step as text, for screen readers."""
        parts = [(part.text, *part.within, part.so) for part in self.passages]
        return " ".join(text for part in parts for text in part if text)


@dataclass(frozen=True)
class PuzzleRow:
    """A row of a puzzle; ``would`` is the answer if the tried code were the solution."""

    number: int
    guess: Code
    answer: Feedback
    would: Feedback | None
    is_lit: bool  # whether the newest step of the argument uses this row
    places: tuple[int, ...]

    @property
    def is_contradicted(self) -> bool:
        return self.would not in (None, self.answer)


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle as one player sees it; ``attempts`` are all attempts of this player.

    ``tried`` is a code that was not the solution. ``problem`` says why the row in progress is
    invalid.
    """

    name: PuzzleName
    puzzle: Puzzle
    attempt: PuzzleAttempt | None
    attempts: PuzzleAttemptQuerySet
    sent: Mapping[str, str]
    problem: str = ""
    tried: Code = ""
    variant = PUZZLE_BOARD
    tools = ("copy",)  # the row in progress has one tool: it copies the row above

    def get_absolute_url(self) -> str:
        return self.name.get_absolute_url()

    @property
    def seconds_so_far(self) -> int:
        """The seconds since the player started the clock; 0 if the clock is off."""
        started = self.attempt and self.attempt.timed_from
        return int((timezone.now() - started).total_seconds()) if started else 0

    @property
    def time_so_far(self) -> str:
        return wording.clock(timedelta(seconds=self.seconds_so_far))

    @property
    def is_over(self) -> bool:
        return self.attempt is not None and self.attempt.is_over

    @property
    def revealed_solution(self) -> Code | None:
        """The solution once the puzzle is over; None before."""
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
        """A sentence on the rows that the tried code contradicts; empty if no code was tried."""
        return contradiction(self.puzzle.turns, self.tried) if self.tried else ""

    @cached_property
    def argument(self) -> list[Said]:
        """The argument that leads to the solution, in steps of one thought."""
        turns = self.puzzle.turns
        return [
            Said(passages(self.variant, turns, thought.steps), rows_behind(thought, turns))
            for thought in thoughts(self.puzzle.steps)
        ]

    @property
    def hints(self) -> list[Said]:
        """The steps of the argument that the player has seen."""
        return self.argument[: self.attempt.hints] if self.attempt else []

    @property
    def newest_hint(self) -> Said | None:
        return self.hints[-1] if self.hints else None

    @property
    def headline(self) -> str:
        """How the puzzle ended, or the name of an open puzzle."""
        if self.attempt is None or not self.is_over:
            return str(self.name)
        return _("Solved") if self.attempt.is_solved else _("Given up")

    @property
    def outcome(self) -> str:
        return how_it_went(self.attempt) if self.attempt and self.is_over else ""

    @property
    def status(self) -> str:
        """The sentences that the page announces."""
        if self.is_over:
            return f"{self.headline}. {self.outcome}"
        newest = self.newest_hint.text if self.newest_hint else ""
        return self.problem or self.contradiction or newest

    @property
    def explorer(self) -> str:
        return explorer_address(self.variant, self.puzzle.turns)

    @cached_property
    def next(self) -> PuzzleName | None:
        """The next unfinished puzzle: of the same day, or by number; None if there is none."""
        if self.name.number:
            return self._next_number(self.name.number)
        over = self.attempts.filter(day=self.name.day).exclude(status=PuzzleAttempt.Status.OPEN)
        done = set(over.values_list("grade", flat=True))
        left = [
            grade for grade in GRADES_OF_A_DAY if grade not in done and grade != self.name.grade
        ]
        return self.name._replace(grade=left[0]) if left else None

    def _next_number(self, number: int) -> PuzzleName | None:
        """Return the next unfinished puzzle of the grade after this number, or None."""
        later = self.attempts.filter(grade=self.name.grade, number__gt=number)
        over = later.exclude(status=PuzzleAttempt.Status.OPEN).order_by("number")
        number += 1
        for ended in over.values_list("number", flat=True):
            if ended != number:
                break
            number += 1
        return self.name._replace(number=number) if number in NUMBERS else None

    def text(self, address: str) -> str:
        """Return the text to share: the result and the URL, without the solution."""
        is_solved = self.attempt and self.attempt.is_solved
        outcome = self.outcome if is_solved else _("I gave up. Can you find the code?")
        return f"{settings.SITE_NAME}: {self.name}\n{outcome}\n{address}"


def contradiction(turns: Sequence[Turn], code: Code) -> str:
    """Return a sentence on the rows that a code contradicts.

    It compares the answer of the first such row with the answer that the code would give.

    >>> from solver.rule.feedback import Feedback
    >>> rows = [Turn("1122", Feedback(1, 0)), Turn("3344", Feedback(0, 1))]
    >>> contradiction(rows, "1223")
    '1223 needs 2 black and 1 white in row 1. Row 1 has 1 and 0.'
    >>> contradiction(rows, "1325").rpartition(". ")[2]
    'Row 2 does not fit, either.'
    """
    wrong = [
        row
        for row, turn in enumerate(turns, start=1)
        if feedback(turn.guess, secret=code) != turn.feedback
    ]
    first, others = wording.clash(turns, code), wrong[1:]
    if not others:
        return first
    rest = ngettext(
        "Row %(rows)s does not fit, either.", "Rows %(rows)s do not fit, either.", len(others)
    )
    return f"{first} {rest % {'rows': wording.list_in_words(others)}}"


def how_it_went(attempt: PuzzleAttempt) -> str:
    """Return a sentence on how a finished puzzle went."""
    if not attempt.is_solved:
        return _("Here is how you could have found it.")
    time = _("Time: %(time)s.") % {"time": wording.clock(attempt.time)} if attempt.time else ""
    return f"{_tries(attempt)} {time}".strip()


def _tries(attempt: PuzzleAttempt) -> str:
    if attempt.is_at_once:
        return _("First try, without a hint.")
    tries = _("First try")
    if attempt.tries > 1:
        in_tries = ngettext("In %(count)d try", "In %(count)d tries", attempt.tries)
        tries = in_tries % {"count": attempt.tries}
    if not attempt.hints:
        return _("%(tries)s, without a hint.") % {"tries": tries}
    return ngettext(
        "%(tries)s, with %(count)d hint.", "%(tries)s, with %(count)d hints.", attempt.hints
    ) % {"tries": tries, "count": attempt.hints}
