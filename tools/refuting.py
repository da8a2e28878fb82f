"""The table of the checker with compiled loops, for writing certificates (extra ``lab``).

A guess is refuted without a list if the bounds of its parts reach the claim. The bound of a part
is what its lightest guess weighs. From a part no guess gets more answers than from the whole set,
so the guesses with the most answers from the set come first, and the others are not even counted
unless they could be lighter.
"""

from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from solver.exact.kernels import count_bits, count_parts, split
from solver.exact.space import Places
from solver.exact.weighing import count_feedbacks
from solver.sets.arrays import Flags, Indices, Numbers, Words
from solver.sets.compiling import compiled
from solver.trees.check_bound import CodeTable

Totals: TypeAlias = npt.NDArray[np.int64]

_BLOCK = 256  # guesses that are counted at once
_KEPT = 2**22  # bounds


class Set(NamedTuple):
    """Codes, and the guesses for them, those with the most answers first."""

    codes: Places
    rows: Numbers  # rows[c, g]: number of the answer of code c to guess g
    most: Totals  # number of answers of each guess, the win counted twice


class Floors(NamedTuple):
    """The least totals of parts by their sizes alone, with ``left`` guesses for each part."""

    left: int
    pair: int  # the total of two codes
    sized: Totals  # sized[n]: of n codes
    least: Totals  # least[w, n]: of n codes after a guess, if none has more than w answers


class Known(NamedTuple):
    """Bounds of parts. Parts that a symmetry maps to each other often have the same key."""

    keys: Words
    bounds: Totals
    exact: Flags  # whether the bound is what the lightest guess weighs
    random: Words  # a random number for each code, then for each number of guesses left
    digits: Numbers
    colors: int


@compiled
def lightest(found: Set, part: Indices, width: int, least: Totals, enough: int) -> int:
    """Return the weight of the lightest guess for some of the codes, at most ``enough``.

    ``least[w, n]`` is the least total of n codes if no guess has more than w answers.
    """
    size, most = len(part), found.most
    counts = np.zeros(len(most), dtype=np.uint8)
    counted, widest, best = 0, 1, enough
    count = min(most[0], size + 1)
    while count > 0 and 3 * size - count < best:
        while counted < len(most) and most[counted] >= count:
            counted, widest = count_block(found.rows, part, counts, counted, widest, width)
        places = np.flatnonzero(counts[:counted] == count)
        while len(places) and counted < len(most) and most[counted] > widest:
            counted, widest = count_block(found.rows, part, counts, counted, widest, width)
        sizes = np.zeros((len(places), width), dtype=np.int32)
        for code in part:
            for place, guess in enumerate(places):
                sizes[place, found.rows[code, guess]] += 1
        for place in range(len(places)):
            total = size
            for number in sizes[place, :-1]:
                total += least[widest, number]
            best = min(best, total)
        count -= 1
    return best


@compiled
def count_block(
    rows: Numbers, part: Indices, counts: Numbers, start: int, widest: int, width: int
) -> tuple[int, int]:
    """Count the answers of a block of guesses. Return its end, and the most without the win."""
    words, win = np.zeros(_BLOCK, dtype=np.uint64), np.uint64(width - 1)
    block = counts[start : start + _BLOCK]
    for code in part:
        answers = rows[code, start : start + _BLOCK]
        for place in range(len(block)):
            words[place] |= np.uint64(1) << np.uint64(answers[place])
    for place in range(len(block)):
        wins = (words[place] >> win) & np.uint64(1)
        number = count_bits(words[place])
        block[place] = number + wins
        widest = max(widest, int(np.int64(number - wins)))
    return start + len(block), widest


@compiled
def key_of(codes: Places, known: Known) -> np.uint64:
    """Return a key of some codes, which is often the same for codes that are alike by symmetry.

    Pegs and colors are exchanged first, in an order that depends on how often colors are there.
    """
    digits, pegs = known.digits, known.digits.shape[1]
    counts = np.zeros((known.colors, pegs), dtype=np.int64)
    for code in codes:
        for peg in range(pegs):
            counts[digits[code, peg], peg] += 1
    order = np.argsort((counts * counts * (counts + 7_919)).sum(axis=0), kind="mergesort")
    columns = np.zeros(known.colors, dtype=np.int64)
    for peg in order:
        columns = columns * 20_011 + counts[:, peg]
    names = np.argsort(np.argsort(columns, kind="mergesort"), kind="mergesort")
    key = np.uint64(0)
    for code in codes:
        number = 0
        for peg in order:
            number = number * known.colors + names[digits[code, peg]]
        key ^= known.random[number]
    return key


