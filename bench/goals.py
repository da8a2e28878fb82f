"""Print how exact the engine is, and the times of its proofs, beside their goals.

Seconds are the median processor time of several runs in one process. Tests assert the proven
totals.
"""

import lzma
from collections.abc import Iterator
from functools import partial
from pathlib import Path
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
from solver.strategies.roster import strategy_named
from solver.study.analysis import appraise
from solver.trees.check_bound import verify

ROOT = Path(__file__).parents[1]
CLASSIC = Variant()
EXACT = [Variant(3, 6), CLASSIC, Variant(5, 5), Variant(4, 10, repeats=False)]
POSITIONS = 100  # this many positions of each board are appraised
BOARDS = [(CLASSIC, 0.1, 0.3), (Variant(5, 5), 2, 3), (Variant(4, 7), 7, 11)]
AWAY = [CLASSIC, Variant(4, 12), Variant(5, 8), Variant(6, 6), Variant(8, 4)]
GAMES = 12
HARD_MODE = [(CLASSIC, 5660), (Variant(4, 7), 11362)]
CHECKED = [("4x6", 0.3), ("4x7", 5.0), ("5x5", 2.0)]  # certificates


def main() -> None:
    """Print how much of the advice is exact, and how long proofs and optimal guesses take."""
    head("what", "now", "goal")
    for variant in EXACT:
        appraisals = [timed_appraisal(*each) for each in positions(variant)]
        losses, ranks, times = zip(*appraisals, strict=True)
        row(f"{variant.name}, exact losses", f"{sum(losses)} of {len(losses)}", "all")
        row(f"{variant.name}, exact ranks", f"{sum(ranks)} of {len(ranks)}", "all")
        row(f"{variant.name}, an appraisal, median", median(times), 0.02)
        row(f"{variant.name}, an appraisal, the slowest", max(times), 0.25)
    prove(Variant(3, 4))  # compiles the search, so that this time is not measured
    for variant, alone, all_three in BOARDS:
        seconds = processor_seconds(partial(least_total, variant))
        row(f"proof of {variant.name}, total alone", seconds, alone)
        seconds = processor_seconds(partial(prove_anew, variant))
        row(f"proof of {variant.name}, all criteria", seconds, all_three)
    for variant in AWAY:
        row(f"optimal away from a book, {variant.name}, the slowest", slowest_choice(variant), 1)
    for variant, total in HARD_MODE:
        proven = prove(variant, candidates_only=True).book.total
        row(f"least total of {variant.name} in hard mode", proven, total)
    for board, seconds in CHECKED:
        file = ROOT / "records" / "bounds" / f"{board}.json.xz"
        text = lzma.decompress(file.read_bytes()).decode()
        row(f"check of certificate {board}", processor_seconds(partial(verify, text), 1), seconds)


def positions(variant: Variant) -> Iterator[tuple[Position, Code]]:
    """Yield positions from games of random guesses, each with the guess that was made there."""
    for seed in range(POSITIONS // 4):
        turns = random_turns(variant, 4, seed)
        for place, turn in enumerate(turns):
            yield position_after(variant, turns[:place]), turn.guess


def timed_appraisal(position: Position, guess: Code) -> tuple[bool, bool, float]:
    """Return whether the loss is exact, whether the rank is, and the processor time of both."""
    begin = process_time()
    told = appraise(position, guess)
    return told.is_loss_proven, told.is_rank_proven, process_time() - begin


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
