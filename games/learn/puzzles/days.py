"""Today's puzzles, a calendar of daily puzzles, and the puzzles of every grade."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.catalog.grades import GRADES_OF_A_DAY
from games.models import PuzzleAttempt, PuzzleAttemptQuerySet, PuzzleName, Streak, today
from games.web.charts.calendar import CalendarMonth


class PuzzleOfADay(NamedTuple):
    """A daily puzzle, and the player's attempt (or None)."""

    name: PuzzleName
    attempt: PuzzleAttempt | None

    @property
    def state(self) -> str:
        """The state of the attempt, in a word for the style sheet."""
        if self.attempt is None:
            return "untried"
        return self.attempt.status.replace(" ", "-")

    @property
    def outcome(self) -> str:
        words = {"open": _("started"), "solved": _("solved"), "given-up": _("gave up")}
        return words.get(self.state, _("not tried"))


class DayOfPuzzles(NamedTuple):
    day: date
    puzzles: tuple[PuzzleOfADay, ...]

    @property
    def is_untried(self) -> bool:
        """Whether no puzzle was tried; such a day looks the same to everyone."""
        return not any(one.attempt for one in self.puzzles)

    @property
    def is_today(self) -> bool:
        return self.day == today()

    @property
    def best(self) -> PuzzleName:
        """The easiest unfinished puzzle of the day; if all are finished, the easiest one."""
        left = [one.name for one in self.puzzles if not (one.attempt and one.attempt.is_over)]
        return left[0] if left else self.puzzles[0].name

    @property
    def in_words(self) -> str:
        """The day, and how each of its puzzles went, in words."""
        went = [
            _("%(grade)s: %(outcome)s") % {"grade": one.name.label, "outcome": one.outcome}
            for one in self.puzzles
        ]
        return _("%(day)s. %(puzzles)s.") % {
            "day": wording.full_date(self.day),
            "puzzles": ", ".join(went),
        }


class PuzzleMonth(CalendarMonth):
    """A month of puzzles; ``own`` are the player's attempts."""

    template = "learn/puzzles/_day.html"

    def on(self, day: date) -> DayOfPuzzles:
        tried = {attempt.grade: attempt for attempt in self._attempts.get(day, [])}
        names = [PuzzleName(grade, day=day) for grade in GRADES_OF_A_DAY]
        return DayOfPuzzles(day, tuple(PuzzleOfADay(one, tried.get(one.grade)) for one in names))

    @property
    def summary(self) -> str:
        solved = sum(one.is_solved for day in self._attempts.values() for one in day)
        if not solved:
            return ""
        return ngettext(
            "You solved %(count)d puzzle of this month.",
            "You solved %(count)d puzzles of this month.",
            solved,
        ) % {"count": solved}

    @cached_property
    def _attempts(self) -> dict[date, list[PuzzleAttempt]]:
        found: dict[date, list[PuzzleAttempt]] = self.own.of_days(self.first, self.end)
        return found


@dataclass(frozen=True)
class PuzzlesPage:
    """The page of all puzzles and of one month, with the player's ``attempts``."""

    attempts: PuzzleAttemptQuerySet
    month: PuzzleMonth

    @cached_property
    def day(self) -> DayOfPuzzles:
        is_current = self.month.after is None
        month = self.month if is_current else PuzzleMonth.from_name("", self.attempts)
        return month.on(today())

    @property
    def grades(self) -> list[tuple[PuzzleName, int]]:
        """For each grade, the next puzzle, and how many puzzles the player solved."""
        progress = self.attempts.progress().items()
        return [(PuzzleName(grade, number), solved) for grade, (number, solved) in progress]

    @cached_property
    def streak(self) -> Streak:
        return self.attempts.streak()

    @property
    def streak_in_words(self) -> str:
        """A sentence on the player's streak, and on how to keep a streak that is at risk."""
        now, longest, is_at_risk = self.streak
        at_risk = _("Your streak: %(days)s. Solve one of today’s puzzles to keep it.")
        return wording.streak(now, longest, at_risk if is_at_risk else "")
