"""How much of what follows people can conclude, and what it costs: ``python -m bench deduction``.

Positions are those after each guess of games in which every guess is a candidate drawn at random.
Then puzzles of every grade are made and checked by asking every code. A quarter of an hour.
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
from solver.deduction.explain import explain_fact
from solver.deduction.facts import Placed
from solver.deduction.puzzles import Grade, Puzzle, make_puzzle
from solver.positions.candidates import Position, follow, position_after
from solver.positions.knowledge import knowledge_of
from solver.rule.codes import Variant
from solver.rule.feedback import feedback

BOARDS = [Variant(3, 6), Variant(4, 6), Variant(4, 10, repeats=False), Variant(5, 8)]
LEVELS = 3  # no supposition, one at a time, one within another


def main(positions: str = "1000", puzzles: str = "1000") -> None:
    """Print the table of shares, that of arguments for a fact, and that of puzzles."""
    head("board", "facts", "rules %", "one %", "two %", "whole %", "median ms", "90th", "most")
    for variant in BOARDS:
        row(variant.name, *shares(variant, int(positions)).columns())
    head("board", "facts", "steps", "90th", "supposed", "median ms", "90th", "most")
    for variant in BOARDS:
        row(variant.name, *explanations(variant, int(positions) // 10))
    head("puzzles", "made", "wrong", "steps", "supposed", "rows", "median ms", "90th", "most")
    for grade in Grade:
        row(grade.name.lower(), *puzzles_of(Variant(), grade, int(puzzles)))


@dataclass
class Shares:
    """What was found of the facts "this color is not at this place", by the level it takes."""

    follow: int = 0
    found: Counter[int] = field(default_factory=Counter)
    whole: int = 0
    seconds: list[float] = field(default_factory=list)

    def columns(self) -> list[str]:
        """Return the row of a table."""
        up_to = [sum(self.found[one] for one in range(level + 1)) for level in range(LEVELS)]
        shares = [f"{100 * found / self.follow:.1f}" for found in up_to]
        whole = f"{100 * self.whole / len(self.seconds):.1f}"
        return [str(self.follow), *shares, whole, *_times(self.seconds)]


def shares(variant: Variant, count: int) -> Shares:
    """Return how much of what follows is found in some positions."""
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


def explanations(variant: Variant, count: int) -> list[str]:
    """Return what the shortest arguments take, of one fact in each of some positions."""
    lengths, supposed, seconds = [], [], []
    random = Random(1)  # noqa: S311 - nothing to guard
    for position in islice(random_positions(variant, seed=2), count):
        if steps := list(deduce(variant, position.history)):
            begin = process_time()
            chain = explain_fact(variant, position.history, random.choice(steps).fact)
            seconds.append(process_time() - begin)
            lengths.append(sum(step.length for step in chain))
            supposed.append(sum(step.suppositions for step in chain))
    ninth = quantiles(lengths, n=10)[-1]
    figures = [median(lengths), ninth, sum(supposed) / len(supposed)]
    return [str(len(lengths)), *(f"{one:.3g}" for one in figures), *_times(seconds)]


def puzzles_of(variant: Variant, grade: Grade, count: int) -> list[str]:
    """Return how puzzles of a grade came out, and how many are wrong."""
    made, seconds = [], []
    for seed in range(count):
        begin = process_time()
        puzzle = make_puzzle(variant, grade, seed)
        seconds.append(process_time() - begin)
        made += [puzzle] if puzzle else []
    wrong = count - len(made) + sum(not is_right(variant, puzzle) for puzzle in made)
    figures = [
        median(sum(step.length for step in puzzle.steps) for puzzle in made),
        median(sum(step.suppositions for step in puzzle.steps) for puzzle in made),
        median(len(puzzle.turns) for puzzle in made),
    ]
    return [str(len(made)), str(wrong), *(f"{one:g}" for one in figures), *_times(seconds)]


def is_right(variant: Variant, puzzle: Puzzle) -> bool:
    """Whether a single code fits, no row is to spare and its argument leads to the code."""
    turns = puzzle.turns
    fewer = [turns[:row] + turns[row + 1 :] for row in range(len(turns))]
    known = {
        (fact.place, fact.color)
        for fact in (step.fact for step in puzzle.steps)
        if isinstance(fact, Placed) and fact.holds
    }
    return (
        position_after(variant, turns).count == 1
        and all(feedback(guess, puzzle.solution) == answer for guess, answer in turns)
        and all(position_after(variant, some).count > 1 for some in fewer)
        and known == set(enumerate(puzzle.solution, start=1))
    )


def levels_of(steps: Sequence[ArgumentStep]) -> list[int]:
    """Return the deepest supposition that each step rests on."""
    levels: list[int] = []
    for step in steps:
        levels.append(max([step.depth, *(levels[other - 1] for other in step.rests_on)]))
    return levels


def random_positions(variant: Variant, seed: int) -> Iterator[Position]:
    """Yield the positions of games in which every guess is a candidate."""
    random = Random(seed)  # noqa: S311 - nothing to guard
    start = position_after(variant, [])
    while True:
        position = start
        [secret] = variant.texts(position.candidates[_one(position, random)].digits)
        while position.count > 1:
            guess = position.candidates[_one(position, random)]
            [text] = variant.texts(guess.digits)
            position = follow(position, guess, feedback(text, secret))
            yield position


def _one(position: Position, random: Random) -> slice:
    chosen = random.randrange(len(position.candidates))
    return slice(chosen, chosen + 1)


def _times(seconds: Sequence[float]) -> list[str]:
    return [
        f"{1000 * one:.1f}" for one in (median(seconds), quantiles(seconds, n=10)[-1], max(seconds))
    ]
