"""Games of a strategy against a secret, and the tree of a strategy."""

from collections.abc import Iterator

import numpy as np

from solver.positions.candidates import Position, first_contradicted, follow, position_after
from solver.positions.strategy import ArrayStrategy, StrategyLike
from solver.rule.codes import Code, Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Turn, feedback
from solver.sets.arrays import Codes, encode_texts
from solver.strategies.foreign import resolve
from solver.trees.tree import Node, grow_tree


class Remembering(ArrayStrategy):
    """A strategy that caches its guesses, because many games begin alike."""

    def __init__(self, strategy: ArrayStrategy, first: Code | None = None) -> None:
        self._strategy = strategy
        self._first = first
        self._guesses: dict[tuple[Turn, ...], Codes] = {}

    def choose(self, position: Position) -> Codes:
        """Return the strategy's guess, or the given ``first`` guess at the start."""
        if self._first is not None and not position.history:
            return encode_texts(position.variant, self._first)
        if position.history not in self._guesses:
            self._guesses[position.history] = self._strategy.choose(position)
        return self._guesses[position.history]

    def with_seed(self, seed: int) -> ArrayStrategy:
        """Return this object, or a copy with an empty cache if the seed changes the strategy."""
        seeded = self._strategy.with_seed(seed)
        return self if seeded is self._strategy else Remembering(seeded, self._first)


def build_tree(strategy: StrategyLike, position: Position, depth: int | None = None) -> Node:
    """Return the tree of a strategy from a position, at most ``depth`` guesses deep.

    >>> build_tree("knuth", position_after(Variant(2, 2), [])).guess
    '11'
    """
    return grow_tree(resolve(strategy), position, depth)


def play(strategy: StrategyLike, secret: Code, start: Position | None = None) -> Iterator[Turn]:
    """Yield the turns from a position to the secret, including the winning turn.

    Without ``start``, a Classic game is played. Raises ``InvalidCode``, and ``Contradiction`` if
    the secret does not fit the turns before ``start``.

    >>> [turn.guess for turn in play("knuth", "3632")]
    ['1122', '1344', '3526', '1462', '3632']
    """
    position = position_after(Variant(), ()) if start is None else start
    secret, chosen = position.variant.parse(secret), resolve(strategy)
    if turn := first_contradicted(position.history, secret):
        raise Contradiction(turn)
    while True:
        guess = chosen.choose(position)
        answer = feedback(guess[0], secret)
        yield Turn(guess[0], answer)
        if guess[0] == secret:
            return
        position = follow(position, guess, answer)


def random_secrets(variant: Variant, games: int, seed: int = 0) -> list[Code]:
    """Return ``games`` codes, drawn evenly; the same seed always draws the same codes."""
    rng = np.random.default_rng(seed)
    if variant.repeats:
        digits = rng.integers(variant.colors, size=(games, variant.pegs), dtype=np.uint8)
    else:
        colors = np.tile(np.arange(variant.colors, dtype=np.uint8), (games, 1))
        digits = rng.permuted(colors, axis=1)[:, : variant.pegs]
    return variant.texts(digits)
