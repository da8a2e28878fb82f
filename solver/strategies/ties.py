"""Ties: the guesses that a strategy could equally well have made."""

from dataclasses import dataclass

import numpy as np

from solver.positions.candidates import Position
from solver.positions.preference import TIE
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import MOST_ENUMERATED, Code
from solver.sets.arrays import Codes, all_codes
from solver.sets.partitions import partition_sizes
from solver.strategies.one_step import OneStep
from solver.strategies.pools import only_candidates

_MOST_NAMED = 5
# weighing more pairs of a guess and a candidate takes longer than choosing the guess
_MOST_WEIGHED = 2**23


@dataclass(frozen=True)
class Ties:
    """Guesses with the same cost as the chosen guess, and the same chance to win."""

    count: int
    first: tuple[Code, ...]  # the first few of these guesses, in the order of codes


def ties_of(strategy: ArrayStrategy, guess: Codes, position: Position) -> Ties | None:
    """Return the guesses that were as good as ``guess``, an array with one code.

    Return None if the strategy has no cost, or if there are too many codes to weigh.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> from solver.strategies.roster import strategy_named
    >>> knuth, start = strategy_named("knuth"), position_after(Variant(), [])
    >>> others = ties_of(knuth, knuth.choose(start), start)
    >>> others.count, others.first[:3]
    (89, ('1133', '1144', '1155'))
    """
    pool = _pool(strategy, position)
    if not isinstance(strategy, OneStep) or pool is None:
        return None
    costs, is_candidate = strategy.weigh(pool, position.candidates)
    sizes = partition_sizes(guess, position.candidates)
    [cost], can_win = strategy.cost(sizes), sizes[0, -1] > 0
    is_equal = (abs(costs - cost) <= TIE) & (is_candidate == can_win)
    is_equal &= (pool.digits != guess.digits).any(axis=1)
    places = np.flatnonzero(is_equal)
    first = position.variant.texts(pool.digits[places[:_MOST_NAMED]])
    return Ties(len(places), tuple(first))


def _pool(strategy: ArrayStrategy, position: Position) -> Codes | None:
    """Return all codes that the strategy can guess, even equivalent codes; None if too many."""
    candidates = position.candidates
    if getattr(strategy, "pool", None) is only_candidates:
        is_small = position.is_exact and len(candidates) ** 2 <= _MOST_WEIGHED
        return candidates if is_small else None
    size = position.variant.size
    if size > MOST_ENUMERATED or size * len(candidates) > _MOST_WEIGHED:
        return None
    return all_codes(position.variant)
