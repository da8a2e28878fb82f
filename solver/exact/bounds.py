"""Costs of trees and lower bounds for them.

A tree costs ``unit`` for each guess of each game, plus 1 for each game that uses the last allowed
guess. So one number orders trees by total, then by the number of codes that need the last guess.
Costs of the parts of a partition still add up.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.rule.codes import Variant
from solver.rule.feedback import possible_feedbacks

Costs: TypeAlias = npt.NDArray[np.int64]

UNLIMITED = 100  # placeholder for no limit, greater than the guesses of any game
IMPOSSIBLE = 2**45  # greater than the cost of any tree; sums of many such costs fit in 64 bits


class Bound(NamedTuple):
    """A lower bound for the cost of the best tree, or this cost itself if ``is_exact``.

    A search with a limit can stop once the bound reaches the limit, before the cost is known.
    """

    cost: int
    is_exact: bool


class Terms(NamedTuple):
    """The lower bounds for trees with ``left`` guesses left."""

    least: Costs  # least[n]: a lower bound for a tree of n codes
    unit: int
    left: int


class Bounds:
    """Lower bounds for the cost of a tree, from its number of codes.

    No game can take more than ``max_guesses``.

    >>> Bounds(Variant()).least(UNLIMITED)[[1, 2, 14, 15]].tolist()
    [1, 3, 27, 30]
    """

    def __init__(self, variant: Variant, max_guesses: int = UNLIMITED) -> None:
        self.max_guesses = max_guesses
        self.unit = 1 if max_guesses == UNLIMITED else 1 << variant.size.bit_length()
        self._codes = variant.size
        # number of feedbacks besides the win
        self._answers = len(possible_feedbacks(variant.pegs)) - 1
        self._least: dict[tuple[int, int], Costs] = {}

    def below(self, left: int) -> int:
        """Return how many guesses are left after the next guess."""
        return left if left == UNLIMITED else left - 1

    def least(self, left: int, branching: int | None = None) -> Costs:
        """Return ``least[n]``, a lower bound for the cost of a tree of n codes.

        ``left`` guesses are left, each with at most ``branching`` answers besides the win. So each
        guess finds at most ``branching`` times as many codes as the guess before.
        """
        key = left, self._answers if branching is None else branching
        if key not in self._least:
            self._least[key] = self._count(*key)
        return self._least[key]

    def terms(self, left: int, branching: int | None = None) -> Terms:
        """Return these bounds in the form that the kernels use."""
        return Terms(self.least(left, branching), self.unit, left)

    def _count(self, left: int, branching: int) -> Costs:
        costs = np.full(self._codes + 1, IMPOSSIBLE, dtype=np.int64)
        costs[0] = found = 0
        width = 1
        for guesses in range(1, left + 1):
            more = np.arange(1, min(width, self._codes - found) + 1)
            cost = guesses * self.unit + (guesses == left != UNLIMITED)
            costs[found + more] = costs[found] + more * cost
            found += len(more)
            if found == self._codes:
                break
            width *= branching
        return costs
