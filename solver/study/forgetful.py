"""A computer at a person's pace, and as weak as one: it forgets rows, and never blunders.

What it does not remember it cannot use, so it guesses as its strategy would after the rows that
it has before its eyes. Colors and places have other names for it in each game: whoever sees how
its guesses are answered, and knows its strategy, does not know the guesses.
"""

from __future__ import annotations

import random

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.roster import strategy_named

PACE = (8.0, 40.0, 16.0)  # seconds for a guess: at least, at most, most often


def way_to(
    variant: Variant,
    secret: Code,
    strategy: str,
    memory: int = 100,
    limit: int = 10,
    chance: random.Random | None = None,
) -> list[tuple[Code, float]]:
    """Return the guesses at ``secret``, each with the seconds from the start to it.

    Each row is remembered in ``memory`` of 100 cases, anew before each guess.

    >>> [guess for guess, _ in way_to(Variant(), "3632", "knuth", chance=random.Random(1))]
    ['5252', '6162', '6456', '4312', '3632']
    """
    chance = chance or random.SystemRandom()
    colors = str.maketrans(variant.symbols, "".join(chance.sample(variant.symbols, variant.colors)))
    places = chance.sample(range(variant.pegs), variant.pegs)
    player = strategy_named(strategy).seeded(chance.getrandbits(32))
    turns: list[Turn] = []
    way: list[tuple[Code, float]] = []
    seconds = 0.0
    while len(way) < limit and (not way or way[-1][0] != secret):
        remembered = [turn for turn in turns if chance.randrange(100) < memory]
        for rows in (remembered, turns):
            choice = player.choose(position_after(variant, rows))
            [thought] = variant.texts(choice.digits)
            if all(thought != turn.guess for turn in turns):
                break
        guess = "".join(thought[place] for place in places).translate(colors)
        seconds += chance.triangular(*PACE)
        turns.append(Turn(thought, feedback(guess, secret)))
        way.append((guess, round(seconds, 1)))
    return way
