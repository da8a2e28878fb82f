"""A player's statistics of puzzles."""

from __future__ import annotations

from typing import NamedTuple

from games import wording
from games.catalog.grades import GRADE_NAMES
from games.models import Player, PuzzleTally, Streak


class GradeLine(NamedTuple):
    """A line of the table: a grade, and how its puzzles went."""

    grade: str
    tally: PuzzleTally

    @property
    def fastest(self) -> str:
        """The shortest time of those with a clock."""
        return wording.clock(self.tally.fastest) if self.tally.fastest else ""


class PuzzleRecord(NamedTuple):
    """A player's puzzles, grade by grade, and on how many days in a row they solved one."""

    lines: list[GradeLine]
    streak: Streak


def puzzle_record_of(player: Player) -> PuzzleRecord | None:
    """Return how a player does at puzzles; None if they have not finished any."""
    tallies = player.puzzles.tallies()
    if not tallies:
        return None
    lines = [GradeLine(str(GRADE_NAMES[grade]), tally) for grade, tally in tallies.items()]
    return PuzzleRecord(lines, player.puzzles.streak())
