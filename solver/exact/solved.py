"""Positions solved on the spot: what guesses cost there, proven by a search of a bounded time."""

from __future__ import annotations

from collections.abc import Mapping

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds
from solver.exact.plain import OutOfBudget, PlainSpace
from solver.exact.search import Search
from solver.exact.space import State
from solver.positions.candidates import Position
from solver.rule.feedback import Feedback
from solver.sets.arrays import Codes

MOST_SEARCHED_ON = 2**16  # on larger boards it takes too long to go through all guesses even once
MOST_SEARCHED = 96  # more are hardly ever searched within the budget, and would spend it
BUDGET = 8_000_000  # pairs of codes to compare for one position: about a quarter of a second


class Solved:
    """A position of which the least total of further guesses is proven.

    ``best`` is a guess that no other is better than, or None if there is no tree with as many
    guesses as are ``left``. Raises ``OutOfBudget`` where the search would take too long.
    """

    def __init__(self, position: Position, left: int = UNLIMITED) -> None:
        variant = position.variant
        self._position = position
        self._space = PlainSpace(variant, BUDGET)
        self._search = Search(self._space, Bounds(variant, left))
        past = variant.digits(turn.guess for turn in position.history)
        self._state = State(past, self._space.places(position.candidates), left)
        self.total = self._search.cost(self._state)
        is_solvable = self.total < IMPOSSIBLE
        self.best = self._space.code(self._search.choose(self._state)) if is_solvable else None

    def totals_after(self, guess: Codes) -> Mapping[Feedback, int]:
        """Return the least total behind each answer to a guess, 0 behind the win.

        Raises ``OutOfBudget``.
        """
        [place] = self._space.places(guess).tolist()
        costs = [self._search.cost(part) for part in self._search.parts(self._state, place)]
        answers = [answer for answer, _ in self._position.after(guess)]
        return dict(zip(answers, [*costs, 0], strict=False))


def solve(position: Position, left: int = UNLIMITED) -> Solved | None:
    """Return the solution of a position, or None if it would take too long."""
    is_small = position.count <= MOST_SEARCHED and position.variant.size <= MOST_SEARCHED_ON
    try:
        return Solved(position, left) if is_small and position.is_exact else None
    except OutOfBudget:
        return None
