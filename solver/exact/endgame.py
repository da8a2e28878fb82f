"""The exact total of every guess where few candidates are left.

A part P is a set of candidates. P(g, f) are the codes of P that answer guess g with feedback f, and
w is the win. T(P) is the least total of guesses that finds every code of P, and T(g, P) is the
least total if g is the first guess::

    T(∅)    = 0
    T(P)    = min T(g, P), over the guesses g that split P or are its only code
    T(g, P) = |P| + Σ T(P(g, f)), over the feedbacks f ≠ w

``Endgame`` finds T(g, P) for all guesses of a position; from g on, T(g, P) / |P| guesses are to be
expected. Every exhaustive search for an optimum follows this recurrence, for example that of Koyama
and Lai (1993) on 4×6. Two bounds save nearly all of the search. In both, n = |P|, and k counts the
answers that g gets from P, with the win counted twice::

    T(P)    ≥ 2n - 1    one code is found at once, each other code takes two guesses or more
    T(g, P) ≥ 3n - k    equal if no part P(g, f) has more than two codes

The second bound follows from the first, because the sum over the other parts is at least 2(n - 1) -
(k - 2) if g is in P, and 2n - k if it is not. So T(P) = 2n - 1 if a code of P distinguishes all
others; 2n if a code of P distinguishes all but a pair, or another guess distinguishes all; and 2n +
1 if another guess distinguishes all but a pair. Other parts are searched, guesses with the greatest
k first, until 3n - k reaches the best total found. ``docs/optimum.md`` has both bounds in "Method".
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from solver.exact.budget import Budget, OutOfBudget
from solver.exact.excess import CALL, Excess, Totals
from solver.exact.kinds import BITS, Kinds, PartBits, codes_of, list_codes
from solver.positions.candidates import Position
from solver.rule.codes import Variant
from solver.sets.arrays import Codes, Flags, Floats, Indices, Numbers, all_codes, feedback_numbers

MOST_IN_ENDGAME = 10  # up to this number of candidates, no budget is needed
# Comparing this many pairs of codes takes about a quarter of a second.
BUDGET = 8_000_000

# Memory holds an answer for each pair of a candidate and a guess. So this maximum limits the number
# of candidates on large boards.
_MOST_ANSWERS_KEPT = 2**20
_MORE_THAN_ANY = 2 * BITS**2  # greater than any total of guesses


class Splits(NamedTuple):
    """The partitions of parts by guesses; each row is the partition of one part by one guess."""

    totals: Totals  # lower bound for the total of each row
    parts: PartBits  # shape (splits, answers)
    least: Totals  # lower bound for each part
    is_open: Flags  # whether the total of the part can be higher than its bound

    def some(self, rows: Flags | Indices) -> Splits:
        """Return a selection of the rows."""
        return Splits(self.totals[rows], self.parts[rows], self.least[rows], self.is_open[rows])


class Endgame:
    """The exact costs of ``guesses`` against a few candidates.

    ``further[g]`` is the expected number of guesses from guess g on, including g. The number is
    proven if all codes of the board are among the guesses. ``is_candidate[g]`` says if guess g can
    be the secret. If a guess is given as ``mine``, only the totals of this guess and the best one
    are exact; of other guesses, it is known only whether they are better or worse than ``mine``.

    ``least`` is the total of the best guess. Raises ``OutOfBudget`` if finding it takes more than
    the budget. ``is_ranked`` is false if ranks were not requested, or if the ranks or the rank of
    ``mine`` would take more than the budget.

    >>> from solver.sets.arrays import encode_texts
    >>> from solver.rule.codes import Variant
    >>> guesses = encode_texts(Variant(), "1112", "1113", "2345")
    >>> Endgame(guesses, guesses[:2]).further.tolist()
    [1.5, 1.5, 2.5]
    """

    def __init__(
        self,
        guesses: Codes,
        candidates: Codes,
        mine: int | None = None,
        budget: Budget | None = None,
        with_rank: bool = True,
    ) -> None:
        self._count = len(candidates)
        self._kinds = Kinds(guesses, candidates)
        self._inside = feedback_numbers(candidates, candidates)
        self._glance = Excess(self._kinds, self._inside, budget or Budget())
        self._found: dict[int, int] = {}
        self._beyond: dict[int, int] = {}  # better bounds for some parts
        kind = self._kinds.of_guess
        totals = self._totals_of_kinds(None if mine is None else int(kind[mine]), with_rank)
        self._glance = Excess(self._kinds, self._inside, Budget())
        self.further: Floats = totals[kind] / self._count
        self.is_candidate: Flags = self._kinds.parts[kind, -1] > 0

    def after(self, guess: int) -> Floats:
        """Return the expected number of further guesses after each feedback to a guess."""
        parts = self._kinds.parts[self._kinds.of_guess[guess]]
        sizes = np.bitwise_count(parts)
        totals, is_open = self._glance.totals(parts)
        for place in np.flatnonzero(is_open).tolist():
            is_all = sizes[place] == self._count
            totals[place] = self.least if is_all else self._total(int(parts[place]))
        totals[-1] = 0
        return totals / np.maximum(1, sizes)

    def _totals_of_kinds(self, mine: int | None, with_rank: bool) -> Totals:
        """Return the total of each kind of guess, as exactly as the class promises."""
        parts = self._kinds.parts[:, :-1]
        sizes = np.bitwise_count(parts)
        is_telling = sizes.max(axis=1) < max(3, self._count)
        totals: Totals = self._count + self._glance.at_least[sizes].sum(axis=1)
        totals[~is_telling] = limit = _MORE_THAN_ANY
        if mine is not None and is_telling[mine]:
            totals[mine] = limit = self._best_split(self._count, parts[mine : mine + 1], limit)
        [rivals] = np.nonzero(totals < limit)
        splits = self._weigh(self._count, parts[rivals])
        rest = self._settle_best(splits, limit)
        self.least = int(splits.totals.min(initial=limit))
        # a useful guess costs at most as much as a guess without information
        limit = min(limit, self._count + self.least)
        self.is_ranked = with_rank or not len(rest)
        if self.is_ranked:
            try:
                self._settle_rest(splits, rest, None if mine is None else limit)
            except OutOfBudget:
                if mine is None:
                    raise
                self.is_ranked = False
        totals[rivals] = splits.totals
        totals[~is_telling] = self._count + self.least
        return totals

    def _settle_best(self, splits: Splits, limit: int) -> Indices:
        """Find the totals of the best splits; return other splits that could be below the limit."""
        totals, is_settled = splits.totals, splits.is_open.sum(axis=1) == 0
        best = int(totals[is_settled].min(initial=limit))
        for row in totals.argsort(kind="stable").tolist():
            if totals[row] > best or totals[row] >= limit:
                break
            if not is_settled[row]:
                totals[row] = self._settle(splits, row, limit)
                is_settled[row] = True
                best = min(best, int(totals[row]))
        [rest] = np.nonzero(~is_settled & (totals < limit))
        return rest

    def _settle_rest(self, splits: Splits, rest: Indices, limit: int | None) -> None:
        """Find the totals of the other splits; with a limit, find only which are below it."""
        totals = splits.totals
        if limit is not None:
            most = self._at_most(splits.some(rest))
            is_below = most < limit
            totals[rest[is_below]] = most[is_below]
            rest = rest[~is_below]
        for row in rest[totals[rest].argsort(kind="stable")].tolist():
            totals[row] = self._settle(splits, row, _MORE_THAN_ANY if limit is None else limit)

    def _total(self, part: int, limit: int = _MORE_THAN_ANY) -> int:
        """Return T of a part that a glance left open.

        If this total reaches the limit, the result can be any number from the limit on.
        """
        if part not in self._found and self._beyond.get(part, 0) < limit:
            total = self._search(part, limit)
            (self._found if total < limit else self._beyond)[part] = total
        return self._found.get(part) or self._beyond[part]

    def _at_most(self, splits: Splits) -> Totals:
        """Return upper bounds for totals of splits, from a good code of each open part."""
        totals, parts, least, is_open = splits
        if not is_open.any():
            return totals
        some, place = np.unique(parts[is_open], return_inverse=True)
        inside = self._weigh(np.bitwise_count(some), self._split_by_codes(some))
        more = self._at_most(inside)[place] - least[is_open]
        rows, _ = np.nonzero(is_open)
        return totals + np.bincount(rows, more, len(totals)).astype(np.int64)

    def _split_by_codes(self, parts: PartBits) -> PartBits:
        """Return, for each part, the most even of the partitions by its own codes."""
        sizes = np.bitwise_count(parts)
        inside = np.zeros((len(parts), self._kinds.answers), dtype=np.uint64)
        for size in np.unique(sizes).tolist():
            [places] = np.nonzero(sizes == size)
            codes = list_codes(parts[places], size)
            self._glance.spend(CALL + codes.size * size * BITS)
            told = self._inside[codes[:, :, None], codes[:, None]]
            rows = np.arange(codes.size).reshape(-1, size, 1) * self._kinds.answers
            counts = np.bincount((told + rows).ravel(), minlength=codes.size * self._kinds.answers)
            together = np.square(counts).reshape(-1, size, self._kinds.answers).sum(axis=2)
            told = told[np.arange(len(codes)), together.argmin(axis=1)]
            for code, answer in zip(codes.T, told.T, strict=True):
                inside[places, answer] |= np.uint64(1) << code.astype(np.uint64)
        return inside[:, :-1]

    def _search(self, part: int, limit: int) -> int:
        """Return the total of a part that a glance left open, but at most ``limit``.

        A guess with k answers from n codes, the win counted twice, takes at least 3n - k guesses.
        """
        size, best = part.bit_count(), limit
        codes = codes_of(part)
        self._glance.spend(CALL + len(self._kinds.parts) * size)
        earned = self._kinds.count_answers(codes)
        for told in range(int(earned.max()), 1, -1):
            if (least := 3 * size - told) >= best:
                break
            inside = self._kinds.parts[earned == told, :-1] & np.uint64(part)
            if (np.bitwise_count(inside).max(axis=1) <= 2).any():
                return least
            best = self._best_split(size, inside, best)
        return best

    def _best_split(self, size: int, inside: PartBits, best: int) -> int:
        """Return the smallest total of a part with these partitions, but at most ``best``."""
        splits = self._weigh(size, inside)
        [rows] = np.nonzero(splits.totals < best)
        for row in rows[splits.totals[rows].argsort(kind="stable")].tolist():
            if splits.totals[row] >= best:
                break
            best = min(best, self._settle(splits, row, best))
        return best

    def _weigh(self, sizes: int | Numbers, inside: PartBits) -> Splits:
        """Return splits of parts of some sizes, with the bounds from a glance."""
        self._glance.spend(CALL + BITS * inside.size)
        parts, place = np.unique(inside, return_inverse=True)
        place = place.reshape(inside.shape)
        least, is_open = self._glance.totals(parts)
        totals: Totals = sizes + least[place].sum(axis=1)
        return Splits(totals, inside, least[place], is_open[place])

    def _settle(self, splits: Splits, row: int, limit: int) -> int:
        """Return the total of a split, or at least ``limit`` if the total is too high."""
        self._glance.spend(BITS**2)
        total, is_open = int(splits.totals[row]), splits.is_open[row]
        parts, least = (column[row, is_open].tolist() for column in (splits.parts, splits.least))
        for part, at_least in sorted(
            zip(parts, least, strict=True), key=lambda part: part[0].bit_count()
        ):
            total += self._total(part, limit - total + at_least) - at_least
            if total >= limit:
                break
        return total


@lru_cache(maxsize=8)
def endgame(position: Position, mine: int | None, with_rank: bool) -> Endgame | None:
    """Return the costs of all guesses in a position, cached; None if that takes too long.

    A few candidates are searched without a budget. ``with_rank=False`` is faster.
    """
    budget = Budget(BUDGET) if position.count > MOST_IN_ENDGAME else None
    with suppress(OutOfBudget):
        return Endgame(all_codes(position.variant), position.candidates, mine, budget, with_rank)
    return None


def can_search_all(count: int, variant: Variant) -> bool:
    """Return whether the answers of ``count`` candidates to all guesses fit in memory."""
    return count <= BITS and count * variant.size <= _MOST_ANSWERS_KEPT
