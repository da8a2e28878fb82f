"""Sheets for printing: their content, and the correctness of their solutions."""

import re

import pytest

from games.learn.puzzles.sheets import (
    EMPTY_BOARDS,
    FIRST_SEED,
    MOST_CODES,
    POSITIONS,
    PUZZLES,
    Sheet,
)
from games.models import NUMBERS
from solver.deduction.puzzles import Grade
from solver.positions.candidates import position_after
from solver.rule.codes import Variant


@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize("what", [PUZZLES, POSITIONS])
def test_the_solutions_of_a_position_are_all_codes_that_fit(what, grade):
    for cell in Sheet(what, grade, per=4, number=2).cells:
        position = position_after(Variant(), cell.turns)
        assert tuple(Variant().texts(position.candidates.digits)) == cell.codes
        few = range(1, 2) if what == PUZZLES else range(2, MOST_CODES + 1)
        assert len(cell.codes) in few


@pytest.mark.parametrize(("what", "per"), [(PUZZLES, 6), (POSITIONS, 4), (EMPTY_BOARDS, 9)])
def test_a_sheet_has_the_requested_number_of_items_and_separate_solutions(client, what, per):
    page = client.get("/puzzles/print/", {"what": what, "per": per, "sheet": 3}).text
    paper, _, solutions = page.partition('<section class="paper answers"')
    assert len(re.findall(r"<h2>\d+</h2>", paper)) == per
    assert bool(solutions) == (what != EMPTY_BOARDS)
    assert f"<h2>{2 * per + 1}</h2>" in paper  # the next sheet continues the numbering


def test_no_puzzle_of_a_sheet_is_also_on_the_site():
    assert NUMBERS[-1] < FIRST_SEED
