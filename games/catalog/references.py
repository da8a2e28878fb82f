"""How the strategies fare against every code: what a person can compare themselves with.

``lengths[n - 1]`` codes are broken in n guesses. Where no source is named the numbers are those
of ``manage.py evaluate``, and a test plays them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.catalog.rules import Rules
from solver.chances import chance_of_total
from solver.codes import Variant


@dataclass(frozen=True)
class Reference:
    """A strategy's result over every code of a board."""

    name: str
    lengths: tuple[int, ...]
    source: str

    @property
    def codes(self) -> int:
        return sum(self.lengths)

    @cached_property
    def mean(self) -> float:
        total = sum(guesses * codes for guesses, codes in enumerate(self.lengths, start=1))
        return total / self.codes

    @property
    def best(self) -> int:
        """The fewest guesses it can take: a lucky first one."""
        return next(guesses for guesses, codes in enumerate(self.lengths, start=1) if codes)


ENGINE = "played against every code by this engine"
PROOF = "proven by this engine’s own search"
OPTIMUM = "Optimal play"  # what nobody can do better than on average
ONE_IN_A_MILLION = 1e-6


@dataclass(frozen=True)
class Published:
    """What others have published of a strategy on the Classic board."""

    total: int
    source: str


PUBLISHED: dict[str, Published] = {
    "simple": Published(7471, "Shapiro, 1983"),
    "knuth": Published(5801, "Knuth, 1977"),
    "entropy": Published(5722, "Neuwirth, 1982"),
    "expected-size": Published(5696, "Irving, 1979"),
    "most-parts": Published(5668, "Kooi, 2005"),
    "optimal": Published(5625, "Koyama and Lai, 1993"),
    "optimal-5": Published(5626, "Koyama and Lai, 1993"),
    "minimax-plain": Published(6169, "the tree of an R program"),
    "minimax-candidates": Published(5828, "a Haskell program, 2007"),
}

# The best comes first.
REFERENCES: dict[Variant, tuple[Reference, ...]] = {
    Variant(4, 6): (
        Reference(OPTIMUM, (1, 8, 86, 656, 544, 1), "proven by Koyama and Lai, 1993"),
        Reference("Knuth’s strategy", (1, 6, 62, 533, 694), "Knuth, 1977"),
    ),
    Variant(3, 6): (
        Reference(OPTIMUM, (1, 4, 37, 136, 38), PROOF),
        Reference("Knuth’s strategy", (1, 2, 37, 122, 54), ENGINE),
    ),
    Variant(4, 10, repeats=False): (
        Reference(OPTIMUM, (1, 7, 62, 689, 2438, 1774, 69), PROOF),
        Reference("Knuth’s strategy", (1, 3, 44, 515, 2124, 2151, 202), ENGINE),
    ),
    Variant(5, 8): (
        Reference("The weighted strategy", (1, 7, 112, 1647, 13481, 16587, 933), ENGINE),
        Reference("Knuth’s strategy", (1, 5, 79, 1376, 11371, 18193, 1743), ENGINE),
    ),
}


def references_for(variant: Variant) -> tuple[Reference, ...]:
    """Return the strategies whose result on a board is known, the best first."""
    return REFERENCES.get(variant, ())


def optimum_on(rules: Rules) -> Reference | None:
    """Return the proven best play of a board, if it is known and fits in its guesses."""
    best = next(iter(references_for(rules.variant)), None)
    if best is None or best.name != OPTIMUM or len(best.lengths) > rules.limit:
        return None
    return best


def is_beyond_reach(rules: Rules, games: int, total: int) -> bool:
    """Return whether not one in a million perfect players would need so few guesses."""
    optimum = optimum_on(rules)
    if optimum is None or total >= games * optimum.mean:
        return False
    return chance_of_total(optimum.lengths, games, total) < ONE_IN_A_MILLION
