"""Costs of a guess, from the sizes of its parts; less is better.

A cost takes ``sizes[g, f]`` and returns a figure for each guess. See also ``weights``.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.sets.arrays import Sizes

GuessCosts: TypeAlias = npt.NDArray[np.integer[Any] | np.floating[Any]]
Cost: TypeAlias = Callable[[Sizes], GuessCosts]


def worst_case(sizes: Sizes) -> GuessCosts:
    """Return the maximum number of candidates left after each guess. Knuth, 1977."""
    return sizes.max(axis=1)


def expected_size(sizes: Sizes) -> GuessCosts:
    """Return the mean number of candidates left times the number of candidates. Irving, 1979."""
    return (sizes * sizes).sum(axis=1)


def entropy(sizes: Sizes) -> GuessCosts:
    """Return the sum of n log2 n over the parts, where n is the size of a part. Neuwirth, 1982."""
    table = _n_log_n(int(sizes[0].sum()).bit_length())
    # all sizes are in the table, and numpy is faster if it need not refuse others
    return table.take(sizes.T, mode="clip").sum(axis=0)


def most_parts(sizes: Sizes) -> GuessCosts:
    """Return minus the number of different answers. Kooi, 2005."""
    return -np.count_nonzero(sizes, axis=1)


@lru_cache(maxsize=32)
def _n_log_n(bits: int) -> npt.NDArray[np.float64]:
    """Return n log2 n for all n of at most this many bits.

    The values come from a table, so that equal parts cost exactly the same.
    """
    numbers = np.arange(2**bits)
    return numbers * np.log2(np.maximum(numbers, 1))
