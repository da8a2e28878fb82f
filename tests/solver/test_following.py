"""A game followed guess by guess is where its whole history leads."""

from hypothesis import given, settings
from hypothesis import strategies as st

from solver.arrays import encode
from solver.candidates import Position, follow, position_after
from solver.codes import Variant
from solver.feedback import Turn
from tests.solver.drawing import games, variants

GIANT = Variant(pegs=8, colors=12)


def facts_of(position: Position) -> tuple:
    candidates = position.candidates.digits.tolist()
    return position.variant, position.history, candidates, position.count, position.is_exact


def step_by_step(variant: Variant, history: list[Turn]) -> Position:
    position = position_after(variant, [])
    for turn in history:
        guess = encode(variant.digits([turn.guess]), variant.colors)
        position = follow(position, guess, turn.feedback)
    return position


@given(games(variants(most_pegs=4, most_colors=6)))
def test_where_all_codes_are_listed(game):
    variant, _, history = game
    assert facts_of(step_by_step(variant, history)) == facts_of(position_after(variant, history))


@settings(max_examples=10)
@given(games(st.just(GIANT), most_turns=3))
def test_where_they_are_too_many_to_list(game):
    """A sample is drawn anew after every answer; what is left of the last one says too little."""
    _, _, history = game
    assert facts_of(step_by_step(GIANT, history)) == facts_of(position_after(GIANT, history))
