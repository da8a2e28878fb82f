"""The next guess, and why: what the site calls a hint."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from solver.arrays import Codes
from solver.candidates import Position, position_after
from solver.codes import Code, Variant
from solver.exact.play import Optimal
from solver.feedback import Feedback, Turn, numbered_feedbacks
from solver.partitions import partition_sizes
from solver.strategies import strategy_named


@dataclass(frozen=True)
class Suggestion:
    """A guess and what is known about it; numbers of codes are estimates unless ``exact``.

    A code that wins counts among the codes left, as in the literature.
    """

    guess: Code
    candidates: int  # the codes still possible
    is_candidate: bool  # whether the guess may be the secret itself
    worst_left: int  # the most candidates that can be left
    expected_left: float  # the mean number of candidates left
    partition: Mapping[Feedback, int]  # the candidates behind every feedback that can come
    exact: bool
    proven: bool | None = None  # whether no guess is better; None where nothing is claimed

    @property
    def parts(self) -> int:
        """In how many parts the guess splits the candidates."""
        return len(self.partition)


def suggest(variant: Variant, history: Sequence[Turn], strategy: str = "knuth") -> Suggestion:
    """Return the next guess of a strategy and what it will tell.

    Raises ``Contradiction`` if no code fits the history, ``InvalidCode`` if one of its guesses
    is not a code and ``UnknownStrategy``. The same history gives the same suggestion.

    >>> hint = suggest(Variant(), [])
    >>> hint.guess, hint.candidates, hint.worst_left, hint.parts
    ('1122', 1296, 256, 13)
    """
    return _suggest(variant, tuple(history), strategy)


@lru_cache(maxsize=256)
def _suggest(variant: Variant, history: tuple[Turn, ...], strategy: str) -> Suggestion:
    chosen = strategy_named(strategy)
    position = position_after(variant, history)
    if isinstance(chosen, Optimal):
        advice = chosen.advise(position)
        return replace(explain(advice.guess, position), proven=advice.is_proven)
    return explain(chosen.choose(position), position)


def explain(guess: Codes, position: Position) -> Suggestion:
    """Return what ``guess``, a single code, will tell in a position."""
    [sizes] = partition_sizes(guess, position.candidates)
    weight = position.count / len(position.candidates)
    names = numbered_feedbacks(position.variant.pegs)
    return Suggestion(
        guess=position.variant.texts(guess.digits)[0],
        candidates=position.count,
        is_candidate=bool(sizes[-1]),
        worst_left=round(int(sizes.max()) * weight),
        expected_left=float(np.square(sizes).sum() / len(position.candidates)) * weight,
        partition=MappingProxyType(
            {names[place]: round(int(sizes[place]) * weight) for place in np.flatnonzero(sizes)}
        ),
        exact=position.is_exact,
    )
