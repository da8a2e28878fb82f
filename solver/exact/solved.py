"""Positions solved within a request: proven costs of guesses, from a search with limited time."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bound, Bounds
from solver.exact.budget import Budget, OutOfBudget
from solver.exact.endgame import BUDGET, Endgame, can_search_all
from solver.exact.memory import Memory
from solver.exact.plain import PlainSpace
from solver.exact.search import Search
from solver.exact.space import State, WeighedState
from solver.exact.tables import Table, find_entry, kept_table, stored_part
from solver.positions.candidates import Position
from solver.positions.equivalence import Symmetries
from solver.positions.preference import preferred_first
from solver.positions.shapes import Shape
from solver.rule.feedback import Feedback
from solver.sets.arrays import Codes, Indices, all_codes, places_of

# on boards with more codes, even one pass over all guesses takes too long
MOST_SEARCHED_ON = 2**16
MOST_SEARCHED = 96  # with more candidates, a search would exceed its budget
_SOON = 500_000  # a part that needs more comparisons of codes is solved as an endgame
AT_LEISURE = 50 * BUDGET  # the budget of commands, which can take longer than requests


class Solved:
    """A position with the proven least total of further guesses.

    ``entry`` is the position's entry in the board's table, which replaces the search. Raises
    ``OutOfBudget`` if the search would take too long.
    """

    def __init__(
        self, position: Position, left: int = UNLIMITED, budget: int | None = None
    ) -> None:
        variant = position.variant
        self._position, self._codes = position, all_codes(variant)
        table = kept_table(variant) if left == UNLIMITED else None
        self.entry = find_entry(position) if table else None
        if self.entry is None and position.count > MOST_SEARCHED:
            raise OutOfBudget
        self._space = PlainSpace(variant, Budget(budget or BUDGET))
        memory = _Tabled(self._space, table) if table else None
        self._search = Search(self._space, Bounds(variant, left), memory)
        past = variant.digits(turn.guess for turn in position.history)
        self._state = State(past, places_of(position.candidates.digits, variant), left)
        self._weighed: WeighedState | None = None
        if self.entry and self.entry.kind:
            shape = Shape(position.candidates.digits, variant.colors)
            self.total, self._kinds = self.entry.total, shape.kinds(self._codes.digits)
            self._some_best = self._find_of_kind(self.entry.kind)
        else:
            limit = self.entry.total + 1 if self.entry else IMPOSSIBLE
            self._weighed = self._search.weigh(self._state, limit)
            bound, self._some_best = self._search.solve(self._state, limit, self._weighed)
            self.total = bound.cost

    def best(self) -> Codes | None:
        """Return the preferred best guess; None if no tree has only ``left`` guesses.

        If the preference would take more than half of the remaining budget, return any best guess.
        """
        if (best := self._some_best) < 0:
            return None
        budget = self._space.budget
        with suppress(OutOfBudget), budget.keeping(budget.left // 2):
            best = self._prefer(best)
        return self._codes[best : best + 1]

    def total_of(self, guess: Codes) -> int:
        """Return the total of a guess. Raises ``OutOfBudget``."""
        return self._position.count + sum(self.totals_after(guess).values())

    def totals_after(self, guess: Codes) -> Mapping[Feedback, int]:
        """Return the least total after each answer to a guess, 0 after the win.

        Raises ``OutOfBudget``.
        """
        [place] = places_of(guess.digits, self._position.variant).tolist()
        parts = self._search.parts(self._state, place)
        splits = [len(part.candidates) for part in parts] != [self._position.count]
        costs = [self._cost(part) for part in parts] if splits else [self.total]
        answers = [answer for answer, _ in self._position.outcomes(guess)]
        return dict(zip(answers, [*costs, 0], strict=False))

    def rank(self, total: int) -> int | None:
        """Return the exact rank of a guess with this total, or None if the table has no ranks."""
        return self.entry.rank(total) if self.entry and self.entry.is_ranked else None

    def _cost(self, part: State) -> int:
        """Return the least total of a part, from an endgame if the search takes too long."""
        variant, budget = self._position.variant, self._space.budget
        if self._state.left < UNLIMITED or not can_search_all(len(part.candidates), variant):
            return self._search.cost(part)
        with suppress(OutOfBudget), budget.keeping(max(0, budget.left - _SOON)):
            return self._search.cost(part)
        candidates = self._codes[part.candidates]
        end = Endgame(self._codes, candidates, budget=budget, with_rank=False)
        self._search.memory.learn(part, Bound(end.least, is_exact=True))
        return end.least

    def _find_of_kind(self, kind: int) -> int:
        """Return the index of a best guess; the table has its kind."""
        for place in self._in_preference(np.flatnonzero(stored_part(self._kinds) == kind)):
            if self.total_of(self._codes[place : place + 1]) == self.total:
                return place
        raise OutOfBudget  # the entry is for another set with the same name

    def _prefer(self, best: int) -> int:
        """Return the index of the preferred guess among guesses that are as good as ``best``."""
        if self.entry and self.entry.kind and self.entry.is_ranked:
            [alike] = np.nonzero(self._kinds == self._kinds[best])
            # If the table counts this many best guesses, no guess of another kind is best.
            if len(alike) == self.entry.guesses[0]:
                return self._in_preference(alike)[0]
        limit = self.total + 1
        weighed = self._weighed or self._search.weigh(self._state, limit)
        guesses = weighed.guesses[weighed.costs < limit]
        symmetries, digits = Symmetries(self._position), self._space.digits
        is_best = dict.fromkeys(symmetries.images(digits[best]), True)
        places = self._in_preference(np.union1d(guesses, [best]))
        for place, name in zip(places, symmetries.names(digits[places]).tolist(), strict=True):
            if name not in is_best:
                bound = self._search.cost_of_guess(self._state, place, weighed.branching, limit)
                is_best |= dict.fromkeys(symmetries.images(digits[place]), bound.is_exact)
            if is_best[name]:
                return place
        return best

    def _in_preference(self, places: Indices) -> list[int]:
        """Return the indexes of guesses, the preferred first."""
        order = preferred_first(np.isin(places, self._state.candidates))
        return [int(place) for place in places[order]]


class _Tabled(Memory):
    """A memory that also looks into a table."""

    def __init__(self, space: PlainSpace, table: Table) -> None:
        super().__init__(space.form)
        self._codes, self._table = all_codes(table.variant), table

    def recall(self, state: State, unit: int) -> Bound | None:
        """Return the known cost of a state with ``unit`` per guess, or None."""
        known, guesses = super().recall(state, unit), len(state.past)
        if known or not self._table.reaches(len(state.candidates), guesses):
            return known
        if entry := self._table.find(self._codes[state.candidates], guesses):
            known = Bound(entry.total, is_exact=True)
            self.learn(state, known)
        return known


def solve(position: Position, left: int = UNLIMITED) -> Solved | None:
    """Return the solution of a position, or None if the search would take too long."""
    if not position.is_exact or position.variant.size > MOST_SEARCHED_ON:
        return None
    try:
        return Solved(position, left)
    except OutOfBudget:
        return None
