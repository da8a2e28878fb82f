"""Strategies that take a candidate and weigh nothing."""

from dataclasses import dataclass, replace
from hashlib import blake2b

from solver.positions.candidates import Position
from solver.positions.strategy import Strategy
from solver.rule.history import format_history
from solver.sets.arrays import Codes


@dataclass(frozen=True)
class LeastCandidate(Strategy):
    """Takes the least candidate, of a sample where they are too many. Shapiro, 1983."""

    def choose(self, position: Position) -> Codes:
        """Return the least candidate."""
        return position.candidates[:1]


@dataclass(frozen=True)
class RandomCandidate(Strategy):
    """Takes any candidate. The choice depends only on the seed and on the history."""

    seed: int = 0

    def choose(self, position: Position) -> Codes:
        """Return a candidate, each as likely as any other."""
        text = f"{self.seed} {format_history(position.history)}"
        number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
        place = number % len(position.candidates)
        return position.candidates[place : place + 1]

    def seeded(self, seed: int) -> "RandomCandidate":
        """Return a player of the same kind that makes other choices."""
        return replace(self, seed=seed)
