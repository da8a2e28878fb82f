"""Puzzles: rows that fit a single code, graded by the argument that finds it.

The more suppositions the shortest argument needs, the harder the puzzle. Without suppositions, long
arguments and comparisons of rows make it harder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random

import numpy as np

from solver.deduction.arguments import ArgumentStep, steps_to
from solver.deduction.deduce import DEEPEST
from solver.deduction.facts import Bits, each
from solver.deduction.origins import Origins
from solver.deduction.reasoning import LineOfThought, Reasoning
from solver.deduction.rules import Rule
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, numbered_feedbacks
from solver.sets.arrays import Flags, all_codes, feedback_numbers

MOST_DRAWN = 3000  # at most this many positions are tried to find a puzzle
_WORK = 100_000
_SHORT = 16  # maximum number of steps of a short argument
_OF_TWO_ROWS = {
    *(Rule.PLACES_COMPARED, Rule.COLORS_COMPARED, Rule.PLACES_TOGETHER, Rule.COLORS_TOGETHER)
}


class Grade(IntEnum):
    """The difficulty of a puzzle, judged by the shortest known argument for its solution."""

    EASY = 1  # few steps that each use one row
    FAIR = 2  # more steps, or steps that compare rows
    TRICKY = 3  # one supposition
    HARD = 4  # two suppositions
    FIENDISH = 5  # three or more suppositions, or one inside another


@dataclass(frozen=True)
class Puzzle:
    """Some rows that fit a single code; each of the rows is necessary."""

    turns: tuple[Turn, ...]
    solution: Code
    grade: Grade
    steps: tuple[ArgumentStep, ...]  # the argument that leads to the secret


def make_puzzle(
    variant: Variant, grade: Grade, seed: int, rows: int | None = None
) -> Puzzle | None:
    """Return a puzzle of a grade, or None if none is found; a seed always gives the same puzzle.

    The puzzle has ``rows`` rows, if given. Raises ``TooManyCodes`` if the codes cannot be listed.

    >>> puzzle = make_puzzle(Variant(), Grade.TRICKY, seed=1)
    >>> " ".join(f"{guess}:{answer}" for guess, answer in puzzle.turns), puzzle.solution
    ('3153:1,0 4423:1,0 3446:1,1 3544:1,1', '4556')
    """
    random = Random(f"{variant} {grade} {seed} {rows}")  # noqa: S311 - a puzzle is no secret
    for turns, solution in _positions(variant, random):
        if rows not in (None, len(turns)) or not _may_be(variant, turns, grade):
            continue
        steps = solution_of(variant, turns, solution)
        if steps and grade_of(steps) == grade:
            return Puzzle(turns, solution, grade, steps)
    return None


def grade_of(steps: Sequence[ArgumentStep]) -> Grade:
    """Return the grade of a puzzle with this argument."""
    suppositions = sum(step.suppositions for step in steps)
    if suppositions > 2 or max(step.depth for step in steps) > 1:
        return Grade.FIENDISH
    if suppositions:
        return (Grade.TRICKY, Grade.HARD)[suppositions - 1]
    is_easy = len(steps) <= _SHORT and not any(step.rule in _OF_TWO_ROWS for step in steps)
    return Grade.EASY if is_easy else Grade.FAIR


def solution_of(
    variant: Variant, history: Sequence[Turn], code: Code, work: int = _WORK
) -> tuple[ArgumentStep, ...]:
    """Return the argument for the only code that fits; empty if it takes too long.

    After each supposition the rules are applied to the end. The next claim to refute is the one
    whose opposite leads to the most conclusions, so that few suppositions are needed.
    """
    reasoning = Reasoning(variant, history, work)
    true = reasoning.claims.true_of(code)
    goal = true & reasoning.claims.places
    line = reasoning.conclude()
    while goal & ~line.known:
        best = _most_useful(reasoning, line, true)
        if best is None:
            return ()
        reasoning.accept(line, best)
    origins = Origins(reasoning, line)
    origins.note()
    return steps_to(reasoning.claims, *map(origins.conclusion, each(goal)))


def _most_useful(reasoning: Reasoning, line: LineOfThought, true: Bits) -> LineOfThought | None:
    """Return the refuted claim that leads to the most conclusions with the fewest suppositions."""
    opposite = reasoning.claims.opposite
    for depth in range(1, DEEPEST + 1):
        best, most = None, 0
        for bit in each(reasoning.claims.strongest(true & ~line.known)):
            if reasoning.effort.is_spent:
                return None
            refuted = reasoning.refute(line.known, opposite(bit), depth)
            if refuted is None:
                continue
            after = LineOfThought(line.known)
            reasoning.accept(after, refuted)
            if after.known.bit_count() > most:
                best, most = refuted, after.known.bit_count()
        if best:
            return best
    return None


def _positions(variant: Variant, random: Random) -> Iterator[tuple[tuple[Turn, ...], Code]]:
    """Yield random rows with the only code that fits them; each row is necessary."""
    codes = all_codes(variant)
    names = numbered_feedbacks(variant.pegs)
    for _ in range(MOST_DRAWN):
        secret = random.randrange(len(codes))
        fitting: dict[Turn, Flags] = {}
        left = np.ones(len(codes), dtype=bool)
        while np.count_nonzero(left) > 1:
            chosen = random.randrange(len(codes))
            guess = codes[chosen : chosen + 1]
            [numbers] = feedback_numbers(guess, codes)
            fits = numbers == numbers[secret]
            if chosen != secret and not fits[left].all():
                [text] = variant.texts(guess.digits)
                fitting[Turn(text, names[numbers[secret]])] = fits
                left &= fits
        [solution] = variant.texts(codes.digits[secret : secret + 1])
        yield _drop_redundant(fitting), solution


def _drop_redundant(fitting: dict[Turn, Flags]) -> tuple[Turn, ...]:
    """Return the rows that are necessary, after dropping redundant ones."""
    kept = list(fitting)
    for turn in fitting:
        others = [fitting[other] for other in kept if other != turn]
        if others and np.count_nonzero(np.logical_and.reduce(others)) == 1:
            kept.remove(turn)
    return tuple(kept)


def _may_be(variant: Variant, turns: Sequence[Turn], grade: Grade) -> bool:
    """Return whether rows are likely to have this grade; this is a fast test.

    It looks at their answers and at easy conclusions. It is wrong about some hard puzzles, but
    finds out most easier puzzles.
    """
    if grade < Grade.HARD:
        return True
    answers = [turn.feedback for turn in turns]
    if any(sum(answer) in (0, variant.pegs) for answer in answers):
        return False
    if sum(not answer.black for answer in answers) > 1 or sum(not a.white for a in answers) > 1:
        return False
    reasoning = Reasoning(variant, turns, _WORK)
    places = reasoning.claims.places
    known = reasoning.conclude().known
    settled = (known | reasoning.claims.opposite(known)) & places
    return 2 * settled.bit_count() < places.bit_count()
