"""Compute the tables of exact totals again: ``python -m tools.tables 4x6``, or all tables.

This needs the extra ``lab``. It takes a second for Mini and two hours for Bulls & Cows.
"""

import sys
from argparse import ArgumentParser
from functools import partial
from time import process_time

from solver.exact.bounds import UNLIMITED
from solver.exact.tables import write_table
from solver.rule.codes import Variant
from tools.tabling import Tabling

BOARDS = {
    "3x6": partial(Tabling, Variant(3, 6), ranked=((12, UNLIMITED),)),
    "4x6": partial(Tabling, Variant(4, 6), ranked=((40, UNLIMITED),), alone=((12, 2),)),
    "5x5": partial(Tabling, Variant(5, 5), ranked=((48, 2),), alone=((12, 2), (64, 3))),
    "4x10-no-repeats": partial(
        Tabling,
        Variant(4, 10, repeats=False),
        ranked=((48, 2), (64, 3)),
        alone=((2, 2), (64, 4)),
        best_of_more_than=96,
    ),
}


def main() -> None:
    """Compute the named tables, or all tables if there are no names."""
    parser = ArgumentParser(prog="python -m tools.tables", description=main.__doc__)
    parser.add_argument("board", nargs="*", choices=BOARDS)
    for name in parser.parse_args().board or BOARDS:
        begin = process_time()
        table = BOARDS[name]().table()
        path = write_table(table)
        sys.stdout.write(
            f"{path.name}: {len(table.names):,} positions, {path.stat().st_size:,} bytes, "
            f"{process_time() - begin:.0f} s\n"
        )


if __name__ == "__main__":
    main()
