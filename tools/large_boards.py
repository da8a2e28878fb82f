"""Play many games of a size with too many codes: ``python -m tools.large_boards``.

Each game is a line of a file, so that an interrupted run continues. The mean is printed as it came
out and without luck, which is worth twenty times as many games. Without luck means: from each game,
subtract what its answers left beyond what its guesses promised. The mean of that is zero, whatever
is assumed for the further guesses of a number of candidates.
"""

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import NamedTuple

from solver.positions.candidates import Position, follow, position_after
from solver.positions.estimates import guesses_to_expect
from solver.rule.codes import Code, Variant
from solver.rule.feedback import feedback
from solver.sets.arrays import Codes, encode
from solver.sets.sampling import find_candidates
from solver.strategies.climb import further_guesses
from solver.strategies.roster import STRATEGIES, strategy_named
from solver.study.play import random_secrets

_SHARED = 2  # turns that many games have in common, so that their positions are remembered
_SAMPLES = 64  # drawn to know what the first guess promises, as all games depend on it


class Played(NamedTuple):
    """One game, as its line has it."""

    number: int
    secret: Code
    guesses: int
    bad_luck: float  # the guesses that were left beyond those to expect
    seconds: float  # of a processor for the slowest guess


class Player:
    """Plays game after game, and remembers what games have in common."""

    def __init__(self, variant: Variant, strategy: str) -> None:
        self._strategy = strategy_named(strategy)
        self._start = position_after(variant, ())
        self._made: dict[object, tuple[Codes, float, float]] = {}
        self._reached: dict[object, Position] = {}

    def play(self, number: int, secret: Code) -> Played:
        """Return the game against a secret."""
        position, guesses, bad_luck, slowest = self._start, 0, 0.0, 0.0
        while True:
            guess, promised, seconds = self._guess(position)
            [text] = position.variant.texts(guess.digits)
            guesses, slowest = guesses + 1, max(slowest, seconds)
            bad_luck -= promised
            if text == secret:
                return Played(number, secret, guesses, round(bad_luck, 4), round(slowest, 3))
            position = self._next(position, guess, secret)
            bad_luck += float(guesses_to_expect(position.count, position.variant))

    def _guess(self, position: Position) -> tuple[Codes, float, float]:
        """The guess, what it promises, and the seconds that it took."""
        if position.history not in self._made:
            begin = process_time()
            guess = self._strategy.choose(position)
            seconds = process_time() - begin
            self._made[position.history] = guess, expected_guesses(guess, position), seconds
        return self._made[position.history]

    def _next(self, position: Position, guess: Codes, secret: Code) -> Position:
        [text] = position.variant.texts(guess.digits)
        answer = feedback(text, secret)
        key = position.history, answer
        if key in self._reached:
            return self._reached[key]
        reached = follow(position, guess, answer)
        if len(position.history) < _SHARED:
            self._reached[key] = reached
        return reached


def expected_guesses(guess: Codes, position: Position) -> float:
    """Return the further guesses to expect, by candidates that had no say in the choice."""
    seeds = range(1, 1 + (1 if position.history else _SAMPLES))
    samples = [position] if position.is_exact else [redraw(position, seed) for seed in seeds]
    return fmean(
        float(further_guesses(guess, one, most=one.count)[0]) / len(one.candidates)
        for one in samples
    )


def redraw(position: Position, seed: int) -> Position:
    """Return a position with other candidates drawn."""
    variant = position.variant
    digits, _ = find_candidates(variant, position.history, seed)
    return Position(
        variant, position.history, encode(digits, variant.colors), position.count, is_exact=False
    )


def read(path: Path) -> Iterator[Played]:
    """Yield the games of a file."""
    for line in path.read_text().splitlines() if path.exists() else ():
        number, secret, guesses, bad_luck, seconds = line.split()
        yield Played(int(number), secret, int(guesses), float(bad_luck), float(seconds))


def summary(games: list[Played]) -> str:
    """Say how many guesses the games took on average, as they were and without luck."""
    lengths = [game.guesses for game in games]
    without = [game.guesses - game.bad_luck for game in games]
    plain, fair = (
        f"{fmean(values):.4f} ± {stdev(values) / sqrt(len(games)):.4f}"
        for values in (lengths, without)
    )
    slowest = max(game.seconds for game in games)
    return f"{len(games):,} games: {plain}, without luck {fair}; slowest guess {slowest:.2f} s"


def main() -> None:
    """Play the games that are not there yet, and sum all of them up."""
    parser = argparse.ArgumentParser(description="Play many games on a large board.")
    parser.add_argument("--pegs", type=int, default=8)
    parser.add_argument("--colors", type=int, default=12)
    parser.add_argument("--strategy", choices=STRATEGIES, default="farsighted")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("file", type=Path, help="where the games are kept")
    options = parser.parse_args()
    variant = Variant(options.pegs, options.colors)
    games = list(read(options.file))
    player, known = Player(variant, options.strategy), {game.number for game in games}
    with options.file.open("a", encoding="ascii") as file:
        for number, secret in enumerate(random_secrets(variant, options.games)):
            if number not in known:
                games.append(player.play(number, secret))
                print(*games[-1], file=file, flush=True)
    print(summary(games))


if __name__ == "__main__":
    main()
