"""What it costs to analyze games: the engine's time, and the most memory for it."""

from functools import partial

from bench.engine import CLASSIC, GIANT, GRAND, SUPER
from bench.figures import (
    head,
    in_a_fresh_process,
    most_megabytes,
    random_turns,
    row,
    timed,
)
from solver.rule.codes import Variant
from solver.study.analysis import analyze

BOARDS = [(CLASSIC, 50, 1), (SUPER, 5, 2), (GRAND, 3, 2), (GIANT, 3, 2)]


def main() -> None:
    """Print a row for each board."""
    head("an analysis", "the slowest", "at most", "of", "MB")
    for variant, games, limit in BOARDS:
        times, megabytes = in_a_fresh_process(analysis_times, variant, games)
        row(variant.name, max(times), limit, games, megabytes)


def analysis_times(variant: Variant, games: int) -> tuple[list[float], int]:
    """Seconds for each game of ten guesses at random, and megabytes of this process.

    Guesses that have nothing to do with the answers leave most possible for long.
    """
    times = [
        timed(partial(analyze, variant, random_turns(variant, 10, number)), 1)
        for number in range(games + 1)
    ]
    return times[1:], most_megabytes()  # the first one lists the board's codes
