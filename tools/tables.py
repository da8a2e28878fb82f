"""Make the tables of exact totals again: ``python -m tools.tables 4x6``, or all of them.

It takes the extra ``lab`` and some minutes for a board.
"""

import sys
from functools import partial
from time import process_time

from solver.exact.tables import write_table
from solver.exact.tabling import Tabling
from solver.rule.codes import Variant

BOARDS = {
    "3x6": partial(Tabling, Variant(3, 6), more_than=12),
    "4x6": partial(Tabling, Variant(4, 6), more_than=40, alone_more_than=12),
    "5x5": partial(Tabling, Variant(5, 5), more_than=48, guesses=2, alone_more_than=12),
    "4x10-no-repeats": partial(
        Tabling,
        Variant(4, 10, repeats=False),
        more_than=48,
        guesses=2,
        behind_more_than=48,
        alone_more_than=2,
    ),
}


def main() -> None:
    """Make the tables that are named, or all."""
    for name in sys.argv[1:] or BOARDS:
        begin = process_time()
        table = BOARDS[name]().table()
        path = write_table(table)
        sys.stdout.write(
            f"{path.name}: {len(table.names):,} positions, {path.stat().st_size:,} bytes, "
            f"{process_time() - begin:.0f} s\n"
        )


if __name__ == "__main__":
    main()
