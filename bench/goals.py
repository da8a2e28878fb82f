"""What the engine reaches beside the goals set for it: ``python -m bench goals``.

Seconds are of processor time, of one process, the median of some runs. What takes long is printed
as its page has it, and not run now.
"""

import json
import lzma
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bench.engine import knuth_tree
from bench.figures import head, random_turns, row, timed
from records.check_bound import Refused, verify
from solver.exact.bounds import Bounds
from solver.exact.compiled import CompiledSpace
from solver.exact.proof import prove
from solver.exact.search import Search
from solver.exact.tables import TABLES
from solver.exact.tasks import memory_of, search_of, space_of
from solver.positions.candidates import Position, position_after
from solver.rule.codes import Code, Variant
from solver.rule.history import parse_history
from solver.strategies.roster import strategy_named
from solver.study.analysis import appraise
from solver.study.evaluate import evaluate

CLASSIC = Variant()
EXACT = [Variant(3, 6), CLASSIC, Variant(5, 5), Variant(4, 10, repeats=False)]
POSITIONS = 100  # of each of them
OPENINGS = {"1123": 5625, "1234": 5673, "1122": 5702, "1112": 5791}
POSSIBLE = {"1123": 5660, "1234": 5743, "1122": 5752, "1112": 5848, "1111": 6359}
BOARDS = [(CLASSIC, 0.1, 0.3), (Variant(5, 5), 2, 3), (Variant(4, 7), 7, 11)]
AWAY = [CLASSIC, Variant(4, 12), Variant(5, 8), Variant(6, 6), Variant(8, 4)]
GAMES = 12
CHECKED = ["3x6", "4x6", "5x4"]
KEPT = [  # what, its figure on a page, the goal, the page
    ("4×9 proven", "34,666", "proven", "optimum.md"),
    ("4×10 proven", "55,632", "proven", "optimum.md"),
    ("5×6 proven", "36,721", "proven", "optimum.md"),
    ("4×11, least total searched", "85,414", "searched", "optimum.md"),
    ("5×7, what a tree takes at least", "85,645", "a bound", "optimum.md"),
    ("least worst cases of 4×9 to 4×12, 5×7, 6×5", "7–8", "proven", "optimum.md"),
    ("certificate of 4×10, bytes", "1,142,336", "there is one", "optimum.md"),
    ("4×9 by the second search", "34,666", "the same", "optimum.md"),
    ("5×6 by the second search", "36,721", "the same", "optimum.md"),
    ("certificate of 4×8 checked, seconds", "29 s", "minutes", "optimum.md"),
    ("tree of 5×8", "178,425", "below 179,929", "records.md"),
    ("8×12, 3,000 games, without luck", "8.3055 ± 0.0040", "8.30 ± .02", "records.md"),
]


def main() -> None:
    """Print a row for each goal."""
    head("what", "now", "goal", "")
    print_exactness()
    print_optima()
    print_speed()
    for what, figure, goal, page in KEPT:
        row(what, figure, goal, f"not run now: docs/{page}")


def print_exactness() -> None:
    """Print how much of what players are told is exact, and what it costs them."""
    size = sum(path.stat().st_size for path in TABLES.glob("*.xz"))
    row("tables, MB", size / 10**6, 2)
    for guess, total in OPENINGS.items():
        told = appraise(position_after(CLASSIC, []), guess)
        row(f"4×6, guesses after {guess}", f"{1296 * told.option.further:,.0f}", f"{total:,}")
    told = appraise(position_after(CLASSIC, parse_history(CLASSIC, "1234:0,1")), "5566")
    row("4×6, 5566 after 1234:0,1", f"{told.loss:.3f}, rank {told.rank}", "0.250, rank 833")
    for variant in EXACT:
        appraisals = [timed_appraisal(*each) for each in positions(variant)]
        losses, ranks, times = zip(*appraisals, strict=True)
        row(f"{variant.name}, exact losses", f"{sum(losses)} of {len(losses)}", "all")
        row(f"{variant.name}, exact ranks", f"{sum(ranks)} of {len(ranks)}", "all")
        row(f"{variant.name}, an appraisal, median", median(times), 0.02)
        row(f"{variant.name}, an appraisal, the slowest", max(times), 0.25)


