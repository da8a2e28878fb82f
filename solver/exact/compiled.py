"""The space of codes for the exact search, with kernels compiled by numba (extra ``lab``)."""

import numpy as np

from solver.exact import glances, kernels, looks, symmetries, weighing
from solver.exact.bounds import IMPOSSIBLE, Bounds, Costs, Terms
from solver.exact.space import CodeSpace, Glance, Partition, Places, Sifted, State, WeighedState
from solver.rule.codes import Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import all_codes
from solver.sets.partitions import feedback_table


class CompiledSpace(CodeSpace):
    """A space with all symmetries and a table of the feedback between all codes.

    If ``candidates_only`` is true, every guess must be a candidate.
    """

    def __init__(self, variant: Variant, candidates_only: bool = False) -> None:
        self._candidates_only = candidates_only
        codes = all_codes(variant)
        self.variant = variant
        self.digits = np.array(codes.digits)
        self._table = feedback_table(codes)
        self._width = feedback_count(variant.pegs)
        known = looks.nothing_known(len(codes), 2 * self._width)
        # the last arguments of every glance
        self._view = self._width, candidates_only, known

    def weigh(self, state: State, bounds: Bounds, limit: int | None = None) -> WeighedState:
        candidates, width = state.candidates, self._width
        parts, wins, branching = weighing.count_feedbacks(self._table, candidates, width)
        terms = bounds.terms(bounds.below(state.left), branching)
        if limit is None:
            limit = IMPOSSIBLE
        else:
            widest = int(candidates[parts[candidates].argmax()])
            limit = min(limit, self.glance(widest, candidates, terms, limit).most + 1)
        guesses, rest = weighing.promising(parts, wins, terms, len(candidates), limit)
        if self._candidates_only:
            guesses = guesses[np.isin(guesses, candidates)]
        guesses, costs, least = weighing.weigh(
            self._table, self.distinct(guesses, state), candidates, width, terms, limit
        )
        return WeighedState(guesses, costs, int(min(rest, least)), branching)

    def distinct(self, guesses: Places, state: State) -> Places:
        """Return one guess from each group of guesses that are equivalent by symmetry."""
        return symmetries.first_of_each_kind(
            self.variant, self.digits, guesses, state.past, state.candidates
        )

    def sift(
        self, guesses: Places, costs: Costs, candidates: Places, terms: Terms, limit: int
    ) -> Sifted:
        sifted = glances.sift(self._table, guesses, costs, candidates, terms, limit, *self._view)
        return Sifted(*map(int, sifted))

    def glance(self, guess: int, candidates: Places, terms: Terms, limit: int) -> Glance:
        found = glances.glance(self._table, guess, candidates, terms, limit, *self._view)
        places, sizes, costs, is_open, total = found
        return Glance(Partition(places, sizes), costs, is_open, int(total))

    def split(self, guess: int, candidates: Places) -> Partition:
        return Partition(*kernels.split(self._table[guess], candidates, self._width))

    def form(self, candidates: Places) -> bytes:
        codes, orders = self.digits[candidates], symmetries.orders_of(self.variant.pegs)
        return symmetries.canonical_form(codes, orders, self.variant.colors).tobytes()
