"""A computer opponent with a human pace and memory: it forgets rows but never blunders.

It guesses as its strategy would after the rows that it remembers. In each game it renames colors
and places at random, so a player who knows its strategy and sees the answers to its guesses
still cannot predict its guesses.
"""

from __future__ import annotations

import random

from solver.positions.candidates import position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.roster import strategy_named

PACE = (8.0, 40.0, 16.0)  # seconds per guess: least, most and most common


def way_to(
    variant: Variant,
    secret: Code,
    strategy: str,
    memory: int = 100,
    limit: int = 10,
    chance: random.Random | None = None,
) -> list[tuple[Code, float]]:
    """Return the guesses at ``secret``, each with its time in seconds from the start.

    Before each guess, each row is remembered with a chance of ``memory`` percent.

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
