"""The trace of a strategy has the right numbers for each of its guesses."""

from functools import partial

import pytest
from hypothesis import given

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.strategies.roster import strategy_named
from solver.strategies.ties import Ties, ties_of
from solver.study.trace import trace
from tests.solver import reference
from tests.solver.drawing import codes

SMALL = Variant(pegs=3, colors=5)


def test_ties_are_the_other_guesses_with_the_same_cost():
    board = reference.all_codes(SMALL.symbols, SMALL.pegs, repeats=True)
    knuth, position = strategy_named("knuth"), position_after(SMALL, [Turn("112", Feedback(0, 1))])
    candidates = SMALL.texts(position.candidates.digits)

    def rank(guess):
        answers = [reference.answer(guess, code) for code in candidates]
        return max(map(answers.count, answers)), guess in candidates

    guess = knuth.choose(position)
    [made] = SMALL.texts(guess.digits)
    equal = [code for code in board if rank(code) == rank(made) and code != made]
    assert ties_of(knuth, guess, position) == Ties(len(equal), tuple(equal[:5]))


def test_a_strategy_without_a_cost_has_no_ties():
    position = position_after(SMALL, [])
    luck = strategy_named("random")
    assert ties_of(luck, luck.choose(position), position) is None


def test_a_board_with_too_many_guesses_to_compare_has_no_ties():
    position = position_after(Variant(8, 12), [])
    entropy = strategy_named("entropy")
    assert ties_of(entropy, position.candidates[:1], position) is None


@pytest.mark.parametrize("strategy", ["knuth", "entropy", "random", "simple"])
@given(secret=codes(SMALL))
def test_the_codes_left_after_a_guess_are_those_that_fit_its_feedback(strategy, secret):
    board = reference.all_codes(SMALL.symbols, SMALL.pegs, repeats=True)
    start = position_after(SMALL, [])
    for thought in trace(strategy_named(strategy), start, partial(feedback, secret=secret)):
        guess = thought.suggestion.guess
        assert thought.suggestion.candidates == len(board)
        board = [code for code in board if reference.answer(guess, code) == thought.answer]
        assert (thought.left, list(thought.remaining)) == (len(board), board[:12])
    assert guess == secret
