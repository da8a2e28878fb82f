"""The puzzles of each day, and the players' attempts at any puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Count, F, Min, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.catalog.grades import GRADE_NAMES, GRADES_OF_A_DAY, WHAT_GRADES_TAKE
from games.models.base.calendar import FIRST_DAY, is_on_its_day, today
from games.models.base.first_come import get_or_insert
from games.models.people.player import Player, PlayersQuerySet
from games.models.play.streak import Streak, streak_of_days
from solver.deduction.puzzles import Grade

NUMBERS = range(1, 100_000)  # numbers that puzzles of each grade have


class PuzzleName(NamedTuple):
    """The name of a puzzle: its grade, and its ``number`` or its day."""

    grade: Grade
    number: int | None = None
    day: date | None = None

    def __str__(self) -> str:
        if self.day:
            return _("%(grade)s puzzle of the day") % {"grade": self.label}
        return _("%(grade)s puzzle %(number)d") % {"grade": self.label, "number": self.number}

    @property
    def label(self) -> str:
        return str(GRADE_NAMES[self.grade])

    @property
    def about(self) -> str:
        return str(WHAT_GRADES_TAKE[self.grade])

    @property
    def exists(self) -> bool:
        """Whether the puzzle exists; daily puzzles exist up to today, and only in some grades."""
        if self.day:
            return FIRST_DAY <= self.day <= today() and self.grade in GRADES_OF_A_DAY
        return self.number in NUMBERS

    @property
    def is_of_today(self) -> bool:
        return self.day == today()

    @property
    def parts(self) -> list[object]:
        """The arguments of the puzzle's URL."""
        return [self.day, self.grade] if self.day else [self.grade, self.number]

    def get_absolute_url(self) -> str:
        return reverse("puzzle-of-day" if self.day else "puzzle", args=self.parts)

    @property
    def picture(self) -> str:
        return reverse(f"puzzle{'-of-day' if self.day else ''}-preview", args=self.parts)


class PuzzleOfDay(models.Model):
    """A puzzle of a day, made in advance and stored so that it never changes.

    Without the row, a new version of the engine would make another puzzle from the same seed.
    """

    day = models.DateField()
    grade = models.PositiveSmallIntegerField()
    history = models.CharField(
        max_length=200, help_text="The rows of the puzzle, such as 1122:1,1 1345:0,2"
    )
    solution = models.CharField(max_length=8)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["day", "grade"], name="one_puzzle_a_day_and_grade"),
        )

    def __str__(self) -> str:
        return f"Puzzle of {self.day}, grade {self.grade}"


class PuzzleAttemptQuerySet(PlayersQuerySet["PuzzleAttempt"]):
    def at(self, name: PuzzleName) -> PuzzleAttemptQuerySet:
        return self.filter(**name._asdict())

    def begin(self, player: Player, name: PuzzleName) -> PuzzleAttempt:
        return get_or_insert(self.all(), {}, player=player, **name._asdict())

    def solved(self) -> PuzzleAttemptQuerySet:
        return self.filter(status=PuzzleAttempt.Status.SOLVED)

    def of_days(self, first: date, end: date) -> dict[date, list[PuzzleAttempt]]:
        """Return the attempts at the daily puzzles of some days, grouped by day."""
        found: dict[date, list[PuzzleAttempt]] = {}
        for attempt in self.filter(day__gte=first, day__lt=end).order_by("grade"):
            if attempt.day:
                found.setdefault(attempt.day, []).append(attempt)
        return found

    def streak(self) -> Streak:
        """Return the streak of days whose puzzle was solved on the day."""
        solved = self.solved().filter(day__isnull=False).order_by("day")
        days = solved.values_list("day", "begun_at")
        kept = {day for day, begun in days if day and is_on_its_day(day, begun)}
        return streak_of_days(dict.fromkeys(sorted(kept), "won"))

    def tallies(self) -> dict[Grade, PuzzleTally]:
        """Return the results of finished puzzles per grade, the easiest first."""
        is_solved = Q(status=PuzzleAttempt.Status.SOLVED)
        figures = PuzzleTally(
            solved=Count("pk", filter=is_solved),
            at_once=Count("pk", filter=is_solved & Q(tries=1, hints=0)),
            given_up=Count("pk", filter=~is_solved),
            fastest=Min(F("ended_at") - F("timed_from"), filter=is_solved),
        )
        over = self.exclude(status=PuzzleAttempt.Status.OPEN).order_by("grade").values("grade")
        rows = over.annotate(**figures._asdict()).values_list("grade", *PuzzleTally._fields)
        return {Grade(grade): PuzzleTally(*counted) for grade, *counted in rows}

    def progress(self) -> Mapping[Grade, tuple[int, int]]:
        """Return, for each grade, the next number and how many puzzles the player solved.

        The next number is one more than the highest that the player has tried.
        """
        solved = Count("pk", filter=Q(status=PuzzleAttempt.Status.SOLVED))
        rows = self.order_by().values_list("grade").annotate(top=models.Max("number"), won=solved)
        found = {grade: (top or 0, won) for grade, top, won in rows}
        counted = ((grade, *found.get(grade, (0, 0))) for grade in Grade)
        return {grade: (min(top + 1, NUMBERS[-1]), won) for grade, top, won in counted}


