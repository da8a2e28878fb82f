"""What no exchange of colors or places changes of a set of codes."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.rule.codes import Digits
from solver.sets.arrays import Codes, feedback_numbers

Labels: TypeAlias = npt.NDArray[np.uint64]

_MOST_COMPARED = 1_500  # codes with each other: larger sets are those before and after one guess
_AT_ONCE = 250  # of them: all pairs of 1,296 would be some 30 MB, in each thread of a worker
_ROUNDS = 4  # of telling cells apart by what they are met with: more find nothing new


class Shape:
    """A set of codes by what its colors in their places have to do with each other.

    Cells are a color in a place. Each is told from others by how often it comes with which, as
    often as that tells more. Sets that share a ``number`` are alike, but for rare exceptions.

    >>> from solver.rule.codes import Variant
    >>> one, other = (Variant(pegs=2).digits(codes) for codes in (["11", "12"], ["45", "55"]))
    >>> Shape(one, colors=6).number == Shape(other, colors=6).number
    True
    """

    def __init__(self, digits: Digits, colors: int) -> None:
        codes, pegs = digits.shape
        self._colors = colors
        cells = np.zeros((codes, pegs * colors), dtype=np.float32)
        cells[np.arange(codes)[:, None], digits + np.arange(pegs) * colors] = 1
        met = (cells.T @ cells).astype(np.uint64)
        place, color = np.divmod(np.arange(pegs * colors), colors)
        kinship = (place[:, None] == place) + 2 * (color[:, None] == color)
        self._links = mixed(met * np.uint64(4) + kinship.astype(np.uint64))
        self._is_present = met.diagonal().reshape(pegs, colors).any(axis=0)
        labels = mixed(met.diagonal())
        for _ in range(_ROUNDS):
            labels = mixed(labels + mixed(self._links ^ labels).sum(axis=1, dtype=np.uint64))
        self._labels = labels
        self.number: int = int(mixed(labels).sum(dtype=np.uint64)) ^ codes

    def name(self, codes: Codes) -> int:
        """Return a number that tells apart sets whose cells look alike, too.

        What the codes of the set answer each other is added: by pairs of cells alone two sets of 52
        codes after `3344` and `1221` look alike that take 145 and 148 guesses.
        """
        if len(codes) > _MOST_COMPARED:
            return self.number
        pegs = codes.digits.shape[1]
        cells = codes.digits + np.arange(pegs) * self._colors
        labels = mixed(mixed(self._labels[cells]).sum(axis=1, dtype=np.uint64))
        numbers = feedback_numbers(codes, codes)
        answers = mixed(np.arange(int(numbers.max()) + 1))[:, None]
        for _ in range(2):
            # Each answer is mixed with each label once, and not for each pair of codes.
            met, columns = mixed(answers * labels).ravel(), np.arange(len(codes))
            sums = [
                met.take(rows * np.int64(len(codes)) + columns).sum(axis=1, dtype=np.uint64)
                for rows in np.split(numbers, range(_AT_ONCE, len(codes), _AT_ONCE))
            ]
            labels = mixed(labels + np.concatenate(sums))
        return int(mixed(labels).sum(dtype=np.uint64)) ^ self.number

    def kinds(self, guesses: Digits) -> Labels:
        """Return a number for each guess, the same for all that an exchange maps to each other.

        Only exchanges count that map the set to itself. Colors that none of its codes has are one.
        """
        pegs = guesses.shape[1]
        names = np.where(self._is_present, np.arange(self._colors), self._is_present.argmin())
        cells = names[guesses] + np.arange(pegs) * self._colors
        labels = self._labels[cells]
        kinds = mixed(labels).sum(axis=1, dtype=np.uint64)
        for right in range(pegs):
            for left in range(right):
                link = self._links[cells[:, right], cells[:, left]]
                kinds += mixed(link ^ (labels[:, right] + labels[:, left]))
        return mixed(kinds)


def mixed(numbers: npt.NDArray[Any]) -> Labels:
    """Return numbers that look as if drawn, in the place of others (splitmix64)."""
    found: Labels = numbers.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return found ^ (found >> np.uint64(31))
