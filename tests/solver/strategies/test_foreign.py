"""A user's own strategy works everywhere; errors show lines of the strategy and the history."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from django.core.management import call_command

from solver import (
    StrategyFailed,
    Variant,
    analyze,
    build_tree,
    evaluate,
    evaluate_games,
    load_strategy,
    parse_history,
    play,
    position_after,
    run_on,
    suggest,
)
from solver.strategies import foreign
from solver.trees.tree import game_lengths

MINI = Variant(3, 4)
CLASSIC = Variant()
SOURCE = """
import os
import random
from threading import Thread

def first_candidate(position):
    return position.codes[0]

class Player:
    def choose(self, position):
        return first_candidate(position)

player = Player()

class Seeded:
    def __init__(self, seed=5):
        self.random = random.Random(seed)

    def choose(self, position):
        return self.random.choice(position.codes)

def after_one(wrong):
    return lambda position: wrong() if position.history else "1122"

def hang():
    while True:
        try:
            while True:
                pass
        except Exception:
            pass

def divide(by):
    return 1 / by

def apart(position):
    thread = Thread(target=os._exit, args=[0])
    thread.start()
    thread.join()

def chatty(position):
    print("thinking")
    os.write(1, b"aloud\\n")
    return first_candidate(position)

raises = after_one(lambda: divide(0))
hangs = after_one(hang)
number = after_one(lambda: 1122)
nothing_returned = after_one(lambda: None)
short = after_one(lambda: "112")
letters = after_one(lambda: "12z4")
again = after_one(lambda: "1122")
leaves = after_one(lambda: exit("no more"))
ends = after_one(lambda: os._exit(0))
long = after_one(lambda: {}["x" * 10_000])
nothing = None
no_arguments = lambda: "1122"
all_codes = lambda position: position.codes
class Needy:
    def __init__(self, weight): pass
