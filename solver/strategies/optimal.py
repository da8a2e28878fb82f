"""The optimal strategy, which plays from a book, by a search of few candidates, or by estimate."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solver.exact.bounds import UNLIMITED
from solver.positions.candidates import Position, position_after
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Code, Variant
from solver.sets.arrays import Codes, encode_texts
from solver.trees.books import proven_book
from solver.trees.books.opening import book_guess
from solver.trees.tree import Node, cut, grow_tree

# Boards with more codes are not proven at once; 1,728 codes take a quarter of a minute.
MOST_PROVEN_AT_ONCE = 2_000


def proven_tree_of(
    strategy: ArrayStrategy, variant: Variant, first: Code | None = None
) -> Node | None:
    """Return the proven tree of a board that a strategy plays; None if it is unknown.

    With ``first``, return the best tree that begins with this guess. Without a book, this process
    searches for the tree if the board is small and the extra ``lab`` is installed. Raises
    ``DamagedBook``.
    """
    if not isinstance(strategy, Optimal):
        return None
    book = proven_book(variant, strategy.max_guesses)
    if book and first in (None, book.tree.guess):
        return book.tree
    is_small = variant.size <= MOST_PROVEN_AT_ONCE
    return _search(variant, strategy.max_guesses, first) if is_small else None


def whole_tree(strategy: ArrayStrategy, variant: Variant, depth: int | None = None) -> Node:
    """Return the tree of a strategy, proven if possible, and cut after ``depth`` guesses."""
    if proven := proven_tree_of(strategy, variant):
        return cut(proven, depth)
    return grow_tree(strategy, position_after(variant, ()), depth)


@lru_cache(maxsize=4)
def _search(variant: Variant, max_guesses: int | None, first: Code | None) -> Node | None:
    try:
        from solver.exact.proof import NoTree, prove
    except ImportError:
        return None
    with suppress(NoTree):
        return prove(variant, max_guesses, first=first).book.tree
    return None


class BestGuess(NamedTuple):
    """A guess, as an array with a single code, and whether it is proven to be the best."""

    guess: Codes
    is_proven: bool
    is_in_time: bool = True  # False if the limit on guesses can no longer be kept


@dataclass(frozen=True)
class Optimal(ArrayStrategy):
    """Takes the guess with which the total of all games is smallest.

    No game takes more than ``max_guesses`` guesses, if that is still possible. The board's book is
    used as long as the game follows it, apart from an exchange of places and colors. If neither
    book nor search knows the best guess, ``estimate`` chooses.
    """

    estimate: ArrayStrategy
    max_guesses: int | None = None

    def choose(self, position: Position) -> Codes:
        """Return the best known guess. Raises ``DamagedBook``."""
        return self.advise(position).guess

    def advise(self, position: Position) -> BestGuess:
        """Return the best guess and whether it is proven. Raises ``DamagedBook``."""
        known = position.candidates[:1] if position.count <= 2 else self._from_book(position)
        if known is not None:
            return BestGuess(known, is_proven=True)
        return self._by_search(position) or BestGuess(
            self.estimate.choose(position), is_proven=False
        )

    def proven(self, position: Position) -> Codes | None:
        """Return the best guess if it is proven, else None. Raises ``DamagedBook``."""
        advice = self.advise(position)
        return advice.guess if advice.is_proven else None

    def _from_book(self, position: Position) -> Codes | None:
        variant = position.variant
        if (book := proven_book(variant, self.max_guesses)) is None:
            return None
        guess = book_guess(book.tree, variant, position.history)
        return None if guess is None else encode_texts(variant, guess)

    def _by_search(self, position: Position) -> BestGuess | None:
        from solver.exact.solved import solve  # other strategies do not need this import

        allowed = (self.max_guesses or 0) - len(position.history)
        for left in (allowed, UNLIMITED) if allowed > 0 else (UNLIMITED,):
            solved = solve(position, left)
            if solved is None:
                return None
            if (best := solved.best()) is not None:
                is_in_time = self.max_guesses is None or left < UNLIMITED
                return BestGuess(best, is_proven=True, is_in_time=is_in_time)
        return None
