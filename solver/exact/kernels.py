"""The inner loops of the exact search, compiled by numba (extra ``lab``).

Codes are given by their indexes in the list of all codes. ``table[g, s]`` is the number of the
feedback of code g to code s; the win has the highest number. A word has a bit for each feedback
that a guess can get from candidates.
"""

import numpy as np

from solver.exact.space import Counts, Places
from solver.sets.arrays import Numbers, Words
from solver.sets.compiling import compiled

_BLOCK = 1024  # guesses per block, so few that their words fit in the cache of a core
_COUNTED = 256  # guesses per block, so few that their counts fit in the cache of a core


@compiled
def earn(table: Numbers, candidates: Places, words: Words) -> None:
    """Fill ``words`` with the possible feedbacks of each guess."""
    words[:] = 0
    for start in range(0, len(words), _BLOCK):
        block = words[start : start + _BLOCK]
        for candidate in candidates:
            answers = table[candidate, start : start + _BLOCK]
            for place in range(len(block)):
                block[place] |= np.uint64(1) << np.uint64(answers[place])


@compiled
def count_bits(word: np.uint64) -> np.uint64:
    """Return the number of set bits of a word, in steps that vectorize."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + (
        (word >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word = word + (word >> np.uint64(8))
    word = word + (word >> np.uint64(16))
    return (word + (word >> np.uint64(32))) & np.uint64(0x7F)


@compiled
def count_parts(table: Numbers, guesses: Places, candidates: Places, width: int) -> Counts:
    """Return ``sizes[g, f]``, of shape (guesses, width)."""
    sizes = np.zeros((len(guesses), width), dtype=np.int32)
    for start in range(0, len(guesses), _COUNTED):
        block = guesses[start : start + _COUNTED]
        counts = sizes[start : start + _COUNTED]
        for candidate in candidates:
            answers = table[candidate]
            for place, guess in enumerate(block):
                counts[place, answers[guess]] += 1
    return sizes


@compiled
def split(answers: Numbers, candidates: Places, width: int) -> tuple[Places, Counts]:
    """Return the candidates sorted by their answer, without the win, and the size of each part."""
    sizes = np.zeros(width, dtype=np.int32)
    for candidate in candidates:
        sizes[answers[candidate]] += 1
    fill = np.cumsum(sizes) - sizes
    places = np.empty_like(candidates)
    for candidate in candidates:
        answer = answers[candidate]
        places[fill[answer]] = candidate
        fill[answer] += 1
    sizes = sizes[:-1]
    return places[: sizes.sum()], sizes[sizes > 0]
