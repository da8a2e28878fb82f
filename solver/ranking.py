"""The best guesses of a position by one strategy, each with what the others look at too."""

from collections.abc import Sequence
from math import log2
from typing import NamedTuple

import numpy as np

from solver.arrays import Codes
from solver.candidates import Position, position_after
from solver.codes import Code, Variant
from solver.feedback import Turn
from solver.partitions import partition_sizes
from solver.strategies import OneStep, entropy, strategy_named
from solver.suggest import explain


class NoRanking(ValueError):
    """A strategy has no cost by which guesses could be ranked."""


class RankedGuess(NamedTuple):
    """A guess with all that a strategy might look at; estimates unless ``exact``."""

    guess: Code
    is_candidate: bool
    cost: float  # by the strategy that ranks
    worst_left: int
    expected_left: float
    bits_left: float  # what is still to be learned on average
    parts: int
    exact: bool


def best_guesses(
    variant: Variant, history: Sequence[Turn], strategy: str, most: int
) -> list[RankedGuess]:
    """Return the guesses that a strategy likes best, in the order of its cost and ties.

    Of guesses that cannot differ one is listed. Raises ``NoRanking`` and what ``suggest`` does.

    >>> [ranked.guess for ranked in best_guesses(Variant(), [], "knuth", most=3)]
    ['1122', '1123', '1223']
    """
    position, chosen = position_after(variant, history), strategy_named(strategy)
    if not isinstance(chosen, OneStep):
        raise NoRanking(f"{strategy} ranks no guesses; knuth or entropy would")
    guesses = OneStep.pool(position)
    costs, is_candidate = chosen.weigh(guesses, position.candidates)
    order = np.lexsort([~is_candidate, np.round(costs, 6)])[:most]
    return [
        _ranked(guesses[place : place + 1], float(costs[place]), position)
        for place in order.tolist()
    ]


def _ranked(guess: Codes, cost: float, position: Position) -> RankedGuess:
    found = explain(guess, position)
    listed = len(position.candidates)
    bits = float(entropy(partition_sizes(guess, position.candidates))[0]) / listed
    return RankedGuess(
        guess=found.guess,
        is_candidate=found.is_candidate,
        cost=cost,
        worst_left=found.worst_left,
        expected_left=found.expected_left,
        bits_left=round(bits + log2(position.count / listed), 3 if position.is_exact else 1),
        parts=found.parts,
        exact=found.exact,
    )
