"""Puzzles: rows with their answers that a single code fits, graded by what it takes to find it.

What makes a puzzle hard for people is how often they have to ask "what if?" on the way to the
code; where they need not, how long the way is and whether rows have to be held together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from random import Random

import numpy as np

from solver.deduction.arguments import ArgumentStep, written
from solver.deduction.deduce import DEEPEST
from solver.deduction.facts import Bits, each
from solver.deduction.origins import Origins
from solver.deduction.reasoning import LineOfThought, Reasoning
from solver.deduction.rules import Rule
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, numbered_feedbacks
from solver.sets.arrays import Flags, all_codes, feedback_numbers

MOST_DRAWN = 3000  # positions, before a board is said to have no such puzzle
_WORK = 100_000
_SHORT = 16  # steps
_OF_TWO_ROWS = {
    *(Rule.PLACES_COMPARED, Rule.COLORS_COMPARED, Rule.PLACES_TOGETHER, Rule.COLORS_TOGETHER)
}


class Grade(IntEnum):
    """How hard a puzzle is, by its shortest known argument."""

    EASY = 1  # a short way, row by row
    FAIR = 2  # a longer way, or rows held together
    TRICKY = 3  # one "what if"
    HARD = 4  # two of them
    FIENDISH = 5  # three or more, or one within another


@dataclass(frozen=True)
class Puzzle:
    """Rows that a single code fits, none of them to spare."""

    turns: tuple[Turn, ...]
    solution: Code
    grade: Grade
    steps: tuple[ArgumentStep, ...]  # the argument that leads to the solution


def make_puzzle(
    variant: Variant, grade: Grade, seed: int, rows: int | None = None
) -> Puzzle | None:
    """Return a puzzle of a grade, with this many rows if given; always the same for a seed.

    None if the board seems to have none. Raises ``TooManyCodes`` where codes cannot be listed.

    >>> puzzle = make_puzzle(Variant(), Grade.TRICKY, seed=1)
    >>> " ".join(f"{guess}:{answer}" for guess, answer in puzzle.turns), puzzle.solution
    ('3153:1,0 4423:1,0 3446:1,1 3544:1,1', '4556')
    """
    random = Random(f"{variant} {grade} {seed} {rows}")  # noqa: S311 - nothing to guard
    for turns, solution in _positions(variant, random):
        if rows not in (None, len(turns)) or not _may_be(variant, turns, grade):
            continue
        steps = solution_of(variant, turns, solution)
        if steps and grade_of(steps) == grade:
            return Puzzle(turns, solution, grade, steps)
    return None


def grade_of(steps: Sequence[ArgumentStep]) -> Grade:
    """Return how hard the argument to a solution is."""
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
    """Return the argument that leads to the only code that fits; none if it takes too long.

    After each supposition the rules are followed to their end. Of all that can be refuted that is
    taken from which most follows, so that few suppositions will do.
    """
    reasoning = Reasoning(variant, history, work)
    true = reasoning.claims.true_of(code)
    goal = true & reasoning.claims.places
    line = reasoning.conclude()
    while goal & ~line.known:
        best = _most_telling(reasoning, line, true)
        if best is None:
            return ()
        reasoning.accept(line, best)
    origins = Origins(reasoning, line)
    origins.news()
    return written(reasoning.claims, *map(origins.conclusion, each(goal)))


def _most_telling(reasoning: Reasoning, line: LineOfThought, true: Bits) -> LineOfThought | None:
    """Return what can be refuted and leads furthest, with as few suppositions as possible."""
    opposite = reasoning.claims.opposite
    for depth in range(1, DEEPEST + 1):
        best, most = None, 0
        for bit in each(reasoning.claims.strongest(true & ~line.known)):
            if reasoning.effort.is_spent:
                return None
            refuted = reasoning.refuted(line.known, opposite(bit), depth)
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
    """Yield rows without one to spare and the only code that fits them, drawn at random."""
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
        yield _needed(fitting), solution


def _needed(fitting: dict[Turn, Flags]) -> tuple[Turn, ...]:
    """Return rows of which none can be left out: those that another makes needless go."""
    kept = list(fitting)
    for turn in fitting:
        others = [fitting[other] for other in kept if other != turn]
        if others and np.count_nonzero(np.logical_and.reduce(others)) == 1:
            kept.remove(turn)
    return tuple(kept)


def _may_be(variant: Variant, turns: Sequence[Turn], grade: Grade) -> bool:
    """Whether it is worth looking: what is hard has no telling answers, and little to begin with.

    This leaves out some hard puzzles, and most of those that are not.
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
