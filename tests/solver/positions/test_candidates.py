import random
from itertools import product

import pytest
from hypothesis import given

from solver.deduction.deduce import deduce
from solver.positions.candidates import first_contradicted, position_after
from solver.positions.diagnosis import diagnose
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction, EngineError
from solver.rule.feedback import Feedback, Turn, feedback
from solver.rule.history import format_history, parse_history
from solver.study.analysis import analyze
from solver.study.suggest import suggest
from tests.solver.drawing import games, variants

SMALL = variants(most_pegs=4, most_colors=6)


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


@given(games(SMALL))
def test_codes_are_the_texts_of_the_candidates(game):
    variant, secret, history = game
    position = position_after(variant, history)
    codes, texts = position.codes, variant.texts(position.candidates.digits)
    assert [*codes] == texts == variant.texts(position.candidates)
    assert (len(codes), codes[0], codes[-1]) == (len(texts), texts[0], texts[-1])
    assert secret in codes
    assert codes.index(secret) == texts.index(secret)
    assert random.Random(1).choice(codes) == random.Random(1).choice(texts)
    everything = position_after(variant, ()).codes
    assert [code for code in everything if code in codes] == texts


@pytest.mark.parametrize("text", ["", "112", "11223", "11z2", "112\u0661", "1127", 1122, None])
def test_a_text_that_is_not_a_candidate_is_not_in_the_codes(text):
    assert text not in position_after(Variant(), ()).codes


@given(games(SMALL))
def test_turns_in_any_form_lead_to_the_same_position(game):
    variant, _, history = game
    expected = position_after(variant, history)
    position = position_after(variant, ())
    for guess, answer in history:
        position = position.after(guess, f"{answer.black},{answer.white}")
    pairs = [(guess, tuple(answer)) for guess, answer in history]
    for same in (position, position_after(variant, format_history(history))):
        assert same == expected == position_after(variant, pairs)
        assert [*same.codes] == [*expected.codes]
    assert len({position, expected}) == 1
    assert position_after(variant, [*history, *history[:1]]) != position or not history


@given(games(SMALL))
def test_sizes_and_outcomes_agree(game):
    variant, secret, history = game
    position = position_after(variant, history)
    sizes = position.sizes(secret)
    parts = dict(position.outcomes(secret))
    assert sizes == {answer: after.count for answer, after in parts.items()}
    assert sum(sizes.values()) == position.count
    assert all(position.after(secret, answer) == after for answer, after in parts.items())


def test_the_outcomes_of_a_sample_are_positions_of_the_whole_board():
    position = position_after(Variant(8, 12), "11223456:1,3")
    assert not position.is_exact
    answer, after = next(iter(position.outcomes("33445566")))
    assert after.count == position.after("33445566", answer).count
    assert all(feedback("33445566", code) == answer for code in [*after.codes][:20])


@pytest.mark.parametrize(
    ("guess", "answer", "sentence"),
    [
        ("113", "1,0", "'113' has 3 pegs; a code is 4 of the symbols 123456"),
        ("1137", "1,0", "'7' is not a color; a code is 4 of the symbols 123456"),
        ("1134", "1-0", "'1-0' is not a feedback; 1,2 is 1 black and 2 white"),
        ("1134", (1,), r"'\(1,\)' is not a feedback; 1,2 is 1 black and 2 white"),
        ("1134", None, "'None' is not a feedback; 1,2 is 1 black and 2 white"),
        ("1134", (3, 1), "no code answers 3 black and 1 white on 4 pegs"),
        ("1122", (0, 0), "turn 2: no code fits this answer and the earlier ones"),
    ],
)
def test_an_invalid_guess_or_feedback_is_refused_with_a_sentence(guess, answer, sentence):
    with pytest.raises(EngineError, match=sentence):
        position_after(Variant(), "1122:1,1").after(guess, answer)


def test_every_function_accepts_a_history_as_text_or_iterator():
    turns = parse_history(Variant(), "1122:1,1 1344:1,2")
    wrong = parse_history(Variant(), "1122:4,0 3344:0,1")
    for form in (format_history, iter):
        assert position_after(Variant(), form(turns)) == position_after(Variant(), turns)
        assert suggest(Variant(), form(turns)) == suggest(Variant(), turns)
        assert analyze(Variant(), form(turns)) == analyze(Variant(), turns)
        assert [*deduce(Variant(), form(turns))] == [*deduce(Variant(), turns)]
        assert diagnose(Variant(), form(wrong)) == diagnose(Variant(), wrong)
