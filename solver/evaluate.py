"""A strategy against every code: how many guesses it takes."""

from collections import Counter
from dataclasses import dataclass
from time import perf_counter

from solver.candidates import position_after
from solver.codes import Code, Variant
from solver.strategies import strategy_named
from solver.tree import build_tree, game_lengths


@dataclass(frozen=True)
class Evaluation:
    """How a strategy fared; ``distribution`` maps a number of guesses to a number of codes."""

    first_guess: Code
    distribution: dict[int, int]
    seconds: float

    @property
    def codes(self) -> int:
        """The number of codes played against."""
        return sum(self.distribution.values())

    @property
    def total(self) -> int:
        """The guesses of all games together."""
        return sum(guesses * codes for guesses, codes in self.distribution.items())

    @property
    def mean(self) -> float:
        """The guesses of a game on average."""
        return self.total / self.codes

    @property
    def worst(self) -> int:
        """The guesses of the longest game."""
        return max(self.distribution)


def evaluate(variant: Variant, strategy: str) -> Evaluation:
    """Play a strategy against every code of a variant.

    >>> evaluate(Variant(pegs=3, colors=4), "knuth").distribution
    {1: 1, 2: 3, 3: 31, 4: 29}
    """
    start = perf_counter()
    tree = build_tree(strategy_named(strategy), position_after(variant, ()))
    lengths: Counter[int] = game_lengths(tree)
    return Evaluation(tree.guess, dict(sorted(lengths.items())), perf_counter() - start)
