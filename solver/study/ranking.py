"""The best guesses of a strategy in a position, each with the figures of other strategies."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import log2
from typing import NamedTuple

import numpy as np

from solver.exact.budget import OutOfBudget
from solver.exact.solved import AT_LEISURE, Solved
from solver.positions.candidates import Position, position_after
from solver.positions.equivalence import Symmetries, differing_openings, distinct_guesses
from solver.positions.preference import cheapest_first
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import MOST_ENUMERATED, Code, Variant
from solver.rule.errors import TooManyCodes
from solver.rule.feedback import Turn
from solver.sets.arrays import Codes, Flags, Indices, feedback_numbers, places_of, sample
from solver.sets.partitions import blocks, partition_sizes
from solver.strategies.costs import GuessCosts, entropy
from solver.strategies.one_step import OneStep
from solver.strategies.optimal import Optimal
from solver.strategies.pools import MOST_WORK, differing_codes, tried_opening, work
from solver.strategies.roster import strategy_named
from solver.study.suggest import explain
from solver.study.worth import proven_worth

_MOST_WORK = 2**29  # so many words of bits take about 2 s to compare
_SPARE = 8  # guesses weighed for each requested guess, because many are equivalent


class RankedGuess(NamedTuple):
    """A guess with its figures, which are estimates unless ``is_exact``."""

    guess: Code
    is_candidate: bool
    cost: float | None  # cost of the strategy; None if the candidates are a sample
    worst_left: int
    expected_left: float
    bits_left: float  # mean number of bits of information that are missing after the answer
    parts: int  # the number of parts if ``is_exact``, otherwise a lower bound
    is_exact: bool


class Ranking(NamedTuple):
    """The best guesses, and how they were found."""

    guesses: tuple[RankedGuess, ...]
    compared: int  # number of guesses that were considered
    weighed: int  # number of guesses weighed against all candidates, or the whole sample
    others_may_be_better: bool  # whether guesses that could be better were left out
    are_all: bool  # whether every other guess is equivalent to one of the ranking
    sample: int | None  # size of the sample, if the candidates cannot be listed
    # an opening that did better in whole games than the first guess of the ranking
    opening: Code | None


def best_guesses(variant: Variant, history: Sequence[Turn], strategy: str, most: int) -> Ranking:
    """Return the best guesses of a strategy, by the strategy's cost and its rule for ties.

    Only one of several equivalent guesses is listed. Guesses are equivalent if they split the
    candidates alike, or if a symmetry of the history, which exchanges places and colors, maps one
    guess to the other. Raises the errors of ``suggest``, and ``ValueError`` if the strategy cannot
    rank guesses or a proof of the ranking takes too long.

    >>> [ranked.guess for ranked in best_guesses(Variant(), [], "knuth", most=3).guesses]
    ['1122', '1123', '1234']
    """
    position, chosen = position_after(variant, history), strategy_named(strategy)
    compared = guesses = _comparable(position)
    if isinstance(chosen, Optimal) and chosen.max_guesses is None:
        costs = _further(guesses, position)
        may_win = np.array([position.may_be(guess) for guess in guesses])
    elif isinstance(chosen, OneStep):
        guesses = _promising(compared, chosen, position, most * _SPARE)
        costs, may_win = _weigh(guesses, chosen, position.candidates)
    else:
        raise ValueError(f"{strategy} ranks no guesses; knuth or entropy would")
    places = _different(guesses, cheapest_first(costs, may_win), may_win, position)
    ranked = tuple(
        _describe(guesses[place : place + 1], float(costs[place]), position)
        for place in islice(places, most)
    )
    # On a large board, only some guesses are compared after the first turn.
    is_mixed = bool(position.history) and variant.size > MOST_ENUMERATED
    others = is_mixed or len(guesses) < len(compared)
    return Ranking(
        ranked,
        compared=len(compared),
        weighed=len(guesses),
        others_may_be_better=others,
        are_all=not others and len(ranked) < most,
        sample=None if position.is_exact else len(position.candidates),
        opening=_better_opening(chosen, position, ranked[0].guess),
    )


def _further(guesses: Codes, position: Position) -> GuessCosts:
    """Return, for each guess, the proven mean number of guesses to the win, including it.

    Raises ``ValueError`` if the proof takes too long.
    """
    try:
        if (worth := proven_worth(position)) is not None:
            return worth.further[places_of(guesses.digits, position.variant)]
        solved = Solved(position, budget=AT_LEISURE)
        totals = [solved.total_of(guesses[place : place + 1]) for place in range(len(guesses))]
    except (OutOfBudget, TooManyCodes) as problem:
        raise ValueError("there are too many possible codes to rank guesses by proof") from problem
    return np.array(totals) / position.count


def _comparable(position: Position) -> Codes:
    """Return the guesses that can differ, or some of them if the board is too large to list."""
    if not position.history:
        return differing_openings(position.variant)
    if position.variant.size > MOST_ENUMERATED:
        return differing_codes(position)
    return distinct_guesses(position)


def _promising(guesses: Codes, chosen: OneStep, position: Position, most: int) -> Codes:
    """Return all guesses; if they are too many, at least ``most`` of the cheapest on a sample."""
    listed = position.candidates
    effort = work(guesses, listed)
    if effort <= _MOST_WORK:
        return guesses
    some = sample(listed, len(listed) * _MOST_WORK // effort)
    enough = max(most, MOST_WORK // work(guesses[:1], listed))
    return guesses[np.sort(cheapest_first(*_weigh(guesses, chosen, some))[:enough])]


def _weigh(guesses: Codes, chosen: OneStep, candidates: Codes) -> tuple[GuessCosts, Flags]:
    """Return the cost of each guess against all candidates, and whether it is a candidate."""
    at_once = max(1, MOST_WORK // work(guesses[:1], candidates))
    parts = [chosen.weigh(guesses[rows], candidates) for rows in blocks(len(guesses), at_once)]
    costs, is_candidate = zip(*parts, strict=True)
    return np.concatenate(costs), np.concatenate(is_candidate)


def _different(guesses: Codes, order: Indices, may_win: Flags, position: Position) -> Iterator[int]:
    """Yield the indexes in this order, but skip guesses that are equivalent to an earlier guess.

    Guesses that split a sample alike can still differ, so they do not count as equivalent.
    """
    symmetries = Symmetries(position)
    images: set[int] = set()
    splits: set[tuple[bool, int]] = set()
    names = symmetries.names(guesses.digits).tolist()
    for place in order.tolist():
        if names[place] in images:
            continue
        images |= symmetries.images(guesses.digits[place])
        split = bool(may_win[place]), _split(guesses[place : place + 1], position)
        if not (position.is_exact and split in splits):
            yield place
        splits.add(split)


def _split(guess: Codes, position: Position) -> int:
    """Return a number that is equal for guesses that split the candidates alike."""
    [numbers] = feedback_numbers(guess, position.candidates)
    _, first, part = np.unique(numbers, return_index=True, return_inverse=True)
    return hash(first[part].tobytes())


def _better_opening(chosen: ArrayStrategy, position: Position, best: Code) -> Code | None:
    """Return the opening that did better in whole games than ``best``, or None."""
    opening = None if position.history else tried_opening(position.variant)
    if opening is None:
        return None
    is_chosen = chosen.choose(position)[0] == opening[0] != best
    return opening[0] if is_chosen else None


def _describe(guess: Codes, cost: float, position: Position) -> RankedGuess:
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
        is_exact=found.exact,
    )
