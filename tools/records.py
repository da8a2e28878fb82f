"""Search for trees shorter than all published ones: ``make records`` (BOARD=5x8 FIRST=11223
EFFORT=2).

The search takes days, and can be interrupted. ``records/`` keeps the best tree of each board; the
next search starts from it. ``manage.py verify`` checks the trees.
"""

import argparse
import lzma
import sys
from itertools import chain
from pathlib import Path
from time import process_time

from solver.beam.record import Record
from solver.beam.search import MOST_EFFORT
from solver.rule.codes import Code, Variant
from solver.trees.books import write_whole
from solver.trees.formats import as_exchange
from solver.trees.verify import lengths_of, read_tree

RECORDS = Path(__file__).parent.parent / "records"
# the first guess of the shortest tree so far on each board
BOARDS = {"5x8": "11223", "6x6": "112234"}


def main() -> None:
    """Search one board, or all boards, with increasing effort."""
    parser = argparse.ArgumentParser(description="Search for short trees.")
    parser.add_argument("--board", choices=BOARDS, help="one board only")
    parser.add_argument("--first", help="the first guess")
    parser.add_argument("--effort", type=int, default=0, help=f"to begin with, 0 to {MOST_EFFORT}")
    options = parser.parse_args()
    names = [options.board] if options.board else list(BOARDS)
    try:
        for effort in range(options.effort, MOST_EFFORT + 1):
            for name in names:
                search(Variant.named(name), options.first or BOARDS[name], effort)
    except KeyboardInterrupt:
        sys.exit(130)


def search(variant: Variant, first: Code, most: int) -> None:
    """Improve the tree of a board with more and more effort, up to ``most``."""
    path = RECORDS / f"{variant.name}.txt.xz"
    best = total_of(path)
    begins_so = best and first in read_tree(path)
    record = Record(variant, first, read_tree(path) if begins_so else None)
    print(f"{variant.name}: {best or 'nothing'} so far; {first} with effort {most}", flush=True)
    begin = process_time()
    for step in chain.from_iterable(map(record.improve, range(most + 1))):
        if step.codes > variant.size // 50:
            seconds = process_time() - begin
            print(
                f"  {step.codes:>7,} codes: {step.cost:,}; {step.total:,} in all, {seconds:.0f} s",
                flush=True,
            )
        if not best or step.total < best:
            best = step.total
            tree = "".join(as_exchange(record.tree()))
            write_whole(path, lzma.compress(tree.encode(), preset=9))


def total_of(path: Path) -> int | None:
    """Return the total number of guesses of a stored tree; None if the file is missing."""
    if not path.exists():
        return None
    return sum(length * codes for length, codes in lengths_of(read_tree(path)).items())


if __name__ == "__main__":
    main()
