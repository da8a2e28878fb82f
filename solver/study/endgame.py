"""What every guess costs exactly where few codes are left: every way to go on is looked at.

A part is a set of candidates, kept as the bits of one number. Its total is the fewest guesses
that find all of its codes, added up. A total of a part is known at once if one of its codes tells
all others apart, or fails only with a pair. Otherwise all guesses are looked at that may earn
enough answers, and the search goes on only where the best of them leaves three codes together.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.exact.plain import OutOfBudget
from solver.exact.tables import kept_table
from solver.rule.codes import Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import (
    Codes,
    Flags,
    Floats,
    Numbers,
    Words,
    all_codes,
    encode,
    feedback_numbers,
)

PartBits = npt.NDArray[np.uint64]
Totals = npt.NDArray[np.int64]

MOST_IN_ENDGAME = 10  # candidates, on any board and whatever it takes
MOST_SEARCHED_ALL = 40  # candidates on a board that has a table: there all is to be exact
SMALL_BOARD = 2**8  # codes, which take no time without one
PARTS_LOOKED_AT = 20_000_000  # parts of guesses to look at: about a fifth of a second

_WORD = 64  # bits
_LEAST = np.array([0, *range(1, 2 * _WORD, 2)])  # that this many codes take in all
_MORE_THAN_ANY = 2 * _WORD**2  # guesses


class Endgame:
    """What each of ``guesses`` costs against a few candidates.

    ``further[g]`` is how many guesses are to be expected from guess g on, itself included. That is
    proven if all codes of the board are among the guesses. ``is_candidate[g]`` tells whether
    guess g may be the secret. Raises ``OutOfBudget`` if more parts would have to be looked at.

    >>> from solver.sets.arrays import encoded
    >>> from solver.rule.codes import Variant
    >>> guesses = encoded(Variant(), "1112", "1113", "2345")
    >>> Endgame(guesses, guesses[:2]).further.tolist()
    [1.5, 1.5, 2.5]
    """

    def __init__(self, guesses: Codes, candidates: Codes, budget: float = np.inf) -> None:
        self._budget = budget
        self._count = len(candidates)
        self._numbers = feedback_numbers(guesses, candidates)
        answers = feedback_count(candidates.digits.shape[1])
        members = feedback_numbers(candidates, candidates)
        self._members: Words = np.uint64(1) << members.astype(np.uint64)
        _, first, kind = np.unique(
            _fingerprints(self._numbers, answers), return_index=True, return_inverse=True
        )
        parts = _split(self._numbers[first], answers)
        self._learn_kinds(parts)
        self._totals: dict[int, int] = {}
        unique, place = np.unique(parts[:, :-1], return_inverse=True)
        of_kinds = self._totals_of(unique)[place.reshape(len(first), -1)].sum(axis=1)
        is_telling = (np.bitwise_count(parts[:, :-1]) < max(3, self._count)).all(axis=1)
        self._least = int(of_kinds[is_telling].min(initial=_MORE_THAN_ANY)) + self._count
        of_kinds[~is_telling] = self._least
        self.further: Floats = 1 + of_kinds[kind] / self._count
        self.is_candidate: Flags = parts[kind, -1] > 0

    def after(self, guess: int) -> Floats:
        """Return the further guesses to expect after each feedback to a guess, by its place."""
        [parts] = _split(self._numbers[guess : guess + 1], self._parts.shape[1])
        totals = [
            self._least if size == self._count > 2 else self._total(part)
            for part, size in zip(parts.tolist(), np.bitwise_count(parts).tolist(), strict=True)
        ]
        sizes = np.maximum(1, np.bitwise_count(parts))
        further: Floats = np.array([*totals[:-1], 0]) / sizes
        return further

    def _learn_kinds(self, parts: PartBits) -> None:
        """Keep how each kind of guess splits the candidates, those with most parts first."""
        counts = np.count_nonzero(parts, axis=1)
        order = np.argsort(-counts, kind="stable")
        self._parts = parts[order]
        # self._with[n]: how many kinds have n parts or more.
        self._with = np.append(np.cumsum(np.bincount(counts)[::-1])[::-1], 0)

    def _totals_of(self, parts: PartBits) -> Totals:
        """The fewest guesses that find every code of each part, in all; 0 for all candidates."""
        sizes = np.bitwise_count(parts)
        totals: Totals = _LEAST[sizes]
        for size in range(3, int(sizes.max()) + 1):
            [places] = np.nonzero(sizes == size)
            if size == self._count:
                totals[places] = 0
            elif len(places):
                told = self._told_apart(parts[places], size)
                totals[places] += told < size
                for place in places[told < size - 1].tolist():
                    totals[place] = self._total(int(parts[place]))
        return totals

    def _told_apart(self, parts: PartBits, size: int) -> Totals:
        """How many answers a code of each part, all of one size, can get from its codes."""
        bits = np.unpackbits(parts.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        places = np.nonzero(bits)[1].reshape(-1, size)
        answers = self._members[places[:, :, None], places[:, None, :]]
        earned = np.bitwise_count(np.bitwise_or.reduce(answers, axis=2)).max(axis=1)
        told: Totals = earned.astype(np.int64)
        return told

    def _total(self, part: int) -> int:
        """The fewest guesses that find every code of a part, in all."""
        size = part.bit_count()
        if size <= 2:
            return int(_LEAST[size])
        if part not in self._totals:
            [told] = self._told_apart(np.array([part], dtype=np.uint64), size).tolist()
            is_known = told >= size - 1
            self._totals[part] = 2 * size - (told == size) if is_known else self._search(part)
        return self._totals[part]

    def _search(self, part: int) -> int:
        """The total of a part of which each code fails to tell more than a pair apart.

        A guess with n parts leaves a part of s codes in n parts at most, which costs 3s - n - 1
        guesses at least.
        """
        size = part.bit_count()
        first = int(self._with[size]) if size < len(self._with) else 0
        best = self._best_split(part, slice(first), _MORE_THAN_ANY) if first else _MORE_THAN_ANY
        others = slice(first, int(self._with[max(0, 3 * size - best)]))
        return self._best_split(part, others, best) if others.start < others.stop else best

    def _best_split(self, part: int, rows: slice, best: int) -> int:
        """The total of a part by the best of some kinds of guesses, or ``best`` if that is less."""
        inside = self._parts[rows] & np.uint64(part)
        self._budget -= inside.size
        if self._budget < 0:
            raise OutOfBudget
        size = part.bit_count()
        sizes = np.bitwise_count(inside[:, :-1])
        least = size + _LEAST[sizes].sum(axis=1)
        least[sizes.max(axis=1) == size] = _MORE_THAN_ANY
        first = int(least.argmin())
        if least[first] >= best or sizes[first].max() <= 2:
            return min(best, int(least[first]))
        for least_total, parts in _ways_to_split(inside[:, :-1], least):
            if least_total >= best:
                break
            best = min(best, self._total_of_split(parts, least_total, best))
        return best

    def _total_of_split(self, parts: list[int], total: int, best: int) -> int:
        """The total of a split, or anything from ``best`` on if it is no better."""
        for part in parts:
            total += self._total(part) - int(_LEAST[part.bit_count()])
            if total >= best:
                break
        return total


def endgame(variant: Variant, candidates: Codes) -> Endgame | None:
    """Return what every code costs in a position, the same one every time; None if too long."""
    is_exact = variant.size <= SMALL_BOARD or kept_table(variant) is not None
    if len(candidates) > MOST_SEARCHED_ALL or not is_exact:
        return None
    return _endgame(variant, candidates.digits.tobytes())


@lru_cache(maxsize=8)
def _endgame(variant: Variant, digits: bytes) -> Endgame | None:
    candidates = np.frombuffer(digits, dtype=np.uint8).reshape(-1, variant.pegs)
    try:
        return Endgame(all_codes(variant), encode(candidates, variant.colors), PARTS_LOOKED_AT)
    except OutOfBudget:
        return None


def _ways_to_split(parts: PartBits, least: Totals) -> Iterator[tuple[int, list[int]]]:
    """Yield what splits of a part cost at least, each once, and their parts of three and more."""
    seen: set[tuple[int, ...]] = set()
    for guess in least.argsort(kind="stable").tolist():
        large = [part for part in parts[guess].tolist() if part.bit_count() > 2]
        split = tuple(sorted(large, key=int.bit_count))
        if split not in seen or not large:
            seen.add(split)
            yield int(least[guess]), list(split)


def _fingerprints(numbers: Numbers, answers: int) -> Words:
    """A number for each row: rows that share one are equal, but for chances of one in 2**64."""
    drawn = np.random.default_rng(seed=0).integers(
        2**64, size=(numbers.shape[1], answers), dtype=np.uint64
    )
    prints = np.zeros(len(numbers), dtype=np.uint64)
    for place, column in enumerate(numbers.T):
        prints ^= drawn[place].take(column)
    return prints


def _split(numbers: Numbers, answers: int) -> PartBits:
    """The candidates that answer each guess with each feedback, shape (guesses, answers)."""
    parts = np.zeros((len(numbers), answers), dtype=np.uint64)
    rows = np.arange(len(numbers))
    for place, column in enumerate(numbers.T):
        parts[rows, column] |= np.uint64(1 << place)
    return parts
