"""A strategy against every code, or against random ones: how many guesses it takes."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias

from solver.candidates import position_after
from solver.codes import Code, Variant, require_listable
from solver.errors import Kind
from solver.feedback import Turn
from solver.partitions import blocks
from solver.play import Remembering, play
from solver.strategies import strategy_named
from solver.tree import build_tree, game_lengths

Lengths: TypeAlias = Counter[int]  # how many games took so many guesses
Run: TypeAlias = Callable[[Callable[[Any], Lengths], Iterable[Any]], Iterable[Lengths]]

_GAMES = 25  # in a task


@dataclass(frozen=True)
class Evaluation:
    """How a strategy fared; ``distribution`` maps a number of guesses to a number of codes."""

    first_guess: Code
    distribution: dict[int, int]
    seconds: float

    @property
    def codes(self) -> int:
        """The number of codes played against."""
        return sum(self.distribution.values())

    @property
    def total(self) -> int:
        """The guesses of all games together."""
        return sum(guesses * codes for guesses, codes in self.distribution.items())

    @property
    def mean(self) -> float:
        """The guesses of a game on average."""
        return self.total / self.codes

    @property
    def worst(self) -> int:
        """The guesses of the longest game."""
        return max(self.distribution)


def evaluate(variant: Variant, strategy: str, run: Run = map) -> Evaluation:
    """Play a strategy against every code of a variant.

    ``run`` maps a function over tasks as ``map`` does, perhaps on several cores and in any
    order. Raises ``UnknownStrategy``, and ``TooManyCodes`` where the codes cannot be listed.

    >>> evaluate(Variant(pegs=3, colors=4), "knuth").distribution
    {1: 1, 2: 3, 3: 31, 4: 29}
    """
    begin = perf_counter()
    require_listable(variant, Kind.TOO_MANY_TO_PLAY)
    start = position_after(variant, ())
    first = strategy_named(strategy).choose(start)
    [guess] = variant.texts(first.digits)
    parts = sorted(start.after(first), key=lambda part: part[1].count, reverse=True)
    tasks = [Turn(guess, answer) for answer, _ in parts]
    lengths = run(partial(_lengths_after, variant, strategy), tasks)
    return Evaluation(guess, _summed(lengths), perf_counter() - begin)


def evaluate_games(
    variant: Variant, strategy: str, secrets: Sequence[Code], run: Run = map
) -> Evaluation:
    """Play a strategy against some secrets, each game with its own seed.

    ``run`` and what is raised are as for ``evaluate``, but any variant will do.

    >>> evaluate_games(Variant(), "knuth", ["1122", "3632"]).distribution
    {1: 1, 5: 1}
    """
    begin = perf_counter()
    [guess] = variant.texts(strategy_named(strategy).choose(position_after(variant, ())).digits)
    games = list(enumerate(secrets))
    tasks = [games[block] for block in blocks(len(games), _GAMES)]
    lengths = run(partial(_lengths_of_games, variant, strategy), tasks)
    return Evaluation(guess, _summed(lengths), perf_counter() - begin)


def _summed(counters: Iterable[Lengths]) -> dict[int, int]:
    return dict(sorted(sum(counters, Lengths()).items()))


def _lengths_after(variant: Variant, strategy: str, turn: Turn) -> Lengths:
    """The games of all codes that answer the first guess in one way."""
    if turn.feedback.black == variant.pegs:
        return Lengths([1])
    tree = build_tree(strategy_named(strategy), position_after(variant, [turn]))
    return Lengths({guesses + 1: codes for guesses, codes in game_lengths(tree).items()})


def _lengths_of_games(
    variant: Variant, strategy: str, games: Sequence[tuple[int, Code]]
) -> Lengths:
    """The games against some secrets, given with the seed of each."""
    start, chooses = position_after(variant, ()), Remembering(strategy_named(strategy))
    return Lengths(
        sum(1 for _ in play(chooses.seeded(seed), secret, start)) for seed, secret in games
    )
