"""The codes that are still possible after a history."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.rule.codes import MOST_ENUMERATED, Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback, number, numbered_feedbacks
from solver.rule.history import FeedbackLike, HistoryLike, feedback_of, turns_of
from solver.rule.rounding import round_estimate
from solver.sets.arrays import Codes, all_codes, encode, encode_texts, feedback_numbers
from solver.sets.sampling import find_candidates, has_candidates


@dataclass(frozen=True)
class Position:
    """A moment of a game: everything that a strategy can look at.

    ``candidates.digits[i, p]`` is the color, from 0, of candidate i at place p. Positions are equal
    if their variant and history are.
    """

    variant: Variant
    history: tuple[Turn, ...]
    # The candidates in lexicographic order; if there are too many, a uniform sample.
    candidates: Codes = field(compare=False, repr=False)
    count: int = field(compare=False)  # number of possible codes; estimated unless ``is_counted``
    is_exact: bool = field(default=True, compare=False)  # False if the candidates are only a sample

    @property
    def codes(self) -> Sequence[Code]:
        """The candidates as texts, in order; a sample of them if not ``is_exact``."""
        return self.candidates

    @property
    def is_counted(self) -> bool:
        """Whether ``count`` is exact; it always is before the first guess."""
        return self.is_exact or not self.history

    @property
    def count_shown(self) -> int:
        """The count for people: an estimate is rounded to its certain digits."""
        return self.count if self.is_counted else round_estimate(self.count, len(self.candidates))

    def stands_for(self, seen: int) -> int:
        """Return how many codes ``seen`` sampled candidates represent, rounded for people."""
        if self.is_exact:
            return seen
        return round_estimate(seen * self.count / len(self.candidates), seen)

    def may_be(self, code: Code) -> bool:
        """Return whether a code fits every turn, even if it is missing from the sample."""
        return not first_contradicted(self.history, code)

    def split(self, guess: Codes) -> tuple[Codes, list[tuple[Feedback, slice]]]:
        """Return the candidates sorted by their answer to a guess, and the slice of each answer."""
        [numbers] = feedback_numbers(guess, self.candidates)
        sizes = np.bincount(numbers).tolist()
        parts, start = [], 0
        for answer, size in zip(numbered_feedbacks(self.variant.pegs), sizes, strict=False):
            if size:
                parts.append((answer, slice(start, start + size)))
                start += size
        return self.candidates[numbers.argsort(kind="stable")], parts

    def sizes(self, guess: Code) -> dict[Feedback, int]:
        """Return how many of the listed candidates give each answer to a guess.

        >>> position_after(Variant(), "1122:1,1").sizes("1344")[Feedback(2, 1)]
        5
        """
        [numbers] = feedback_numbers(encode_texts(self.variant, guess), self.candidates)
        sizes = np.bincount(numbers).tolist()
        answers = numbered_feedbacks(self.variant.pegs)
        return {answer: size for answer, size in zip(answers, sizes, strict=False) if size}

    def after(self, guess: Code, answer: FeedbackLike) -> Position:
        """Return the position after one more turn.

        Raises ``InvalidCode``, ``InvalidTurn``, and ``Contradiction`` if no code fits.

        >>> position_after(Variant(), ()).after("1122", "1,1").count
        208
        """
        found = feedback_of(self.variant, answer)
        position = follow(self, encode_texts(self.variant, guess), found)
        if not position.count:
            raise Contradiction(len(position.history))
        return position

    def outcomes(self, guess: Code | Codes) -> Iterator[tuple[Feedback, Position]]:
        """Yield each answer to a guess, and the position after it.

        If the candidates are a sample, rare answers can be missing.
        """
        guess = encode_texts(self.variant, guess) if isinstance(guess, str) else guess
        codes, parts = self.split(guess)
        for answer, place in parts:
            if self.is_exact:
                yield answer, self.narrow(Turn(guess[0], answer), codes[place])
            else:
                yield answer, self.after(guess[0], answer)

    def narrow(self, turn: Turn, candidates: Codes) -> Position:
        """Return the position after one more turn that leaves these candidates."""
        return Position(self.variant, (*self.history, turn), candidates, len(candidates))


def position_after(variant: Variant, history: HistoryLike) -> Position:
    """Return the position after a history.

    Raises ``Contradiction`` if no code fits and ``EngineError`` if the history is invalid.

    >>> position_after(Variant(), "1122:1,1").count
    208
    """
    history = turns_of(variant, history)
    if variant.size <= MOST_ENUMERATED:
        candidates = consistent(all_codes(variant), variant, history)
        return Position(variant, history, candidates, len(candidates))
    digits, count = find_candidates(variant, history)
    if not count:
        turns = range(1, len(history) + 1)
        last = next(turn for turn in turns if not has_candidates(variant, history[:turn]))
        raise Contradiction(last)
    candidates = encode(digits, variant.colors)
    return Position(variant, history, candidates, count, is_exact=count == len(digits))


def follow(position: Position, guess: Codes, answer: Feedback) -> Position:
    """Return the position after one more guess (exactly one code) and a possible answer."""
    variant = position.variant
    history = (*position.history, Turn(variant.texts(guess.digits)[0], answer))
    if not position.is_exact:
        return position_after(variant, history)
    candidates = position.candidates
    candidates = candidates[feedback_numbers(guess, candidates)[0] == number(answer)]
    return Position(variant, history, candidates, len(candidates))


def consistent(codes: Codes, variant: Variant, history: Sequence[Turn]) -> Codes:
    """Return the given codes that fit every turn of the history.

    Raises ``Contradiction`` if no code does.
    """
    guesses = encode_texts(variant, *(turn.guess for turn in history))
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
