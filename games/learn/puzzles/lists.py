"""The page of all puzzles: today's puzzles, and the puzzles of every grade."""

from dataclasses import dataclass
from datetime import timedelta
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.grades import GRADE_NAMES
from games.learn.puzzles.days import DayOfPuzzles, day_of_puzzles
from games.models import PuzzleAttemptQuerySet, PuzzleName, Streak, today


class GradeOfPuzzles(NamedTuple):
    """A grade, the player's next puzzle in it, and how many puzzles the player has solved."""

    name: str
    next: PuzzleName
    solved: int


@dataclass(frozen=True)
class PuzzlesPage:
    """All puzzles as the player with these ``attempts`` sees them."""

    attempts: PuzzleAttemptQuerySet

    @cached_property
    def day(self) -> DayOfPuzzles:
        """Today's puzzles."""
        of_today = self.attempts.of_days(today(), today() + timedelta(days=1))
        return day_of_puzzles(today(), of_today.get(today(), []))

    @property
    def grades(self) -> list[GradeOfPuzzles]:
        return [
            GradeOfPuzzles(str(GRADE_NAMES[grade]), PuzzleName(grade, number), solved)
            for grade, (number, solved) in self.attempts.progress().items()
        ]

    @cached_property
    def streak(self) -> Streak:
        return self.attempts.streak()

    @property
    def streak_in_words(self) -> str:
        """A sentence on the player's streak and what keeps it."""
        now, longest, is_at_risk = self.streak
        at_risk = _("Your streak: %(days)s. Solve one of today’s puzzles to keep it.")
        return wording.streak(now, longest, at_risk if is_at_risk else "")
