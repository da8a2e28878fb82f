"""What each bound and each symmetry of the exact search buys: ``python -m bench.optimum``.

Every row leaves one of them out and proves the Classic board again, from nothing.
"""

import sys
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from solver.codes import Variant
from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds, Costs, Terms
from solver.exact.compiled import CompiledSpace
from solver.exact.memory import Known, Memory
from solver.exact.plain import PlainSpace
from solver.exact.search import OpenPart, Search
from solver.exact.space import Glance, Places, State

RUNS = 3
CEILING = 5647  # guesses: just above the best tree that looks one step ahead


class ForgetfulMemory(Memory):
    """Remembers nothing."""

    def learn(self, state: State, known: Known) -> None:
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


ROWS: list[tuple[str, Any, Any, int]] = [
    ("everything", CompiledSpace, Search, IMPOSSIBLE),
    ("and a heuristic tree as first bound", CompiledSpace, Search, CEILING),
    ("no glance at the parts", WithoutGlance, Search, IMPOSSIBLE),
    ("no weighing before searching", CompiledSpace, WithoutWeighingFirst, IMPOSSIBLE),
    ("no bound by the feedbacks possible", CompiledSpace, WithoutBranching, IMPOSSIBLE),
    ("no memory", CompiledSpace, WithoutMemory, IMPOSSIBLE),
    ("a memory without symmetry", WithoutForms, Search, IMPOSSIBLE),
    ("symmetries of colors and of pairs of positions only", WithPairsOnly, Search, IMPOSSIBLE),
    ("symmetries of the first guess only", WithFirstGuessesOnly, Search, IMPOSSIBLE),
]


def main() -> None:
    """Print the table for any number of guesses and for at most five."""
    for name, space, kind, ceiling in ROWS:
        cells = [name]
        for most in (UNLIMITED, 5):
            states, seconds = measure(space, kind, ceiling, most)
            cells += [f"{states:,}", f"{seconds:.2f}"]
        sys.stdout.write(f"| {' | '.join(cells)} |\n")
        sys.stdout.flush()


def measure(space: Any, kind: Any, ceiling: int, most: int) -> tuple[int, float]:
    """Return the states weighed and the seconds of CPU it took, the median of some runs."""
    variant, times = Variant(), []
    for _ in range(RUNS):
        begin = process_time()
        search = kind(space(variant), Bounds(variant, most))
        search.cost(search.start(), min(IMPOSSIBLE, ceiling * search.bounds.unit))
        times.append(process_time() - begin)
    return search.states, median(times)


if __name__ == "__main__":
    main()
