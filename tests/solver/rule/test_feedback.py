from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from solver.rule.codes import Variant
from solver.rule.errors import InvalidCode, InvalidTurn, Kind
from solver.rule.feedback import (
    Feedback,
    feedback,
    feedback_count,
    number,
    numbered_feedbacks,
    possible_feedbacks,
    require_possible,
)
from solver.sets.arrays import all_codes, encode_texts, feedback_numbers
from tests.solver.drawing import codes, variants


@pytest.mark.parametrize("pegs", [2, 3, 4])
def test_every_possible_feedback_is_the_feedback_of_some_pair_of_codes(pegs):
    symbols = "12345678"[: 2 * pegs]
    guesses = {"".join(guess) for guess in product("12", repeat=pegs)} | {symbols[:pegs]}
    secrets = {"".join(secret) for secret in permutations(symbols, pegs)} | guesses
    earned = {feedback(guess, secret) for guess in guesses for secret in secrets}
    assert earned == possible_feedbacks(pegs)


@given(st.integers(2, 8), st.integers(0, 9), st.integers(0, 9))
def test_impossible_feedback_is_refused_with_its_values(pegs, black, white):
    is_possible = black + white <= pegs and (black, white) != (pegs - 1, 1)
    try:
        require_possible(Feedback(black, white), pegs)
    except InvalidTurn as refusal:
        values = (refusal.kind, refusal.text, refusal.black, refusal.white, refusal.pegs)
        assert values == (Kind.IMPOSSIBLE_FEEDBACK, "", black, white, pegs)
        assert not is_possible
    else:
        assert is_possible


@pytest.mark.parametrize("pegs", range(2, 9))
def test_the_number_of_a_feedback_is_its_index_in_the_list_of_feedbacks(pegs):
    feedbacks = numbered_feedbacks(pegs)
    assert [number(feedback) for feedback in feedbacks] == list(range(feedback_count(pegs)))
    assert feedbacks[-1] == Feedback(pegs, 0)


@given(st.data())
def test_the_rule_for_arrays_equals_the_rule_for_people(data):
    variant = data.draw(variants())
    guesses = data.draw(st.lists(codes(variant), min_size=1, max_size=5))
    secrets = data.draw(st.lists(codes(variant), min_size=1, max_size=5))
    numbers = feedback_numbers(*(encode_texts(variant, *texts) for texts in (guesses, secrets)))
    assert numbers.tolist() == [
        [number(feedback(guess, secret)) for secret in secrets] for guess in guesses
    ]


def test_the_rule_for_arrays_is_right_for_all_pairs_of_the_classic_game():
    """The definition counts equal positions, and for every color the smaller of its two counts."""
    codes = all_codes(Variant()).digits
    counts = (codes[:, :, None] == np.arange(6)).sum(axis=1)
    black = (codes[:, None] == codes).sum(axis=2)
    keys = np.minimum(counts[:, None], counts).sum(axis=2)
    numbers = feedback_numbers(all_codes(Variant()), all_codes(Variant()))
    assert np.array_equal(numbers, keys * (keys + 1) // 2 + black)


@pytest.mark.parametrize(
    ("guess", "secret", "sentence"),
    [
        ("zz!!", "1122", "'z' is not a color; a code is 4 of the symbols 123456789ABC"),
        ("1122", "11 2", "' ' is not a color; a code is 4 of the symbols 123456789ABC"),
        ("1122", "123", "'123' has 3 pegs; a code is 4 of the symbols 123456789ABC"),
    ],
)
def test_feedback_refuses_a_text_that_is_not_a_code(guess, secret, sentence):
    with pytest.raises(InvalidCode, match=sentence):
        feedback(guess, secret)
