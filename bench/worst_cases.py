"""The least worst case of boards, proven: ``python -m bench.worst_cases 4x6 3x12``.

A strategy that looks one step ahead says how many guesses are enough, and the exact search that
one fewer is not, or finds a tree with it.
"""

import sys
from time import process_time

from solver.exact.proof import NoTree, prove
from solver.rule.codes import Variant
from solver.study.evaluate import evaluate

STRATEGIES = ("knuth", "weighted", "entropy", "most-parts")


def least_worst_case(variant: Variant) -> int:
    """Return with how many guesses every code of a board can be found, but not with one fewer.

    >>> least_worst_case(Variant(2, 6))
    5
    """
    worst = min(max(evaluate(variant, name).distribution) for name in STRATEGIES)
    while True:
        try:
            worst = prove(variant, worst - 1).book.worst
        except NoTree:
            return worst


def main() -> None:
    """Print a row for each board that is named."""
    sys.stdout.write("| board | least worst case | CPU |\n|---|---|---|\n")
    for board in sys.argv[1:]:
        begin = process_time()
        worst = least_worst_case(Variant(*map(int, board.split("x"))))
        sys.stdout.write(f"| {board} | {worst} | {process_time() - begin:.1f} s |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
