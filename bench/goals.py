"""Print the engine's results beside their goals: ``python -m bench goals``.

Seconds are the median processor time of several runs in one process. Tests assert the proven
totals.
"""

import lzma
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

from bench.figures import head, processor_seconds, random_turns, row
from solver.exact.bounds import Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.proof import prove
from solver.exact.search import Search
from solver.exact.tasks import memory_of, search_of, space_of
from solver.positions.candidates import Position, position_after
from solver.rule.codes import Code, Variant
from solver.sets.counting import compiled_count
from solver.strategies.roster import strategy_named
from solver.study.analysis import analyze, appraise
from solver.study.evaluate import evaluate
from solver.study.suggest import suggest
from solver.trees.check_bound import verify

ROOT = Path(__file__).parents[1]
CLASSIC = Variant()
EXACT = [Variant(3, 6), CLASSIC, Variant(5, 5), Variant(4, 10, repeats=False)]
POSITIONS = 100  # this many positions of each board are appraised
BOARDS = [(CLASSIC, 0.1, 0.3), (Variant(5, 5), 2, 3), (Variant(4, 7), 7, 11)]
AWAY = [CLASSIC, Variant(4, 12), Variant(5, 8), Variant(6, 6), Variant(8, 4)]
GAMES = 12
# Each goal in seconds is half the time that numpy alone took in November 2026.
HINTS = [(Variant(5, 8), 0.03), (Variant(6, 9), 0.14), (Variant(8, 12), 0.13)]
ANALYSES = [(CLASSIC, 0.07), (Variant(5, 8), 0.15), (Variant(8, 12), 0.74)]
ENTROPY, ENTROPY_GOAL = Variant(5, 8), 4.4
SUGGEST = [sys.executable, "-m", "solver", "suggest"], 0.19
HARD_MODE = [(CLASSIC, 5660), (Variant(4, 7), 11362)]
CHECKED = [("4x6", 0.3), ("4x7", 5.0), ("5x5", 2.0)]  # certificates
LINES_OF_EXACT = 2961


def main() -> None:
    """Print how much of the advice is exact, and how long advice and heavy work take."""
    head("what", "now", "goal")
    for variant in EXACT:
        appraisals = [timed_appraisal(*each) for each in positions(variant)]
        losses, ranks, times = zip(*appraisals, strict=True)
        row(f"{variant.name}, exact losses", f"{sum(losses)} of {len(losses)}", "all")
        row(f"{variant.name}, exact ranks", f"{sum(ranks)} of {len(ranks)}", "all")
        row(f"{variant.name}, an appraisal, median", median(times), 0.02)
        row(f"{variant.name}, an appraisal, the slowest", max(times), 0.25)
    print_counting()
    print_speed()
    print_proofs()


def positions(variant: Variant) -> Iterator[tuple[Position, Code]]:
    """Yield positions from games of random guesses, each with the guess that was made there."""
    for seed in range(POSITIONS // 4):
        turns = random_turns(variant, 4, seed)
        for place, turn in enumerate(turns):
            yield position_after(variant, turns[:place]), turn.guess


def timed_appraisal(position: Position, guess: Code) -> tuple[bool, bool, float]:
    """Return whether the loss is exact, whether the rank is exact, and the processor time of
    both.
    """
    begin = process_time()
    told = appraise(position, guess)
    return told.is_loss_proven, told.is_rank_proven, process_time() - begin


def print_counting() -> None:
    """Print the times of work that mostly counts partitions, and of a whole program."""
    row("partitions are counted by", "C" if compiled_count() else "numpy", "C")
    for variant, goal in HINTS:
        row(f"a hint by entropy, {variant.name}, mean", seconds_per_hint(variant), goal)
    work = partial(evaluate, ENTROPY, "entropy")
    row(f"entropy, all games of {ENTROPY.name}", processor_seconds(work, runs=1), ENTROPY_GOAL)
    for variant, goal in ANALYSES:
        games = (random_turns(variant, 6, seed) for seed in range(GAMES))
        times = [processor_seconds(partial(analyze, variant, turns), 1) for turns in games]
        row(f"analysis of six guesses, {variant.name}, median", median(times), goal)
    command, goal = SUGGEST
    row("suggest, the whole program", median(map(seconds_of, [command] * 5)), goal)


def seconds_of(command: list[str]) -> float:
    """Return the processor time of a command; Python is allowed to store compiled modules."""
    before = getrusage(RUSAGE_CHILDREN)
    kept = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    subprocess.run(command, cwd=ROOT, env=kept, stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds_per_hint(variant: Variant) -> float:
    """Return the mean time of a hint after the first guess, in games of random guesses."""
    games = [random_turns(variant, 4, seed) for seed in range(GAMES)]
    begin = process_time()
    for turns in games:
        for end in range(1, len(turns) + 1):
            suggest(variant, turns[:end], "entropy")
    return (process_time() - begin) / sum(map(len, games))


def print_proofs() -> None:
    """Print the smallest totals of hard mode, how long proofs take to check, and the size of the
    search.
    """
    for variant, goal in HARD_MODE:
        total = prove(variant, candidates_only=True).book.total
        row(f"least total of {variant.name} in hard mode", total, goal)
    for board, seconds in CHECKED:
        file = ROOT / "records" / "bounds" / f"{board}.json.xz"
        text = lzma.decompress(file.read_bytes()).decode()
        row(f"check of certificate {board}", processor_seconds(partial(verify, text), 1), seconds)
    files = (ROOT / "solver" / "exact").rglob("*.py")
    lines = sum(len(file.read_text().splitlines()) for file in files)
    row("lines of solver/exact", lines, f"< {LINES_OF_EXACT}")


def print_speed() -> None:
    """Print the time of heavy work with compiled kernels."""
    prove(Variant(3, 4))
    for variant, alone, all_three in BOARDS:
        board = variant.name
        row(
            f"proof of {board}, total alone",
            processor_seconds(partial(least_total, variant)),
            alone,
        )
        row(
            f"proof of {board}, all criteria",
            processor_seconds(partial(prove_anew, variant)),
            all_three,
        )
    for variant in AWAY:
        what = f"optimal away from a book, {variant.name}, the slowest"
        row(what, slowest_choice(variant), 1)


def least_total(variant: Variant) -> int:
    """Prove the smallest total without stored results, and return this total."""
    search = Search(CompiledSpace(variant), Bounds(variant))
    return search.cost(search.start())


def prove_anew(variant: Variant) -> None:
    """Prove a board without a cache: smallest total, worst case, fewest codes with this case."""
    for kept in (search_of, memory_of, space_of):
        kept.cache_clear()
    prove(variant)


def slowest_choice(variant: Variant) -> float:
    """Return the longest time that `optimal` takes for a guess in random games."""
    strategy, times = strategy_named("optimal"), []
    for seed in range(GAMES):
        turns = random_turns(variant, 7, seed)
        for end in range(1, len(turns) + 1):
            position = position_after(variant, turns[:end])
            begin = process_time()
            strategy.choose(position)
            times.append(process_time() - begin)
    return max(times)
