"""Code spaces for the exact search with numpy alone, for few candidates and a bounded time."""

import numpy as np

from solver.arrays import Codes, Numbers, all_codes, feedback_numbers
from solver.candidates import Position
from solver.codes import Digits, Variant
from solver.equivalence import distinct_guesses
from solver.exact.bounds import IMPOSSIBLE, Costs
from solver.exact.space import Counts, Partition, Places
from solver.feedback import Feedback, Turn
from solver.partitions import partition_sizes

_ANY_FEEDBACK = Feedback(0, 0)  # which guesses are of a kind depends on the guesses before alone
_GLANCE = 2_000  # a glance at a part takes as long as comparing so many pairs of codes


class OutOfBudget(Exception):
    """The search would take longer than it may."""


class PlainSpace:
    """Knows few symmetries, and compares codes when asked to.

    ``budget`` is how many pairs of codes it compares before it raises ``OutOfBudget``, so that
    the same question always has the same answer, on a slow machine too.
    """

    def __init__(self, variant: Variant, budget: float = np.inf) -> None:
        self._codes = all_codes(variant)
        self._variant = variant
        self._budget = budget
        self.digits = self._codes.digits

    def places(self, codes: Codes) -> Places:
        """Return where codes are in the list of all."""
        colors = self._variant.colors
        places = np.searchsorted(_words(self.digits, colors), _words(codes.digits, colors))
        return places.astype(np.uint32)

    def code(self, place: int) -> Codes:
        """Return a single code by its place."""
        return self._codes[place : place + 1]

    def distinct_guesses(self, past: Digits, candidates: Places) -> Places:
        """Return one guess of each kind, as far as a look at pairs of positions tells kinds."""
        history = tuple(Turn(guess, _ANY_FEEDBACK) for guess in self._variant.texts(past))
        position = Position(self._variant, history, self._at(candidates), len(candidates))
        return self.places(distinct_guesses(self._codes, position))

    def partition_sizes(self, guesses: Places, candidates: Places) -> Counts:
        """Return ``sizes[g, f]``: how many candidates answer guess g with feedback number f."""
        self._spend(len(guesses) * len(candidates))
        return partition_sizes(self._at(guesses), self._at(candidates)).astype(np.int32)

    def most_parts(self, sizes: Counts) -> int:
        """Return the most feedbacks that a guess can earn besides the win."""
        return int(np.count_nonzero(sizes[:, :-1], axis=1).max())

    def sum_least(self, sizes: Counts, least: Costs) -> Costs:
        """Return what the parts of each guess cost at least together."""
        parts = sizes[:, :-1]
        costs: Costs = least.take(parts).sum(axis=1)
        costs[parts.max(axis=1) == sizes.sum(axis=1)] = IMPOSSIBLE
        return costs

    def split(self, guess: int, candidates: Places) -> Partition:
        """Return the parts into which a guess splits the candidates."""
        answers = self._answers(guess, candidates)
        sizes = np.bincount(answers, minlength=self._width)[:-1].astype(np.int32)
        order = np.argsort(answers, kind="stable")
        return Partition(candidates[order[: sizes.sum()]], sizes[sizes > 0])

    def signature(self, guess: int, candidates: Places) -> bytes:
        """Return what two guesses share if and only if they split the candidates alike."""
        answers = self._answers(guess, candidates)
        _, first, parts = np.unique(answers, return_index=True, return_inverse=True)
        labels = first[parts]
        labels[answers == self._width - 1] = len(candidates)
        return labels.tobytes()

    def told_apart(self, partition: Partition) -> Counts:
        """Return how many different answers a code of each part can get from the part."""
        self._spend(_GLANCE * len(partition.sizes))
        is_small = partition.sizes < self._width
        most = [
            self._most_told_apart(part) if may_be else 0
            for part, may_be in zip(partition, is_small, strict=True)
        ]
        return np.array(most, dtype=np.int32)

    def form(self, candidates: Places) -> bytes:
        """Return the candidates themselves: equal sets are found again, symmetric ones not."""
        return candidates.tobytes()

    @property
    def _width(self) -> int:
        return (self._variant.pegs + 1) * (self._variant.pegs + 2) // 2

    def _spend(self, pairs: int) -> None:
        self._budget -= pairs
        if self._budget < 0:
            raise OutOfBudget

    def _at(self, places: Places) -> Codes:
        return self._codes[places.astype(np.intp)]

    def _answers(self, guess: int, candidates: Places) -> Numbers:
        answers: Numbers = feedback_numbers(self._codes[guess : guess + 1], self._at(candidates))[0]
        return answers

    def _most_told_apart(self, part: Places) -> int:
        """How many different answers a code of a part can get from it."""
        codes = self._at(part)
        answers = np.sort(feedback_numbers(codes, codes), axis=1)
        return 1 + int((answers[:, 1:] != answers[:, :-1]).sum(axis=1).max())


def _words(digits: Digits, colors: int) -> Costs:
    """Codes as numbers that keep their order."""
    places = np.int64(colors) ** np.arange(digits.shape[1])[::-1]
    words: Costs = digits @ places
    return words
