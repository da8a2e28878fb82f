import pytest

from solver.deduction.facts import Placed
from solver.deduction.puzzles import Grade, grade_of, make_puzzle, solution_of
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.rule.history import parse_history
from tests.solver.deduction.verifier import codes_of, faults, fitting


def is_right(variant, puzzle):
    """Return whether exactly one code fits, every row is needed, and the argument leads to the
    code.
    """
    turns = puzzle.turns
    fewer = [turns[:row] + turns[row + 1 :] for row in range(len(turns))]
    known = {
        (fact.place, fact.color)
        for fact in (step.fact for step in puzzle.steps)
        if isinstance(fact, Placed) and fact.holds
    }
    return (
        position_after(variant, turns).count == 1
        and all(feedback(guess, puzzle.solution) == answer for guess, answer in turns)
        and all(position_after(variant, some).count > 1 for some in fewer)
        and known == set(enumerate(puzzle.solution, start=1))
    )


@pytest.mark.parametrize("grade", Grade)
def test_a_puzzle_has_one_solution_and_needs_all_its_rows_and_has_an_argument(grade):
    puzzle = make_puzzle(Variant(), grade, seed=grade)
    codes, rows = codes_of(Variant()), {*range(1, len(puzzle.turns) + 1)}
    assert fitting(codes, puzzle.turns, rows) == [puzzle.solution]
    assert all(len(fitting(codes, puzzle.turns, rows - {row})) > 1 for row in rows)
    assert faults(Variant(), puzzle.turns, puzzle.steps) == []
    known = {Placed(place, color, holds=True) for place, color in enumerate(puzzle.solution, 1)}
    assert known <= {step.fact for step in puzzle.steps}
    assert grade_of(puzzle.steps) == grade
    assert is_right(Variant(), puzzle)


def test_a_seed_always_makes_the_same_puzzle_and_other_seeds_make_other_puzzles():
    made = [make_puzzle(Variant(), Grade.TRICKY, seed) for seed in (1, 2, 1)]
    assert made[0] == made[2] != made[1]


def test_the_number_of_rows_can_be_chosen():
    for rows in (3, 4, 5):
        assert len(make_puzzle(Variant(), Grade.FAIR, 1, rows).turns) == rows


@pytest.mark.parametrize("variant", [Variant(3, 6), Variant(4, 8, repeats=False)], ids=str)
def test_puzzles_can_be_made_on_other_boards(variant):
    for grade in (Grade.FAIR, Grade.TRICKY):
        assert is_right(variant, make_puzzle(variant, grade, seed=1))


def test_make_puzzle_returns_none_if_the_board_has_no_puzzle_of_the_grade():
    assert make_puzzle(Variant(2, 2), Grade.FIENDISH, seed=1) is None


def test_a_wrong_puzzle_is_detected():
    """The control: a puzzle with a redundant row, a missing row, another solution or a missing step
    is wrong.
    """
    puzzle = make_puzzle(Variant(), Grade.EASY, seed=1)
    spare = parse_history(Variant(), f"{puzzle.solution}:4,0")
    for wrong in (
        {"turns": (*puzzle.turns, *spare)},
        {"turns": puzzle.turns[:-1]},
        {"solution": puzzle.turns[0].guess},
        {"steps": puzzle.steps[:-1]},
    ):
        assert not is_right(Variant(), type(puzzle)(**vars(puzzle) | wrong))


def test_a_solution_has_no_steps_if_the_limit_of_work_is_reached():
    turns = make_puzzle(Variant(), Grade.FIENDISH, seed=1).turns
    solution = make_puzzle(Variant(), Grade.FIENDISH, seed=1).solution
    assert solution_of(Variant(), turns, solution, work=1) == ()
