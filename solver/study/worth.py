"""What guesses are worth in a position: the further guesses to expect from each of them on.

`proven_worth` knows it of all codes where few candidates are left; elsewhere `worth_of` goes by the
sizes of the parts (`Estimate`). Whatever else comes to know it needs to be a `Worth`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from solver.exact.endgame import MOST_IN_ENDGAME, Endgame, can_search_all, endgame
from solver.exact.tables import tabled
from solver.positions.candidates import Position
from solver.positions.equivalence import repetitions
from solver.positions.estimates import guesses_of_parts, guesses_to_expect, least_to_expect
from solver.rule.codes import MOST_ENUMERATED, Code
from solver.sets.arrays import Codes, Flags, Floats, all_codes, encoded, joined, sampled
from solver.sets.partitions import blocks, partition_sizes
from solver.strategies.pools import every_code, tried_opening
from solver.study.play import random_secrets
from solver.trees.books import proven_book
from solver.trees.books.opening import book_guess

_MOST_COMPARED = 2**15  # codes; on larger boards a sample stands for all
_SAMPLED = 2**11
_MOST_PAIRS = 2**22  # of codes, to be compared for one guess: about 40 ms
_BLOCK = 2**10  # guesses at a time, so that their partitions stay in the cache of a core


class Worth(Protocol):
    """What guesses are worth in one position."""

    further: Floats  # further[g]: the guesses to expect from guess g on, itself included
    is_candidate: Flags  # is_candidate[g]: whether guess g may be the secret

    def after(self, guess: int) -> Floats:
        """Return the further guesses to expect after each feedback to guess g, the win 0."""
        ...


class Estimate:
    """A `Worth` by the sizes of the parts, over a sample where there are too many candidates."""

    def __init__(self, guesses: Codes, position: Position) -> None:
        self._guesses, self._position = guesses, position
        candidates = sampled(position.candidates, max(1, _MOST_PAIRS // len(guesses)))
        weight = position.count / len(candidates)
        rows = blocks(len(guesses), _BLOCK)
        sizes = np.concatenate([partition_sizes(guesses[block], candidates) for block in rows])
        self.is_candidate: Flags = sizes[:, -1] > 0
        lost = sizes[:, :-1]
        left = guesses_of_parts(lost, weight, position.variant).sum(axis=1)
        chance = 1 - self.is_candidate / position.count
        further = 1 + chance * left / np.maximum(1, lost.sum(axis=1))
        self.further: Floats = np.maximum(further, _least_to_expect(position))
        self._least = self.further[lost.max(axis=1) < len(candidates)].min(initial=np.inf)
        self.further[lost.max(axis=1) == len(candidates)] = 1 + self._least  # they tell nothing

    def after(self, guess: int) -> Floats:
        """Return the further guesses to expect after each feedback to a guess, by its place."""
        position = self._position
        [sizes] = partition_sizes(self._guesses[guess : guess + 1], position.candidates)
        if sizes[:-1].max() == len(position.candidates):
            return np.where(sizes > 0, self._least, 0.0)
        left = np.maximum(1, sizes) * (position.count / len(position.candidates))
        guesses = guesses_to_expect(left, position.variant)
        return np.where(np.arange(len(sizes)) < len(sizes) - 1, guesses, 0.0)


def _least_to_expect(position: Position) -> float:
    """What is proven to be the least, so that no estimate says less."""
    book = None if position.history else proven_book(position.variant, None)
    if book is not None:
        return book.total / position.variant.size
    return least_to_expect(position.count, position.variant)


def proven_worth(
    position: Position, guess: Code | None = None, with_rank: bool = True
) -> Endgame | None:
    """Return what all codes of the board are worth, in their order, or None if it is not known.

    For a guess codes that are worse need not be known, nor all that are better without its rank.
    What a table ranks is left to it.
    """
    count = len(position.candidates)
    is_listed = position.is_exact and _can_compare_all(position)
    if not is_listed or not can_search_all(count, position.variant):
        return None
    if guess is not None and (entry := tabled(position)) is not None and entry.is_ranked:
        return None
    return endgame(position, guess, with_rank)


def worth_of(guesses: Codes, position: Position) -> Worth:
    """Return what ``guesses`` are worth: by a search of a few candidates, otherwise estimated."""
    if position.is_exact and len(position.candidates) <= MOST_IN_ENDGAME:
        return Endgame(guesses, position.candidates)
    worth = Estimate(guesses, position)
    worth.further[_are_known_best(guesses, position)] = worth.further.min()
    return worth


def _are_known_best(guesses: Codes, position: Position) -> Flags:
    """Which guesses a proven book makes in a position, or games have shown to be best at first."""
    variant = position.variant
    if not position.history and (opening := tried_opening(variant)) is not None:
        kind = repetitions(opening.digits, variant.colors)
        is_such: Flags = (repetitions(guesses.digits, variant.colors) == kind).all(axis=1)
        return is_such
    guess = proven_guess(position)
    if guess is None:
        return np.zeros(len(guesses), dtype=bool)
    is_it: Flags = (guesses.digits == variant.digits([guess])).all(axis=1)
    return is_it


def proven_guess(position: Position) -> Code | None:
    """Return the guess of the board's proven book in a position, if it comes that far."""
    book = proven_book(position.variant, None)
    return book_guess(book.tree, position.variant, position.history) if book else None


def field(position: Position) -> Codes:
    """Return the codes that a guess is ranked among: all, or a sample that stands for all."""
    variant = position.variant
    if variant.size <= MOST_ENUMERATED:
        codes = all_codes(variant)
        return codes if _can_compare_all(position) else sampled(codes, _SAMPLED)
    return encoded(variant, *random_secrets(variant, _SAMPLED))


def contenders(position: Position) -> Codes:
    """Return the codes that may be best and need not be in the `field`."""
    if _can_compare_all(position):
        return position.candidates[:0]
    return joined(sampled(position.candidates, _SAMPLED), sampled(every_code(position), _SAMPLED))


def _can_compare_all(position: Position) -> bool:
    codes = position.variant.size
    return codes <= _MOST_COMPARED and codes * len(position.candidates) <= _MOST_PAIRS
