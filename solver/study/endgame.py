"""What guesses cost exactly where few codes are left: every way to go on is looked at.

A part is a set of candidates, kept as the bits of one number. Its total is the fewest guesses
that find all of its codes, added up. The total is known at once for parts of three codes at
most, and wherever one code of the part tells all of them apart; the rest is searched, with
twice the codes less one as the least that any part can take.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Flags, Floats, Numbers, feedback_numbers

PartBits = npt.NDArray[np.uint64]

MOST_IN_ENDGAME = 10

_WORD = 64  # bits
_LEAST = np.array([0, *range(1, 2 * _WORD, 2)])  # that this many codes take in all


def fits_endgame(candidates: Codes) -> bool:
    """Return whether so few candidates are left that what guesses cost can be proven."""
    pegs = candidates.digits.shape[1]
    return len(candidates) <= min(MOST_IN_ENDGAME, _WORD // _width(pegs))


class Endgame:
    """What each of ``guesses`` costs against a few candidates.

    ``further[g]`` is how many guesses are to be expected from guess g on, itself included. That is
    proven if all codes of the board are among the guesses. ``is_candidate[g]`` tells whether
    guess g may be the secret.

    >>> from solver.sets.arrays import encoded
    >>> from solver.rule.codes import Variant
    >>> guesses = encoded(Variant(), "1112", "1113", "2345")
    >>> Endgame(guesses, guesses[:2]).further.tolist()
    [1.5, 1.5, 2.5]
    """

    def __init__(self, guesses: Codes, candidates: Codes) -> None:
        self._numbers = feedback_numbers(guesses, candidates)
        self._members = feedback_numbers(candidates, candidates)
        pegs = candidates.digits.shape[1]
        packed = _packed(self._numbers, _width(pegs))
        _, first, kind = np.unique(packed, return_index=True, return_inverse=True)
        self._parts = _split(self._numbers[first], feedback_count(pegs))
        self._totals: dict[int, int] = {}
        parts, place = np.unique(self._parts[:, :-1], return_inverse=True)
        self._learn_obvious(parts)
        totals = np.array([self._total(part) for part in parts.tolist()])
        of_kinds = len(candidates) + totals[place.reshape(len(first), -1)].sum(axis=1)
        self.further: Floats = of_kinds[kind] / len(candidates)
        self.is_candidate: Flags = self._parts[kind, -1] > 0

    def after(self, guess: int) -> Floats:
        """Return the further guesses to expect after each feedback to a guess, by its place."""
        [parts] = _split(self._numbers[guess : guess + 1], self._parts.shape[1])
        totals = [self._total(part) / max(1, part.bit_count()) for part in parts.tolist()]
        return np.array([*totals[:-1], 0.0])

    def _total(self, part: int) -> int:
        """The fewest guesses that find every code of a part, in all."""
        size = part.bit_count()
        if size <= 2:
            return int(_LEAST[size])
        if part not in self._totals:
            self._totals[part] = self._search(part)
        return self._totals[part]

    def _learn_obvious(self, parts: PartBits) -> None:
        """Note the totals of those parts that are known without a search."""
        sizes = np.bitwise_count(parts)
        for size in range(3, int(sizes.max()) + 1):
            of_size = parts[sizes == size]
            is_told_apart = self._one_tells_all_apart(of_size, size)
            for part, is_obvious in zip(of_size.tolist(), is_told_apart.tolist(), strict=True):
                if is_obvious:
                    self._totals[part] = 2 * size - 1
                elif size == 3:
                    self._totals[part] = 6

    def _one_tells_all_apart(self, parts: PartBits, size: int) -> Flags:
        """Whether a code of each part, all of one size, tells all of its codes apart."""
        bits = np.unpackbits(parts.view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        places = np.nonzero(bits)[1].reshape(-1, size)
        answers = np.sort(self._members[places[:, :, None], places[:, None, :]], axis=2)
        is_told_apart: Flags = (np.diff(answers, axis=2) != 0).all(2).any(1)
        return is_told_apart

    def _search(self, part: int) -> int:
        """The total of a part that no code of it tells apart entirely."""
        self._learn_obvious(np.array([part], dtype=np.uint64))
        size = part.bit_count()
        best = self._totals.get(part, 2 * size**2)
        for least, parts in self._ways_to_split(part):
            if least >= best:
                break
            best = min(best, self._total_of_split(size, parts, best))
        return best

    def _ways_to_split(self, part: int) -> Iterator[tuple[int, list[int]]]:
        """Yield the splits of a part, each once, from the one that may cost least on."""
        inside = self._parts & np.uint64(part)
        size = part.bit_count()
        least = size + _LEAST[np.bitwise_count(inside[:, :-1])].sum(axis=1)
        seen: set[tuple[int, ...]] = set()
        for guess in least.argsort(kind="stable").tolist():
            parts = tuple(sorted(filter(None, inside[guess, :-1].tolist()), key=int.bit_count))
            if part not in parts and parts not in seen:
                seen.add(parts)
                yield int(least[guess]), list(parts)

    def _total_of_split(self, size: int, parts: list[int], best: int) -> int:
        """The total of a split, or anything above ``best`` if it is no better."""
        total = size + int(_LEAST[[part.bit_count() for part in parts]].sum())
        for part in parts:
            total += self._total(part) - int(_LEAST[part.bit_count()])
            if total >= best:
                break
        return total


def _width(pegs: int) -> int:
    """The bits that the number of a feedback takes."""
    return (feedback_count(pegs) - 1).bit_length()


def _packed(numbers: Numbers, width: int) -> PartBits:
    """The feedbacks of each guess as one number."""
    shifts = np.arange(numbers.shape[1], dtype=np.uint64) * np.uint64(width)
    packed: PartBits = np.bitwise_or.reduce(numbers.astype(np.uint64) << shifts, axis=1)
    return packed


def _split(numbers: Numbers, answers: int) -> PartBits:
    """The candidates that answer each guess with each feedback, shape (guesses, answers)."""
    parts = np.zeros((len(numbers), answers), dtype=np.uint64)
    rows = np.arange(len(numbers))
    for place, column in enumerate(numbers.T):
        parts[rows, column] |= np.uint64(1 << place)
    return parts
