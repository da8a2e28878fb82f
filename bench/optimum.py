"""What each bound and each symmetry of the exact search buys: ``python -m bench optimum 4x6 4x9``.

Every row leaves one of them out and searches a board again, from nothing; without a name the
Classic one.
"""

from statistics import median
from time import process_time
from typing import Any

import numpy as np

from bench.figures import head, row
from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds, Costs, Terms
from solver.exact.compiled import CompiledSpace
from solver.exact.memory import KnownCost, Memory
from solver.exact.plain import PlainSpace
from solver.exact.search import OpenPart, Search
from solver.exact.space import Glance, Places, State
from solver.rule.codes import Variant
from solver.study.evaluate import evaluate

QUICK = 2_000  # codes; on larger boards one run is enough, without a limit on the guesses


class ForgetfulMemory(Memory):
    """Remembers nothing."""

    def learn(self, state: State, known: KnownCost) -> None:
        """Forget it."""


class WithoutMemory(Search):
    def __init__(self, space: CompiledSpace, bounds: Bounds) -> None:
        super().__init__(space, bounds, ForgetfulMemory(space.form))


class WithoutWeighingFirst(Search):
    def _weighed(self, part: OpenPart, limit: int) -> OpenPart:
        return part


class WithoutBranching(Search):
    """Takes every guess to earn as many feedbacks as any can on the whole board."""

    def __init__(self, space: CompiledSpace, bounds: Bounds) -> None:
        super().__init__(space, LooseBounds(space.variant, bounds.max_guesses))


class LooseBounds(Bounds):
    def least(self, left: int, branching: int | None = None) -> Costs:
        return super().least(left)


class WithoutGlance(CompiledSpace):
    def glance(self, guess: int, candidates: Places, terms: Terms, limit: int) -> Glance:
        partition = self.split(guess, candidates)
        costs = terms.least[partition.sizes]
        total = len(candidates) * terms.unit + int(costs.sum())
        return Glance(partition, costs, partition.sizes > 2, total)


class WithoutForms(CompiledSpace):
    def form(self, candidates: Places) -> bytes:
        return candidates.tobytes()


class WithPairsOnly(CompiledSpace):
    """Knows a symmetry only if it exchanges two positions, or colors."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._plain = PlainSpace(variant)

    def distinct(self, guesses: Places, state: State) -> Places:
        return np.intersect1d(guesses, self._plain.distinct(state))


class WithFirstGuessesOnly(CompiledSpace):
    """Knows no symmetry after the first guess."""

    def distinct(self, guesses: Places, state: State) -> Places:
        return guesses if len(state.past) else super().distinct(guesses, state)


ROWS: list[tuple[str, Any, Any]] = [
    ("everything", CompiledSpace, Search),
    ("and a tree of one step ahead as first bound", CompiledSpace, Search),
    ("no glance at the parts", WithoutGlance, Search),
    ("no weighing before searching", CompiledSpace, WithoutWeighingFirst),
    ("no bound by the feedbacks possible", CompiledSpace, WithoutBranching),
    ("no memory", CompiledSpace, WithoutMemory),
    ("a memory without symmetry", WithoutForms, Search),
    ("symmetries of colors and of pairs of positions only", WithPairsOnly, Search),
    ("symmetries of the first guess only", WithFirstGuessesOnly, Search),
]


def main(*boards: str) -> None:
    """Print a table for each board: for any number of guesses, and on a small one for five."""
    warm_up()
    for board in boards or ["4x6"]:
        variant = Variant.named(board)
        limits = (UNLIMITED, 5) if variant.size <= QUICK else (UNLIMITED,)
        head(board, *("states", "CPU", "states, five guesses", "CPU")[: 2 * len(limits)])
        known = evaluate(variant, "weighted").total
        for name, space, kind in ROWS:
            ceiling = known + 1 if "first bound" in name else IMPOSSIBLE
            cells = []
            for most in limits:
                states, seconds = measure(variant, space, kind, ceiling, most)
                cells += [f"{states:,}", f"{seconds:.2f}"]
            row(name, *cells)


def warm_up() -> None:
    """Have the kernels compiled and loaded before anything is measured."""
    search = Search(CompiledSpace(Variant(3, 4)), Bounds(Variant(3, 4)))
    search.cost(search.start())


def measure(variant: Variant, space: Any, kind: Any, ceiling: int, most: int) -> tuple[int, float]:
    """Return the states weighed and the seconds of CPU it took, the median of some runs."""
    times = []
    for _ in range(3 if variant.size <= QUICK else 1):
        begin = process_time()
        search = kind(space(variant), Bounds(variant, most))
        search.cost(search.start(), min(IMPOSSIBLE, ceiling * search.bounds.unit))
        times.append(process_time() - begin)
    return search.states, median(times)
