"""The exact total of every guess where few candidates are left.

A part P is a set of candidates, kept as the bits of one number. P(g, f) are the codes of P that
answer guess g with feedback f, and w is the win. T(P) is the fewest guesses that find every code of
P, added up over its codes, and T(g, P) the same if g comes first::

    T(∅)    = 0
    T(P)    = min T(g, P), over the guesses g that split P or are its only code
    T(g, P) = |P| + Σ T(P(g, f)), over the feedbacks f ≠ w

``Endgame`` finds T(g, P) for all guesses of a position; T(g, P) / |P| guesses are to be expected
from g on. Every exhaustive search for an optimum follows this recurrence, as that of Koyama and Lai
(1993) on 4×6. Two bounds save nearly all of the search. In both, n = |P|, and k counts the answers
that g gets from P, the win twice::

    T(P)    ≥ 2n - 1    one code is found at once, each other with two guesses or more
    T(g, P) ≥ 3n - k    equal if no part P(g, f) but the win has more than two codes

The second follows from the first, since the sum over the other parts is at least 2(n - 1) - (k - 2)
if g is in P, and 2n - k if it is not. So a glance at the codes of P tells T(P) = 2n - 1 if one of
them tells all others apart, 2n if one fails only with a pair or another guess tells all apart, and
2n + 1 if another guess fails only with a pair. Other parts are searched, guesses with the greatest
k first, until 3n - k reaches the best total found. ``docs/optimum.md`` has both bounds in "Method".
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.exact.plain import OutOfBudget
from solver.positions.candidates import Position
from solver.rule.codes import Code, Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import (
    Codes,
    Flags,
    Floats,
    Indices,
    Numbers,
    Words,
    all_codes,
    encode,
    feedback_numbers,
)
from solver.sets.partitions import blocks

PartBits = npt.NDArray[np.uint64]
Totals = npt.NDArray[np.int64]

MOST_IN_ENDGAME = 10  # candidates that are searched on any board without a budget
_MOST_SEARCHED_ALL = 64  # candidates, one for each bit of a word
_MOST_ANSWERS_KEPT = (
    2**20
)  # answers of candidates to guesses, which limits the candidates on large boards
ANSWERS_COUNTED = 500_000_000  # budget of answers: about a quarter of a second

_WORD = 64  # bits
_LEAST = np.array(
    [0, *range(1, 2 * _WORD, 2)]
)  # lower bound for the total of this many codes, on any board
_MORE_THAN_ANY = 2 * _WORD**2  # guesses
_OPEN = 3  # excess over the least total that a glance cannot settle
_FIRST = 8  # words of guesses with the most parts, which settle most sets of codes
_CALL = 2**15  # answers that could be read in the time of one step
_AT_ONCE = 2**9  # parts per glance, to keep their counts in the cache of a core


class Splits(NamedTuple):
    """The partitions of parts by guesses, a row for each."""

    totals: Totals  # lower bounds
    parts: PartBits  # shape (splits, answers)
    least: Totals  # a lower bound for each part
    is_open: Flags  # whether the part may take more

    def some(self, rows: Flags | Indices) -> Splits:
        """Return a selection of the rows."""
        return Splits(self.totals[rows], self.parts[rows], self.least[rows], self.is_open[rows])


class Endgame:
    """The exact costs of ``guesses`` against a few candidates.

    ``further[g]`` is the expected number of guesses from guess g on, including it. It is proven if
    all codes of the board are among the guesses. ``is_candidate[g]`` says if guess g can be the
    secret. If a guess is ``mine``, all others except the best are only known to be better or worse.

    ``least`` is the total of the best guess, and ``looked_at`` the number of answers read. Raises
    ``OutOfBudget`` if finding the best takes more than the budget. ``is_ranked`` is false if the
    ranks, or that of ``mine``, were not requested or would take more.

    >>> from solver.sets.arrays import encoded
    >>> from solver.rule.codes import Variant
    >>> guesses = encoded(Variant(), "1112", "1113", "2345")
    >>> Endgame(guesses, guesses[:2]).further.tolist()
    [1.5, 1.5, 2.5]
    """

    def __init__(
        self,
        guesses: Codes,
        candidates: Codes,
        mine: int | None = None,
        budget: float = np.inf,
        with_rank: bool = True,
    ) -> None:
        self._budget, self.looked_at = budget, 0
        self._count = len(candidates)
        self._answers = feedback_count(candidates.digits.shape[1])
        self._numbers = feedback_numbers(guesses, candidates)
        prints = _fingerprints(self._numbers, self._answers)
        _, first, kind = np.unique(prints, return_index=True, return_inverse=True)
        parts = _split(self._numbers[first], self._answers)
        counts = np.count_nonzero(parts, axis=1)
        order = np.argsort(-counts, kind="stable")  # kinds with the most parts first
        kind = order.argsort()[kind]
        # self._with[n]: how many kinds have n parts or more.
        self._with = np.cumsum(np.bincount(counts, minlength=self._answers + 1)[::-1])[::-1]
        self._parts, numbers = parts[order], self._numbers[first[order]]
        most = int(np.count_nonzero(self._parts[:, :-1], axis=1).max())
        # self._at_least[n]: what n codes take in all, if no guess earns more answers.
        self._at_least = np.maximum(_LEAST, 3 * np.arange(len(_LEAST)) - most - 2)
        one = np.uint64(1)
        word = np.min_scalar_type(2**self._answers - 1)
        self._bits = np.ascontiguousarray((one << numbers.astype(np.uint64)).astype(word).T)
        self._inside = feedback_numbers(candidates, candidates)
        self._members: Words = one << self._inside.astype(np.uint64)
        self._together = _together(numbers)
        self._found: dict[int, int] = {}
        self._beyond: dict[int, int] = {}  # lower bounds of parts
        totals = self._totals_of_kinds(None if mine is None else int(kind[mine]), with_rank)
        self._budget = np.inf
        self.further: Floats = totals[kind] / self._count
        self.is_candidate: Flags = self._parts[kind, -1] > 0

    def after(self, guess: int) -> Floats:
        """Return the further guesses to expect after each feedback to a guess, by its place."""
        [parts] = _split(self._numbers[guess : guess + 1], self._answers)
        sizes = np.bitwise_count(parts)
        totals, is_open = self._glance(parts)
        for place in np.flatnonzero(is_open).tolist():
            is_all = sizes[place] == self._count
            totals[place] = self.least if is_all else self._total(int(parts[place]))
        totals[-1] = 0
        further: Floats = totals / np.maximum(1, sizes)
        return further

    def _totals_of_kinds(self, mine: int | None, with_rank: bool) -> Totals:
        """Return the total of each kind of guess, as exactly as the class promises."""
        parts = self._parts[:, :-1]
        sizes = np.bitwise_count(parts)
        is_telling = sizes.max(axis=1) < max(3, self._count)
        totals: Totals = self._count + self._at_least[sizes].sum(axis=1)
        totals[~is_telling] = limit = _MORE_THAN_ANY
        if mine is not None and is_telling[mine]:
            totals[mine] = limit = self._best_split(self._count, parts[mine : mine + 1], limit)
        [rivals] = np.nonzero(totals < limit)
        splits = self._weigh(self._count, parts[rivals])
        rest = self._settle_best(splits, limit)
        self.least = int(splits.totals.min(initial=limit))
        limit = min(limit, self._count + self.least)  # the cost of a guess without information
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
        """Settle the best splits, and return which others may be below the limit."""
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
        """Settle the other splits, or with a limit only their side of it."""
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

        If T is not below the limit, any number from the limit on may come back.
        """
        if part not in self._found and self._beyond.get(part, 0) < limit:
            total = self._search(part, limit)
            (self._found if total < limit else self._beyond)[part] = total
        return self._found.get(part) or self._beyond[part]

    def _glance(self, parts: PartBits) -> tuple[Totals, Flags]:
        """Return lower bounds for the totals of parts, and which of them may be higher."""
        sizes = np.bitwise_count(parts)
        more = np.zeros(len(parts), dtype=np.int64)
        for size in range(3, int(sizes.max(initial=0)) + 1):
            [places] = np.nonzero(sizes == size)
            for some in blocks(len(places), _AT_ONCE):
                more[places[some]] = self._more_than_least(parts[places[some]], size)
        is_open = more == _OPEN
        totals: Totals = _LEAST[sizes] + np.where(is_open, _OPEN - 1, more)
        return np.where(is_open, np.maximum(totals, self._at_least[sizes]), totals), is_open

    def _more_than_least(self, parts: PartBits, size: int) -> Totals:
        """Return by how much the totals of parts of one size exceed 2n - 1; ``_OPEN`` if unknown.

        The excess is 0 if one of the codes distinguishes all others. It is 1 if a code fails only
        with a pair, or if another guess distinguishes all. It is 2 if that fails only with a pair.
        """
        if size > self._answers:
            return np.full(len(parts), _OPEN)
        codes = _list_codes(parts, size)
        self._spend(_CALL + codes.size * (size + _WORD))
        earned = np.bitwise_or.reduce(self._members[codes[:, :, None], codes[:, None, :]], axis=2)
        more: Totals = size - np.bitwise_count(earned).max(axis=1).astype(np.int64)
        [hard] = np.nonzero(more > 1)
        if len(hard):
            more[hard] = self._more_by_any(codes[hard])
        return more

    def _more_by_any(self, codes: Indices) -> Totals:
        """Return the same for parts in which no code is enough, from all other guesses."""
        more: Totals = np.full(len(codes), _OPEN)
        most = -(-int(self._with[codes.shape[1] - 1]) // _WORD)
        for words in (slice(_FIRST), slice(_FIRST, most)) if most > _FIRST else (slice(most),):
            [places] = np.nonzero(more > 1)
            some = codes[places]
            once = np.zeros((len(some), words.stop - (words.start or 0)), dtype=np.uint64)
            twice = np.zeros_like(once)
            self._spend(once.size * some.shape[1] ** 2)
            for one, other in combinations(some.T, 2):
                pair = self._together[one, other, words]
                twice |= once & pair
                once |= pair
            told = np.where((~once).any(axis=1), 1, np.where((~twice).any(axis=1), 2, _OPEN))
            more[places] = np.minimum(more[places], told)
        return more

    def _at_most(self, splits: Splits) -> Totals:
        """Return upper bounds for splits, with the best code of each open part as its guess."""
        totals, parts, least, is_open = splits
        if not is_open.any():
            return totals
        some, place = np.unique(parts[is_open], return_inverse=True)
        inside = self._weigh(np.bitwise_count(some), self._split_by_codes(some))
        more = self._at_most(inside)[place] - least[is_open]
        rows, _ = np.nonzero(is_open)
        return totals + np.bincount(rows, more, len(totals)).astype(np.int64)

    def _split_by_codes(self, parts: PartBits) -> PartBits:
        """Return the partition of each part by its code with the most even parts."""
        sizes = np.bitwise_count(parts)
        inside = np.zeros((len(parts), self._answers), dtype=np.uint64)
        for size in np.unique(sizes).tolist():
            [places] = np.nonzero(sizes == size)
            codes = _list_codes(parts[places], size)
            self._spend(_CALL + codes.size * size * _WORD)
            told = self._inside[codes[:, :, None], codes[:, None]]
            rows = np.arange(codes.size).reshape(-1, size, 1) * self._answers
            counts = np.bincount((told + rows).ravel(), minlength=codes.size * self._answers)
            together = np.square(counts).reshape(-1, size, self._answers).sum(axis=2)
            told = told[np.arange(len(codes)), together.argmin(axis=1)]
            for code, answer in zip(codes.T, told.T, strict=True):
                inside[places, answer] |= np.uint64(1) << code.astype(np.uint64)
        return inside[:, :-1]

    def _search(self, part: int, limit: int) -> int:
        """Return the total of a part that a glance left open, or ``limit`` if that is less.

        A guess with k answers from n codes, counting the win twice, takes at least 3n - k guesses.
        """
        size, best = part.bit_count(), limit
        codes = _codes_of(part)
        self._spend(_CALL + len(self._parts) * size)
        words = np.bitwise_or.reduce(self._bits[codes], axis=0)
        earned = np.bitwise_count(words) + (words >> (self._answers - 1)).astype(np.uint8)
        for told in range(int(earned.max()), 1, -1):
            if (least := 3 * size - told) >= best:
                break
            inside = self._parts[earned == told, :-1] & np.uint64(part)
            if (np.bitwise_count(inside).max(axis=1) <= 2).any():
                return least
            best = self._best_split(size, inside, best)
        return best

    def _best_split(self, size: int, inside: PartBits, best: int) -> int:
        """Return the total of a part over some partitions, or ``best`` if that is less."""
        splits = self._weigh(size, inside)
        [rows] = np.nonzero(splits.totals < best)
        for row in rows[splits.totals[rows].argsort(kind="stable")].tolist():
            if splits.totals[row] >= best:
                break
            best = min(best, self._settle(splits, row, best))
        return best

    def _weigh(self, sizes: int | Numbers, inside: PartBits) -> Splits:
        """Return splits of parts of some sizes, with the bounds from a glance."""
        self._spend(_CALL + _WORD * inside.size)
        parts, place = np.unique(inside, return_inverse=True)
        place = place.reshape(inside.shape)
        least, is_open = self._glance(parts)
        totals: Totals = sizes + least[place].sum(axis=1)
        return Splits(totals, inside, least[place], is_open[place])

    def _settle(self, splits: Splits, row: int, limit: int) -> int:
        """Return the total of a split, or any number from the limit on."""
        self._spend(_WORD**2)
        total, is_open = int(splits.totals[row]), splits.is_open[row]
        parts, least = (column[row, is_open].tolist() for column in (splits.parts, splits.least))
        for part, at_least in sorted(zip(parts, least, strict=True), key=_size_of):
            total += self._total(part, limit - total + at_least) - at_least
            if total >= limit:
                break
        return total

    def _spend(self, answers: int) -> None:
        self.looked_at += answers
        if self.looked_at > self._budget:
            raise OutOfBudget


def endgame(position: Position, guess: Code | None, with_rank: bool) -> Endgame | None:
    """Return the costs of guesses in a position, or None if that takes too long.

    With a ``guess``, the costs of worse ones may be inexact. A few candidates are searched without
    a budget. ``with_rank=False`` is faster.
    """
    mine = None if guess is None else position.variant.parse(guess)
    return _endgame(position.variant, position.candidates.digits.tobytes(), mine, with_rank)


@lru_cache(maxsize=8)
def _endgame(
    variant: Variant, digits: bytes, guess: Code | None, with_rank: bool
) -> Endgame | None:
    codes, mine = all_codes(variant), None
    candidates = np.frombuffer(digits, dtype=np.uint8).reshape(-1, variant.pegs)
    if guess is not None:
        [mine] = np.flatnonzero((codes.digits == variant.digits([guess])).all(axis=1)).tolist()
    budget = ANSWERS_COUNTED if len(candidates) > MOST_IN_ENDGAME else np.inf
    try:
        return Endgame(codes, encode(candidates, variant.colors), mine, budget, with_rank)
    except OutOfBudget:
        return None


def can_search_all(count: int, variant: Variant) -> bool:
    """Return whether the answers of ``count`` candidates to all guesses fit in memory."""
    return count <= _MOST_SEARCHED_ALL and count * variant.size <= _MOST_ANSWERS_KEPT


def _size_of(part: tuple[int, int]) -> int:
    return part[0].bit_count()


def _codes_of(part: int) -> list[int]:
    """Return the candidates of a part."""
    codes = []
    while part:
        codes.append((part & -part).bit_length() - 1)
        part &= part - 1
    return codes


def _list_codes(parts: PartBits, size: int) -> Indices:
    """Return the candidates of parts of equal size, shape (parts, size)."""
    bits = np.unpackbits(parts.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return np.nonzero(bits)[1].reshape(-1, size)


def _fingerprints(numbers: Numbers, answers: int) -> Words:
    """Return a number for each row; unequal rows share one with a chance of 1 in 2**64."""
    drawn = np.random.default_rng(seed=0).integers(
        2**64, size=(numbers.shape[1], answers), dtype=np.uint64
    )
    prints = np.zeros(len(numbers), dtype=np.uint64)
    for place, column in enumerate(numbers.T):
        prints ^= drawn[place].take(column)
    return prints


def _split(numbers: Numbers, answers: int) -> PartBits:
    """Return the candidates that answer each guess with each feedback, (guesses, answers)."""
    parts = np.zeros((len(numbers), answers), dtype=np.uint64)
    rows = np.arange(len(numbers))
    for place, column in enumerate(numbers.T):
        parts[rows, column] |= np.uint64(1 << place)
    return parts


def _together(numbers: Numbers) -> Words:
    """Return which guesses leave two candidates together, as bits of shape (n, n, words).

    Unused bits count as guesses that leave all together.
    """
    count = numbers.shape[1]
    padded = np.pad(numbers, ((0, -len(numbers) % _WORD), (0, 0)))
    columns = np.ascontiguousarray(padded.T)
    together = np.zeros((count, count, len(padded) // _WORD), dtype=np.uint64)
    for one, column in enumerate(columns[:-1]):
        bits = np.packbits(columns[one + 1 :] == column, axis=1)
        together[one, one + 1 :] = bits.view(np.uint64)
    return together
