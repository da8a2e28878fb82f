import json

import pytest
from django.core.management import call_command

from solver.deduction.puzzles import Grade, make_puzzle
from solver.rule.codes import Variant


def test_puzzles_are_printed_as_json(capsys):
    call_command("puzzle", "--grade", "3", "--count", "2", "--json")
    made = [make_puzzle(Variant(), Grade.TRICKY, seed) for seed in (1, 2)]
    assert json.loads(capsys.readouterr().out)["puzzles"] == [
        {
            "turns": [
                {"guess": guess, "black": answer.black, "white": answer.white}
                for guess, answer in puzzle.turns
            ],
            "solution": puzzle.solution,
            "grade": 3,
        }
        for puzzle in made
    ]


def test_puzzles_are_printed_one_per_line(capsys):
    call_command("puzzle", "--count", "2", "--pegs", "3", "--rows", "3")
    first, second = capsys.readouterr().out.splitlines()
    assert first.count(":") == second.count(":") == 3
    assert "  solution " in first


def test_a_board_without_puzzles_of_a_grade_is_reported(capsys):
    with pytest.raises(SystemExit, match="2"):
        call_command("puzzle", "--grade", "5", "--pegs", "2", "--colors", "2")
    assert capsys.readouterr().err == "no puzzle of grade 5 was found on this board\n"
