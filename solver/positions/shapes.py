"""Numbers of a set of codes that stay the same if colors and places are exchanged."""

from __future__ import annotations

from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.rule.codes import Digits
from solver.sets.arrays import Indices

Labels: TypeAlias = npt.NDArray[np.uint64]

_THIRD = np.uint64(3)  # a factor that makes the two cells of a pair count differently
_NAME_BITS = 2**36 - 1  # with this many bits, no table has two sets with the same name
_ROUNDS = 4  # rounds of new labels for the cells; more would change nothing


class Shape:
    """A set of codes, described by how often its colors occur together in their places.

    A cell is a color in a place. In several rounds, each cell gets a new label from the labels of
    the cells that occur together with it. Sets with the same ``number`` are nearly always alike.

    >>> from solver.rule.codes import Variant
    >>> one, other = (Variant(pegs=2).digits(codes) for codes in (["11", "12"], ["45", "55"]))
    >>> Shape(one, colors=6).number == Shape(other, colors=6).number
    True
    """

    def __init__(self, digits: Digits, colors: int) -> None:
        codes, pegs = digits.shape
        self._colors = colors
        cells = digits + np.arange(pegs) * colors
        met = _count_together(pegs * colors, cells[:, :, None], cells[:, None])
        place, color = np.divmod(np.arange(pegs * colors), colors)
        kinship = (place[:, None] == place) + 2 * (color[:, None] == color)
        self._links = scramble(met * np.uint64(4) + kinship.astype(np.uint64))
        self._is_present = met.diagonal().reshape(pegs, colors).any(axis=0)
        labels = scramble(met.diagonal())
        for _ in range(_ROUNDS):
            labels = scramble(labels + scramble(self._links ^ labels).sum(axis=1, dtype=np.uint64))
        self._labels = labels
        self.number: int = int(scramble(labels).sum(dtype=np.uint64)) ^ codes

    def name(self, digits: Digits) -> int:
        """Return a 36-bit number that distinguishes even sets with equal cell labels.

        It is computed from labels for pairs of cells, which depend on the cells that occur with
        both. Labels of single cells are not enough: on Classic, two sets of 52 codes have the same
        labels, but take 145 and 148 guesses.
        """
        all_cells = digits + np.arange(digits.shape[1]) * self._colors
        met, cells = np.unique(all_cells, return_inverse=True)
        cells = cells.reshape(digits.shape)
        threes = cells[:, :, None, None], cells[:, None, :, None], cells[:, None, None]
        together = scramble(_count_together(len(met), *threes))
        labels = self._labels[met]
        pairs = scramble(
            self._links[np.ix_(met, met)] ^ scramble(labels * _THIRD + labels[:, None])
        )
        others = scramble(pairs[:, None] * _THIRD + pairs + together).sum(axis=2, dtype=np.uint64)
        pairs = scramble(pairs + scramble(others))
        of_codes = pairs[cells[:, :, None], cells[:, None]].sum(axis=(1, 2), dtype=np.uint64)
        found, others = (int(scramble(of).sum(dtype=np.uint64)) for of in (of_codes, pairs))
        return (found ^ others ^ self.number) & _NAME_BITS

    def kinds(self, guesses: Digits) -> Labels:
        """Return a number for each guess, equal for guesses that an exchange maps to each other.

        Only exchanges that map the set to itself count. Colors in no code count as one color.
        """
        pegs = guesses.shape[1]
        names = np.where(self._is_present, np.arange(self._colors), self._is_present.argmin())
        cells = names[guesses] + np.arange(pegs) * self._colors
        labels = self._labels[cells]
        kinds = scramble(labels).sum(axis=1, dtype=np.uint64)
        for right in range(pegs):
            for left in range(right):
                link = self._links[cells[:, right], cells[:, left]]
                kinds += scramble(link ^ (labels[:, right] + labels[:, left]))
        return scramble(kinds)


def _count_together(count: int, *cells: Indices) -> Labels:
    """Return how many codes contain each combination of cells, with one axis per cell.

    Codes are counted one by one, because the threads of a matrix product would wait for each other.
    """
    shape = (count,) * len(cells)
    numbers = np.ravel_multi_index(cells, shape)
    return np.bincount(numbers.ravel(), minlength=prod(shape)).reshape(shape).astype(np.uint64)


def scramble(numbers: npt.NDArray[Any]) -> Labels:
    """Return the numbers scrambled by splitmix64, so that they look random."""
    found: Labels = numbers.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    found = (found ^ (found >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    found = (found ^ (found >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return found ^ (found >> np.uint64(31))
