"""A computer opponent with a human pace and memory: it forgets rows but makes no blunders.

The opponent makes the guess of its strategy for the rows that it remembers. Instead of repeating a
guess it takes another code that fits these rows, so less memory never plays better. In each game
the opponent renames colors and places at random, so that players who know the strategy cannot
predict its guesses.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import log2

from solver.positions.candidates import Position, position_after
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.roster import strategy_named

# Seconds per bit of the code: minimum, maximum and most frequent value.
PACE = (0.8, 4.0, 1.6)


def way_to(
    variant: Variant,
    secret: Code,
    strategy: str,
    memory: int = 100,
    limit: int = 10,
    chance: random.Random | None = None,
) -> list[tuple[Code, float]]:
    """Return guesses that lead to ``secret``, each with its time in seconds from the start.

    People take longer on a larger board, so the pace depends on the bits of the code.

    Before each guess, each row is remembered with a probability of ``memory`` percent.

    >>> [guess for guess, _ in way_to(Variant(), "3632", "knuth", chance=random.Random(1))]
    ['5252', '6162', '6456', '4312', '3632']
    """
    chance = chance or random.SystemRandom()
    colors = str.maketrans(variant.symbols, "".join(chance.sample(variant.symbols, variant.colors)))
    places = chance.sample(range(variant.pegs), variant.pegs)
    player = strategy_named(strategy).with_seed(chance.getrandbits(32))
    turns: list[Turn] = []
    way: list[tuple[Code, float]] = []
    seconds = 0.0
    while len(way) < limit and (not way or way[-1][0] != secret):
        remembered = [turn for turn in turns if chance.randrange(100) < memory]
        position = position_after(variant, remembered)
        thought = player.choose(position)[0]
        if any(thought == turn.guess for turn in turns):
            thought = another_guess(position, turns, chance)
        guess = "".join(thought[place] for place in places).translate(colors)
        seconds += log2(variant.size) * chance.triangular(*PACE)
        turns.append(Turn(thought, feedback(guess, secret)))
        way.append((guess, round(seconds, 1)))
    return way


def another_guess(position: Position, turns: Sequence[Turn], chance: random.Random) -> Code:
    """Return a code that fits the remembered rows and was not guessed before."""
    made = {turn.guess for turn in turns}
    new = [code for code in position.codes if code not in made]
    if not new:  # every code of the sample was already guessed
        return another_guess(position_after(position.variant, turns), (), chance)
    return chance.choice(new)
