"""What all guesses tell of a small part, worked out once for each part: compiled kernels."""

from typing import NamedTuple

import numpy as np

from solver.exact.bounds import UNLIMITED
from solver.exact.kernels import count_bits, earn
from solver.exact.space import Counts, Places
from solver.sets.arrays import Numbers, Words
from solver.sets.compiling import compiled

PARTS_KEPT = 262_139  # a prime number, so that parts spread over them; 30 MB on four pegs


class KnownParts(NamedTuple):
    """What was told of parts. Parts that fall in one row take it from each other."""

    parts: Places  # shape (rows, codes)
    sizes: Counts  # of the parts, 0 in an empty row
    most: Counts  # feedbacks that a guess earns, the win counted twice
    enough: Counts  # guesses left with which one of those that earn most is known to be best
    words: Words  # room for the feedbacks of each guess


def nothing_known(guesses: int, most: int, rows: int = PARTS_KEPT) -> KnownParts:
    """Return room for what so many guesses tell of parts of at most so many codes."""
    parts, words = np.zeros((rows, most), dtype=np.uint32), np.empty(guesses, dtype=np.uint64)
    sizes, told, enough = (np.zeros(rows, dtype=np.int32) for _ in range(3))
    return KnownParts(parts, sizes, told, enough, words)


@compiled
def look_around(table: Numbers, part: Places, known: KnownParts, width: int) -> tuple[int, int]:
    """Return how many feedbacks a guess earns at most from a part, the win counted twice.

    And with how many guesses left it is known that none is better than one of those.
    """
    row, size = 0, len(part)
    for code in part:
        row = (row * 40_503 + int(code)) % len(known.sizes)
    if known.sizes[row] != size or not (known.parts[row, :size] == part).all():
        known.most[row], known.enough[row] = tell(table, part, known.words, width)
        known.parts[row, :size] = part
        known.sizes[row] = size
    return known.most[row], known.enough[row]


@compiled
def tell(table: Numbers, part: Places, words: Words, width: int) -> tuple[int, int]:
    """Return the same, from the table of feedbacks."""
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
    """Return how many guesses a part takes, this one first, if it leaves pairs at most.

    What the guess answers to a code is what the code answers to it: the rows of codes are at hand.
    """
    once = twice = np.uint64(0)
    for code in part:
        answer = np.uint64(1) << np.uint64(table[code, guess])
        if twice & answer:
            return UNLIMITED + 1
        twice |= once & answer
        once |= answer
    return 4 if twice else 3
