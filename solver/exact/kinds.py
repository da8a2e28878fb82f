"""The guesses of an endgame, one for each way to split its candidates.

A set of candidates is the bits of one number, so an endgame has at most 64.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Indices, Numbers, Words, feedback_numbers

PartBits = npt.NDArray[np.uint64]

BITS = 64  # bits in a word


class Kinds:
    """Kinds of guesses; guesses of one kind split the candidates in the same way.

    ``parts[k, f]`` are the candidates that answer kind k with feedback f; kinds with the most parts
    come first. ``of_guess[g]`` is the kind of guess g. ``together[c, d]``, for c < d, has a bit for
    each kind that puts candidates c and d in the same part; unused bits are set.
    """

    def __init__(self, guesses: Codes, candidates: Codes) -> None:
        self.answers = feedback_count(candidates.digits.shape[1])
        numbers = feedback_numbers(guesses, candidates)
        prints = _fingerprints(numbers, self.answers)
        _, first, kind = np.unique(prints, return_index=True, return_inverse=True)
        parts = _split(numbers[first], self.answers)
        counts = np.count_nonzero(parts, axis=1)
        order = np.argsort(-counts, kind="stable")
        self.of_guess: Indices = order.argsort()[kind]
        self.parts: PartBits = parts[order]
        numbers = numbers[first[order]]
        self.together = _together(numbers)
        # self._with[n]: how many kinds have at least n parts.
        self._with = np.cumsum(np.bincount(counts, minlength=self.answers + 1)[::-1])[::-1]
        word = np.min_scalar_type(2**self.answers - 1)
        self._bits = np.ascontiguousarray(
            (np.uint64(1) << numbers.astype(np.uint64)).astype(word).T
        )

    def words_with(self, parts: int) -> int:
        """Return how many words of ``together`` hold the kinds with at least this many parts."""
        return -(-int(self._with[parts]) // BITS)

    def count_answers(self, codes: list[int]) -> Numbers:
        """Return how many answers each kind gets from some candidates, the win counted twice."""
        words = np.bitwise_or.reduce(self._bits[codes], axis=0)
        return np.bitwise_count(words) + (words >> (self.answers - 1)).astype(np.uint8)


def codes_of(part: int) -> list[int]:
    """Return the candidates of a part."""
    codes = []
    while part:
        codes.append((part & -part).bit_length() - 1)
        part &= part - 1
    return codes


def list_codes(parts: PartBits, size: int) -> Indices:
    """Return the candidates of parts of equal size, shape (parts, size)."""
    bits = np.unpackbits(parts.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return np.nonzero(bits)[1].reshape(-1, size)


def _fingerprints(numbers: Numbers, answers: int) -> Words:
    """Return a number for each row; different rows have equal numbers once in 2**64 cases."""
    drawn = np.random.default_rng(seed=0).integers(
        2**64, size=(numbers.shape[1], answers), dtype=np.uint64
    )
    prints = np.zeros(len(numbers), dtype=np.uint64)
    for place, column in enumerate(numbers.T):
        prints ^= drawn[place].take(column)
    return prints


def _split(numbers: Numbers, answers: int) -> PartBits:
    """Return which candidates answer each guess with each feedback, shape (guesses, answers)."""
    parts = np.zeros((len(numbers), answers), dtype=np.uint64)
    rows = np.arange(len(numbers))
    for place, column in enumerate(numbers.T):
        parts[rows, column] |= np.uint64(1 << place)
    return parts


def _together(numbers: Numbers) -> Words:
    """Return, for each pair of candidates, which guesses leave it together; shape (n, n, words)."""
    count = numbers.shape[1]
    padded = np.pad(numbers, ((0, -len(numbers) % BITS), (0, 0)))
    columns = np.ascontiguousarray(padded.T)
    together = np.zeros((count, count, len(padded) // BITS), dtype=np.uint64)
    for one, column in enumerate(columns[:-1]):
        bits = np.packbits(columns[one + 1 :] == column, axis=1)
        together[one, one + 1 :] = bits.view(np.uint64)
    return together
