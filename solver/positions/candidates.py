"""The codes that are still possible after a history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.rule.codes import MOST_ENUMERATED, Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback, number, numbered_feedbacks
from solver.rule.rounding import rounded
from solver.sets.arrays import Codes, all_codes, encode, encoded, feedback_numbers
from solver.sets.sampling import find_candidates, has_candidates


@dataclass(frozen=True)
class Position:
    """A moment of a game: everything that a strategy may look at.

    ``candidates.digits[i, p]`` is the color, from 0, of candidate i at place p.
    ``variant.texts`` turns such rows into codes.
    """

    variant: Variant
    history: tuple[Turn, ...]
    candidates: Codes  # in lexicographic order; a uniform sample if there are too many
    count: int  # possible codes; an estimate unless ``is_counted``
    is_exact: bool = True  # False if the candidates are a sample

    @property
    def is_counted(self) -> bool:
        """Whether ``count`` is exact; before the first guess it always is."""
        return self.is_exact or not self.history

    @property
    def count_shown(self) -> int:
        """The count for people: an estimate is rounded to its certain digits."""
        return self.count if self.is_counted else rounded(self.count, len(self.candidates))

    def stands_for(self, seen: int) -> int:
        """Return how many codes ``seen`` of the candidates represent, rounded for people."""
        if self.is_exact:
            return seen
        return rounded(seen * self.count / len(self.candidates), seen)

    def may_be(self, code: Code) -> bool:
        """Return whether a code fits every turn, even if it is missing from the sample."""
        return not first_contradicted(self.history, code)

    def split(self, guess: Codes) -> tuple[Codes, list[tuple[Feedback, slice]]]:
        """Return the candidates sorted by their answer to one code, and the slice per answer."""
        [numbers] = feedback_numbers(guess, self.candidates)
        sizes = np.bincount(numbers).tolist()
        parts, start = [], 0
        for answer, size in zip(numbered_feedbacks(self.variant.pegs), sizes, strict=False):
            if size:
                parts.append((answer, slice(start, start + size)))
                start += size
        return self.candidates[numbers.argsort(kind="stable")], parts

    def after(self, guess: Codes) -> Iterator[tuple[Feedback, Position]]:
        """Yield each possible feedback to ``guess`` (a single code) and the position after it."""
        [text] = self.variant.texts(guess.digits)
        codes, parts = self.split(guess)
        for answer, place in parts:
            yield answer, self.narrowed(Turn(text, answer), codes[place])

    def narrowed(self, turn: Turn, candidates: Codes) -> Position:
        """Return the position after one more turn that leaves these candidates."""
        return Position(self.variant, (*self.history, turn), candidates, len(candidates))


def position_after(variant: Variant, history: Sequence[Turn]) -> Position:
    """Return the position after a history.

    Raises ``Contradiction`` if no code fits and ``InvalidCode`` if a guess is not a code.

    >>> position_after(Variant(), [Turn("1122", Feedback(1, 1))]).count
    208
    """
    history = tuple(history)
    if variant.size <= MOST_ENUMERATED:
        candidates = consistent(all_codes(variant), variant, history)
        return Position(variant, history, candidates, len(candidates))
    digits, count = find_candidates(variant, history)
    if not count:
        raise Contradiction(_first_turn_without_candidates(variant, history))
    candidates = encode(digits, variant.colors)
    return Position(variant, history, candidates, count, is_exact=count == len(digits))


def follow(position: Position, guess: Codes, answer: Feedback) -> Position:
    """Return the position after one more guess, a single code, and a possible answer to it."""
    variant = position.variant
    history = (*position.history, Turn(variant.texts(guess.digits)[0], answer))
    if not position.is_exact:
        return position_after(variant, history)
    candidates = position.candidates
    candidates = candidates[feedback_numbers(guess, candidates)[0] == number(answer)]
    return Position(variant, history, candidates, len(candidates))


def consistent(codes: Codes, variant: Variant, history: Sequence[Turn]) -> Codes:
    """Return the ``codes`` that answer every guess as in the history.

    Raises ``Contradiction`` if there are none.
    """
    guesses = encoded(variant, *(turn.guess for turn in history))
    for place, turn in enumerate(history):
        [numbers] = feedback_numbers(guesses[place : place + 1], codes)
        codes = codes[numbers == number(turn.feedback)]
        if not len(codes):
            raise Contradiction(place + 1)
    return codes


def first_contradicted(history: Sequence[Turn], code: Code) -> int:
    """Return the number of the first turn that a code contradicts, or 0.

    >>> history = [Turn("1122", Feedback(1, 1)), Turn("1344", Feedback(1, 2))]
    >>> first_contradicted(history, "1235"), first_contradicted(history, "1433")
    (2, 1)
    """
    for place, (guess, answer) in enumerate(history, start=1):
        if feedback(guess, secret=code) != answer:
            return place
    return 0


def _first_turn_without_candidates(variant: Variant, history: Sequence[Turn]) -> int:
    turns = range(1, len(history) + 1)
    return next(turn for turn in turns if not has_candidates(variant, history[:turn]))
