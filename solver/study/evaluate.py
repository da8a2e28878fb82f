"""The evaluation of a strategy: its game lengths against all codes, or against random ones."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import sqrt
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from solver.positions.candidates import position_after
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Code, Variant, require_listable
from solver.rule.errors import Kind
from solver.rule.feedback import Feedback, Turn, number
from solver.sets.arrays import Codes, Numbers, all_codes, encode_texts, feedback_numbers
from solver.sets.partitions import blocks
from solver.strategies.foreign import portable, resolve
from solver.strategies.optimal import Optimal, proven_tree_of
from solver.study.play import Remembering, play
from solver.trees.tree import game_lengths, grow_tree, lengths_of

GameLengths: TypeAlias = list[int]
RunPieces: TypeAlias = Callable[
    [Callable[[Any], GameLengths], Iterable[Any]], Iterable[GameLengths]
]

_GAMES = 25  # number of games per task


@dataclass(frozen=True)
class Evaluation:
    """The results of a strategy: ``distribution`` maps numbers of guesses to numbers of codes.

    ``seconds`` are wall-clock time.
    """

    first_guess: Code
    distribution: dict[int, int]
    seconds: float
    # whether an optimal strategy is proven after its first guess; None for other strategies
    proven: bool | None = None

    @property
    def codes(self) -> int:
        """The number of codes that the strategy played against."""
        return sum(self.distribution.values())

    @property
    def total(self) -> int:
        """The total guesses of all games."""
        return sum(guesses * codes for guesses, codes in self.distribution.items())

    @property
    def mean(self) -> float:
        """The mean number of guesses per game."""
        return self.total / self.codes

    @property
    def worst(self) -> int:
        """The guesses of the longest game."""
        return max(self.distribution)

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean, as for a random sample of the same number of games.

        None for a single game.

        >>> Evaluation("1122", {4: 50, 5: 50}, seconds=1).standard_error
        0.0502...
        """
        if self.codes == 1:
            return None
        deviations = ((g - self.mean) ** 2 * codes for g, codes in self.distribution.items())
        return sqrt(sum(deviations) / (self.codes - 1) / self.codes)

    def facts(self) -> dict[str, Any]:
        """Return the results as JSON values."""
        facts = {
            "codes": self.codes,
            "total": self.total,
            "mean": self.mean,
            "worst": self.worst,
            "distribution": self.distribution,
            "first_guess": self.first_guess,
            "seconds": self.seconds,
        }
        return facts if self.proven is None else {**facts, "proven": self.proven}


def evaluate(
    variant: Variant, strategy: StrategyLike, run: RunPieces = map, first: Code | None = None
) -> Evaluation:
    """Return the results of a strategy against every code; ``first`` replaces its first guess.

    ``run`` maps a function over tasks like ``map``, but can use several cores and return results in
    any order. Raises ``UnknownStrategy``, and ``TooManyCodes`` if the codes cannot be listed.

    >>> evaluate(Variant(pegs=3, colors=4), "knuth").distribution
    {1: 1, 2: 3, 3: 31, 4: 29}
    """
    begin, strategy = perf_counter(), portable(strategy)
    if tree := proven_tree_of(resolve(strategy), variant, first):
        distribution = dict(sorted(game_lengths(tree).items()))
        return Evaluation(tree.guess, distribution, perf_counter() - begin, proven=True)
    pieces = pieces_of(variant, strategy, first)
    distribution = distribution_of(chain.from_iterable(run(_lengths_of_piece, pieces)))
    guess = pieces[0].turn.guess
    return Evaluation(guess, distribution, perf_counter() - begin, _claim(strategy))


class Piece(NamedTuple):
    """A part of an evaluation: all games with the same answer to the first guess."""

    variant: Variant
    strategy: StrategyLike
    turn: Turn


