"""Every result names its engine and version, and docs/json.md describes each field."""

import json
import re
from pathlib import Path

import pytest

import solver
from solver.management.commands import compare
from solver.management.program import MODULES
from tests.extras import LAB

PAGE = Path("docs/json.md").read_text()
COMMON = {"engine", "version", "board", "strategy", "seed"}
TURNS = "1122:1,1 1344:1,2"
MINI = ["--pegs", "3", "--colors", "4"]
GIANT = ["--pegs", "8", "--colors", "12"]
RUNS = {
    "suggest": [[TURNS], ["--strategy", "optimal-5", TURNS], ["--top", "2"]],
    "solve": [["--secret", "1234"], ["--evil"]],
    "evaluate": [
        [*MINI, "--first", "111"],
        [*MINI, "--games", "9", "--seed", "7"],
        ["--strategy", "optimal-5"],
    ],
    "analyze": [[TURNS, "--strategy", "entropy"]],
    "candidates": [[TURNS], [TURNS, "--count"], [TURNS, "--sample", "99"]],
    "diagnose": [[TURNS], ["1122:4,0 3344:0,1"]],
    "explain": [["1122:0,1 3344:1,1"], ["1111:2,0 1122:0,0"], ["1122:1,0 3344:0,1 1335:0,0"]],
    "puzzle": [["--count", "2"]],
    "tree": [MINI],
    "optimal": [MINI, [*MINI, "--each-first", "--max-guesses", "4"]],
    "compare": [["{players}", *MINI]],
    "check": [["{tree}"], ["records/bounds/4x6.json.xz"]],
}


def fields_in_document(command):
    """Return the fields that docs/json.md lists in the section of a command."""
    [section] = re.findall(rf"^## {command}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return set(re.findall(r"`([a-z_]+)`", section))


def keys(value):
    """Return the keys of all objects in a JSON value, except keys that are data."""
    if isinstance(value, list):
        return set().union(*map(keys, value))
    if not isinstance(value, dict):
        return set()
    if "answers" in value:  # keys that are answers lead to nodes of a tree
        return {*value} | keys([*value["answers"].values()])
    below = [inner for key, inner in value.items() if key != "distribution"]
    return {*value} | keys(below)


def turns_in(value):
    """Return all turns in a JSON value; every command writes them with the same fields."""
    inner = [*value.values()] if isinstance(value, dict) else value
    below = [turn for one in inner for turn in turns_in(one)] if isinstance(inner, list) else []
    return below + ([value] if isinstance(value, dict) and "black" in value else [])


@pytest.fixture
def run(tmp_path, printed, facts):
    (tmp_path / "players").mkdir()
    (tmp_path / "players/one.py").write_text("def choose(position): return position.codes[0]")
    (tmp_path / "players/none.py").write_text("")
    tree = tmp_path / "tree"
    tree.write_text(printed("tree", "--format", "exchange"))

    def run(command, *options):
        if command == "optimal":
            pytest.importorskip("numba", reason=LAB)
            options = [*options, "--books", tmp_path]
        filled = [str(one).format(players=tmp_path / "players", tree=tree) for one in options]
        return facts(MODULES[command], *filled)

    return run


def test_every_command_has_an_example_in_this_test():
    assert RUNS.keys() == MODULES.keys()


@pytest.mark.parametrize("command", RUNS)
def test_the_page_lists_exactly_the_fields_of_each_command(command, run):
    found = set()
    for options in RUNS[command]:
        facts = run(command, *options)
        assert facts.keys() >= COMMON
        assert (facts["engine"], facts["version"]) == ("mastermind-engine", solver.__version__)
        found |= keys(facts)
        assert all(type(turn["black"]) is type(turn["white"]) is int for turn in turns_in(facts))
    assert found - COMMON == fields_in_document(command) - COMMON


def test_a_result_names_its_board_and_its_strategy_and_its_seed(run):
    facts = run("evaluate", *MINI, "--games", "9", "--seed", "7")
    assert [facts[name] for name in ("board", "strategy", "seed")] == ["3x4", "knuth", 7]
    assert run("suggest", *GIANT)["strategy"] == "farsighted"
    assert run("suggest", *GIANT, "--top", "1")["strategy"] == "entropy"
    assert run("analyze", TURNS)["strategy"] is None


def test_an_error_has_exactly_the_documented_fields(refusal):
    facts = json.loads(refusal("suggest", "112:1,1", "--json"))
    assert facts.keys() - COMMON == fields_in_document("an error")
    assert (facts["kind"], facts["lines"]) == ("invalid_turn", [])
    assert facts["error"].startswith("turn 1: '112' has 3 pegs")


def test_the_option_quiet_prints_only_the_value(printed):
    assert printed("suggest", "1122:1,0 1344:0,1", "--quiet") == "3526\n"
    assert printed("evaluate", "--strategy", "entropy", "--quiet") == "5722\n"


def test_the_columns_of_csv_are_documented_fields():
    assert set(compare.CSV_COLUMNS) <= fields_in_document("compare")
