"""Statistics of a player's puzzles."""

from __future__ import annotations

from typing import NamedTuple

from games import wording
from games.catalog.grades import GRADE_NAMES
from games.models import Player, PuzzleTally, Streak


class GradeLine(NamedTuple):
    """A row of the table: a grade, and the results of its puzzles."""

    grade: str
    tally: PuzzleTally

    @property
    def fastest(self) -> str:
        """The shortest time of a puzzle that was solved with a clock, or ""."""
        return wording.clock(self.tally.fastest) if self.tally.fastest else ""


class PuzzleRecord(NamedTuple):
    """A player's results at puzzles by grade, and the streak of days with a solved puzzle."""

    lines: list[GradeLine]
    streak: Streak


def puzzle_record_of(player: Player) -> PuzzleRecord | None:
    """Return a player's results at puzzles; None if the player has not finished a puzzle.

    A first query checks whether the player has tried a puzzle. Many players have not, and this
    query costs a fifth of the tallies.
    """
    tallies = player.puzzles.tallies() if player.puzzles.exists() else None
    if not tallies:
        return None
    lines = [GradeLine(str(GRADE_NAMES[grade]), tally) for grade, tally in tallies.items()]
    return PuzzleRecord(lines, player.puzzles.streak())
