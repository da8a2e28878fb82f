"""Estimates of how many more guesses a position takes, from its number of candidates.

The figures are means over the positions that `weighted` and `entropy` reach. Up to 5 pegs, the
positions are from whole trees; with more pegs, they are from trees that begin at positions of
random games. Positions of the same size differ by about a tenth of a guess. Answers on more pegs
carry more information, so each number of pegs has its own figures, and so has the Classic board.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.rule.codes import Variant
from solver.rule.feedback import possible_feedbacks
from solver.sets.arrays import Floats, Sizes

# These are mean guesses for each number of candidates. Between two sizes, the mean is linear in the
# logarithm of the size.
_SIZES = [1, 2, 3, 4, 6, 8, 12, 16, 24, 36, 64, 100, 200, 400, 1000, 10**4, 10**6, 10**9]
_GUESSES = {
    2: [1, 1.5, 2.00, 2.14, 2.60, 2.90, 3.27, 3.45, 3.75, 4.00, 4.50, 5.10, 5.80],
    3: [1, 1.5, 1.91, 2.04, 2.32, 2.52, 2.68, 2.82, 3.10, 3.31, 3.65, 3.95, 4.40, 4.90, 5.60, 7],
    4: [1, 1.5, 1.76, 1.89, 1.98, 2.09, 2.27, 2.41, 2.62, 2.78, 3.02, 3.22, 3.57, 3.89, 4.32, 5.6],
    5: [1, 1.5, 1.70, 1.80, 1.94, 2.02, 2.14, 2.25, 2.42, 2.59, 2.81, 2.98, 3.23, 3.53, 3.92, 4.9],
    6: [1, 1.5, 1.69, 1.78, 1.92, 1.99, 2.11, 2.21, 2.38, 2.52, 2.72, 2.88, 3.12, 3.38, 3.78, 4.7],
    7: [1, 1.5, 1.68, 1.79, 1.94, 2.02, 2.18, 2.28, 2.42, 2.55, 2.75, 2.89, 3.17, 3.34, 3.69, 4.5],
    8: [1, 1.5, 1.68, 1.79, 1.94, 2.04, 2.20, 2.30, 2.43, 2.56, 2.75, 2.91, 3.16, 3.38, 3.69, 4.5],
}
_CLASSIC = [1, 1.5, 1.7, 1.83, 1.93, 2.02, 2.2, 2.36, 2.54, 2.69, 2.9, 3.14, 3.46, 3.74, 4.19, 5.6]
# Mean guesses for a million candidates, and for a billion if that mean is known.
_FOR_MANY = {5: [6.9], 6: [6.6], 7: [6.2, 9.0], 8: [6.1, 8.6]}


def guesses_to_expect(candidates: npt.ArrayLike, variant: Variant) -> Floats:
    """Return the mean number of further guesses for each number of candidates, from 1 on.

    >>> guesses_to_expect([1, 2, 4], Variant(pegs=4, colors=8)).tolist()
    [1.0, 1.5, 1.89]
    """
    known = _GUESSES[variant.pegs] + _FOR_MANY.get(variant.pegs, [])
    if variant == Variant(pegs=4, colors=6):
        known = _CLASSIC
    return np.interp(np.log(candidates), np.log(_SIZES[: len(known)]), known)


def least_to_expect(candidates: int, variant: Variant) -> float:
    """Return a lower bound for the mean of further guesses.

    With ``n`` answers besides the win, the first guess finds at most one code, the second n more
    codes, and the third n² more. Every code that is left takes one guess more.

    >>> least_to_expect(15, Variant())
    2.0
    """
    total, left, found = 0, candidates, 1
    while left > 0:
        total += left
        left -= found
        found *= len(possible_feedbacks(variant.pegs)) - 1
    return total / candidates


def guesses_of_parts(sizes: Sizes, weight: float, variant: Variant) -> Floats:
    """Return the expected guesses for each part of a sample, added up over its codes.

    Every code of the sample represents ``weight`` codes. An empty part takes no guess.
    """
    most = int(sizes.max()).bit_length()
    return _guesses_in_all(most, weight, variant).take(sizes, mode="clip")


@lru_cache(maxsize=64)
def _guesses_in_all(bits: int, weight: float, variant: Variant) -> Floats:
    """Return the expected total of guesses for each part size of at most ``bits`` bits."""
    sizes = np.arange(2**bits)
    return sizes * guesses_to_expect(np.maximum(1, sizes * weight), variant)
