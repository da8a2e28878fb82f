"""The smallest worst case of every board in docs/optimum.md, and of whole families of boards."""

import re
from pathlib import Path

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.proof import NoTree, prove
from solver.rule.codes import Variant
from solver.study.evaluate import evaluate

PAGE = Path("docs/optimum.md").read_text()
[ROWS] = re.findall(r"^\| pegs .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
CELLS = {
    (int(pegs), colors): int(cell)
    for pegs, *cells in (row.strip("|").split("|") for row in ROWS.splitlines())
    for colors, cell in enumerate(cells, start=2)
    if cell.strip()
}
SMALL = [(pegs, colors) for pegs, colors in CELLS if pegs < 6 and colors**pegs <= 64]


def least_worst_case(variant):
    """Return the smallest worst case: the fewest guesses with which a tree finds every code."""
    names = ("knuth", "weighted", "entropy", "most-parts")
    worst = min(evaluate(variant, name).worst for name in names)
    while True:
        try:
            worst = prove(variant, worst - 1).book.worst
        except NoTree:
            return worst


@pytest.mark.parametrize(("pegs", "colors"), SMALL)
def test_the_worst_case_of_small_boards_is_as_listed_in_the_table(pegs, colors):
    assert least_worst_case(Variant(pegs, colors)) == CELLS[pegs, colors]


def test_the_table_agrees_with_the_formulas_for_two_and_three_pegs():
    for (pegs, colors), worst in CELLS.items():
        if pegs == 2:
            assert worst == colors // 2 + 2
        elif pegs == 3 and colors >= 5:
            assert worst == (colors - 1) // 3 + 4
