"""Measure what share of the facts a person can conclude: ``python -m bench deduction``.

The positions are from random games in which every guess is a possible code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from statistics import median, quantiles
from time import process_time

from bench.figures import head, row
from solver.deduction.arguments import ArgumentStep
from solver.deduction.deduce import deduce
from solver.deduction.facts import Placed
from solver.positions.candidates import Position, follow, position_after
from solver.positions.knowledge import knowledge_of
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.sets.arrays import Codes

BOARDS = [Variant(3, 6), Variant(4, 6), Variant(4, 10, repeats=False), Variant(5, 8)]
# conclusions with no assumption, one assumption, or one assumption inside another
LEVELS = 3


def main(positions: str = "1000") -> None:
    """Print a row for each board."""
    head("board", "facts", "rules %", "one %", "two %", "whole %", "median ms", "90th", "most")
    for variant in BOARDS:
        row(variant.name, *shares(variant, int(positions)).columns())


@dataclass
class Shares:
    """The facts of the form "this color is not at this place", counted per level."""

    follow: int = 0
    found: Counter[int] = field(default_factory=Counter)
    whole: int = 0
    seconds: list[float] = field(default_factory=list)

    def columns(self) -> list[str]:
        """Return the cells of a row in the printed table."""
        up_to = [sum(self.found[one] for one in range(level + 1)) for level in range(LEVELS)]
        shares = [f"{100 * found / self.follow:.1f}" for found in up_to]
        whole = f"{100 * self.whole / len(self.seconds):.1f}"
        times = median(self.seconds), quantiles(self.seconds, n=10)[-1], max(self.seconds)
        return [str(self.follow), *shares, whole, *(f"{1000 * one:.1f}" for one in times)]


def shares(variant: Variant, count: int) -> Shares:
    """Return how many of the facts were found, over ``count`` random positions."""
    told = Shares()
    for position in islice(random_positions(variant, seed=1), count):
        begin = process_time()
        steps = list(deduce(variant, position.history))
        told.seconds.append(process_time() - begin)
        possible = knowledge_of(position).possible
        follow = variant.pegs * variant.colors - sum(map(len, possible))
        levels = Counter(
            level
            for step, level in zip(steps, levels_of(steps), strict=True)
            if isinstance(step.fact, Placed) and not step.fact.holds
        )
        told.follow += follow
        told.found += levels
        told.whole += levels.total() == follow
    return told


def levels_of(steps: Sequence[ArgumentStep]) -> list[int]:
    """Return, for each step, the depth of the deepest assumption that it needs."""
    levels: list[int] = []
    for step in steps:
        levels.append(max([step.depth, *(levels[other - 1] for other in step.rests_on)]))
    return levels


def random_positions(variant: Variant, seed: int) -> Iterator[Position]:
    """Yield the positions of random games in which every guess is a possible code."""
    random = Random(seed)  # noqa: S311 - nothing to guard
    start = position_after(variant, [])
    while True:
        position = start
        [secret] = variant.texts(draw_candidate(position, random).digits)
        while position.count > 1:
            guess = draw_candidate(position, random)
            [text] = variant.texts(guess.digits)
            position = follow(position, guess, feedback(text, secret))
            yield position


def draw_candidate(position: Position, random: Random) -> Codes:
    """Return a random candidate."""
    chosen = random.randrange(len(position.candidates))
    return position.candidates[chosen : chosen + 1]
