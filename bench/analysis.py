"""What it costs to analyze games: the engine's time, and the most memory for it."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from bench.engine import CLASSIC, GIANT, GRAND, SUPER, most_megabytes, print_line, timed
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.study.analysis import analyze
from solver.study.play import random_secrets


def main() -> None:
    """Print a line for each board."""
    for variant, games, limit in [(CLASSIC, 50, 1), (SUPER, 5, 2), (GRAND, 3, 2), (GIANT, 3, 2)]:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
            times, megabytes = fresh.submit(analysis_times, variant, games).result()
        board = f"{variant.pegs}x{variant.colors}"
        print_line(f"an analysis, {board}, slowest of {games}; {megabytes} MB", max(times), limit)


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


if __name__ == "__main__":
    main()
