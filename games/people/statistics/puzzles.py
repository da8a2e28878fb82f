"""Statistics of a player's puzzles."""

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
        """The shortest time of a puzzle solved with the clock on, or ""."""
        return wording.clock(self.tally.fastest) if self.tally.fastest else ""


class PuzzleRecord(NamedTuple):
    """A player's puzzle results by grade, and the streak of days with a solved puzzle."""

    lines: list[GradeLine]
    streak: Streak


def puzzle_record_of(player: Player) -> PuzzleRecord | None:
    """Return a player's puzzle results; None if no puzzle is finished.

    A first query checks whether the player tried any, because many did not and it costs a fifth of
    the whole.
    """
    tallies = player.puzzles.tallies() if player.puzzles.exists() else None
    if not tallies:
        return None
    lines = [GradeLine(str(GRADE_NAMES[grade]), tally) for grade, tally in tallies.items()]
    return PuzzleRecord(lines, player.puzzles.streak())
