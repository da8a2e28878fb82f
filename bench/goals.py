"""What heavy work takes beside the goals set for it: ``python -m bench.goals``.

In seconds of processor time. All are of one process, kernels compiled and loaded,
and the median of some runs.
"""

import lzma
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

from bench.engine import knuth_tree
from records.check_bound import verify
from solver.exact.bounds import Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.proof import prove
from solver.exact.search import Search
from solver.exact.tasks import memory_of, search_of, space_of
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.strategies.roster import strategy_named
from solver.study.evaluate import evaluate
from solver.study.play import random_secrets

RUNS = 3
BOARDS = [(Variant(4, 6), 0.1, 0.3), (Variant(5, 5), 2, 3), (Variant(4, 7), 7, 11)]
AWAY = [Variant(4, 6), Variant(4, 12), Variant(5, 8), Variant(6, 6), Variant(8, 4)]
GAMES = 12
CHECKED = ["3x6", "4x6", "5x4"]


def main() -> None:
    """Print a row for each kind of work."""
    print_row("work", "seconds of CPU", "goal")
    prove(Variant(3, 4))
    for variant, alone, all_three in BOARDS:
        board = f"{variant.pegs}x{variant.colors}"
        print_row(f"proof of {board}, total alone", timed(partial(least_total, variant)), alone)
        print_row(f"proof of {board}, all criteria", timed(partial(prove_anew, variant)), all_three)
    print_row("Knuth's full tree, 4x6, numpy alone", timed(knuth_tree), 0.025)
    for variant in AWAY:
        board = f"{variant.pegs}x{variant.colors}"
        print_row(f"optimal away from a book, {board}, the slowest", slowest_choice(variant), 1)
    print_row("entropy on all of 5x8", timed(partial(evaluate, Variant(5, 8), "entropy")), 6)
    print_row("`mastermind suggest` on 4x6", median(suggestion() for _ in range(RUNS)), 0.25)
    for board in CHECKED:
        print_row(f"certificate of {board} checked", timed(partial(check, board)), 10)


def print_row(work: str, *columns: float | str) -> None:
    cells = (column if isinstance(column, str) else f"{column:.3g}" for column in columns)
    sys.stdout.write(f"{work:<52}" + "".join(f"{cell:>16}" for cell in cells) + "\n")
    sys.stdout.flush()


def timed(work: Callable[[], object]) -> float:
    """Return the processor time of some runs, the median."""
    times = []
    for _ in range(RUNS):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return median(times)


def least_total(variant: Variant) -> int:
    """Prove the least total alone, from nothing."""
    search = Search(CompiledSpace(variant), Bounds(variant))
    return search.cost(search.start())


def prove_anew(variant: Variant) -> None:
    """Prove the least total, then the least worst case, then the fewest codes there."""
    for kept in (search_of, memory_of, space_of):
        kept.cache_clear()
    prove(variant)


def suggestion() -> float:
    """Return what a command costs that needs numpy alone, its start and all."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-c", "from solver.management.program import main; main()"]
    subprocess.run([*command, "suggest"], check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(board: str) -> None:
    """Check a certificate as its own program does."""
    verify(lzma.decompress(Path(f"records/bounds/{board}.json.xz").read_bytes()).decode())


def slowest_choice(variant: Variant) -> float:
    """Return how long `optimal` thinks at most in games of random guesses."""
    strategy, times = strategy_named("optimal"), []
    for seed in range(GAMES):
        secret, *guesses = random_secrets(variant, 8, seed=seed)
        history: list[Turn] = []
        for guess in guesses:
            history.append(Turn(guess, feedback(guess, secret)))
            position = position_after(variant, history)
            begin = process_time()
            strategy.choose(position)
            times.append(process_time() - begin)
    return max(times)


if __name__ == "__main__":
    main()
