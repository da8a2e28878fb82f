"""The least worst case of a position: how many guesses are enough for every code."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.exact.budget import Budget, OutOfBudget
from solver.positions.candidates import Position
from solver.positions.equivalence import distinct_guesses
from solver.rule.codes import Code, Variant
from solver.rule.feedback import possible_feedbacks
from solver.sets.arrays import Codes, Indices, all_codes, feedback_numbers
from solver.sets.partitions import partition_sizes

# On boards with more codes, a pass over all guesses takes too long.
_MOST_CODES = 2**15
# A question compares at most this many pairs of codes, in less than half a second.
PAIRS = 2**24
MANY_CODES = 2**13  # with more codes, a question compares only an eighth of these pairs


class WorstCases:
    """The search for the number of guesses that sets of codes need, within a budget.

    A set needs at most k guesses if some guess leaves only parts that need at most k - 1. The
    number of codes that k guesses can distinguish gives a lower bound. The search raises
    ``OutOfBudget`` after comparing ``PAIRS`` pairs of codes, so a question has the same answer on
    every machine. If a board has too many codes, the error is raised at once.
    """

    def __init__(self, variant: Variant) -> None:
        if variant.size > _MOST_CODES:
            raise OutOfBudget
        self._codes = all_codes(variant)
        self._budget = Budget(PAIRS if variant.size <= MANY_CODES else PAIRS // 8)
        # number of feedbacks besides the win
        self._branching = len(possible_feedbacks(variant.pegs)) - 1
        self._known: dict[tuple[bytes, int], bool] = {}

    def guesses_needed(self, position: Position, least: int = 1) -> int:
        """Return the least number of guesses that is always enough, but at least ``least``.

        >>> from solver.positions.candidates import position_after
        >>> from solver.rule.history import parse_history
        >>> mini = Variant(3, 6)
        >>> position = position_after(mini, parse_history(mini, "112:1,0"))
        >>> position.count, WorstCases(mini).guesses_needed(position)
        (57, 4)

        Raises ``OutOfBudget``.
        """
        among, guesses = distinct_guesses(position), least
        while not self._are_enough(position.candidates, guesses, among):
            guesses += 1
        return guesses

    def forcing(self, position: Position, guesses: int) -> Code | None:
        """Return a guess that makes ``guesses`` guesses enough, itself included, or None.

        Raises ``OutOfBudget``.
        """
        candidates = position.candidates
        among = candidates if position.count <= 2 else distinct_guesses(position)
        place = self._place_of_forcing(candidates, guesses, among)
        return None if place is None else among[place]

    def _are_enough(self, candidates: Codes, guesses: int, among: Codes) -> bool:
        count = len(candidates)
        if count <= 2 or count > self._most_told_apart(guesses):
            return count <= guesses
        key = candidates.digits.tobytes(), guesses
        if key not in self._known:
            self._known[key] = self._place_of_forcing(candidates, guesses, among) is not None
        return self._known[key]

    def _place_of_forcing(self, candidates: Codes, guesses: int, among: Codes) -> int | None:
        """Return the index of a guess after which fewer than ``guesses`` are enough, or None."""
        most = self._most_told_apart(guesses - 1)
        for place, parts in self._partitions(candidates, most, among):
            if all(self._are_enough(part, guesses - 1, self._codes) for part in parts):
                return place
        return None

    def _most_told_apart(self, guesses: int) -> int:
        """Return the largest number of codes that this many guesses can distinguish."""
        return sum(self._branching**number for number in range(guesses))

    def _partitions(
        self, candidates: Codes, most: int, among: Codes
    ) -> Iterator[tuple[int, list[Codes]]]:
        """Yield each guess whose parts are small enough, with its parts, the largest part first."""
        self._budget.spend(len(among) * len(candidates))
        sizes = partition_sizes(among, candidates)[:, :-1]
        largest = sizes.max(axis=1)
        may_do: Indices = np.flatnonzero(largest <= min(most, len(candidates) - 1))
        for guess in may_do[np.argsort(largest[may_do], kind="stable")]:
            self._budget.spend(len(candidates))
            answers = feedback_numbers(among[guess : guess + 1], candidates)[0]
            by_size = np.argsort(-sizes[guess], kind="stable")
            yield (
                int(guess),
                [candidates[answers == answer] for answer in by_size if sizes[guess, answer]],
            )
