"""The least worst case of boards, proven: ``python -m bench worst_cases 4x6 3x12``.

A strategy that looks one step ahead says how many guesses are enough, and the exact search that
one fewer is not, or finds a tree with it.
"""

from time import process_time

from bench.figures import head, row
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


def main(*boards: str) -> None:
    """Print a row for each board that is named."""
    head("board", "least worst case", "CPU")
    for board in boards:
        begin = process_time()
        worst = least_worst_case(Variant.named(board))
        row(board, worst, f"{process_time() - begin:.1f} s")
