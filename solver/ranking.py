"""The best guesses of a position by one strategy, each with what the others look at too."""

from collections.abc import Iterator, Sequence
from math import log2
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.arrays import Codes, Flags, all_codes, feedback_numbers
from solver.candidates import Position, position_after
from solver.codes import MOST_ENUMERATED, Code, Variant
from solver.equivalence import distinct_guesses, openings
from solver.feedback import Turn
from solver.partitions import blocks, partition_sizes
from solver.pools import MOST_WORK, differing_codes, tried_opening, work
from solver.strategies import OneStep, entropy, strategy_named
from solver.suggest import explain
from solver.weights import Costs

Weighed: TypeAlias = tuple[Codes, list[float], Flags]  # guesses, their costs, which may win

_MOST_WORK = 2**29  # words of bits to compare for one ranking: about 2 s
_SPARE = 8  # guesses to weigh exactly for each that is asked for: many split the candidates alike


class NoRanking(ValueError):
    """A strategy has no cost by which guesses could be ranked."""


class RankedGuess(NamedTuple):
    """A guess with all that a strategy might look at; estimates unless ``exact``."""

    guess: Code
    is_candidate: bool
    cost: float | None  # by the strategy that ranks; None where a sample cannot tell it
    worst_left: int
    expected_left: float
    bits_left: float  # what is still to be learned on average
    parts: int  # at least so many, unless ``exact``
    exact: bool


class Ranking(NamedTuple):
    """The best guesses, and among how many they were found."""

    guesses: tuple[RankedGuess, ...]
    weighed: int  # the guesses that were compared
    guesses_sampled: bool  # whether others might be better
    are_all: bool  # whether every other guess does the same as one of these
    sample: int | None  # the candidates that stand for all, where those cannot be listed
    opening: Code | None  # a first guess that did better in whole games than the first of these


def best_guesses(variant: Variant, history: Sequence[Turn], strategy: str, most: int) -> Ranking:
    """Return the guesses that a strategy likes best, in the order of its cost and ties.

    Of guesses that split the candidates alike one is listed, and of first guesses that differ
    only in the names of colors and places. Raises ``NoRanking`` and what ``suggest`` does.

    >>> [ranked.guess for ranked in best_guesses(Variant(), [], "knuth", most=3).guesses]
    ['1122', '1123', '1234']
    """
    position, chosen = position_after(variant, history), strategy_named(strategy)
    if not isinstance(chosen, OneStep):
        raise NoRanking(f"{strategy} ranks no guesses; knuth or entropy would")
    guesses, is_sampled = _comparable(position)
    weighed = len(guesses)
    if is_sampled:
        guesses = _cheapest(guesses, chosen, position, most * _SPARE)
    guesses, costs, may_win = _weighed(guesses, chosen, position)
    places = _different(guesses, may_win, position, most)
    ranked = tuple(_ranked(guesses[at : at + 1], costs[at], position) for at in places)
    return Ranking(
        ranked,
        weighed=weighed,
        guesses_sampled=is_sampled,
        are_all=not is_sampled and len(ranked) < most,
        sample=None if position.is_exact else len(position.candidates),
        opening=_better_opening(chosen, position, ranked[0].guess),
    )


def _comparable(position: Position) -> tuple[Codes, bool]:
    """The guesses to compare, and whether they are only a sample of those that may differ."""
    if not position.history:
        return _differing_openings(position.variant), False
    if position.variant.size > MOST_ENUMERATED:
        return differing_codes(position), True
    guesses = distinct_guesses(all_codes(position.variant), position)
    if work(guesses, position.candidates) <= _MOST_WORK:
        return guesses, False
    return differing_codes(position), True


def _differing_openings(variant: Variant) -> Codes:
    """The first guesses, one for all that repeat as many colors as often."""
    guesses = openings(variant)
    repeats = np.sort([np.bincount(row, minlength=variant.colors) for row in guesses.digits])
    return guesses[np.sort(np.unique(repeats, axis=0, return_index=True)[1])]


def _cheapest(guesses: Codes, chosen: OneStep, position: Position, most: int) -> Codes:
    """At least so many guesses, among them those that seem the best by some of the candidates."""
    enough = max(most, MOST_WORK // work(guesses[:1], position.candidates))
    if len(guesses) <= enough:
        return guesses
    return guesses[np.sort(_in_order(*chosen.weigh(guesses, position.candidates))[:enough])]


def _weighed(guesses: Codes, chosen: OneStep, position: Position) -> Weighed:
    """Guesses in order, the cheapest first, each weighed against all candidates that are listed."""
    at_once = max(1, MOST_WORK // work(guesses[:1], position.candidates))
    parts = [
        chosen.weigh(guesses[rows], position.candidates) for rows in blocks(len(guesses), at_once)
    ]
    costs, may_win = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = _in_order(costs, may_win)
    return guesses[order], costs[order].tolist(), may_win[order]


def _in_order(costs: Costs, may_win: Flags) -> npt.NDArray[np.intp]:
    """The places of guesses, the cheapest first."""
    return np.lexsort([~may_win, np.round(costs, 6)])


def _different(guesses: Codes, may_win: Flags, position: Position, most: int) -> list[int]:
    """The places of so many guesses of which no two split the candidates alike."""
    places: dict[tuple[bool, int], int] = {}
    for place, split in enumerate(_splits(guesses, position)):
        places.setdefault((bool(may_win[place]), split), place)
        if len(places) == most:
            break
    return list(places.values())


def _splits(guesses: Codes, position: Position) -> Iterator[int]:
    """Yield for each guess a number that is the same for those that split candidates alike."""
    for place in range(len(guesses)):
        [numbers] = feedback_numbers(guesses[place : place + 1], position.candidates)
        _, first, part = np.unique(numbers, return_index=True, return_inverse=True)
        yield hash(first[part].tobytes())


def _better_opening(chosen: OneStep, position: Position, best: Code) -> Code | None:
    """What the strategy plays at first, if games have shown it to be better than it looks."""
    opening = None if position.history else tried_opening(position.variant)
    if opening is None:
        return None
    texts = position.variant.texts(np.vstack([opening.digits, chosen.choose(position).digits]))
    return texts[0] if texts[0] == texts[1] != best else None


def _ranked(guess: Codes, cost: float, position: Position) -> RankedGuess:
    found = explain(guess, position)
    listed = len(position.candidates)
    bits = float(entropy(partition_sizes(guess, position.candidates))[0]) / listed
    return RankedGuess(
        guess=found.guess,
        is_candidate=found.is_candidate,
        cost=cost if position.is_exact else None,
        worst_left=found.worst_left,
        expected_left=found.expected_left,
        bits_left=round(bits + log2(position.count / listed), 3 if position.is_exact else 1),
        parts=found.parts,
        exact=found.exact,
    )
