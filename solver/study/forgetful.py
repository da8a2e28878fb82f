"""A computer at a person's pace, and as weak as one: it forgets rows, and never blunders.

What it does not remember it cannot use, so it guesses as its strategy would after the rows that
it has before its eyes.
"""

from __future__ import annotations

import random

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.roster import strategy_named

PACE = (8.0, 40.0, 16.0)  # seconds for a guess: at least, at most, most often


def way_to(
    secret: Code,
    variant: Variant,
    strategy: str,
    memory: int = 100,
    limit: int = 10,
    chance: random.Random | None = None,
) -> list[tuple[Code, float]]:
    """Return the guesses at ``secret``, each with the seconds from the start to it.

    Each row is remembered in ``memory`` of 100 cases, anew before each guess.

    >>> [guess for guess, seconds in way_to("3632", Variant(), "knuth")]
    ['1122', '1344', '3526', '1462', '3632']
    """
    chance = chance or random.Random()  # noqa: S311 - it is no secret how well it remembers
    player = strategy_named(strategy)
    turns: list[Turn] = []
    way: list[tuple[Code, float]] = []
    seconds = 0.0
    while len(way) < limit and (not way or way[-1][0] != secret):
        remembered = [turn for turn in turns if chance.randrange(100) < memory]
        for rows in (remembered, turns):
            choice = player.choose(position_after(variant, rows))
            [guess] = variant.texts(choice.digits)
            if all(guess != turn.guess for turn in turns):
                break
        seconds += chance.triangular(*PACE)
        turns.append(Turn(guess, feedback(guess, secret)))
        way.append((guess, round(seconds, 1)))
    return way
