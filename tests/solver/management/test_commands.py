import json
import os
import re
import subprocess
import sys

import pytest

from tests.extras import LAB

COMMON = ("engine", "version", "board", "strategy", "seed")
GIANT = ["--pegs", "8", "--colors", "12"]


def test_evaluate_reports_the_published_results(facts):
    found = facts("evaluate", "--strategy", "knuth")
    assert found.pop("seconds") > 0
    assert {name: found[name] for name in found.keys() - COMMON} == {
        "codes": 1296,
        "total": 5801,
        "mean": 5801 / 1296,
        "worst": 5,
        "distribution": {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694},
        "first_guess": "1122",
    }


def test_suggest_prints_the_guess_and_its_numbers_as_json(facts):
    found = facts("suggest", "--history", "1122:1,1 1345:0,2")
    assert {name: found[name] for name in found.keys() - COMMON} == {
        "guess": "4116",
        "candidates": 50,
        "is_counted": True,
        "is_candidate": True,
        "worst_left": 7,
        "expected_left": 5.36,
        "parts": 12,
        "is_exact": True,
    }


def test_output_for_people_is_in_sentences(printed):
    assert printed("suggest", "--history", "1122:0,0") == (
        "3345: 256 codes are still possible. It may win and splits them into 14 parts; "
        "at worst 46 remain, 30.8 on average.\n"
    )
    assert printed("suggest", "--history", "1122:4,0") == "1122 is the only code still possible.\n"
    distribution = "      1        1\n      2        3\n"
    assert distribution in printed("evaluate", "--pegs", "3", "--colors", "4")


def test_estimates_are_marked_and_rounded(printed):
    first = printed("suggest", *GIANT, "--strategy", "entropy")
    assert first.startswith("11223456: 429,981,696 codes are still possible. It may win and splits")
    assert re.search(r"into at least \d+ parts; at worst about \d\d?,000,000 remain, about", first)
    later = printed("suggest", *GIANT, "--history", "11223456:1,4")
    assert re.match(r"\w+: about \d\d?,000,000 codes are still possible", later)


def test_evaluate_plays_random_codes_of_a_board_too_large_to_list(facts):
    command = ["evaluate", "--pegs", "8", "--colors", "7", "--strategy", "random"]
    found = facts(*command, "--games", "5", "--seed", "3", "--workers", "1")
    assert found["codes"] == sum(found["distribution"].values()) == 5
    assert found["total"] >= 15


def test_tree_writes_every_format(printed):
    for form, first in [
        ("text", "1122 (1,296 possible)"),
        ("json", '{"guess": "1122", "candidates": 1296,'),
        ("dot", "digraph strategy {"),
        ("rules", "1:    a a b b | 1296 "),
    ]:
        assert printed("tree", "--format", form).startswith(first)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["suggest", "--history", "1122:3,1"], "turn 1: no code answers 3 black and 1 white"),
        (["suggest", "--history", "1122:1,1 1122:0,2"], "turn 2: no code fits this answer"),
        (["suggest", "--pegs", "9"], "a code has 2 to 8 pegs, not 9"),
        (["evaluate", "--no-repeats", "--colors", "3"], "4 pegs without repeats need 4 colors"),
        (["tree", "--pegs", "8", "--colors", "12"], "429,981,696 codes are too many for a tree"),
        (["tree", "--json", "--format", "dot"], "--json cannot be combined with --format dot"),
        (["solve", "--json"], "--json prints a whole game, so it needs --secret CODE"),
        (
            ["suggest", "--top", "5", "--strategy", "random"],
            "random ranks no guesses; knuth or entropy would\n",
        ),
        (
            ["suggest", "--top", "5", "--strategy", "optimal", "--colors", "12"],
            "there are too many possible codes",
        ),
        (["evaluate", "--pegs", "8", "--colors", "12"], "429,981,696 codes are too many to play"),
        (["solve", "--secret", "1127"], "'7' is not a color"),
        (["evaluate", "--strategy", "luck"], "there is no strategy 'luck'"),
        (["suggest", "--strategy", ""], "there is no strategy ''"),
    ],
)
def test_bad_input_leads_to_one_sentence_and_exit_code_2(refusal, command, sentence):
    said = refusal(*command)
    said = json.loads(said)["error"] + "\n" if "--json" in command else said
    assert said.startswith(sentence)
    assert said.count("\n") == 1


def test_a_terminal_without_unicode_gets_replacement_characters():
    done = subprocess.run(
        [sys.executable, "-m", "solver", "solve", "--secret", "1122"],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert " 1  1 1 2 2  xxxx" in done.stdout


def test_errors_in_the_shell_have_no_traceback():
    done = subprocess.run(
        [sys.executable, "manage.py", "suggest", "--history", "1122"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "turn 1: '1122' is not a turn; a turn looks like 1122:1,1\n"


@pytest.mark.parametrize(
    ("missing", "command", "sentence"),
    [
        ("distributed", ["evaluate", "--scheduler", "tcp://127.0.0.1:1"], "a cluster needs the"),
        ("solver.exact.proof", ["optimal"], "a proof needs the extra lab: run pip install"),
    ],
)
def test_a_command_that_needs_the_extra_lab_says_how_to_install_it(
    missing, command, sentence, monkeypatch, refusal
):
    monkeypatch.setitem(sys.modules, missing, None)
    assert refusal(*command).startswith(sentence)


def test_suggest_says_that_a_limit_cannot_be_kept(printed, facts):
    # Four of the five guesses are used, and 44 codes are left.
    command = ["suggest", "--strategy", "optimal-5", "1122:1,0 1122:1,0 1344:0,1 1344:0,1"]
    said = "The limit of 5 guesses cannot be kept. It is proven that no guess is better.\n"
    assert said in printed(*command)
    found = facts(*command)
    assert (found["is_proven"], found["max_guesses"], found["is_in_time"]) == (True, 5, False)


def test_evaluate_plays_the_optimum_after_a_given_first_guess(printed):
    pytest.importorskip("numba", reason=LAB)
    board = ["--pegs", "3", "--colors", "5", "--strategy", "optimal", "--first", "111"]
    said = printed("evaluate", *board)
    assert "511 guesses for 125 codes" in said
    assert "it is proven that no strategy with this first guess needs fewer" in said
