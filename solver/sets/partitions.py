"""Partitions of the candidates: ``sizes[g, f]`` candidates answer guess g with feedback f."""

from collections.abc import Iterator

import numpy as np

from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Numbers, Sizes, feedback_numbers
from solver.sets.counting import compiled_count

_PAIRS = 2**17  # pairs of codes per array operation, so few that they fit in the cache of a core
_ROWS = 256  # rows of a table per array operation

_compiled = compiled_count()


def partition_sizes(guesses: Codes, candidates: Codes) -> Sizes:
    """Return ``sizes[g, f]``: how many candidates answer guess g with feedback number f.

    The shape is (guesses, (pegs + 1)(pegs + 2) / 2). The last column is the win, so it is 1 for
    a guess that is a candidate. Memory is bounded by the result and one block.

    >>> from solver.sets.arrays import all_codes, encode_texts
    >>> from solver.rule.codes import Variant
    >>> guess = encode_texts(Variant(), "1122")
    >>> partition_sizes(guess, all_codes(Variant())).tolist()
    [[256, 256, 256, 96, 208, 114, 16, 36, 32, 20, 1, 0, 4, 0, 1]]
    """
    return (_compiled or count_with_numpy)(guesses, candidates)


def count_with_numpy(guesses: Codes, candidates: Codes) -> Sizes:
    """Return the result of ``partition_sizes`` without a compiled library."""
    width = max(1, _PAIRS // max(1, len(guesses)))
    if len(candidates) <= width:
        return _count(guesses, candidates)
    first, *others = (_count(guesses, candidates[part]) for part in blocks(len(candidates), width))
    for counts in others:
        first += counts
    return first


def feedback_table(codes: Codes) -> Numbers:
    """Return the feedback numbers of all codes to each other, shape (codes, codes)."""
    table = np.empty((len(codes), len(codes)), dtype=np.uint8)
    for rows in blocks(len(codes), _ROWS):
        table[rows] = feedback_numbers(codes[rows], codes)
    return table


def blocks(length: int, size: int) -> Iterator[slice]:
    """Yield slices of at most ``size`` that cover ``range(length)``."""
    return (slice(start, start + size) for start in range(0, length, size))


def _count(guesses: Codes, candidates: Codes) -> Sizes:
    """Return the sizes for one block of candidates; the feedbacks come first, for fast sums."""
    rows, pegs = guesses.digits.shape
    answers = feedback_count(pegs)
    keys = feedback_numbers(guesses, candidates).astype(np.intp)
    keys *= rows
    keys += np.arange(rows)[:, None]
    counts = np.bincount(keys.ravel(order="K"), minlength=answers * rows)
    return counts.reshape(answers, rows).T
