"""Games of a strategy against a secret."""

from collections.abc import Iterator

import numpy as np

from solver.positions.candidates import Position, follow
from solver.positions.strategy import Strategy
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.sets.arrays import Codes, encoded


class Remembering:
    """A strategy that caches its guesses, because many games begin alike."""

    def __init__(self, strategy: Strategy, first: Code | None = None) -> None:
        self._strategy = strategy
        self._first = first
        self._guesses: dict[tuple[Turn, ...], Codes] = {}

    def choose(self, position: Position) -> Codes:
        """Return the strategy's guess, or the given ``first`` guess at the start."""
        if self._first is not None and not position.history:
            return encoded(position.variant, self._first)
        if position.history not in self._guesses:
            self._guesses[position.history] = self._strategy.choose(position)
        return self._guesses[position.history]

    def seeded(self, seed: int) -> Strategy:
        """Return itself, or a copy with an empty cache if the seed changes the strategy."""
        seeded = self._strategy.seeded(seed)
        return self if seeded is self._strategy else Remembering(seeded, self._first)


def play(strategy: Strategy, secret: Code, start: Position) -> Iterator[Turn]:
    """Yield the turns from a position to the secret, including the winning one.

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
    """Return ``games`` codes, drawn evenly; the same seed always draws the same ones."""
    rng = np.random.default_rng(seed)
    if variant.repeats:
        digits = rng.integers(variant.colors, size=(games, variant.pegs), dtype=np.uint8)
    else:
        colors = np.tile(np.arange(variant.colors, dtype=np.uint8), (games, 1))
        digits = rng.permuted(colors, axis=1)[:, : variant.pegs]
    return variant.texts(digits)
