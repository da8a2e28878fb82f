"""A codemaker that keeps no code and answers so that the game lasts as long as possible.

At least one code fits all its answers, and at the end it shows such a code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from solver.exact.budget import OutOfBudget
from solver.exact.worst_case import WorstCases
from solver.positions.candidates import Position, follow, position_after
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn
from solver.sets.arrays import encode_texts
from solver.strategies.foreign import resolve
from solver.study.results import kept_results
from solver.study.suggest import explain


class WorstAnswer(NamedTuple):
    """The answer that prolongs a game the most."""

    feedback: Feedback
    # a number of further guesses that is always enough; None if the search took too long
    needed: int | None


def worst_answer(position: Position, guess: Code) -> WorstAnswer:
    """Return the answer to a guess after which the most guesses are needed.

    If the search takes too long, return the answer that leaves the most codes. If answers tie,
    prefer more codes, then fewer black pegs, then fewer white pegs. The same guesses always get the
    same answers.

    >>> start = position_after(Variant(), [])
    >>> worst_answer(start, "1122").feedback
    Feedback(black=0, white=0)
    """
    variant = position.variant
    parts = dict(position.outcomes(guess))
    win = Feedback(variant.pegs, 0)
    if len(parts) == 1:
        [answer] = parts
        return WorstAnswer(answer, 0 if answer == win else None)
    parts.pop(win, None)
    by_size = sorted(parts, key=lambda one: (-parts[one].count, one))
    most, worst = 0, by_size[0]
    try:
        cases = WorstCases(variant)
        # Larger parts come first, so a smaller part has to need more guesses to be chosen.
        for answer in by_size:
            needed = cases.guesses_needed(parts[answer], max(1, most))
            if needed > most:
                most, worst = needed, answer
    except OutOfBudget:
        return WorstAnswer(by_size[0], None)
    return WorstAnswer(worst, most)


class Held(NamedTuple):
    """The codemaker's choices at a turn: the codes behind each answer, and the answer it gave."""

    turn: Turn
    # number of possible codes before the answer; rounded if estimated, like ``parts`` and ``left``
    before: int
    parts: Mapping[Feedback, int]
    left: int
    is_counted: bool  # whether ``left`` is exact
    is_listed: bool  # whether the parts are exact
    needed: int | None  # a number of further guesses that is always enough
    lost: int  # number of guesses that the turn is known to have wasted
    better: Code | None  # a guess that wastes nothing, or None


def options_after(variant: Variant, turns: Sequence[Turn]) -> tuple[Held, ...]:
    """Return the codemaker's options, turn by turn. Raises ``Contradiction``.

    >>> game = [Turn("112", Feedback(1, 0)), Turn("345", Feedback(0, 1))]
    >>> [(held.before, held.left, held.needed) for held in options_after(Variant(3, 6), game)]
    [(216, 57, 4), (57, 19, 3)]
    """
    position, known, story = position_after(variant, ()), enough(variant), []
    # If this number is higher than necessary, too few guesses count as wasted.
    needed = known.guesses if known else None
    for place, turn in enumerate(turns, start=1):
        after = position_after(variant, turns[:place])
        still = _still_needed(after)
        lost = 0 if needed is None or still is None else max(0, still + 1 - needed)
        parts = explain(encode_texts(variant, turn.guess), position).partition
        counted = (parts, after.count_shown, after.is_counted, position.is_exact)
        better = _better(position, needed) if needed and lost else None
        story.append(Held(turn, position.count_shown, *counted, still, lost, better))
        position, needed = after, still
    return tuple(story)


def _still_needed(position: Position) -> int | None:
    """Return how many further guesses are always enough; None if the search takes too long."""
    if position.history[-1].feedback.black == position.variant.pegs:
        return 0
    if position.count <= 2:  # the search needs a board that can be listed
        return position.count
    with suppress(OutOfBudget):
        return WorstCases(position.variant).guesses_needed(position)
    return None


def _better(position: Position, needed: int) -> Code | None:
    """Return a guess with which ``needed`` guesses are enough, or None if it takes too long."""
    with suppress(OutOfBudget):
        return WorstCases(position.variant).forcing(position, needed)
    return None


class Enough(NamedTuple):
    """How many guesses are enough to break every code of a board, whatever the answers."""

    guesses: int
    is_least: bool  # whether one guess fewer is proven to be too few


@lru_cache(maxsize=256)
def enough(variant: Variant) -> Enough | None:
    """Return how many guesses are always enough, from a search or from results of strategies.

    Return None if the search takes too long and no strategy has played against every code.

    >>> enough(Variant()), enough(Variant(5, 8)), enough(Variant(8, 12))
    (Enough(guesses=5, is_least=True), Enough(guesses=7, is_least=False), None)
    """
    with suppress(OutOfBudget):
        least = WorstCases(variant).guesses_needed(position_after(variant, ()))
        return Enough(least, is_least=True)
    kept = kept_results(variant)
    if kept is None or not kept.is_whole:
        return None
    return Enough(min(one.worst for one in kept.strategies.values()), is_least=False)


class EvilTurn(NamedTuple):
    """A guess, the worst answer to it, and the number of codes left."""

    turn: Turn
    left: int
    is_counted: bool
    needed: int | None  # a number of further guesses that is always enough, if known


def against(strategy: StrategyLike, variant: Variant) -> Iterator[EvilTurn]:
    """Yield the turns of a strategy against this codemaker.

    >>> [one.left for one in against("knuth", Variant())]
    [256, 46, 6, 1, 1]
    """
    position, is_broken, chosen = position_after(variant, ()), False, resolve(strategy)
    while not is_broken:
        guess = chosen.choose(position)
        answer, needed = worst_answer(position, guess[0])
        position = follow(position, guess, answer)
        yield EvilTurn(Turn(guess[0], answer), position.count_shown, position.is_counted, needed)
        is_broken = answer.black == variant.pegs
