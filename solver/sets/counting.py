"""Count the parts of partitions with a compiled kernel (extra ``lab``), faster than
``partitions``.
"""

from typing import Any

import numpy as np
from numba.extending import intrinsic

from solver.rule.feedback import feedback_count
from solver.sets.arrays import BitRows, Codes, Sizes
from solver.sets.compiling import compiled

_GUESSES = 128  # guesses per block, so few that their counts fit in the cache of a core


def count(guesses: Codes, candidates: Codes) -> Sizes:
    """Return ``sizes[g, f]``: how many candidates answer guess g with feedback f.

    In memory the feedbacks come first, which makes sums fast.
    """
    pegs = guesses.digits.shape[1]
    sizes = np.zeros((feedback_count(pegs), len(guesses)), dtype=np.intp)
    _count(
        _words(guesses.places),
        _words(guesses.kinds),
        _words(candidates.places),
        _words(candidates.kinds),
        sizes,
    )
    return sizes.T


def _words(sets: BitRows) -> BitRows:
    return np.asarray(sets, dtype=np.uint64)


def _popcount(_context: Any, word: Any) -> Any:
    """Count the set bits of a word in one instruction."""
    return word(word), lambda _, builder, __, arguments: builder.ctpop(arguments[0])


_count_bits: Any = intrinsic(_popcount)


@compiled
def _count(
    places: BitRows, kinds: BitRows, other_places: BitRows, other_kinds: BitRows, sizes: Sizes
) -> None:
    black = np.empty(_GUESSES, dtype=np.uint64)
    keys = np.empty(_GUESSES, dtype=np.uint64)
    for start in range(0, places.shape[1], _GUESSES):
        counts = sizes[:, start : start + _GUESSES]
        for code in range(other_places.shape[1]):
            black[:], keys[:] = 0, 0
            for word in range(len(places)):
                place, kind = other_places[word, code], other_kinds[word, code]
                some_places = places[word, start : start + _GUESSES]
                some_kinds = kinds[word, start : start + _GUESSES]
                for guess in range(len(some_places)):
                    black[guess] += _count_bits(some_places[guess] & place)
                    keys[guess] += _count_bits(some_kinds[guess] & kind)
            for guess in range(counts.shape[1]):
                pairs = keys[guess] * (keys[guess] + np.uint64(1)) >> np.uint64(1)
                counts[pairs + black[guess], guess] += 1


IS_COMPILED = hasattr(_count, "py_func")  # False if numba is switched off
