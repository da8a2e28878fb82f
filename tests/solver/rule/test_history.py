import pytest
from hypothesis import given

from solver.rule.codes import Variant
from solver.rule.errors import InvalidHistory
from solver.rule.history import format_history, parse_history, turns_of
from tests.solver.drawing import games, variants


def test_a_history_can_have_a_hundred_turns():
    assert len(parse_history(Variant(), "1122:0,0 " * 100)) == 100


@given(games(variants()))
def test_parsing_a_formatted_history_gives_the_history(game):
    variant, _, history = game
    assert parse_history(variant, format_history(history)) == tuple(history)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1122", "turn 1: '1122' is not a turn; a turn looks like 1122:1,1"),
        ("1122:1,1 1345:0;2", "turn 2: '0;2' is not a feedback; 1,2 is 1 black and 2 white"),
        ("1122:\u0661,1", "turn 1: '\\u0661,1' is not a feedback; 1,2 is 1 black and 2 white"),
        ("1122:1:1", "turn 1: '1:1' is not a feedback; 1,2 is 1 black and 2 white"),
        ("1127:1,1", "turn 1: '7' is not a color; a code is 4 of the symbols 123456"),
        ("1122:3,1", "turn 1: no code answers 3 black and 1 white on 4 pegs"),
        ("1122:2,3", "turn 1: no code answers 2 black and 3 white on 4 pegs"),
        ("9" * 999, "turn 1: a word of 999 letters is not a turn; a turn looks like 1122:1,1"),
        ("1122:0,0 " * 101, "101 turns are too many; the limit is 100"),
    ],
)
def test_the_error_of_a_malformed_history_names_the_turn(text, sentence):
    with pytest.raises(InvalidHistory) as refusal:
        parse_history(Variant(), text)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([("1122", (1, 1)), ("112", (1, 1))], "turn 2: '112' has 3 pegs; a code is 4 of"),
        ([("1122",)], "turn 1: \"('1122',)\" is not a turn; a turn looks like 1122:1,1"),
        ([1122], "turn 1: '1122' is not a turn; a turn looks like 1122:1,1"),
        ([("1122", (1, 1, 1))], "turn 1: '(1, 1, 1)' is not a feedback; 1,2 is 1 black"),
        ([("1122", (3, 1))], "turn 1: no code answers 3 black and 1 white on 4 pegs"),
    ],
)
def test_an_invalid_guess_or_feedback_is_refused_and_the_error_names_the_turn(given, sentence):
    with pytest.raises(InvalidHistory) as refusal:
        turns_of(Variant(), given)
    assert str(refusal.value).startswith(sentence)
