"""Whole games of a strategy against a secret."""

from collections.abc import Iterator

import numpy as np

from solver.positions.candidates import Position, follow
from solver.positions.strategy import Strategy
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.sets.arrays import Codes, encoded


class Remembering:
    """A strategy that remembers its guesses, since games often begin alike."""

    def __init__(self, strategy: Strategy, first: Code | None = None) -> None:
        self._strategy = strategy
        self._first = first
        self._guesses: dict[tuple[Turn, ...], Codes] = {}

    def choose(self, position: Position) -> Codes:
        """Return what the strategy chooses, but for the ``first`` guess if there is one."""
        if self._first is not None and not position.history:
            return encoded(position.variant, self._first)
        if position.history not in self._guesses:
            self._guesses[position.history] = self._strategy.choose(position)
        return self._guesses[position.history]

    def seeded(self, seed: int) -> Strategy:
        """Return itself, or a new one that has nothing to remember yet."""
        seeded = self._strategy.seeded(seed)
        return self if seeded is self._strategy else Remembering(seeded, self._first)


def play(strategy: Strategy, secret: Code, start: Position) -> Iterator[Turn]:
    """Yield the turns that lead from a position to the secret, the last one included.

    >>> from solver.positions.candidates import position_after
    >>> from solver.strategies.roster import strategy_named
    >>> start = position_after(Variant(), [])
    >>> [turn.guess for turn in play(strategy_named("knuth"), "3632", start)]
    ['1122', '1344', '3526', '1462', '3632']
    """
    position = start
    while True:
        guess = strategy.choose(position)
        [text] = position.variant.texts(guess.digits)
        answer = feedback(text, secret)
        yield Turn(text, answer)
        if text == secret:
            return
        position = follow(position, guess, answer)


def random_secrets(variant: Variant, games: int, seed: int = 0) -> list[Code]:
    """Return this many codes, each as likely as any other, the same ones for the same seed."""
    rng = np.random.default_rng(seed)
    if variant.repeats:
        digits = rng.integers(variant.colors, size=(games, variant.pegs), dtype=np.uint8)
    else:
        colors = np.tile(np.arange(variant.colors, dtype=np.uint8), (games, 1))
        digits = rng.permuted(colors, axis=1)[:, : variant.pegs]
    return variant.texts(digits)
