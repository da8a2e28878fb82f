"""Strategies that look one step ahead.

Such a strategy has a cost over partition sizes, a pool of guesses and a rule for breaking ties.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solver.positions.candidates import Position
from solver.positions.preference import TIE, candidate_then_least
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Variant
from solver.rule.feedback import feedback_count
from solver.sets.arrays import Codes, Flags, sample
from solver.sets.partitions import blocks, partition_sizes
from solver.strategies.costs import Cost, GuessCosts
from solver.strategies.pools import MOST_WORK, every_code, work

_PARTS = 2**15  # sizes per block, so few that they fit in the cache of a core


def earliest(is_tied: Flags, is_candidate: Flags) -> int:
    """Return the index of the first of the tied guesses."""
    return int(is_tied.argmax())


@dataclass(frozen=True)
class OneStep(ArrayStrategy):
    """Takes the cheapest guess of its pool, judged only by how the guess splits candidates."""

    cost: Cost
    pool: Callable[[Position], Codes] = every_code
    break_tie: Callable[[Flags, Flags], int] = candidate_then_least

    def choose(self, position: Position) -> Codes:
        """Return the cheapest guess."""
        if position.count <= 1:
            return position.candidates
        guesses = self.pool(position)
        if len(guesses) == 1:
            return guesses
        return self.cheapest(guesses, *self.weigh(guesses, position.candidates))

    def cheapest(self, guesses: Codes, costs: GuessCosts, is_candidate: Flags) -> Codes:
        """Return the cheapest guess, after breaking ties."""
        place = self.break_tie(costs <= costs.min() + TIE, is_candidate)
        return guesses[place : place + 1]

    def weigh(self, guesses: Codes, candidates: Codes) -> tuple[GuessCosts, Flags]:
        """Return the cost of each guess and whether it is a candidate."""
        [costs], is_candidate = weigh_each([self.cost], guesses, candidates)
        return costs, is_candidate


def weigh_each(
    costs: Sequence[Cost], guesses: Codes, candidates: Codes
) -> tuple[list[GuessCosts], Flags]:
    """Return each cost of each guess, and which guesses are candidates."""
    if (effort := work(guesses, candidates)) > MOST_WORK:
        candidates = sample(candidates, len(candidates) * MOST_WORK // effort)
    found: list[list[GuessCosts]] = [[] for _ in costs]
    is_candidate = []
    for rows in blocks(len(guesses), _PARTS // feedback_count(guesses.digits.shape[1])):
        sizes = partition_sizes(guesses[rows], candidates)
        for cost, parts in zip(costs, found, strict=True):
            parts.append(cost(sizes))
        is_candidate.append(sizes[:, -1] > 0)
    return [np.concatenate(parts) for parts in found], np.concatenate(is_candidate)


@dataclass(frozen=True)
class ByStage(ArrayStrategy):
    """Uses a different one-step strategy for each guess of a game."""

    # strategies for guess 1, 2, …; the last strategy is for all later guesses
    stages: tuple[OneStep, ...]
    fitted_to: Variant  # the board to which the costs were fitted

    def choose(self, position: Position) -> Codes:
        """Return the cheapest guess."""
        stage = min(len(position.history), len(self.stages) - 1)
        return self.stages[stage].choose(position)
