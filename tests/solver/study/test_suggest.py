import pytest
from hypothesis import given

from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback
from solver.study.suggest import suggest
from tests.solver.drawing import games, variants


@given(games(variants(most_pegs=4, most_colors=6)))
def test_a_suggestion_describes_the_partition_of_its_guess(game):
    variant, secret, history = game
    hint = suggest(variant, history)
    assert variant.parse(hint.guess) == hint.guess
    assert sum(hint.partition.values()) == hint.candidates
    assert hint.parts == len(hint.partition)
    assert hint.worst_left == max(hint.partition.values())
    assert hint.expected_left == pytest.approx(
        sum(size**2 for size in hint.partition.values()) / hint.candidates
    )
    assert hint.is_candidate == (Feedback(variant.pegs, 0) in hint.partition)
    assert hint.partition[feedback(hint.guess, secret)] > 0
    assert hint.exact


def test_suggest_refuses_an_impossible_history():
    with pytest.raises(Contradiction, match=r"^turn 2: "):
        suggest(Variant(), [Turn("1122", Feedback(1, 1)), Turn("1122", Feedback(0, 2))])
