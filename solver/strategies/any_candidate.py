"""Strategies that take a candidate without weighing any guesses."""

from dataclasses import dataclass, replace
from hashlib import blake2b

from solver.positions.candidates import Position
from solver.positions.strategy import ArrayStrategy
from solver.rule.history import format_history
from solver.sets.arrays import Codes


@dataclass(frozen=True)
class LeastCandidate(ArrayStrategy):
    """Takes the first candidate; if there are too many, the first of a sample. Shapiro, 1983."""

    def choose(self, position: Position) -> Codes:
        """Return the candidate that comes first in order."""
        return position.candidates[:1]


@dataclass(frozen=True)
class RandomCandidate(ArrayStrategy):
    """Takes a random candidate; the choice depends only on the seed and the history."""

    seed: int = 0

    def choose(self, position: Position) -> Codes:
        """Return a candidate, drawn evenly."""
        text = f"{self.seed} {format_history(position.history)}"
        number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
        place = number % len(position.candidates)
        return position.candidates[place : place + 1]

    def with_seed(self, seed: int) -> "RandomCandidate":
        """Return the same strategy with another seed."""
        return replace(self, seed=seed)
