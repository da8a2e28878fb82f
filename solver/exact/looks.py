"""Compiled kernels that find the best guess for a small part, once per part."""

from typing import NamedTuple

import numpy as np

from solver.exact.bounds import UNLIMITED
from solver.exact.kernels import count_bits, earn
from solver.exact.space import Counts, Places
from solver.sets.arrays import Numbers, Words
from solver.sets.compiling import compiled

PARTS_KEPT = 262_139  # rows; a prime number spreads parts evenly; 30 MB on four pegs


class KnownParts(NamedTuple):
    """A cache for small parts, in which parts of the same row overwrite each other."""

    parts: Places  # shape (rows, codes)
    sizes: Counts  # number of codes in the part of each row; 0 in empty rows
    most: Counts  # maximum number of feedbacks of a guess, with the win counted twice
    enough: Counts  # if this many guesses are left, a guess with the most feedbacks is best
    words: Words  # scratch space for each guess's feedbacks


def nothing_known(guesses: int, most: int, rows: int = PARTS_KEPT) -> KnownParts:
    """Return an empty cache for parts of up to ``most`` codes."""
    parts, words = np.zeros((rows, most), dtype=np.uint32), np.empty(guesses, dtype=np.uint64)
    sizes, feedbacks, enough = (np.zeros(rows, dtype=np.int32) for _ in range(3))
    return KnownParts(parts, sizes, feedbacks, enough, words)


@compiled
def look_around(table: Numbers, part: Places, known: KnownParts, width: int) -> tuple[int, int]:
    """Return the largest number of feedbacks that a guess gets from a part, counting the win twice.

    Also return how many guesses must be left to prove that a guess with the most feedbacks is best.
    """
    row, size = 0, len(part)
    for code in part:
        row = (row * 40_503 + int(code)) % len(known.sizes)
    if known.sizes[row] != size or not (known.parts[row, :size] == part).all():
        known.most[row], known.enough[row] = look_at_all(table, part, known.words, width)
        known.parts[row, :size] = part
        known.sizes[row] = size
    return known.most[row], known.enough[row]


@compiled
def look_at_all(table: Numbers, part: Places, words: Words, width: int) -> tuple[int, int]:
    """Return the result of ``look_around``, computed from the table of feedbacks."""
    win, enough = np.uint64(width - 1), UNLIMITED + 1
    earn(table, part, words)
    for guess in range(len(words)):
        words[guess] = count_bits(words[guess]) + ((words[guess] >> win) & np.uint64(1))
    most = words.max()
    for guess in range(len(words)):
        if words[guess] == most and enough > 3:
            enough = min(enough, guesses_for(table, guess, part))
    return int(most), enough


@compiled
def guesses_for(table: Numbers, guess: int, part: Places) -> int:
    """Return how many guesses a part needs if ``guess`` leaves at most two codes together.

    Feedback is symmetric, so the rows of the candidates are read, because these are in the cache.
    """
    once = twice = np.uint64(0)
    for code in part:
        answer = np.uint64(1) << np.uint64(table[code, guess])
        if twice & answer:
            return UNLIMITED + 1
        twice |= once & answer
        once |= answer
    return 4 if twice else 3
