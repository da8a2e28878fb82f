"""Multisets, for boards too large to list: how many pegs of each color a code has.

The number of key pegs depends only on this multiset. 8 pegs of 12 colors make 430 million codes but
only 75,582 multisets, so a history is tested against multisets first.
"""

from __future__ import annotations  # otherwise annotations would load numpy.random

from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.rule.codes import PEGS, Digits, Variant
from solver.rule.feedback import Turn

ColorCounts: TypeAlias = npt.NDArray[np.uint8]


@lru_cache(maxsize=2)
def all_multisets(variant: Variant) -> ColorCounts:
    """Return ``counts[c, m]``: how many pegs of color c multiset m has.

    >>> all_multisets(Variant(pegs=2, colors=3)).T.tolist()
    [[0, 0, 2], [0, 1, 1], [0, 2, 0], [1, 0, 1], [1, 1, 0], [2, 0, 0]]
    """
    most = variant.pegs if variant.repeats else 1
    counts, free = np.zeros((0, 1), dtype=np.uint8), np.array([variant.pegs], dtype=np.uint8)
    for colors_to_come in reversed(range(variant.colors)):
        here = np.tile(np.arange(most + 1, dtype=np.uint8), len(free))
        counts, free = np.repeat(counts, most + 1, axis=1), np.repeat(free, most + 1)
        can_be = (here <= free) & (free <= here + most * colors_to_come)
        counts, free = np.vstack([counts, here])[:, can_be], (free - here)[can_be]
    return counts


def fitting_multisets(variant: Variant, history: Sequence[Turn]) -> ColorCounts:
    """Return the multisets that give every guess its key pegs, as in ``all_multisets``."""
    counts = all_multisets(variant)
    for turn in history:
        named = np.bincount(variant.digits([turn.guess])[0], minlength=variant.colors)
        keys = np.minimum(counts, named.astype(np.uint8)[:, None]).sum(axis=0, dtype=np.uint8)
        counts = counts[:, keys == sum(turn.feedback)]
    return counts


def count_arrangements(counts: ColorCounts) -> npt.NDArray[np.int64]:
    """Return how many codes have each multiset.

    >>> count_arrangements(all_multisets(Variant(pegs=2, colors=3))).tolist()
    [1, 2, 1, 2, 2, 1]
    """
    factorials = np.array([factorial(count) for count in range(PEGS.stop)])
    ways: npt.NDArray[np.int64] = factorials[counts].prod(axis=0)
    return factorials[counts.sum(axis=0)] // ways


def draw(counts: ColorCounts, size: int, rng: np.random.Generator) -> Digits:
    """Return ``size`` codes drawn evenly from all codes with one of the multisets."""
    ends = count_arrangements(counts).cumsum()
    drawn = ends.searchsorted(rng.integers(ends[-1], size=size), side="right")
    colors = np.tile(np.arange(len(counts), dtype=np.uint8), size)
    sorted_codes = np.repeat(colors, counts[:, drawn].T.ravel()).reshape(size, -1)
    return rng.permuted(sorted_codes, axis=1)
