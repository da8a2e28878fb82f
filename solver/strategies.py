"""Strategies: how a computer player chooses its guess.

A one-step strategy is a cost over partition sizes, the pool it takes its guesses from and the
rule by which ties are broken. To add one, write its cost and its line in ``STRATEGIES``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from typing import Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.arrays import Codes, Flags, sampled
from solver.candidates import Position
from solver.codes import Variant
from solver.errors import UnknownStrategy
from solver.exact.play import Optimal
from solver.feedback import feedback_count
from solver.history import format_history
from solver.lookahead.play import Farsighted
from solver.partitions import Sizes, blocks, partition_sizes
from solver.pools import (
    MOST_WORK,
    every_code,
    every_code_but_first,
    first_peg_fastest,
    only_candidates,
    work,
)
from solver.weights import SECOND, THIRD, WEIGHTED, Costs, weighted

Cost: TypeAlias = Callable[[Sizes], Costs]

TIE = 1e-9  # costs that differ by less are equal

_MOST_CODES = 2**16  # of boards on which one step ahead is enough for who names no strategy
_PARTS = 2**15  # counted in one go, so that they stay in the cache of a core


class Strategy(Protocol):
    """How a computer player chooses."""

    def choose(self, position: Position) -> Codes:
        """Return the next guess, a single code, always the same one in the same position."""
        ...

    def seeded(self, seed: int) -> "Strategy":
        """Return the strategy with other random numbers, if it uses any."""
        ...


def worst_case(sizes: Sizes) -> Costs:
    """The most candidates that can be left. Knuth, 1977."""
    costs: Costs = sizes.max(axis=1)
    return costs


def expected_size(sizes: Sizes) -> Costs:
    """The candidates to expect, times those there are now. Irving, 1979."""
    costs: Costs = (sizes * sizes).sum(axis=1)
    return costs


def entropy(sizes: Sizes) -> Costs:
    """The sum of n log2 n: the bits still missing, times the candidates. Neuwirth, 1982."""
    table = _n_log_n(int(sizes[0].sum()).bit_length())
    costs: Costs = table.take(sizes.T).sum(axis=0)
    return costs


def most_parts(sizes: Sizes) -> Costs:
    """Minus the number of different answers possible. Kooi, 2005."""
    costs: Costs = -np.count_nonzero(sizes, axis=1)
    return costs


def candidate_then_least(is_tied: Flags, is_candidate: Flags) -> int:
    """Return the place of the first candidate among the tied guesses, or of the first guess."""
    tied_candidates = is_tied & is_candidate
    return earliest(tied_candidates if tied_candidates.any() else is_tied, is_candidate)


def earliest(is_tied: Flags, is_candidate: Flags) -> int:
    """Return the place of the first of the tied guesses."""
    return int(is_tied.argmax())


@dataclass(frozen=True)
class OneStep:
    """Takes the guess of the pool that costs least, looking no further than its answers."""

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

    def cheapest(self, guesses: Codes, costs: Costs, is_candidate: Flags) -> Codes:
        """Return the guess that costs least, or one of those by the rule for ties."""
        place = self.break_tie(costs <= costs.min() + TIE, is_candidate)
        return guesses[place : place + 1]

    def seeded(self, seed: int) -> "OneStep":
        """Return the strategy itself: it leaves nothing to chance."""
        return self

    def weigh(self, guesses: Codes, candidates: Codes) -> tuple[Costs, Flags]:
        """Return the cost of each guess and whether it is a candidate."""
        [costs], is_candidate = weigh_each([self.cost], guesses, candidates)
        return costs, is_candidate


def weigh_each(
    costs: Sequence[Cost], guesses: Codes, candidates: Codes
) -> tuple[list[Costs], Flags]:
    """Return each cost of each guess and whether it is a candidate; the parts are counted once."""
    if (effort := work(guesses, candidates)) > MOST_WORK:
        candidates = sampled(candidates, len(candidates) * MOST_WORK // effort)
    found: list[list[Costs]] = [[] for _ in costs]
    is_candidate = []
    for rows in blocks(len(guesses), _PARTS // feedback_count(guesses.digits.shape[1])):
        sizes = partition_sizes(guesses[rows], candidates)
        for cost, parts in zip(costs, found, strict=True):
            parts.append(cost(sizes))
        is_candidate.append(sizes[:, -1] > 0)
    return [np.concatenate(parts) for parts in found], np.concatenate(is_candidate)


@dataclass(frozen=True)
class ByStage:
    """Weighs guesses at each stage of a game by a cost of its own, looking one step ahead."""

    stages: tuple[OneStep, ...]  # by the number of guesses made; the last is for all later ones

    def choose(self, position: Position) -> Codes:
        """Return the cheapest guess."""
        stage = min(len(position.history), len(self.stages) - 1)
        return self.stages[stage].choose(position)

    def seeded(self, seed: int) -> "ByStage":
        """Return the strategy itself: it leaves nothing to chance."""
        return self


@dataclass(frozen=True)
class LeastCandidate:
    """Takes the least candidate, of a sample where they are too many. Shapiro, 1983."""

    def choose(self, position: Position) -> Codes:
        """Return the least candidate."""
        return position.candidates[:1]

    def seeded(self, seed: int) -> "LeastCandidate":
        """Return the strategy itself: it leaves nothing to chance."""
        return self


@dataclass(frozen=True)
class RandomCandidate:
    """Takes any candidate. The choice depends only on the seed and on the history."""

    seed: int = 0

    def choose(self, position: Position) -> Codes:
        """Return a candidate, each as likely as any other."""
        text = f"{self.seed} {format_history(position.history)}"
        number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
        place = number % len(position.candidates)
        return position.candidates[place : place + 1]

    def seeded(self, seed: int) -> "RandomCandidate":
        """Return a player of the same kind that makes other choices."""
        return replace(self, seed=seed)


STRATEGIES: dict[str, Strategy] = {
    "simple": LeastCandidate(),
    "random": RandomCandidate(),
    "knuth": OneStep(worst_case),
    "minimax-plain": OneStep(worst_case, pool=first_peg_fastest, break_tie=earliest),
    "minimax-candidates": OneStep(worst_case, pool=only_candidates),
    "entropy": OneStep(entropy, pool=every_code_but_first),
    "expected-size": OneStep(expected_size),
    "most-parts": OneStep(most_parts),
    "weighted": OneStep(weighted),
    "weighted-by-stage": ByStage(tuple(map(OneStep, (WEIGHTED, SECOND, THIRD, WEIGHTED)))),
    "farsighted": Farsighted(),
    "optimal": Optimal(estimate=OneStep(weighted)),
    "optimal-5": Optimal(estimate=OneStep(weighted), max_guesses=5),
}


# What takes longer than a page may, or suits a single board: commands play it, the site does not.
FOR_COMMANDS = frozenset({"weighted-by-stage", "farsighted"})


def default_strategy(variant: Variant) -> str:
    """Return the strategy for who names none: the classic one, or on larger boards a better one.

    >>> default_strategy(Variant()), default_strategy(Variant(8, 12))
    ('knuth', 'farsighted')
    """
    return "farsighted" if variant.size > _MOST_CODES else default_cost(variant)


def default_cost(variant: Variant) -> str:
    """Return the strategy for who wants guesses ranked by their cost and names none."""
    return "knuth" if variant.size <= Variant().size else "entropy"


def strategy_named(name: str) -> Strategy:
    """Return the strategy of this name. Raises ``UnknownStrategy``."""
    if name not in STRATEGIES:
        raise UnknownStrategy(name, tuple(STRATEGIES))
    return STRATEGIES[name]


@lru_cache(maxsize=32)
def _n_log_n(bits: int) -> npt.NDArray[np.float64]:
    """n log2 n for all n of so many bits, from a table so that equal partitions cost the same."""
    numbers = np.arange(2**bits)
    return numbers * np.log2(np.maximum(numbers, 1))
