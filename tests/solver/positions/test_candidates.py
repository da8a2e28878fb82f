from itertools import product

import pytest
from hypothesis import given

from solver.deduction.deduce import deduce
from solver.positions.candidates import consistent, first_contradicted, follow, position_after
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback
from solver.sets.arrays import all_codes, encoded
from tests.solver.drawing import games, variants

SMALL = variants(most_pegs=4, most_colors=6)


def test_a_history_may_be_an_iterator():
    turns = [Turn("1122", Feedback(1, 0)), Turn("1344", Feedback(0, 1))]
    position = position_after(Variant(), iter(turns))
    assert (position.count, position.history) == (44, tuple(turns))
    assert [*deduce(Variant(), iter(turns))] == [*deduce(Variant(), turns)]


@given(games(SMALL))
def test_the_secret_is_always_among_the_candidates(game):
    variant, secret, history = game
    assert secret in variant.texts(position_after(variant, history).candidates.digits)


@given(games(SMALL))
def test_candidates_are_exactly_the_codes_that_fit_every_turn(game):
    variant, _, history = game
    possible = [
        code
        for code in map("".join, product(variant.symbols, repeat=variant.pegs))
        if (variant.repeats or len(set(code)) == variant.pegs)
        and all(feedback(turn.guess, code) == turn.feedback for turn in history)
    ]
    position = position_after(variant, history)
    assert variant.texts(position.candidates.digits) == possible
    assert position.count == len(possible)


@given(games(SMALL))
def test_the_answers_to_a_guess_divide_the_candidates(game):
    variant, secret, history = game
    position = position_after(variant, history)
    guess = consistent(all_codes(variant), variant, [Turn(secret, Feedback(variant.pegs, 0))])
    parts = dict(position.after(guess))
    assert sum(part.count for part in parts.values()) == position.count
    for answer, part in parts.items():
        again = position_after(variant, [*history, Turn(secret, answer)])
        assert part.history == again.history
        assert part.candidates.digits.tolist() == again.candidates.digits.tolist()


@given(games(SMALL))
def test_following_a_game_turn_by_turn_reaches_the_position_of_its_history(game):
    variant, _, history = game
    position = position_after(variant, [])
    for turn in history:
        guess = encoded(variant, turn.guess)
        position = follow(position, guess, turn.feedback)
    again = position_after(variant, history)
    assert (position.history, position.count) == (again.history, again.count)
    assert position.candidates.digits.tolist() == again.candidates.digits.tolist()


def test_a_contradiction_names_the_first_impossible_turn():
    history = [
        Turn("1111", Feedback(0, 0)),
        Turn("1122", Feedback(0, 0)),
        Turn("1222", Feedback(1, 0)),
        Turn("3333", Feedback(0, 0)),
    ]
    with pytest.raises(Contradiction) as refusal:
        position_after(Variant(), history)
    assert refusal.value.turn == 3
    assert [first_contradicted(history, code) for code in ("1333", "2333", "3433")] == [1, 2, 3]