@compiled
def unrefuted(
    found: Set, guesses: Places, table: Numbers, claim: int, floors: Floors, known: Known
) -> Flags:
    """Return which guesses need a list, because the bounds of their parts are below the claim."""
    is_open, width = np.zeros(len(guesses), dtype=np.bool_), table.max() + 1
    everything = np.arange(len(found.codes))
    for place, guess in enumerate(guesses):
        rows, sizes = split(table[guess][found.codes], everything, width)
        total = len(found.codes) + floors.sized[sizes].sum()
        ends = np.cumsum(sizes)
        for number in np.argsort(-sizes, kind="mergesort"):
            if total >= claim:
                break
            total -= floors.sized[sizes[number]]
            part = rows[ends[number] - sizes[number] : ends[number]]
            total += bound_of(found, part, width, claim - total, floors, known)
        is_open[place] = total < claim
    return is_open


@compiled
def bound_of(
    found: Set, part: Indices, width: int, enough: int, floors: Floors, known: Known
) -> int:
    """Return the bound of a part, or a lower one that is enough."""
    if len(part) <= 2:
        return floors.pair if len(part) == 2 else 1
    left = min(floors.left, len(part))  # a longer game is no better
    key = key_of(found.codes[part], known) ^ known.random[len(known.random) - left]
    row = np.int64(key % np.uint64(len(known.keys)))
    is_known = known.exact[row] or known.bounds[row] >= enough
    if known.keys[row] != key or not is_known:
        bound = lightest(found, part, width, floors.least, enough)
        known.keys[row], known.bounds[row], known.exact[row] = key, bound, bound < enough
    return int(known.bounds[row])


class QuickTable(CodeTable):
    """The table of the checker. Its bounds are the same, and are found faster."""

    def __init__(self, pegs: int, colors: int, repeats: bool) -> None:
        super().__init__(pegs, colors, repeats)
        count = colors**pegs + len(self.codes) + 1
        random = np.random.default_rng(0).integers(2**64, size=count, dtype=np.uint64)
        keys, bounds = np.zeros(_KEPT, dtype=np.uint64), np.zeros(_KEPT, dtype=np.int64)
        exact = np.zeros(_KEPT, dtype=np.bool_)
        self._known = Known(keys, bounds, exact, random, self.codes, colors)
        self._moves: dict[str, Indices] = {}
        # guesses for some codes, and which of them are alike
        self._last: tuple[Any, Any] = None, None

    def glance(self, codes: Places) -> tuple[Totals, int]:
        answers, wins, width = count_feedbacks(self.answer, codes, len(self.answers))
        return 3 * len(codes) - answers.astype(np.int64) - 2 * wins, max(1, width)

    def weigh(self, guesses: Places, codes: Places, width: int, left: int) -> Totals:
        sizes = count_parts(self.answer, guesses, codes, len(self.answers))
        return cast(Totals, len(codes) + self.least(width, left - 1)[sizes[:, :-1]].sum(axis=1))

    def alike(self, guesses: Places, codes: Places) -> Places:
        if self._last[0] is not guesses:
            self._last = guesses, super().alike(guesses, codes)
        return cast(Places, self._last[1])

    def move(self, symmetry: str) -> Indices:
        if symmetry not in self._moves:
            self._moves[symmetry] = super().move(symmetry)
        return self._moves[symmetry]

    def unrefuted(self, guesses: Places, codes: Places, claim: int, left: int) -> Places:
        """Return the guesses that are not refuted by the bounds of their parts."""
        costs, width = self.glance(codes)
        order = np.argsort(costs, kind="stable")
        found = Set(codes, self.answer[codes][:, order], 3 * len(codes) - costs[order])
        least = [self.least(max(1, most), left - 2) for most in range(width + 1)]
        pair, sized = int(self.least(1, left - 1)[2]), self.least(width, left - 1)
        floors = Floors(left - 1, pair, sized, np.array(least))
        is_open = unrefuted(found, guesses, self.answer, claim, floors, self._known)
        return guesses[is_open]
