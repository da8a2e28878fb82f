"""Searches for the shortest tree over a few candidates, trying only promising guesses.

A set of candidates is an array of their indexes. Its total is the number of guesses that the best
known tree takes for all its codes. The total is exact if one code distinguishes all others, or all
but a pair.
"""

from __future__ import annotations

import numpy as np

from solver.positions.candidates import Position
from solver.positions.estimates import guesses_of_parts
from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Indices, Numbers, Sizes, feedback_numbers, join
from solver.strategies.climb import promising

Widths = tuple[int, ...]

# Each row: the minimum number of candidates, and the numbers of guesses that are tried at the root,
# in its parts, in their parts, and so on.
_WIDTHS: list[tuple[int, Widths]] = [
    (1000, (6, 1)),
    (200, (12, 1)),
    (60, (20, 2, 1)),
    (0, (40, 8, 2, 1)),
]
_UNLIMITED = 2**40  # greater than the number of guesses of any tree


class LookAhead:
    """A search that plays promising guesses to the end of all games."""

    def __init__(self, position: Position) -> None:
        self._variant = position.variant
        self._guesses = join(position.candidates, promising(position))
        self._answers: Numbers = feedback_numbers(self._guesses, position.candidates)
        self._win = feedback_count(position.variant.pegs) - 1
        self._totals: dict[tuple[bytes, Widths], int] = {}

    def best(self) -> Codes:
        """Return the first guess of the shortest tree found, as an array with a single code."""
        places = np.arange(self._answers.shape[1])
        widths = next(widths for least, widths in _WIDTHS if len(places) >= least)
        _, guess = self._search(places, widths, _UNLIMITED)
        return self._guesses[guess : guess + 1]

    def _search(self, places: Indices, widths: Widths, limit: int) -> tuple[int, int]:
        """Return the least total found below ``limit`` and its guess; else ``limit`` and -1."""
        best = -1
        for guess in self._worth_trying(places, widths[0]):
            total = self._total_after(guess, places, widths[1:] or widths, limit)
            if total < limit:
                limit, best = total, guess
        return limit, best

    def _worth_trying(self, places: Indices, count: int) -> list[int]:
        """Return the guesses that cost least by the sizes of their parts."""
        sizes = self._sizes(places)
        costs = guesses_of_parts(sizes[:, : self._win], 1.0, self._variant).sum(axis=1)
        splitting = np.flatnonzero(sizes.max(axis=1) < len(places))
        order = np.round(costs[splitting], 6).argsort(kind="stable")[:count]
        return splitting[order].tolist()

    def _sizes(self, places: Indices) -> Sizes:
        """Return how many of some candidates answer each guess with each feedback."""
        answers = self._win + 1
        keys = self._answers[:, places].astype(np.intp)
        keys += np.arange(len(keys))[:, None] * answers
        return np.bincount(keys.ravel(), minlength=len(keys) * answers).reshape(-1, answers)

    def _total_after(self, guess: int, places: Indices, widths: Widths, limit: int) -> int:
        """Return the total of the best tree found after a guess.

        If this total reaches ``limit``, it can be inexact.
        """
        answers = self._answers[guess, places]
        sizes = np.bincount(answers, minlength=self._win + 1)[: self._win]
        ends = sizes.cumsum()
        in_parts = places[answers.argsort(kind="stable")]
        total = len(places) + int((2 * sizes - (sizes > 0)).sum())
        for part in sizes.argsort(kind="stable")[np.count_nonzero(sizes <= 2) :].tolist():
            if total >= limit:
                break
            size = int(sizes[part])
            least = 2 * size - 1
            below = in_parts[ends[part] - size : ends[part]]
            total += self._total(below, widths, limit - total + least) - least
        return total

    def _total(self, places: Indices, widths: Widths, limit: int) -> int:
        """Return the total of three or more candidates, or at least ``limit`` if too high."""
        key = places.tobytes(), widths
        if key not in self._totals:
            total = self._total_at_a_glance(places)
            if total is None:
                total, _ = self._search(places, widths, limit)
                if total >= limit:
                    return total
            self._totals[key] = total
        return self._totals[key]

    def _total_at_a_glance(self, places: Indices) -> int | None:
        """Return the total if a code distinguishes all candidates or all but a pair, or None."""
        size = len(places)
        if size > self._win + 1:
            return None
        answers = np.sort(self._answers[places[:, None], places], axis=1)
        distinguished = 1 + int((answers[:, 1:] != answers[:, :-1]).sum(axis=1).max())
        return 2 * size - (distinguished == size) if distinguished >= size - 1 else None
