"""The speed of the engine, beside what one would write first (``bench.plain``)."""

from collections.abc import Iterator
from functools import partial
from math import inf
from statistics import median

from bench.figures import head, in_a_fresh_process, most_megabytes, row, timed
from bench.plain import guesses_in_all
from solver.positions.candidates import position_after
from solver.positions.diagnosis import diagnose
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.running.executors import run_on
from solver.running.workers import available_cores
from solver.strategies.costs import entropy, expected_size, most_parts, worst_case
from solver.strategies.roster import strategy_named
from solver.strategies.weights import weighted
from solver.study.evaluate import evaluate
from solver.study.play import random_secrets
from solver.study.suggest import suggest
from solver.trees.tree import build_tree

CLASSIC, SUPER, GRAND, GIANT = Variant(4, 6), Variant(5, 8), Variant(6, 9), Variant(8, 12)
BOARDS = [(CLASSIC, 100, 0.01), (SUPER, 20, 0.3), (GRAND, 10, 0.6), (GIANT, 10, 1.0)]
COSTS = {
    "knuth": worst_case,
    "entropy": entropy,
    "expected-size": expected_size,
    "most-parts": most_parts,
    "weighted": weighted,
}


def main() -> None:
    """Print two tables, each row as soon as it is known."""
    head("work", "seconds", "at most", "plain")
    row("Knuth's full tree, 4x6", timed(knuth_tree, 15), 0.06, timed(knuth_plainly, 1))
    row("five heuristics evaluated, 4x6", timed(evaluate_five), 0.4, timed(evaluate_plainly, 1))
    row("the wrong one of seven answers found, 8x12", timed(find_wrong_answer), 1, "")
    with run_on(None, cores := available_cores()) as run:
        seconds = evaluate(SUPER, "entropy", run).seconds
    row(f"entropy evaluated, 5x8, on {cores} cores", seconds, 30, "")
    head("a suggestion", "the slowest", "at most", "the median", "of", "MB")
    for variant, games, limit in BOARDS:
        times, megabytes = in_a_fresh_process(suggestion_times, variant, games)
        row(variant.name, max(times), limit, median(times), len(times), megabytes)


def knuth_tree() -> None:
    build_tree(strategy_named("knuth"), position_after(CLASSIC, ()))


def knuth_plainly() -> None:
    guesses_in_all(worst_case, CLASSIC.pegs, CLASSIC.colors)


def evaluate_five() -> None:
    for name in COSTS:
        evaluate(CLASSIC, name)


def evaluate_plainly() -> None:
    for cost in COSTS.values():
        guesses_in_all(cost, CLASSIC.pegs, CLASSIC.colors)


def find_wrong_answer() -> None:
    code = "16B37A48"
    guesses = ["11223345", "1CA2644A", "5C284B49", "6171694C", "139BAA47", "17BC7A46", "16B37A44"]
    history = [Turn(guess, feedback(guess, code)) for guess in guesses]
    black, white = history[3].feedback
    history[3] = Turn(guesses[3], Feedback(black + 1, white))
    diagnose(GIANT, history, searches=inf)


def suggestion_times(variant: Variant, games: int) -> tuple[list[float], int]:
    """Seconds for each suggestion, and the most megabytes that this process has taken."""
    times = []
    for number, code in enumerate(random_secrets(variant, games)):
        name = list(COSTS)[number % len(COSTS)]
        for history in histories(variant, code, number):
            times.append(timed(partial(suggest, variant, history, name), 1))
    return times, most_megabytes()


def histories(variant: Variant, code: Code, number: int) -> Iterator[list[Turn]]:
    """The states of a game; every other player guesses with no thought of the answers."""
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