class PuzzleTally(NamedTuple):
    """The player's results in one grade.

    ``at_once`` counts puzzles that were solved with the first code and without a hint, and
    ``fastest`` is the shortest time of a solved puzzle with the clock on.
    """

    solved: Any  # each field is a number, or the database expression for this number
    at_once: Any
    given_up: Any
    fastest: Any


class PuzzleAttempt(models.Model):
    """A player's attempt at a puzzle, created when the player first acts.

    It stores only the puzzle's number or day, not the puzzle.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        SOLVED = "solved"
        GIVEN_UP = "given up"

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, db_index=False, related_name="puzzles"
    )
    grade = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(null=True, help_text="Empty for a puzzle of a day.")
    day = models.DateField(null=True, help_text="Empty for a puzzle with a number.")
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    tries = models.PositiveIntegerField(default=0, help_text="The number of codes tried.")
    hints = models.PositiveIntegerField(default=0, help_text="The number of steps shown.")
    begun_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    timed_from = models.DateTimeField(
        null=True, help_text="The start of the clock. Empty without a clock."
    )
    ended_at = models.DateTimeField(null=True)

    objects = PuzzleAttemptQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "grade", "number"], name="one_attempt_a_puzzle"
            ),
            models.UniqueConstraint(
                fields=["player", "day", "grade"], name="one_attempt_a_puzzle_of_a_day"
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True, day__isnull=False)
                | Q(number__isnull=False, day__isnull=True),
                name="puzzle_has_a_number_or_a_day",
            ),
            models.CheckConstraint(
                condition=Q(status="open", ended_at__isnull=True)
                | (~Q(status="open") & Q(ended_at__isnull=False)),
                name="puzzle_has_an_end_once_over",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}: {self.status}"

    @property
    def name(self) -> PuzzleName:
        return PuzzleName(Grade(self.grade), self.number, self.day)

    @property
    def is_solved(self) -> bool:
        return self.status == self.Status.SOLVED

    @property
    def is_over(self) -> bool:
        return self.status != self.Status.OPEN

    @property
    def is_at_once(self) -> bool:
        """Whether the player solved the puzzle with the first code and without a hint."""
        return self.is_solved and self.tries == 1 and not self.hints

    @property
    def time(self) -> timedelta | None:
        """The time on the clock; None without a clock or before the end."""
        return self.ended_at - self.timed_from if self.ended_at and self.timed_from else None

    def note_try(self, is_right: bool) -> None:
        """Count a tried code; the right one ends the attempt."""
        ended = self._end(self.Status.SOLVED) if is_right else {}
        self._advance(tries=F("tries") + 1, **ended)

    def take_hint(self, shown: int, most: int) -> None:
        """Count a hint, up to ``most``; refuse it if the page is outdated."""
        self._advance(Q(hints=shown, hints__lt=most), hints=shown + 1)

    def start_clock(self) -> None:
        """Start the clock, unless it is running already."""
        self._advance(Q(timed_from__isnull=True), timed_from=timezone.now())

    def give_up(self) -> None:
        self._advance(**self._end(self.Status.GIVEN_UP))

    def _end(self, status: str) -> dict[str, Any]:
        return {"status": status, "ended_at": timezone.now()}

    def _advance(self, condition: Q = Q(), **columns: Any) -> None:  # noqa: B008 - is never changed
        """Change and reload an open attempt; a finished attempt never changes."""
        still_open = PuzzleAttempt.objects.filter(condition, pk=self.pk, status=self.Status.OPEN)
        still_open.update(**columns, moved_at=timezone.now())
        self.refresh_from_db()
