"""What it costs to analyze games: the engine's time, and the most memory for it."""

from functools import partial

from bench.engine import CLASSIC, GIANT, GRAND, SUPER
from bench.figures import head, in_a_fresh_process, most_megabytes, row, timed
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.study.analysis import analyze
from solver.study.play import random_secrets


def main() -> None:
    """Print a row for each board."""
    head("an analysis", "the slowest", "at most", "of", "MB")
    for variant, games, limit in ((CLASSIC, 50, 1), (SUPER, 5, 2), (GRAND, 3, 2), (GIANT, 3, 2)):
        times, megabytes = in_a_fresh_process(analysis_times, variant, games)
        row(variant.name, max(times), limit, games, megabytes)


def analysis_times(variant: Variant, games: int) -> tuple[list[float], int]:
    """Seconds for each game of a player who guesses at random, and megabytes of this process."""
    times = [
        timed(partial(analyze, variant, random_game(variant, number)), 1)
        for number in range(games + 1)
    ]
    return times[1:], most_megabytes()  # the first one lists the board's codes


def random_game(variant: Variant, number: int) -> list[Turn]:
    """Ten guesses that have nothing to do with the answers: most stays possible for long."""
    secret, *guesses = random_secrets(variant, 11, seed=number)
    return [Turn(guess, feedback(guess, secret)) for guess in guesses]
