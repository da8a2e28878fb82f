"""How many guesses are enough whatever the code is: the least worst case of positions."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.exact.plain import OutOfBudget
from solver.positions.candidates import Position
from solver.positions.equivalence import distinct_guesses
from solver.rule.codes import Code, Variant
from solver.rule.feedback import possible_feedbacks
from solver.sets.arrays import Codes, Indices, all_codes, feedback_numbers
from solver.sets.partitions import partition_sizes

MOST_CODES_SEARCHED = 2**15  # of a board; on larger ones a look at all guesses takes too long
PAIRS = 2**24  # of codes to compare for one question: less than half a second
MANY_CODES = 2**13  # of a board; on a larger one an eighth of the pairs takes as long


class WorstCases:
    """Answers how many guesses sets of codes of one board need, as long as its budget lasts.

    A set needs no more than k guesses if some guess leaves only parts that need no more than
    k - 1. The most codes that k guesses can ever tell apart bound that from below. ``pairs`` is
    how many pairs of codes are compared before it raises ``OutOfBudget``: the same question has
    the same answer on every machine.
    """

    def __init__(self, variant: Variant, pairs: int = PAIRS) -> None:
        self._codes = all_codes(variant)
        self._pairs = pairs if variant.size <= MANY_CODES else pairs // 8
        self._branching = len(possible_feedbacks(variant.pegs)) - 1  # besides the win
        self._known: dict[tuple[bytes, int], bool] = {}

    def needed(self, position: Position, least: int = 1) -> int:
        """Return how many guesses are enough in a position, and fewer are not, or the ``least``.

        >>> from solver.positions.candidates import position_after
        >>> from solver.rule.history import parse_history
        >>> mini = Variant(3, 6)
        >>> position = position_after(mini, parse_history(mini, "112:1,0"))
        >>> position.count, WorstCases(mini).needed(position)
        (57, 4)

        Raises ``OutOfBudget``.
        """
        among, guesses = distinct_guesses(self._codes, position), least
        while not self._are_enough(position.candidates, guesses, among):
            guesses += 1
        return guesses

    def forcing(self, position: Position, guesses: int) -> Code | None:
        """Return a guess with which this many are enough in a position, if there is one.

        Raises ``OutOfBudget``.
        """
        among = distinct_guesses(self._codes, position)
        if position.count <= 2:
            among = position.candidates
        place = self._place_of_forcing(position.candidates, guesses, among)
        return None if place is None else position.variant.texts(among.digits[[place]])[0]

    def _are_enough(self, candidates: Codes, guesses: int, among: Codes) -> bool:
        count = len(candidates)
        if count <= 2 or count > self._most_told_apart(guesses):
            return count <= guesses
        key = candidates.digits.tobytes(), guesses
        if key not in self._known:
            self._known[key] = self._place_of_forcing(candidates, guesses, among) is not None
        return self._known[key]

    def _place_of_forcing(self, candidates: Codes, guesses: int, among: Codes) -> int | None:
        """The place of a guess that leaves only what one guess less is enough for."""
        partitions = self._partitions(candidates, self._most_told_apart(guesses - 1), among)
        return next(
            (
                place
                for place, parts in partitions
                if all(self._are_enough(part, guesses - 1, self._codes) for part in parts)
            ),
            None,
        )

    def _most_told_apart(self, guesses: int) -> int:
        """How many codes this many guesses can tell apart at most."""
        return sum(self._branching**number for number in range(guesses))

    def _partitions(
        self, candidates: Codes, most: int, among: Codes
    ) -> Iterator[tuple[int, list[Codes]]]:
        """Yield the parts, the largest first, that guesses leave of which none is too large."""
        self._spend(len(among) * len(candidates))
        sizes = partition_sizes(among, candidates)[:, :-1]
        largest = sizes.max(axis=1)
        may_do: Indices = np.flatnonzero(largest <= min(most, len(candidates) - 1))
        for guess in may_do[np.argsort(largest[may_do], kind="stable")]:
            self._spend(len(candidates))
            answers = feedback_numbers(among[guess : guess + 1], candidates)[0]
            by_size = np.argsort(-sizes[guess], kind="stable")
            yield (
                int(guess),
                [candidates[answers == answer] for answer in by_size if sizes[guess, answer]],
            )

    def _spend(self, pairs: int) -> None:
        self._pairs -= pairs
        if self._pairs < 0:
            raise OutOfBudget
