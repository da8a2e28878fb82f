"""Playing the optimum: from a book, by search while few candidates are left, or by estimate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from solver.exact.bounds import UNLIMITED
from solver.exact.solved import solve
from solver.exact.whole import proven_tree
from solver.positions.candidates import Position
from solver.positions.strategy import Strategy
from solver.rule.codes import Variant
from solver.sets.arrays import Codes, encoded
from solver.trees.books import proven_book
from solver.trees.books.opening import book_guess
from solver.trees.tree import Node


def proven_tree_of(strategy: Strategy, variant: Variant) -> Node | None:
    """Return the proven tree of a board if that is what a strategy plays, and it is known."""
    if not isinstance(strategy, Optimal):
        return None
    return proven_tree(variant, strategy.max_guesses)


class BestGuess(NamedTuple):
    """A guess, a single code, and whether it is proven that no other is better."""

    guess: Codes
    is_proven: bool


@dataclass(frozen=True)
class Optimal:
    """Takes the guess with which all games together are shortest.

    None of them takes more than ``max_guesses`` where that can still be had. The book of the
    board is followed as long as the game keeps to it, whatever its pegs and colors are called.
    Where neither book nor search can tell, ``estimate`` chooses.
    """

    estimate: Strategy
    max_guesses: int | None = None

    def choose(self, position: Position) -> Codes:
        """Return the best guess there is. Raises ``DamagedBook``."""
        return self.advise(position).guess

    def advise(self, position: Position) -> BestGuess:
        """Return the best guess and whether it is proven. Raises ``DamagedBook``."""
        guess = self.proven(position)
        return BestGuess(guess or self.estimate.choose(position), is_proven=guess is not None)

    def proven(self, position: Position) -> Codes | None:
        """Return the best guess if it is known, or soon found. Raises ``DamagedBook``."""
        if position.count <= 2:
            return position.candidates[:1]
        return self._from_book(position) or self._by_search(position)

    def seeded(self, seed: int) -> Optimal:
        """Return the strategy itself: it leaves nothing to chance."""
        return self

    def _from_book(self, position: Position) -> Codes | None:
        variant = position.variant
        if (book := proven_book(variant, self.max_guesses)) is None:
            return None
        guess = book_guess(book.tree, variant, position.history)
        return None if guess is None else encoded(variant, guess)

    def _by_search(self, position: Position) -> Codes | None:
        for left in self._allowed(len(position.history)):
            solved = solve(position, left)
            if solved is None or solved.best is not None:
                return None if solved is None else solved.best
        return None

    def _allowed(self, turns: int) -> Iterator[int]:
        """How many more guesses to allow: those of the limit, else any number."""
        if self.max_guesses is not None and turns < self.max_guesses:
            yield self.max_guesses - turns
        yield UNLIMITED
