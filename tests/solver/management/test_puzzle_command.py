from solver.deduction.puzzles import Grade, make_puzzle
from solver.rule.codes import Variant


def test_puzzles_are_printed_as_json(facts):
    made = [make_puzzle(Variant(), Grade.TRICKY, seed) for seed in (1, 2)]
    assert facts("puzzle", "--grade", "3", "--count", "2")["puzzles"] == [
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


def test_puzzles_are_printed_one_per_line(printed):
    lines = printed("puzzle", "--count", "2", "--pegs", "3", "--rows", "3").splitlines()
    first, second = lines
    assert first.count(":") == second.count(":") == 3
    assert "  solution " in first


def test_a_board_without_puzzles_of_a_grade_is_reported(refusal):
    said = refusal("puzzle", "--grade", "5", "--pegs", "2", "--colors", "2")
    assert said == "no puzzle of grade 5 was found on this board\n"
