"""Compares the guesses that all strategies would make in a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.positions.candidates import Position
from solver.rule.codes import Code
from solver.sets.arrays import Codes, encode_texts
from solver.strategies.one_step import OneStep, weigh_each
from solver.strategies.optimal import Optimal
from solver.strategies.roster import strategy_named
from solver.study.analysis import Appraisal, appraise
from solver.study.suggest import Suggestion, explain

Likelihood = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Prospect:
    """A guess, the strategies that choose it, its possible answers and its appraisal."""

    strategies: tuple[str, ...]
    suggestion: Suggestion
    appraisal: Appraisal

    @property
    def guess(self) -> Code:
        return self.suggestion.guess


def prospects(
    position: Position, strategies: Iterable[str], guess: Code = ""
) -> tuple[Prospect, ...]:
    """Return the guesses of the strategies, and ``guess`` if given, from best to worst.

    The best known guess is included even if no strategy chooses it. An optimal strategy counts
    only if its guess is proven.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> start = position_after(Variant(), [])
    >>> [(one.guess, one.strategies) for one in prospects(start, ["knuth", "entropy"])]
    [('1123', ()), ('1234', ('entropy',)), ('1122', ('knuth',))]
    """
    choices: dict[Code, list[str]] = {guess: []} if guess else {}
    for name, chosen in _choices(position, list(strategies)):
        choices.setdefault(chosen, []).append(name)
    appraised = {code: appraise(position, code) for code in choices}
    if all(one.loss for one in appraised.values()):
        best = next(iter(appraised.values())).best.guess
        choices[best], appraised[best] = [], appraise(position, best)
    found = [
        Prospect(
            tuple(names), explain(encode_texts(position.variant, code), position), appraised[code]
        )
        for code, names in choices.items()
    ]
    return tuple(sorted(found, key=_rank))


def likelihood(position: Position) -> Likelihood:
    """Return the probability of each color in each place: ``likelihood[color][place]``.

    It is an estimate if the candidates are a sample.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> likelihood(position_after(Variant(2, 4), []))[0]
    (0.25, 0.25)
    """
    digits, colors = position.candidates.digits, position.variant.colors
    shares = [(digits == color).mean(axis=0) for color in range(colors)]
    return tuple(tuple(np.round(row, 6).tolist()) for row in shares)


def presence(position: Position) -> tuple[float, ...]:
    """Return for each color the probability that the code contains it."""
    digits, colors = position.candidates.digits, position.variant.colors
    return tuple(float((digits == color).any(axis=1).mean()) for color in range(colors))


def _choices(position: Position, strategies: Sequence[str]) -> Iterator[tuple[str, Code]]:
    """Yield each strategy with its guess, except optimal strategies without a proven guess."""
    together = _choose_together(position, strategies)
    for name in strategies:
        strategy = strategy_named(name)
        if isinstance(strategy, Optimal):
            guess = strategy.proven(position)
        else:
            guess = together[name] if name in together else strategy.choose(position)
        if guess is not None:
            yield name, guess[0]


def _choose_together(position: Position, strategies: Sequence[str]) -> dict[str, Codes]:
    """Return the guesses of the one-step strategies, which share the work of partitioning."""
    pools: dict[bytes, tuple[Codes, dict[str, OneStep]]] = {}
    for name in strategies if position.count > 1 else ():
        if isinstance(strategy := strategy_named(name), OneStep):
            guesses = strategy.pool(position)
            _, weighing = pools.setdefault(guesses.digits.tobytes(), (guesses, {}))
            weighing[name] = strategy
    chosen = {}
    for guesses, weighing in pools.values():
        all_costs = [strategy.cost for strategy in weighing.values()]
        weighed, is_candidate = weigh_each(all_costs, guesses, position.candidates)
        for (name, strategy), costs in zip(weighing.items(), weighed, strict=True):
            chosen[name] = strategy.cheapest(guesses, costs, is_candidate)
    return chosen


def _rank(prospect: Prospect) -> tuple[float, bool, float]:
    """Return the sort key: least loss first, then candidates, then fewest codes left."""
    found = prospect.suggestion
    return prospect.appraisal.loss, not found.is_candidate, found.expected_left