"""
WRONG = [
    ("raises", "raised ZeroDivisionError: division by zero; after 1122:0,0"),
    ("hangs", "ran out of time (0.2 seconds); after 1122:0,0"),
    ("leaves", "raised SystemExit: no more; after 1122:0,0"),
    ("ends", "ended its process with exit code 0; after 1122:0,0"),
    ("number", 'returned 1122, not a code such as "1122"; after 1122:0,0'),
    ("nothing_returned", 'returned None, not a code such as "1122"; after 1122:0,0'),
    ("all_codes", "returned Codes(['3333', '3334', '…, not a code such as"),
    ("short", "returned an invalid code: '112' has 3 pegs; a code is 4 of the symbols"),
    ("letters", "returned an invalid code: 'Z' is not a color; a code is 4 of the symbols"),
    ("again", "guessed 1122 again, which gives no information; after 1122:0,0"),
    ("long", "raised KeyError: '" + "x" * 199 + "…; after 1122:0,0"),
    ("no_arguments", "raised TypeError: <lambda>() takes 0 positional arguments but 1 was given"),
    ("Needy", "cannot be loaded: Needy.__init__() missing 1 required positional argument"),
    ("nothing", "is not a function and has no method choose"),
    ("missing", "cannot be loaded: module 'strangers' has no attribute 'missing'"),
]


@pytest.fixture(autouse=True)
def _strangers(tmp_path, monkeypatch):
    (tmp_path / "strangers.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])  # a copy, because the test appends a folder
    yield
    sys.modules.pop("strangers", None)


def least(position):
    """Return the first candidate; other processes can import this strategy."""
    return position.codes[0]


class Nth:
    """A strategy that always guesses the candidate at a given place."""

    def __init__(self, place):
        self.place = place

    def choose(self, position):
        return position.codes[self.place % len(position.codes)]


@pytest.mark.parametrize("name", ["first_candidate", "player", "Player"])
def test_a_command_plays_your_strategy_like_a_built_in_strategy(name, facts):
    yours, simple = (
        facts("evaluate", "--pegs", "3", "--strategy", one)
        for one in (f"strangers:{name}", "simple")
    )
    assert yours["distribution"] == simple["distribution"]


def test_a_strategy_can_be_a_function_an_object_a_class_or_a_name():
    turns = parse_history(MINI, "112:1,0")
    for strategy in (least, Nth(0), load_strategy("strangers:Player"), "simple"):
        assert evaluate(MINI, strategy).total == evaluate(MINI, "simple").total
        games = evaluate_games(MINI, strategy, ["123", "444"])
        assert games.distribution == evaluate_games(MINI, "simple", ["123", "444"]).distribution
        tree = build_tree(strategy, position_after(MINI, ()))
        assert game_lengths(tree) == evaluate(MINI, "simple").distribution
        assert suggest(MINI, turns, strategy).guess == suggest(MINI, turns, "simple").guess
        assert [*play(strategy, "3632")] == [*play("simple", "3632")]
        [turn] = analyze(MINI, turns, strategy)
        assert turn.advised.option.guess == "111"
        assert turn.advised.loss > 0


def test_a_strategy_of_a_single_function_needs_the_published_number_of_guesses():
    assert evaluate(CLASSIC, least).total == 7471


def test_a_changed_parameter_of_a_strategy_changes_its_suggestion():
    strategy = Nth(0)
    first = suggest(MINI, (), strategy).guess
    strategy.place = 5
    assert (first, suggest(MINI, (), strategy).guess) == ("111", "122")
    assert evaluate(MINI, Nth(5)).total < evaluate(MINI, Nth(0)).total


def test_a_random_player_finds_every_code():
    chance = random.Random(3)
    found = evaluate(MINI, lambda position: Nth(chance.randrange(64)).choose(position))
    assert found.codes == 64


def test_only_a_strategy_from_a_module_can_play_in_several_processes():
    like = evaluate(MINI, "simple").distribution
    with run_on(workers=2) as run:
        assert evaluate(MINI, least, run).distribution == like
        assert evaluate(MINI, Nth(0), run).distribution == like
        games = evaluate_games(MINI, least, ["123", "444"], run)
        with pytest.raises(StrategyFailed, match="define it in a file"):
            evaluate(MINI, lambda position: least(position), run)
    assert games.distribution == evaluate_games(MINI, "simple", ["123", "444"]).distribution


def test_a_command_plays_your_strategy_in_several_processes(facts):
    command = ["evaluate", "--pegs", "3", "--strategy", "strangers:chatty", "--workers", "2"]
    assert facts(*command)["distribution"]["1"] == 1


def test_a_command_plays_your_strategy_on_a_cluster(cluster, facts):
    command = ["evaluate", "--pegs", "3", "--scheduler", cluster.scheduler_address]
    yours = facts(*command, "--strategy", "strangers:first_candidate")
    assert yours["total"] == evaluate(Variant(3, 6), "simple").total


@pytest.mark.parametrize(("name", "what"), WRONG)
def test_an_error_of_a_strategy_is_reported_with_its_history(name, what, refusal, monkeypatch):
    if name == "hangs":
        monkeypatch.setattr(foreign, "LONGEST_THOUGHT", 0.2)
    said = refusal("suggest", "--strategy", f"strangers:{name}", "--history", "1122:0,0")
    assert said.startswith(f"strangers:{name} {what}")
    assert "Traceback" not in said


@pytest.mark.parametrize("in_thread", [False, True])
def test_an_error_shows_only_lines_of_the_strategy(in_thread, refusal, monkeypatch):
    """Strategies are called in a thread on a cluster, and wherever there are no signals."""
    if in_thread:
        monkeypatch.setattr(foreign, "current_thread", object)
    said = refusal("evaluate", "--strategy", "strangers:raises", "--workers", "1")
    sentence, *frames = said.splitlines()
    assert sentence.startswith("strangers:raises raised ZeroDivisionError")
    assert [line.strip() for line in frames if "return 1 / by" in line]
    assert frames[0].endswith(", in <lambda>")
    assert [line for line in frames if "solver" in line] == []


def test_a_strategy_that_never_finds_the_code_is_stopped():
    start = position_after(Variant(4, 12), ())
    codes = start.codes
    with pytest.raises(StrategyFailed, match="needs more than 100 guesses; after 1111:0,0 1112:"):
        list(play(lambda position: codes[len(position.history)], "CCCC", start))


def test_the_error_names_a_strategy_that_hangs_in_a_thread(monkeypatch):
    monkeypatch.setattr(foreign, "LONGEST_THOUGHT", 0.2)
    failed, released = [], []

    def waits(position):
        while not released:
            pass

    def ask():
        try:
            suggest(MINI, (), waits)
        except StrategyFailed as problem:
            failed.append(str(problem))

    thread = Thread(target=ask)
    thread.start()
    thread.join(60)
    released.append(True)
    [sentence] = failed
    assert sentence.endswith("waits ran out of time (0.2 seconds); at first")


def test_text_that_a_strategy_prints_does_not_get_into_the_output(capfd):
    call_command("suggest", "--strategy", "strangers:chatty", "--json")
    output = capfd.readouterr()
    assert json.loads(output.out)["guess"] == "1111"
    assert {*output.err.splitlines()} == {"thinking", "aloud"}


def test_a_strategy_that_ends_its_process_from_a_thread_is_reported():
    command = [sys.executable, "-m", "solver", "suggest", "--strategy", "strangers:apart"]
    env = os.environ | {"PYTHONPATH": str(Path(foreign.__file__).parents[2])}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    what = "ended its process with exit code 0, from a separate thread; at first"
    assert done.stderr == f"strangers:apart {what}\n"


def test_a_file_with_the_name_of_the_engine_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "solver.py").write_text("def choose(position): return '1122'")
    with pytest.raises(StrategyFailed, match="rename your file solver"):
        load_strategy("solver:choose")


@pytest.mark.parametrize(("end", "what"), [("exit('bye')", "bye"), ("exit()", "SystemExit")])
def test_a_module_that_exits_when_imported_is_reported(end, what, tmp_path):
    (tmp_path / "strangers.py").write_text(f"import sys; sys.{end}")
    with pytest.raises(StrategyFailed, match=f"strangers:x cannot be loaded: {what}"):
        load_strategy("strangers:x")


def test_a_missing_module_is_reported():
    with pytest.raises(StrategyFailed, match="cannot be loaded: No module named 'nowhere'"):
        load_strategy("nowhere:x")
