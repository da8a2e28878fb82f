"""The next guess and the reason for it; on the site this is a hint."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import log2
from types import MappingProxyType
from typing import Any

import numpy as np

from solver.positions.candidates import Position, position_after
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn, numbered_feedbacks
from solver.rule.history import HistoryLike, turns_of
from solver.rule.rounding import round_estimate
from solver.sets.arrays import Codes
from solver.sets.partitions import partition_sizes
from solver.strategies.foreign import resolve
from solver.strategies.optimal import Optimal


@dataclass(frozen=True)
class Suggestion:
    """A guess and its expected effect.

    The numbers of codes left are estimates unless ``exact``; ``candidates`` is an estimate unless
    ``is_counted``. Estimates are rounded to their certain digits. ``is_candidate`` is always
    certain. As in the literature, the winning code counts as a code that is left.
    """

    guess: Code
    candidates: int  # number of codes that are still possible
    is_candidate: bool  # whether the guess can be the secret
    worst_left: int  # maximum number of candidates that can be left
    expected_left: float  # mean number of candidates left
    partition: Mapping[Feedback, int]  # number of candidates for each feedback
    exact: bool
    is_counted: bool  # whether the number of candidates is exact
    proven: bool | None = None  # whether the guess is proven best; None if no proof is claimed
    is_in_time: bool = True  # False if the strategy can no longer keep its limit on guesses

    @property
    def parts(self) -> int:
        """The number of parts into which the guess splits the candidates."""
        return len(self.partition)

    @property
    def bits(self) -> float:
        """The expected information of the answer: the entropy of the partition."""
        return expected_bits(self.partition)

    def facts(self) -> dict[str, Any]:
        """Return the suggestion as JSON values."""
        return {
            "guess": self.guess,
            "candidates": self.candidates,
            "is_counted": self.is_counted,
            "is_candidate": self.is_candidate,
            "worst_left": self.worst_left,
            "expected_left": self.expected_left,
            "parts": self.parts,
            "is_exact": self.exact,
        }


def suggest(variant: Variant, history: HistoryLike, strategy: StrategyLike = "knuth") -> Suggestion:
    """Return the next guess of a strategy and its expected effect.

    Raises ``Contradiction`` if no code fits the history, and ``EngineError`` if the history is
    invalid or there is no such strategy. The same history always gets the same suggestion.

    >>> hint = suggest(Variant(), [])
    >>> hint.guess, hint.candidates, hint.worst_left, hint.parts
    ('1122', 1296, 256, 13)
    """
    turns = turns_of(variant, history)
    if isinstance(strategy, str):
        return _suggest(variant, turns, strategy)
    return _suggest_anew(variant, turns, strategy)


def _suggest_anew(
    variant: Variant, history: tuple[Turn, ...], strategy: StrategyLike
) -> Suggestion:
    chosen = resolve(strategy)
    position = position_after(variant, history)
    if isinstance(chosen, Optimal):
        advice = chosen.advise(position)
        found = explain(advice.guess, position)
        return replace(found, proven=advice.is_proven, is_in_time=advice.is_in_time)
    return explain(chosen.choose(position), position)


# Only strategies given by name are cached, because a strategy of a user can change.
_suggest = lru_cache(maxsize=256)(_suggest_anew)


def explain(guess: Codes, position: Position) -> Suggestion:
    """Return the expected effect of a guess, given as an array with one code, in a position."""
    [sizes] = partition_sizes(guess, position.candidates)
    answers, listed = numbered_feedbacks(position.variant.pegs), len(position.candidates)
    partition = {
        answers[place]: position.stands_for(int(sizes[place])) for place in np.flatnonzero(sizes)
    }
    if is_candidate := position.may_be(guess[0]):
        # Exactly one code wins, even if the sample does not contain that code.
        partition[answers[-1]] = 1
    left = float(np.square(sizes).sum() / listed)
    if not position.is_exact:
        left = float(round_estimate(left * position.count / listed, listed))
    return Suggestion(
        guess=guess[0],
        candidates=position.count_shown,
        is_candidate=is_candidate,
        worst_left=max(partition.values()),
        expected_left=left,
        partition=MappingProxyType(partition),
        exact=position.is_exact,
        is_counted=position.is_counted,
    )


def expected_bits(partition: Mapping[Feedback, int]) -> float:
    """Return the expected bits of information of an answer: the entropy of the partition.

    >>> expected_bits({Feedback(0, 0): 2, Feedback(1, 0): 1, Feedback(2, 0): 1})
    1.5
    """
    total = sum(partition.values())
    return sum(size / total * log2(total / size) for size in partition.values())
