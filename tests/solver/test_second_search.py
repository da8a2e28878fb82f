import re

import numpy as np
import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from tests.solver import second_search
from tests.solver.second_search import board_of, least_total, main

MINI = board_of(3, 6)


@pytest.mark.parametrize(
    ("board", "total"), [((2, 3), 21), ((3, 4), 206), ((4, 4), 905), ((5, 3), 816)]
)
def test_it_finds_the_least_total(board, total):
    assert least_total(board_of(*board)) == total


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_bound_that_promises_one_guess_too_many_is_noticed(size):
    floors = MINI.floors + (np.arange(MINI.floors.shape[1]) >= size)
    assert least_total(MINI._replace(floors=floors)) > 854


def test_codes_that_tell_no_others_apart_are_noticed(monkeypatch):
    monkeypatch.setattr(second_search, "tells_apart", lambda board, codes: False)
    assert least_total(MINI) > 854


def test_guesses_left_out_are_noticed():
    """As if a guess had named a color less than it has."""
    assert least_total(MINI._replace(named=np.maximum(MINI.named - 1, 1))) > 854


def test_it_goes_on_where_it_was_stopped(tmp_path, capsys):
    path = tmp_path / "3x6.txt"
    main("3x6", path)
    found = path.read_text()
    path.write_text(found[: found.index("122 ")])
    main("3x6", path)
    assert untimed(path.read_text()) == untimed(found)
    assert capsys.readouterr().out == 2 * "total: 854\n"


def untimed(text):
    return re.sub(r" in .* s$", "", text, flags=re.MULTILINE)
