"""What a strategy is: a choice in every position, and always the same one."""

from __future__ import annotations

from typing import Protocol

from solver.positions.candidates import Position
from solver.sets.arrays import Codes


class Strategy(Protocol):
    """How a computer player chooses."""

    def choose(self, position: Position) -> Codes:
        """Return the next guess, a single code, always the same one in the same position."""
        ...

    def seeded(self, seed: int) -> Strategy:
        """Return the strategy with other random numbers; itself, as it uses none."""
        return self
