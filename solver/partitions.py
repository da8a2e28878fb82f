"""How guesses split the candidates: ``sizes[g, f]``, the candidates that answer g with f."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.arrays import Codes, feedback_numbers

Sizes: TypeAlias = npt.NDArray[np.intp]

_PAIRS = 2**16  # of codes in one array operation: what fits in the cache of a core


def partition_sizes(guesses: Codes, candidates: Codes) -> Sizes:
    """Return ``sizes[g, f]``: how many candidates answer guess g with feedback number f.

    The shape is (guesses, (pegs + 1)(pegs + 2) / 2). The last column is the win, so it also
    tells which guesses are candidates. Memory is bounded by the result and one block.

    >>> from solver.arrays import all_codes, encode
    >>> from solver.codes import Variant
    >>> guess = encode(Variant().digits(["1122"]), colors=6)
    >>> partition_sizes(guess, all_codes(Variant())).tolist()
    [[256, 256, 256, 96, 208, 114, 16, 36, 32, 20, 1, 0, 4, 0, 1]]
    """
    pegs = guesses.digits.shape[1]
    sizes = np.zeros(((pegs + 1) * (pegs + 2) // 2, len(guesses)), dtype=np.intp).T
    for columns in blocks(len(candidates), _PAIRS):
        part = candidates[columns]
        for rows in blocks(len(guesses), max(1, _PAIRS // len(part))):
            _count(guesses[rows], part, sizes[rows])
    return sizes


def blocks(length: int, size: int) -> Iterator[slice]:
    """Yield slices of at most ``size`` that cover ``range(length)``."""
    return (slice(start, start + size) for start in range(0, length, size))


def _count(guesses: Codes, candidates: Codes, sizes: Sizes) -> None:
    """Add the partitions of one block to ``sizes``, feedbacks outermost for fast sums."""
    keys = feedback_numbers(guesses, candidates).astype(np.intp)
    keys *= len(guesses)
    keys += np.arange(len(guesses))[:, None]
    counts = np.bincount(keys.ravel(order="K"), minlength=sizes.size)
    sizes += counts.reshape(sizes.shape[::-1]).T
