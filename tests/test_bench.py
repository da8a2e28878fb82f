"""Each part of the bench starts and calls only functions that exist, with arguments that fit."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

import bench
from solver.rule.codes import Variant

FOLDER = Path(bench.__file__).parent
PARTS = re.findall(r"``(\w+)``", bench.__doc__.partition("``figures``")[0])


def here(work, *given):
    return work(*given)


TINY, MINI = Variant(2, 3), Variant(3, 6)
# smaller values for the constants and functions of a benchmark, and the arguments of its ``main``
SMALL = {
    "engine": {
        **{"CLASSIC": TINY, "SUPER": TINY, "BOARDS": [(TINY, 2, 1)], "ANALYZED": [(TINY, 1, 1)]},
        "find_wrong_answer": int,
        "in_a_fresh_process": here,
    },
    "goals": {
        **{"EXACT": [MINI], "POSITIONS": 4, "GAMES": 1, "BOARDS": [(TINY, 1, 1)], "AWAY": [TINY]},
        **{"HARD_MODE": [(TINY, 1)], "CHECKED": []},
    },
    "deduction": {"BOARDS": [MINI], "words": ["20"]},
}


def test_every_part_of_the_bench_has_a_test():
    files = (path for path in FOLDER.glob("*.py") if "\ndef main(" in path.read_text())
    assert {path.stem for path in files} == {*PARTS, "crowd"}
    assert SMALL.keys() < set(PARTS)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_bench_starts(part, monkeypatch, capsys):
    """Parts for the engine run at the smallest game size; lint checks the other parts."""
    module, small = import_module(f"bench.{part}"), dict(SMALL.get(part, {}))
    words = small.pop("words", ())
    for name, value in small.items():
        monkeypatch.setattr(module, name, value)
    assert callable(module.main)
    if part in SMALL:
        module.main(*words)
        assert capsys.readouterr().out.count("|") > 10
