import re

import numpy as np
import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from tests.solver import second_search
from tests.solver.second_search import board_of, least_total, main

SMALL, OPTIMUM = board_of(3, 5), 451


@pytest.mark.parametrize(("board", "total"), [((2, 3), 21), ((3, 4), 206), ((3, 5), 451)])
def test_the_second_search_finds_the_least_total(board, total):
    assert least_total(board_of(*board)) == total


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_a_bound_that_is_one_guess_too_high_is_detected(size):
    floors = SMALL.floors + (np.arange(SMALL.floors.shape[1]) >= size)
    assert least_total(SMALL._replace(floors=floors)) > OPTIMUM


def test_a_wrong_separation_of_codes_is_detected(monkeypatch):
    monkeypatch.setattr(second_search, "separates", lambda board, codes: False)
    assert least_total(SMALL) > OPTIMUM


def test_omitted_guesses_are_detected():
    """Each guess is taken to name one color less than it does."""
    assert least_total(SMALL._replace(named=np.maximum(SMALL.named - 1, 1))) > OPTIMUM


def test_an_interrupted_search_continues_from_its_file(tmp_path, capsys):
    path = tmp_path / "3x5.txt"
    main("3x5", path)
    found = path.read_text()
    path.write_text(found[: found.index("122 ")])
    main("3x5", path)
    assert without_times(path.read_text()) == without_times(found)
    assert capsys.readouterr().out == 2 * "total: 451\n"


def without_times(text):
    return re.sub(r" in .* s$", "", text, flags=re.MULTILINE)
