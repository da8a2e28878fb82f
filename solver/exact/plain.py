"""The space of codes for the exact search with numpy alone: few candidates and bounded time."""

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, Bounds, Costs, Terms
from solver.exact.budget import Budget
from solver.exact.space import (
    CodeSpace,
    Counts,
    Glance,
    Partition,
    Places,
    Sifted,
    State,
    WeighedState,
)
from solver.positions.equivalence import distinct_places
from solver.rule.codes import Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import all_codes, feedback_numbers
from solver.sets.partitions import blocks, partition_sizes

_GLANCE = 2_000  # a glance at a part takes as long as comparing this many pairs of codes
_GUESSES = 2**10  # guesses per block, so few that their partitions fit in the cache of a core


class PlainSpace(CodeSpace):
    """A space with few symmetries, which compares codes when needed.

    It raises ``OutOfBudget`` instead of comparing more pairs of codes than the budget allows.
    """

    def __init__(self, variant: Variant, budget: Budget | None = None) -> None:
        self._codes = all_codes(variant)
        self._variant = variant
        self.budget = budget or Budget()
        self._width = feedback_count(variant.pegs)
        self.digits = self._codes.digits

    def weigh(self, state: State, bounds: Bounds, limit: int | None = None) -> WeighedState:
        candidates = self._codes[state.candidates]
        guesses = distinct_places(self._variant, state.past, candidates).astype(np.uint32)
        self.budget.spend(len(guesses) * len(candidates))
        some = (self._codes[guesses[rows]] for rows in blocks(len(guesses), _GUESSES))
        parts = np.concatenate([partition_sizes(one, candidates)[:, :-1] for one in some])
        branching = int(np.count_nonzero(parts, axis=1).max())
        least = bounds.least(bounds.below(state.left), branching)
        costs: Costs = least.take(parts).sum(axis=1) + len(state.candidates) * bounds.unit
        costs[parts.max(axis=1) == len(state.candidates)] = IMPOSSIBLE
        order = np.argsort(costs, kind="stable")
        count = int(np.searchsorted(costs[order], IMPOSSIBLE if limit is None else limit))
        rest = min([IMPOSSIBLE, *costs[order[count : count + 1]].tolist()])
        return WeighedState(guesses[order[:count]], costs[order[:count]], rest, branching)

    def sift(
        self, guesses: Places, costs: Costs, candidates: Places, terms: Terms, limit: int
    ) -> Sifted:
        """Return the first guess as the next guess that needs a search."""
        least = min([IMPOSSIBLE, *costs[:1].tolist()])
        return Sifted(-1, -1, limit, least) if least >= limit else Sifted(0, -1, limit, IMPOSSIBLE)

    def glance(self, guess: int, candidates: Places, terms: Terms, limit: int) -> Glance:
        """Return the parts of a guess with lower bounds for their costs.

        A part has the least cost for its size if one of its codes distinguishes all others.
        Otherwise the part costs at least one guess more, and exactly one if a code distinguishes
        all but a pair.
        """
        partition = self.split(guess, candidates)
        sizes, told_apart = partition.sizes, self._most_answers(partition)
        is_harder = (told_apart > 0) & (told_apart < sizes)
        costs = np.maximum(terms.least[sizes], (2 * sizes - 1 + is_harder) * terms.unit)
        is_open = (sizes > 2) & (told_apart < sizes - (terms.left > 3))
        total = len(candidates) * terms.unit + int(costs.sum())
        return Glance(partition, costs, is_open, total)

    def split(self, guess: int, candidates: Places) -> Partition:
        one = self._codes[guess : guess + 1]
        [answers] = feedback_numbers(one, self._codes[candidates])
        sizes = np.bincount(answers, minlength=self._width)[:-1].astype(np.int32)
        order = np.argsort(answers, kind="stable")
        return Partition(candidates[order[: sizes.sum()]], sizes[sizes > 0])

    def form(self, candidates: Places) -> bytes:
        """Return the candidates as bytes; symmetric sets can have different forms."""
        return candidates.tobytes()

    def _most_answers(self, partition: Partition) -> Counts:
        """Return the largest number of answers to any code of each part; 0 for large parts."""
        sizes, most = partition.sizes, np.zeros_like(partition.sizes)
        self.budget.spend(_GLANCE * len(sizes))
        is_small = sizes < self._width
        codes = self._codes[partition.places[is_small.repeat(sizes)]]
        if len(codes):
            sizes = sizes[is_small]
            starts = sizes.cumsum() - sizes
            answers = np.uint64(1) << feedback_numbers(codes, codes).astype(np.uint64)
            earned = np.bitwise_or.reduceat(answers, starts, axis=1)
            part = np.arange(len(sizes)).repeat(sizes)
            counts = np.bitwise_count(earned[np.arange(len(codes)), part])
            most[is_small] = np.maximum.reduceat(counts, starts)
        return most
