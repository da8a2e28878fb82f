"""Measure the time and memory of what players wait for: suggestions, analyses, play-outs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from math import inf
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from bench.figures import (
    head,
    in_a_fresh_process,
    most_megabytes,
    processor_seconds,
    random_turns,
    row,
)
from solver.positions.candidates import position_after
from solver.positions.diagnosis import diagnose
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.sets.counting import compiled_count
from solver.strategies.roster import strategy_named
from solver.study.analysis import analyze
from solver.study.evaluate import evaluate
from solver.study.play import random_secrets
from solver.study.suggest import suggest
from solver.trees.tree import grow_tree

CLASSIC, SUPER, GRAND, GIANT = Variant(4, 6), Variant(5, 8), Variant(6, 9), Variant(8, 12)
BOARDS = [(CLASSIC, 100, 0.01), (SUPER, 20, 0.3), (GRAND, 10, 0.6), (GIANT, 10, 1.0)]
ANALYZED = [(CLASSIC, 50, 1), (SUPER, 5, 2), (GRAND, 3, 2), (GIANT, 3, 2)]
SUGGEST = [sys.executable, "-m", "solver", "suggest"]
STRATEGIES = ("knuth", "entropy", "expected-size", "most-parts", "weighted")


def main() -> None:
    """Print three tables; each row appears as soon as it is measured."""
    head("work", "seconds", "at most")
    knuth = partial(grow_tree, strategy_named("knuth"), position_after(CLASSIC, ()))
    row("Knuth's full tree, 4x6 (a peer: 0.010)", processor_seconds(knuth, 15), 0.025)
    five = partial(map, partial(evaluate, CLASSIC), STRATEGIES)
    row("five heuristics evaluated, 4x6", processor_seconds(lambda: list(five())), 0.4)
    row("the wrong one of seven answers found, 8x12", processor_seconds(find_wrong_answer), 1)
    entropy = partial(evaluate, SUPER, "entropy")
    row("entropy evaluated, 5x8", processor_seconds(entropy, runs=1), 4.4)
    row("suggest, the whole program", median(seconds_of(SUGGEST) for _ in range(5)), 0.19)
    row("partitions are counted by", "C" if compiled_count() else "numpy", "C")
    head("a suggestion", "the slowest", "at most", "the median", "of", "MB")
    for variant, games, limit in BOARDS:
        times, megabytes = in_a_fresh_process(suggestion_times, variant, games)
        row(variant.name, max(times), limit, median(times), len(times), megabytes)
    head("an analysis", "the slowest", "at most", "of", "MB")
    for variant, games, limit in ANALYZED:
        times, megabytes = in_a_fresh_process(analysis_times, variant, games)
        row(variant.name, max(times), limit, games, megabytes)


def find_wrong_answer() -> None:
    code = "16B37A48"
    guesses = ["11223345", "1CA2644A", "5C284B49", "6171694C", "139BAA47", "17BC7A46", "16B37A44"]
    history = [Turn(guess, feedback(guess, code)) for guess in guesses]
    black, white = history[3].feedback
    history[3] = Turn(guesses[3], Feedback(black + 1, white))
    diagnose(GIANT, history, searches=inf)


def seconds_of(command: list[str]) -> float:
    """Return the processor time of a command; Python is allowed to store compiled modules."""
    before = getrusage(RUSAGE_CHILDREN)
    kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    root = Path(__file__).parents[1]
    subprocess.run(command, cwd=root, env=kept, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def suggestion_times(variant: Variant, games: int) -> tuple[list[float], int]:
    """Return the seconds that each suggestion took, and the peak memory of this process in MB."""
    times = []
    for number, code in enumerate(random_secrets(variant, games)):
        name = STRATEGIES[number % len(STRATEGIES)]
        for history in histories(variant, code, number):
            times.append(processor_seconds(partial(suggest, variant, history, name), 1))
    return times, most_megabytes()


def histories(variant: Variant, code: Code, number: int) -> Iterator[list[Turn]]:
    """Yield the history before each guess of a game.

    If ``number`` is odd, a strategy makes the guesses. Otherwise the guesses ignore the feedback.
    """
    odd = [variant.symbols[0] * variant.pegs] if variant.repeats else []
    odd += random_secrets(variant, 6, seed=number)
    history: list[Turn] = []
    for guess in odd:
        yield history
        if number % 2:
            guess = suggest(variant, history, "most-parts").guess
        if guess == code:
            return
        history = [*history, Turn(guess, feedback(guess, code))]


def analysis_times(variant: Variant, games: int) -> tuple[list[float], int]:
    """Return the seconds of each analysis of ten random guesses, and the peak memory in MB.

    The guesses ignore the feedback, so many candidates are left for many turns.
    """
    turns = (random_turns(variant, 10, number) for number in range(games + 1))
    times = [processor_seconds(partial(analyze, variant, game), 1) for game in turns]
    # The first game is left out, because it also builds the list of all codes of the board.
    return times[1:], most_megabytes()
