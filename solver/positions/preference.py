"""The preference among equally good guesses: candidates first, then the order of codes.

It decides among the best guesses of one-step strategies, of estimates, and of proofs from a table,
a search or an endgame.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.sets.arrays import Flags, Indices

TIE = 1e-9  # costs that differ by less than this count as equal


def preferred_first(is_candidate: Flags) -> Indices:
    """Return the order of preference of equally good guesses, given in ascending order.

    >>> preferred_first(np.array([False, True, False, True])).tolist()
    [1, 3, 0, 2]
    """
    return np.argsort(~is_candidate, kind="stable")


def candidate_then_least(is_tied: Flags, is_candidate: Flags) -> int:
    """Return the index of the preferred guess among the tied guesses."""
    places = np.flatnonzero(is_tied)
    return int(places[preferred_first(is_candidate[places])[0]])


def cheapest_first(costs: npt.NDArray[Any], is_candidate: Flags) -> Indices:
    """Return the order of guesses by cost, and by preference if costs are equal."""
    order = preferred_first(is_candidate)
    return order[np.argsort(np.round(costs[order], 6), kind="stable")]
