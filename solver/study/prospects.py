"""What can be done in a position: the guess of every strategy, and what each would cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.positions.candidates import Position
from solver.rule.codes import Code
from solver.sets.arrays import Codes, encoded
from solver.strategies.one_step import OneStep, weigh_each
from solver.strategies.optimal import Optimal
from solver.strategies.roster import strategy_named
from solver.study.analysis import Appraisal, appraise
from solver.study.suggest import Suggestion, explain

Likelihood = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Prospect:
    """A guess that some strategies choose, what it will tell, and what it is worth."""

    strategies: tuple[str, ...]
    suggestion: Suggestion
    appraisal: Appraisal

    @property
    def guess(self) -> Code:
        return self.suggestion.guess


def prospects(
    position: Position, strategies: Iterable[str], guess: Code = ""
) -> tuple[Prospect, ...]:
    """Return the guesses that strategies choose, and another one if given, the best first.

    The best guess that is known is among them, even if no strategy chooses it. What the optimum
    plays counts only where it is proven.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> start = position_after(Variant(), [])
    >>> [(one.guess, one.strategies) for one in prospects(start, ["knuth", "entropy"])]
    [('1123', ()), ('1234', ('entropy',)), ('1122', ('knuth',))]
    """
    choices: dict[Code, list[str]] = {guess: []} if guess else {}
    for name, chosen in _chosen(position, list(strategies)):
        choices.setdefault(chosen, []).append(name)
    appraised = {code: appraise(position, code) for code in choices}
    if all(one.loss for one in appraised.values()):
        best = next(iter(appraised.values())).best.guess
        choices[best], appraised[best] = [], appraise(position, best)
    found = [
        Prospect(tuple(names), _explained(position, code), appraised[code])
        for code, names in choices.items()
    ]
    return tuple(sorted(found, key=_rank))


def likelihood(position: Position) -> Likelihood:
    """Return how likely each color is in each place: ``likelihood[color][place]``.

    Where the candidates were sampled it is an estimate.

    >>> from solver.positions.candidates import position_after
    >>> from solver.rule.codes import Variant
    >>> likelihood(position_after(Variant(2, 4), []))[0]
    (0.25, 0.25)
    """
    digits, colors = position.candidates.digits, position.variant.colors
    shares = [(digits == color).mean(axis=0) for color in range(colors)]
    return tuple(tuple(np.round(row, 6).tolist()) for row in shares)


def presence(position: Position) -> tuple[float, ...]:
    """Return how likely each color is in the code at all."""
    digits, colors = position.candidates.digits, position.variant.colors
    return tuple(float((digits == color).any(axis=1).mean()) for color in range(colors))


def _chosen(position: Position, strategies: Sequence[str]) -> Iterator[tuple[str, Code]]:
    """What each strategy chooses; of an optimum only what is proven."""
    together = _weighed_together(position, strategies)
    for name in strategies:
        strategy = strategy_named(name)
        if isinstance(strategy, Optimal):
            guess = strategy.proven(position)
        else:
            guess = together[name] if name in together else strategy.choose(position)
        if guess is not None:
            yield name, position.variant.texts(guess.digits)[0]


def _weighed_together(position: Position, strategies: Sequence[str]) -> dict[str, Codes]:
    """What those strategies choose that weigh guesses: the same guesses are split only once."""
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


def _explained(position: Position, code: Code) -> Suggestion:
    return explain(encoded(position.variant, code), position)


def _rank(prospect: Prospect) -> tuple[float, bool, float]:
    """What comes first: the least loss, what can win, what leaves fewest codes."""
    found = prospect.suggestion
    return prospect.appraisal.loss, not found.is_candidate, found.expected_left
