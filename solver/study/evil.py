"""A codemaker without a code: it answers so that the game goes on for as long as it can.

Each of its answers is true of some code to the end, and at the end it shows one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.exact.plain import OutOfBudget
from solver.exact.worst_case import MOST_CODES_SEARCHED, WorstCases
from solver.positions.candidates import Position, follow, position_after
from solver.positions.strategy import Strategy
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.sets.arrays import encoded


class WorstAnswer(NamedTuple):
    """The answer that keeps a game alive longest."""

    feedback: Feedback
    needed: int | None  # further guesses that are enough against anything; None: it went by size


def worst_answer(position: Position, guess: Code) -> WorstAnswer:
    """Return the answer to a guess after which most guesses are needed, whatever they are.

    Where that would take too long to find out, it is the answer of the most codes. Of answers
    that are as good, the one of more codes, then the one with fewer black and fewer white. The
    same guesses get the same answers.

    >>> start = position_after(Variant(), [])
    >>> worst_answer(start, "1122").feedback
    Feedback(black=0, white=0)
    """
    variant = position.variant
    parts = dict(position.after(encoded(variant, guess)))
    win = Feedback(variant.pegs, 0)
    if len(parts) == 1:
        [answer] = parts
        return WorstAnswer(answer, 0 if answer == win else None)
    parts.pop(win, None)
    by_size = sorted(parts, key=lambda one: (-parts[one].count, one))
    largest = WorstAnswer(by_size[0], None)
    if variant.size > MOST_CODES_SEARCHED:
        return largest
    cases, worst, most = WorstCases(variant), largest, 0
    try:
        for answer in by_size:  # a smaller part has to need more than those before
            needed = cases.needed(parts[answer].candidates, max(1, most))
            if needed > most:
                worst, most = WorstAnswer(answer, needed), needed
    except OutOfBudget:
        return largest
    return worst


class EvilTurn(NamedTuple):
    """A guess, the worst answer to it, and how many codes the codemaker still held after it."""

    turn: Turn
    left: int
    needed: int | None  # further guesses that are enough, if that was found out


def against(strategy: Strategy, variant: Variant, first: Code | None = None) -> Iterator[EvilTurn]:
    """Yield the turns of a strategy, perhaps with another ``first`` guess, against this codemaker.

    >>> from solver.strategies.roster import strategy_named
    >>> [one.left for one in against(strategy_named("knuth"), Variant())]
    [256, 46, 6, 1, 1]
    """
    position, is_broken = position_after(variant, ()), False
    while not is_broken:
        is_first = first is not None and not position.history
        choice = encoded(variant, str(first)) if is_first else strategy.choose(position)
        [guess] = variant.texts(choice.digits)
        answer, needed = worst_answer(position, guess)
        position = follow(position, choice, answer)
        yield EvilTurn(Turn(guess, answer), position.told, needed)
        is_broken = answer.black == variant.pegs
