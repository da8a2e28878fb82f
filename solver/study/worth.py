"""The value of each guess in a position: the expected number of guesses until the win.

With few candidates left, `proven_worth` has exact values for all codes. Otherwise `worth_of` makes
an `Estimate` from sizes of parts. Other sources can implement `Worth`.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from solver.exact.endgame import MOST_IN_ENDGAME, Endgame, can_search_all, endgame
from solver.exact.tables import find_entry
from solver.positions.candidates import Position
from solver.positions.equivalence import repetitions
from solver.positions.estimates import guesses_of_parts, guesses_to_expect, least_to_expect
from solver.rule.codes import MOST_ENUMERATED, Code
from solver.sets.arrays import (
    Codes,
    Flags,
    Floats,
    all_codes,
    encode_texts,
    join,
    places_of,
    sample,
)
from solver.sets.partitions import blocks, partition_sizes
from solver.strategies.pools import every_code, tried_opening
from solver.study.play import random_secrets
from solver.trees.books import proven_book
from solver.trees.books.opening import book_guess

_MOST_COMPARED = 2**15  # if a board has more codes, only a sample of guesses is compared
_SAMPLED = 2**11
_MOST_PAIRS = 2**22  # pairs of codes per appraisal; comparing so many takes about 40 ms
_BLOCK = 2**10  # guesses per block, so few that their partitions fit in the cache of a core


class Worth(Protocol):
    """The values of guesses in one position."""

    further: Floats  # further[g]: expected number of guesses from g on, including g
    is_candidate: Flags  # is_candidate[g]: whether guess g can be the secret

    def after(self, guess: int) -> Floats:
        """Return the expected further guesses after each feedback to guess g; 0 for the win."""
        ...


class Estimate:
    """A `Worth` estimated from the sizes of parts; with many candidates, from a sample."""

    def __init__(self, guesses: Codes, position: Position) -> None:
        self._guesses, self._position = guesses, position
        candidates = sample(position.candidates, max(1, _MOST_PAIRS // len(guesses)))
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
        # A guess with a single possible answer gives no information.
        self.further[lost.max(axis=1) == len(candidates)] = 1 + self._least

    def after(self, guess: int) -> Floats:
        """Return the expected further guesses after each feedback to the guess with this index."""
        position = self._position
        [sizes] = partition_sizes(self._guesses[guess : guess + 1], position.candidates)
        if sizes[:-1].max() == len(position.candidates):
            return np.where(sizes > 0, self._least, 0.0)
        left = np.maximum(1, sizes) * (position.count / len(position.candidates))
        guesses = guesses_to_expect(left, position.variant)
        return np.where(np.arange(len(sizes)) < len(sizes) - 1, guesses, 0.0)


def _least_to_expect(position: Position) -> float:
    """Return a proven lower bound for every estimate."""
    book = None if position.history else proven_book(position.variant, None)
    if book is not None:
        return book.total / position.variant.size
    return least_to_expect(position.count, position.variant)


def proven_worth(
    position: Position, guess: Code | None = None, with_rank: bool = True
) -> Endgame | None:
    """Return the values of all codes of the board in order, or None if they are unknown.

    If a ``guess`` is given, the values of worse codes can be inexact. Without ``with_rank``, the
    values of better codes can be inexact, too. Return None if a table has the rank of the guess,
    because reading the table is faster.
    """
    is_listed = position.is_exact and _can_compare_all(position)
    if not is_listed or not can_search_all(position.count, position.variant):
        return None
    if guess is None:
        return endgame(position, None, with_rank)
    if (entry := find_entry(position)) and entry.is_ranked:
        return None
    [mine] = places_of(position.variant.digits([guess]), position.variant).tolist()
    return endgame(position, mine, with_rank)


def worth_of(guesses: Codes, position: Position) -> Worth:
    """Return the values of ``guesses``, exact if few candidates are left, otherwise estimated."""
    if position.is_exact and len(position.candidates) <= MOST_IN_ENDGAME:
        return Endgame(guesses, position.candidates)
    worth = Estimate(guesses, position)
    worth.further[_are_known_best(guesses, position)] = worth.further.min()
    return worth


def _are_known_best(guesses: Codes, position: Position) -> Flags:
    """Return which guesses are the proven guess of a book, or the best opening in whole games."""
    variant = position.variant
    if not position.history and (opening := tried_opening(variant)) is not None:
        kind = repetitions(opening.digits, variant.colors)
        return (repetitions(guesses.digits, variant.colors) == kind).all(axis=1)
    guess = proven_guess(position)
    if guess is None:
        return np.zeros(len(guesses), dtype=bool)
    return (guesses.digits == variant.digits([guess])).all(axis=1)


def proven_guess(position: Position) -> Code | None:
    """Return the guess of the board's proven book in a position, or None."""
    book = proven_book(position.variant, None)
    return book_guess(book.tree, position.variant, position.history) if book else None


def field(position: Position) -> Codes:
    """Return the codes among which a guess is ranked: all codes, or a fair sample."""
    variant = position.variant
    if variant.size <= MOST_ENUMERATED:
        codes = all_codes(variant)
        return codes if _can_compare_all(position) else sample(codes, _SAMPLED)
    return encode_texts(variant, *random_secrets(variant, _SAMPLED))


def contenders(position: Position) -> Codes:
    """Return codes that could be the best guesses, but could be missing from the `field`."""
    if _can_compare_all(position):
        return position.candidates[:0]
    return join(sample(position.candidates, _SAMPLED), sample(every_code(position), _SAMPLED))


def _can_compare_all(position: Position) -> bool:
    codes = position.variant.size
    return codes <= _MOST_COMPARED and codes * len(position.candidates) <= _MOST_PAIRS
