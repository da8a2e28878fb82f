"""Playing the optimum: from a book, by search while few candidates are left, or by estimate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from solver.arrays import Codes, encode
from solver.books import proven_book
from solver.books.opening import book_guess
from solver.candidates import Position
from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds
from solver.exact.plain import OutOfBudget, PlainSpace
from solver.exact.search import Search, State

if TYPE_CHECKING:
    from solver.strategies import Strategy

_MOST_CODES = 2**16  # on larger boards it takes too long to go through all guesses even once
_MOST_CANDIDATES = 256  # more are hardly ever searched within the budget
_BUDGET = 30_000_000  # pairs of codes to compare for one guess: about half a second


class Advice(NamedTuple):
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

    def advise(self, position: Position) -> Advice:
        """Return the best guess and whether it is proven. Raises ``DamagedBook``."""
        if position.count <= 2:
            return Advice(position.candidates[:1], is_proven=True)
        guess = self._from_book(position) or self._by_search(position)
        return Advice(guess or self.estimate.choose(position), is_proven=guess is not None)

    def seeded(self, seed: int) -> Optimal:
        """Return the strategy itself: it leaves nothing to chance."""
        return self

    def _from_book(self, position: Position) -> Codes | None:
        variant = position.variant
        if (book := proven_book(variant, self.max_guesses)) is None:
            return None
        guess = book_guess(book.tree, variant, position.history)
        return None if guess is None else encode(variant.digits([guess]), variant.colors)

    def _by_search(self, position: Position) -> Codes | None:
        variant = position.variant
        if position.count > _MOST_CANDIDATES or variant.size > _MOST_CODES:
            return None
        space = PlainSpace(variant, _BUDGET)
        candidates = space.places(position.candidates)
        past = variant.digits(turn.guess for turn in position.history)
        try:
            for left in self._allowed(len(position.history)):
                search = Search(space, Bounds(variant, left))
                state = State(past, candidates, left)
                if search.cost(state) < IMPOSSIBLE:
                    return space.code(search.choose(state))
        except OutOfBudget:
            return None
        return None

    def _allowed(self, turns: int) -> Iterator[int]:
        """How many more guesses to allow: those of the limit, else any number."""
        if self.max_guesses is not None and turns < self.max_guesses:
            yield self.max_guesses - turns
        yield UNLIMITED
