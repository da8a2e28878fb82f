"""Tests ``manage.py solve``, which breaks a given code, or an unknown code from typed answers."""

import json
import re
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from solver.management.dialog import Dialog, InvalidLine
from solver.management.terminal import has_color
from solver.rule.codes import Variant
from solver.rule.errors import InvalidCode, InvalidTurn
from tests.solver.reference import all_codes, fitting


@pytest.fixture
def solve(printed, monkeypatch):
    """Return a function that runs ``solve`` with typed lines and returns the output."""

    def run(*options, typed=()):
        lines = iter(typed)

        def next_line(prompt):
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", next_line)
        return printed("solve", *options)

    return run


def test_a_given_code_is_broken_step_by_step(solve):
    assert solve("--secret", "3632") == (
        " 1  1 1 2 2  ●···  1,296 codes possible, 204.5 expected to be left, 256 left\n"
        " 2  1 3 4 4  ○···  256 codes possible, 31.5 expected to be left, 44 left\n"
        " 3  3 5 2 6  ●○○·  44 codes possible, 4.5 expected to be left, 7 left\n"
        " 4  1 4 6 2  ●○··  7 codes possible, 1.0 expected to be left, 1 left\n"
        " 5  3 6 3 2  ●●●●  1 code possible, 1.0 expected to be left, 1 left\n"
        "broken in 5 guesses\n"
    )


def test_solve_prints_the_steps_as_json(solve):
    steps = json.loads(solve("--secret", "1122", "--json"))["turns"]
    assert [(step["guess"], step["black"], step["left"]) for step in steps] == [("1122", 4, 1)]


def test_typed_answers_lead_to_the_code(solve):
    printed = solve(typed=["1,0", "0 1", "1,2", "1,1", "4,0"])
    assert " 2  1 3 4 4  256 codes possible, at worst 44 remain\n" in printed
    assert printed.endswith("broken in 5 guesses\n")


def test_solve_diagnoses_a_contradiction_and_accepts_a_correction(solve):
    printed = solve(typed=["1,0", "0,1", "0,0", "accept 7", "1,1", "4,0"])
    assert "no code fits; these answers cannot be true together:\n 2  1 3 4 4  ○···\n" in printed
    assert "accept 7: if guess 3 was 1,2 instead of 0,0, 7 codes would be possible\n" in printed
    assert printed.endswith("broken in 5 guesses\n")


def test_solve_accepts_other_guesses_and_lets_the_user_fix_and_drop_turns(solve):
    printed = solve(typed=["1234 1,1", "5566 0,1", "fix 2 0,2", "drop 1", "quit"])
    counts = [int(count) for count in re.findall(r"(\d+) codes possible", printed.replace(",", ""))]
    codes, first = all_codes("123456", 4, repeats=True), ("1234", (1, 1))
    turns = [], [first], [first, ("5566", (0, 1))], [first, ("5566", (0, 2))], [("5566", (0, 2))]
    assert counts == [len(fitting(codes, some)) for some in turns]


def test_solve_works_on_a_giant_board(solve):
    printed = solve("--pegs", "8", "--colors", "12", typed=["1,2", "quit"])
    assert " 429,981,696 codes possible, at worst about " in printed
    assert re.search(r"about \d\d?,000,000 codes possible", printed)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Answer with black and white pegs"),
        ("what", "Answer with black and white pegs"),
        ("3,1", "no code answers 3 black and 1 white on 4 pegs"),
        ("99,99", "no code answers 99 black"),
        ("fix 9 1,1", "there is no guess 9"),
        ("drop 0", "there is no guess 0"),
        ("accept 1", "there is no proposal 1 to accept"),
        ("1177 1,0", "'7' is not a color"),
        ("11 1,0", "'11' has 2 pegs"),
    ],
)
def test_an_invalid_line_is_refused_with_a_sentence_and_changes_no_turn(solve, line, sentence):
    printed = solve(typed=[line, "quit"])
    assert printed.count("codes possible") == 1
    assert printed.splitlines()[-1].startswith(sentence)


def test_input_that_ends_before_the_code_is_broken_is_reported(solve, capsys):
    with pytest.raises(SystemExit, match="2"):
        solve()
    assert capsys.readouterr().err == "the answers ended before the code was broken\n"


def test_color_is_used_only_on_terminals_that_support_color(solve, monkeypatch):
    assert "\033[" not in solve("--secret", "1122")
    with monkeypatch.context() as patch:
        patch.setattr("solver.management.commands.solve.has_color", lambda stream: True)
        assert "\033[48;5;124;38;5;231;1m 1 \033[0m" in solve("--secret", "1122")
    terminal = type("Terminal", (), {"isatty": lambda self: True})()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert has_color(terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_color(terminal)


@given(st.lists(st.from_regex(r"(fix |drop |accept |1122 )?[0-9]{0,5}[ ,]?[0-9]?", fullmatch=True)))
def test_solve_executes_or_refuses_every_line_of_input(lines):
    dialog = Dialog(Variant(pegs=3, colors=4), "knuth")
    for line in lines:
        with suppress(InvalidLine, InvalidCode, InvalidTurn):
            dialog.enter(line, dialog.outlook())


def test_estimates_are_marked_in_every_output_of_solve(solve):
    giant = ["--pegs", "8", "--colors", "12", "--strategy", "simple", "--secret", "11111112"]
    first, second, *_ = json.loads(solve(*giant, "--json"))["turns"]
    assert (first["candidates"], first["is_counted"], first["is_exact"]) == (12**8, True, False)
    assert (second["candidates"], second["is_counted"]) == (first["left"], first["is_left_counted"])
    assert len(str(second["candidates"]).rstrip("0")) <= 2
    assert re.match(
        r" 1 .* 429,981,696 codes possible, about [\d,]+,000 expected to be left, about ",
        solve(*giant),
    )


def test_the_evil_codemaker_shows_how_many_codes_are_left(printed, facts):
    command = ["solve", "--evil", "--strategy", "knuth", "--pegs", "3"]
    *rows, end = printed(*command).splitlines()
    assert end == "broken in 5 guesses"
    assert rows[0].endswith("63 codes left; 4 more guesses needed")
    assert rows[3].endswith("1 code left; 1 more guess needed")
    assert [one["left"] for one in facts(*command)["turns"]] == [63, 16, 4, 1, 1]
