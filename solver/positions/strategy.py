"""The protocol of strategies: one guess for every position, always the same."""

from __future__ import annotations

from typing import Protocol

from solver.positions.candidates import Position
from solver.sets.arrays import Codes


class Strategy(Protocol):
    """A computer player that chooses guesses."""

    def choose(self, position: Position) -> Codes:
        """Return the next guess, a single code; the same position always gets the same one."""
        ...

    def seeded(self, seed: int) -> Strategy:
        """Return the strategy with another seed, or itself if it uses no random numbers."""
        return self