def positions(variant: Variant) -> Iterator[tuple[Position, Code]]:
    """Yield positions of games of random guesses, with a guess in each."""
    for seed in range(POSITIONS // 4):
        turns = random_turns(variant, 4, seed)
        for place, turn in enumerate(turns):
            yield position_after(variant, turns[:place]), turn.guess


def timed_appraisal(position: Position, guess: Code) -> tuple[bool, bool, float]:
    """Return whether a loss is exact, whether the rank is, and what both take."""
    begin = process_time()
    told = appraise(position, guess)
    return told.is_loss_proven, told.is_rank_proven, process_time() - begin


def print_optima() -> None:
    """Print the optimum after each first guess of the Classic board, and without any other."""
    for alone, totals in ((False, OPENINGS), (True, POSSIBLE)):
        for first, total in totals.items():
            found = prove(CLASSIC, first=first, candidates_only=alone).book.total
            which = "possible guesses alone" if alone else "any guesses"
            row(f"4×6 proven after {first}, {which}", f"{found:,}", f"{total:,}")


def print_speed() -> None:
    """Print what heavy work takes, kernels compiled and loaded."""
    prove(Variant(3, 4))
    for variant, alone, all_three in BOARDS:
        board = variant.name
        row(f"proof of {board}, total alone", timed(partial(least_total, variant)), alone)
        row(f"proof of {board}, all criteria", timed(partial(prove_anew, variant)), all_three)
    row("Knuth's full tree, 4×6, numpy alone (a peer: 0.010)", timed(knuth_tree), 0.025)
    for variant in AWAY:
        what = f"optimal away from a book, {variant.name}, the slowest"
        row(what, slowest_choice(variant), 1)
    row("entropy on all of 5×8", timed(partial(evaluate, Variant(5, 8), "entropy")), 5.1)
    row("`mastermind suggest` on 4×6", suggestion(), 0.25)
    for board in CHECKED:
        row(f"certificate of {board} checked", timed(partial(check, board)), 10)
        row(f"certificate of {board}, a number changed", damaged(board), "refused")


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
    """Return what a command costs that needs numpy alone, its start and all, the median.

    Its modules are kept as byte code, as they are where the package is installed.
    """
    run = "from solver.management.program import main; main()"
    times = []
    with TemporaryDirectory() as kept:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": kept, "PYTHONDONTWRITEBYTECODE": ""}
        for _ in range(4):
            before = getrusage(RUSAGE_CHILDREN)
            command = [sys.executable, "-c", run, "suggest"]
            subprocess.run(command, check=True, capture_output=True, env=environment)
            after = getrusage(RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(times[1:])


def check(board: str) -> None:
    """Check a certificate as its own program does."""
    verify(lzma.decompress(Path(f"records/bounds/{board}.json.xz").read_bytes()).decode())


def damaged(board: str) -> str:
    """Say what becomes of a certificate that claims one guess more, with a checksum that fits."""
    text = lzma.decompress(Path(f"records/bounds/{board}.json.xz").read_bytes()).decode()
    head, _, proof = text.partition("\n")
    claim, *rest = json.loads(proof)
    proof = json.dumps([claim + 1, *rest])
    facts = json.loads(head) | {"sha256": sha256(proof.encode()).hexdigest()}
    with suppress(Refused):
        verify(f"{json.dumps(facts)}\n{proof}")
        return "accepted"
    return "refused"


def slowest_choice(variant: Variant) -> float:
    """Return how long `optimal` thinks at most in games of random guesses."""
    strategy, times = strategy_named("optimal"), []
    for seed in range(GAMES):
        turns = random_turns(variant, 7, seed)
        for end in range(1, len(turns) + 1):
            position = position_after(variant, turns[:end])
            begin = process_time()
            strategy.choose(position)
            times.append(process_time() - begin)
    return max(times)


if __name__ == "__main__":  # python -m bench.goals, as it was first called
    main()
