"""Strategies of other programs are played, and their errors are reported with the history."""

import json
import sys

import pytest
from django.core.management import call_command

from solver.management import foreign
from solver.management.foreign import register
from solver.strategies.roster import STRATEGIES

SOURCE = """
def first_candidate(position):
    return position.variant.texts(position.candidates.digits[:1])[0]

class Player:
    def choose(self, position):
        return first_candidate(position)

player = Player()

def after_one(wrong):
    return lambda position: wrong() if position.history else "1122"

def hang():
    while True:
        pass

raises = after_one(lambda: 1 / 0)
hangs = after_one(hang)
number = after_one(lambda: 1122)
short = after_one(lambda: "112")
again = after_one(lambda: "1122")
leaves = after_one(lambda: exit("no more"))
nothing = None
"""


@pytest.fixture(autouse=True)
def _strangers(tmp_path, monkeypatch):
    (tmp_path / "strangers.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])  # to which the folder is added
    yield
    sys.modules.pop("strangers", None)
    for name in [name for name in STRATEGIES if ":" in name]:
        del STRATEGIES[name]


@pytest.mark.parametrize("name", ["first_candidate", "player", "Player"])
def test_a_strategy_of_another_program_is_played(name, capsys):
    call_command("evaluate", "--pegs", "3", "--strategy", f"strangers:{name}", "--json")
    of_a_stranger = json.loads(capsys.readouterr().out)
    call_command("evaluate", "--pegs", "3", "--strategy", "simple", "--json")
    ours = json.loads(capsys.readouterr().out)
    assert of_a_stranger["distribution"] == ours["distribution"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("raises", "raised ZeroDivisionError: division by zero; after 1122:0,0"),
        ("hangs", "made no guess in 0.05 seconds; after 1122:0,0"),
        ("leaves", "raised SystemExit: no more; after 1122:0,0"),
        ("number", 'returned 1122, not a code such as "1122"; after 1122:0,0'),
        (
            "short",
            "returned an invalid code: '112' has 3 pegs; a code is 4 of the symbols",
        ),
        ("again", "guessed 1122 again, which gives no information; after 1122:0,0"),
        ("nothing", "is not a function and has no method choose"),
        ("missing", "cannot be loaded: module 'strangers' has no attribute 'missing'"),
    ],
)
def test_an_error_of_a_foreign_strategy_is_reported_with_its_history(
    name, what, capsys, monkeypatch
):
    if name == "hangs":
        monkeypatch.setattr(foreign, "LONGEST_THOUGHT", 0.05)
    with pytest.raises(SystemExit) as end:
        call_command("suggest", "--strategy", f"strangers:{name}", "--history", "1122:0,0")
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(f"strangers:{name} {what}")


@pytest.mark.parametrize(("end", "what"), [("exit('bye')", "bye"), ("exit()", "SystemExit")])
def test_a_module_that_exits_when_imported_is_reported(end, what, tmp_path):
    (tmp_path / "strangers.py").write_text(f"import sys; sys.{end}")
    with pytest.raises(ValueError, match=f"strangers:x cannot be loaded: {what}"):
        register("strangers:x")


def test_a_missing_module_is_reported():
    with pytest.raises(ValueError, match="nowhere:x cannot be loaded: No module named 'nowhere'"):
        register("nowhere:x")
