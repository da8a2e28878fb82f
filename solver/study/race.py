"""A race of strategies for the same code, in turns and with a time limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest
from time import monotonic
from typing import NamedTuple

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.roster import strategy_named
from solver.study.trace import TracedGuess, trace


class Lane(NamedTuple):
    """A strategy in a race, with its seed and the guesses it has made so far."""

    strategy: str
    seed: int
    history: tuple[Turn, ...]


def race(
    variant: Variant, secret: Code, lanes: Sequence[Lane], seconds: float
) -> list[tuple[int, TracedGuess]]:
    """Return the guesses of the lanes, which take turns until the time is over.

    There is at least one guess, and each guess comes with the number of its lane.

    >>> from solver.rule.feedback import Feedback
    >>> behind = Lane("knuth", 0, (Turn("1122", Feedback(0, 2)),))
    >>> thoughts = race(Variant(), "3611", [behind, Lane("simple", 0, ())], seconds=60)
    >>> [lane for lane, _ in thoughts[:4]], thoughts[0][1].suggestion.guess
    ([0, 1, 0, 1], '2344')
    """
    deadline = monotonic() + seconds
    made: list[tuple[int, TracedGuess]] = []
    rounds = zip_longest(
        *(_thoughts(place, variant, secret, lane) for place, lane in enumerate(lanes))
    )
    for thought in filter(None, chain.from_iterable(rounds)):
        made.append(thought)
        if monotonic() >= deadline:
            break
    return made


def _thoughts(
    place: int, variant: Variant, secret: Code, lane: Lane
) -> Iterator[tuple[int, TracedGuess]]:
    strategy = strategy_named(lane.strategy).with_seed(lane.seed)
    position = position_after(variant, lane.history)
    for thought in trace(strategy, position, partial(feedback, secret=secret)):
        yield place, thought
