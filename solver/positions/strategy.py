"""Defines a strategy: it chooses one guess in every position, as text or as an array."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol, TypeAlias

from solver.positions.candidates import Position
from solver.rule.codes import Code
from solver.sets.arrays import Codes


class Strategy(Protocol):
    """A computer player: it chooses guesses as text."""

    def choose(self, position: Position) -> Code:
        """Return the next guess, such as ``"1122"``, always the same for a position."""
        ...


class ArrayStrategy(ABC):
    """A strategy of the engine: it chooses guesses as arrays."""

    @abstractmethod
    def choose(self, position: Position) -> Codes:
        """Return the next guess as an array with one code, always the same for a position."""

    def with_seed(self, seed: int) -> ArrayStrategy:
        """Return the strategy with another seed, or itself if it uses no random numbers."""
        return self


# A strategy: its name in the engine, an object with the method ``choose``, or a function.
StrategyLike: TypeAlias = str | Strategy | ArrayStrategy | Callable[[Position], Code]
