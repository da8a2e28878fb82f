"""A glance at small parts: by how much their total exceeds 2n - 1, the least for n codes.

The excess is 0 if one of the codes distinguishes all others. It is 1 if a code distinguishes all
but a pair, or if another guess distinguishes all. It is 2 if another guess distinguishes all but a
pair. Otherwise it is 3 or more, which needs a search.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from solver.exact.budget import Budget
from solver.exact.kinds import BITS, Kinds, PartBits, list_codes
from solver.sets.arrays import Flags, Indices, Numbers, Words
from solver.sets.partitions import blocks

Totals = npt.NDArray[np.int64]

CALL = 2**15  # a call takes as much time as reading this many answers
OPEN = 3  # marks an excess that needs a search

_LEAST = np.array([0, *range(1, 2 * BITS, 2)])  # _LEAST[n]: least total of n codes on any board
# These first words, with the kinds of guess that have most parts, decide most sets of codes.
_FIRST = 8
_AT_ONCE = 2**9  # parts per glance, so few that their counts fit in the cache of a core
_PAIRS = 8 / 500  # reading an answer takes as long as comparing this many pairs of codes


class Excess:
    """The excess of parts of some candidates, as far as a glance shows it.

    ``inside`` are the candidates' answers to each other. ``at_least[n]`` is a lower bound for the
    total of n codes.
    """

    def __init__(self, kinds: Kinds, inside: Numbers, budget: Budget) -> None:
        self._kinds, self._budget = kinds, budget
        self._members: Words = np.uint64(1) << inside.astype(np.uint64)
        most = int(np.count_nonzero(kinds.parts[:, :-1], axis=1).max())
        self.at_least = np.maximum(_LEAST, 3 * np.arange(len(_LEAST)) - most - 2)

    def totals(self, parts: PartBits) -> tuple[Totals, Flags]:
        """Return lower bounds for the totals of parts, and whether each total can be higher."""
        sizes = np.bitwise_count(parts)
        excess = np.zeros(len(parts), dtype=np.int64)
        for size in range(3, int(sizes.max(initial=0)) + 1):
            [places] = np.nonzero(sizes == size)
            for some in blocks(len(places), _AT_ONCE):
                excess[places[some]] = self._of_size(parts[places[some]], size)
        is_open = excess == OPEN
        totals: Totals = _LEAST[sizes] + np.where(is_open, OPEN - 1, excess)
        return np.where(is_open, np.maximum(totals, self.at_least[sizes]), totals), is_open

    def spend(self, answers: int) -> None:
        """Use the budget for reading some answers. Raises ``OutOfBudget``."""
        self._budget.spend(answers * _PAIRS)

    def _of_size(self, parts: PartBits, size: int) -> Totals:
        """Return the excess of each part; all parts have the same size."""
        if size > self._kinds.answers:
            return np.full(len(parts), OPEN)
        codes = list_codes(parts, size)
        self.spend(CALL + codes.size * (size + BITS))
        earned = np.bitwise_or.reduce(self._members[codes[:, :, None], codes[:, None, :]], axis=2)
        excess: Totals = size - np.bitwise_count(earned).max(axis=1).astype(np.int64)
        [hard] = np.nonzero(excess > 1)
        if len(hard):
            excess[hard] = self._by_others(codes[hard])
        return excess

    def _by_others(self, codes: Indices) -> Totals:
        """Return the excess of parts by other guesses, where their own codes are not enough."""
        excess: Totals = np.full(len(codes), OPEN)
        most = self._kinds.words_with(codes.shape[1] - 1)
        for words in (slice(_FIRST), slice(_FIRST, most)) if most > _FIRST else (slice(most),):
            [places] = np.nonzero(excess > 1)
            some = codes[places]
            once = np.zeros((len(some), words.stop - (words.start or 0)), dtype=np.uint64)
            twice = np.zeros_like(once)
            self.spend(once.size * some.shape[1] ** 2)
            for one, other in combinations(some.T, 2):
                pair = self._kinds.together[one, other, words]
                twice |= once & pair
                once |= pair
            told = np.where((~once).any(axis=1), 1, np.where((~twice).any(axis=1), 2, OPEN))
            excess[places] = np.minimum(excess[places], told)
        return excess