def pieces_of(variant: Variant, strategy: StrategyLike, first: Code | None = None) -> list[Piece]:
    """Return the pieces of an evaluation; the piece with the most codes comes first.

    >>> first, *others = pieces_of(Variant(), "knuth")
    >>> first.turn, len(others)
    (Turn(guess='1122', feedback=Feedback(black=0, white=0)), 12)
    """
    require_listable(variant, Kind.TOO_MANY_TO_PLAY)
    start, opening = position_after(variant, ()), _opening(variant, strategy, first)
    parts = sorted(start.outcomes(opening), key=lambda part: part[1].count, reverse=True)
    return [Piece(variant, strategy, Turn(opening[0], answer)) for answer, _ in parts]


def play_piece(piece: Piece) -> tuple[Feedback, Numbers, float]:
    """Return the answer of a piece, its game lengths (in the order of codes), and its processor
    seconds.

    >>> answer, lengths, seconds = play_piece(pieces_of(Variant(), "knuth")[-4])
    >>> answer, lengths.tolist()
    (Feedback(black=0, white=3), [3, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4, 3, 4, 4, 4])
    """
    begin = process_time()
    variant, strategy, turn = piece
    position = position_after(variant, [turn])
    if turn.feedback.black == variant.pegs:
        lengths = np.ones(1, dtype=np.uint8)
    else:
        tree = grow_tree(resolve(strategy), position)
        lengths = lengths_of(tree, position.codes) + np.uint8(1)
    return turn.feedback, lengths, process_time() - begin


def put_together(variant: Variant, first: Code, pieces: Mapping[Feedback, Numbers]) -> Numbers:
    """Return the length of every game, in the order of the codes, from all pieces.

    >>> board = Variant(2, 2)
    >>> played = map(play_piece, pieces_of(board, "knuth"))
    >>> pieces = {answer: lengths for answer, lengths, _ in played}
    >>> put_together(board, "11", pieces).tolist()
    [1, 2, 3, 2]
    """
    codes = all_codes(variant)
    [numbers] = feedback_numbers(encode_texts(variant, first), codes)
    lengths = np.zeros(len(codes), dtype=np.uint8)
    for answer, part in pieces.items():
        lengths[numbers == number(answer)] = part
    return lengths


def distribution_of(lengths: Iterable[int]) -> dict[int, int]:
    """Return the number of games for each number of guesses.

    >>> distribution_of([2, 1, 2])
    {1: 1, 2: 2}
    """
    return dict(sorted(Counter(lengths).items()))


def evaluate_games(
    variant: Variant,
    strategy: StrategyLike,
    secrets: Sequence[Code],
    run: RunPieces = map,
    first: Code | None = None,
) -> Evaluation:
    """Return the results of a strategy against some secrets, each game with its own seed.

    ``run`` and errors are as in ``evaluate``, but every variant is allowed.

    >>> evaluate_games(Variant(), "knuth", ["1122", "3632"]).distribution
    {1: 1, 5: 1}
    """
    begin, strategy = perf_counter(), portable(strategy)
    guess = _opening(variant, strategy, first)[0]
    games = list(enumerate(map(variant.parse, secrets)))
    tasks = [games[block] for block in blocks(len(games), _GAMES)]
    lengths = run(partial(lengths_of_games, variant, strategy, first), tasks)
    distribution = distribution_of(chain.from_iterable(lengths))
    return Evaluation(guess, distribution, perf_counter() - begin, _claim(strategy))


def _opening(variant: Variant, strategy: StrategyLike, first: Code | None) -> Codes:
    """Return ``first``; if it is None, return the strategy's first guess."""
    chosen = resolve(strategy)
    if first is None:
        return chosen.choose(position_after(variant, ()))
    return encode_texts(variant, first)


def _claim(strategy: StrategyLike) -> bool | None:
    """Return False for an optimal strategy, which has no proof here, and None for all others."""
    return False if isinstance(resolve(strategy), Optimal) else None


def _lengths_of_piece(piece: Piece) -> GameLengths:
    return play_piece(piece)[1].tolist()


def lengths_of_games(
    variant: Variant, strategy: StrategyLike, first: Code | None, games: Iterable[tuple[int, Code]]
) -> GameLengths:
    """Return the lengths of the games against some secrets, each with its seed."""
    start, chooses = position_after(variant, ()), Remembering(resolve(strategy), first)
    return [sum(1 for _ in play(chooses.with_seed(seed), secret, start)) for seed, secret in games]
