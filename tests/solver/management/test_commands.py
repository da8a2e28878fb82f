import json
import os
import re
import subprocess
import sys

import pytest
from django.core.management import call_command

from tests.extras import LAB

COMMON = {"engine", "version", "board", "strategy", "seed"}


def answer(capsys, *command):
    call_command(*command, "--json")
    facts = json.loads(capsys.readouterr().out)
    return {name: facts[name] for name in facts if name not in COMMON}


def test_evaluate_reports_the_published_results(capsys, published):
    facts = answer(capsys, "evaluate", "--strategy", "knuth")
    assert facts.pop("seconds") > 0
    assert facts == {
        "codes": 1296,
        "total": 5801,
        "mean": 5801 / 1296,
        "worst": 5,
        "distribution": {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694},
        "first_guess": "1122",
    }


def test_suggest_prints_the_guess_and_its_numbers_as_json(capsys):
    assert answer(capsys, "suggest", "--history", "1122:1,1 1345:0,2") == {
        "guess": "4116",
        "candidates": 50,
        "is_counted": True,
        "is_candidate": True,
        "worst_left": 7,
        "expected_left": 5.36,
        "parts": 12,
        "is_exact": True,
    }


def test_output_for_people_is_in_sentences(capsys):
    call_command("suggest", "--history", "1122:0,0")
    assert capsys.readouterr().out == (
        "3345: 256 codes are still possible. It may win and splits them into 14 parts; "
        "at worst 46 remain, 30.8 on average.\n"
    )
    call_command("evaluate", "--pegs", "3", "--colors", "4")
    assert "      1        1\n      2        3\n" in capsys.readouterr().out


def test_estimates_are_marked_and_rounded(capsys):
    call_command("suggest", "--pegs", "8", "--colors", "12", "--strategy", "entropy")
    first = capsys.readouterr().out
    assert first.startswith("11223456: 429,981,696 codes are still possible. It may win and splits")
    assert re.search(r"into at least \d+ parts; at worst about \d\d?,000,000 remain, about", first)
    call_command("suggest", "--pegs", "8", "--colors", "12", "--history", "11223456:1,4")
    assert re.match(r"\w+: about \d\d?,000,000 codes are still possible", capsys.readouterr().out)


def test_one_code_is_printed_in_the_singular(capsys):
    call_command("suggest", "--history", "1122:4,0")
    assert capsys.readouterr().out == "1122 is the only code still possible.\n"


def test_evaluate_plays_random_codes_of_a_board_too_large_to_list(capsys):
    command = ["evaluate", "--pegs", "8", "--colors", "7", "--strategy", "random"]
    facts = answer(capsys, *command, "--games", "5", "--seed", "3")
    assert facts["codes"] == sum(facts["distribution"].values()) == 5
    assert facts["total"] >= 15


def test_tree_writes_every_format(capsys):
    for form, first in [
        ("text", "1122 (1,296 possible)"),
        ("json", '{"guess": "1122", "candidates": 1296,'),
        ("dot", "digraph strategy {"),
        ("rules", "1:    a a b b | 1296 "),
    ]:
        call_command("tree", "--format", form)
        assert capsys.readouterr().out.startswith(first)


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
def test_bad_input_leads_to_one_sentence_and_exit_code_2(capsys, command, sentence):
    with pytest.raises(SystemExit) as end:
        call_command(*command)
    assert end.value.code == 2
    output = capsys.readouterr()
    assert output.out == ""
    err = json.loads(output.err)["error"] + "\n" if "--json" in command else output.err
    assert err.startswith(sentence)
    assert err.count("\n") == 1


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
    missing, command, sentence, monkeypatch, capsys
):
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as end:
        call_command(*command)
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_suggest_says_that_a_limit_cannot_be_kept(capsys):
    # Four of the five guesses are used, and 44 codes are left.
    history = "1122:1,0 1122:1,0 1344:0,1 1344:0,1"
    call_command("suggest", "--strategy", "optimal-5", "--history", history)
    said = capsys.readouterr().out
    assert "The limit of 5 guesses cannot be kept. It is proven that no guess is better.\n" in said
    call_command("suggest", "--strategy", "optimal-5", "--history", history, "--json")
    facts = json.loads(capsys.readouterr().out)
    assert (facts["is_proven"], facts["max_guesses"], facts["is_in_time"]) == (True, 5, False)


def test_evaluate_plays_the_optimum_after_a_given_first_guess(capsys):
    pytest.importorskip("numba", reason=LAB)
    board = ["--pegs", "3", "--colors", "5", "--strategy", "optimal", "--first", "111"]
    call_command("evaluate", *board)
    said = capsys.readouterr().out
    assert "511 guesses for 125 codes" in said
    assert "it is proven that no strategy with this first guess needs fewer" in said
