"""The speed of the engine: ``python -m bench.engine`` prints it and redraws the picture.

Times are seconds of work after import; "plain" is what ``bench.plain`` takes for the same.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import inf
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.picture import draw_picture
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
COSTS = {
    "knuth": worst_case,
    "entropy": entropy,
    "expected-size": expected_size,
    "most-parts": most_parts,
    "weighted": weighted,
}


def main() -> None:
    """Print the table, each line as soon as it is known, and draw the picture."""
    print_line("work", "seconds", "at most", "plain", "ratio")
    tree, plain_tree = timed(knuth_tree, 15), timed(partial(guesses_in_all, worst_case, 4, 6), 1)
    print_line("Knuth's full tree, 4x6", tree, 0.06, plain_tree, plain_tree / tree)
    five, plain_five = timed(evaluate_five, 5), timed(evaluate_five_plainly, 1)
    print_line("five heuristics evaluated, 4x6", five, 0.4, plain_five, plain_five / five)
    for variant, games, limit in [
        (CLASSIC, 100, 0.01),
        (SUPER, 20, 0.3),
        (GRAND, 10, 0.6),
        (GIANT, 10, 1),
    ]:
        print_suggestions(variant, games, limit)
    print_line("the wrong one of seven answers found, 8x12", timed(find_wrong_answer, 5), 1)
    cores = available_cores()
    with run_on(None, cores) as run:
        seconds = evaluate(SUPER, "entropy", run).seconds
    print_line(f"entropy evaluated, 5x8, on {cores} cores", seconds, 30)
    draw_picture()


def print_line(work: str, *columns: float | str) -> None:
    cells = (column if isinstance(column, str) else f"{column:.3g}" for column in columns)
    print(f"{work:<52}" + "".join(f"{cell:>10}" for cell in cells), flush=True)


def timed(work: Callable[[], object], repeats: int) -> float:
    """The median time of some runs."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def knuth_tree() -> None:
    build_tree(strategy_named("knuth"), position_after(CLASSIC, ()))


def evaluate_five() -> None:
    for name in COSTS:
        evaluate(CLASSIC, name)


def evaluate_five_plainly() -> None:
    for cost in COSTS.values():
        guesses_in_all(cost, CLASSIC.pegs, CLASSIC.colors)


def find_wrong_answer() -> None:
    code = "16B37A48"
    guesses = ["11223345", "1CA2644A", "5C284B49", "6171694C", "139BAA47", "17BC7A46", "16B37A44"]
    history = [Turn(guess, feedback(guess, code)) for guess in guesses]
    black, white = history[3].feedback
    history[3] = Turn(guesses[3], Feedback(black + 1, white))
    diagnose(GIANT, history, seconds=inf)


def print_suggestions(variant: Variant, games: int, limit: float) -> None:
    """The slowest and the median suggestion over many states, in a process of its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        times, megabytes = fresh.submit(suggestion_times, variant, games).result()
    board = f"{variant.pegs}x{variant.colors}"
    print_line(f"a suggestion, {board}, slowest of {len(times):,}", max(times), limit)
    print_line(f"    the median; the process took {megabytes} MB", median(times))


def suggestion_times(variant: Variant, games: int) -> tuple[list[float], int]:
    """Seconds for each suggestion, and the most megabytes that this process has taken."""
    times = []
    for number, code in enumerate(random_secrets(variant, games)):
        name = list(COSTS)[number % len(COSTS)]
        for history in histories(variant, code, number):
            start = perf_counter()
            suggest(variant, history, name)
            times.append(perf_counter() - start)
    return times, most_megabytes()


def most_megabytes() -> int:
    """The most memory this process has held, by the kernel's account, or 0 if it keeps none."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


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


if __name__ == "__main__":
    main()
