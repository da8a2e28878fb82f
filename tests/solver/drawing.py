"""Hypothesis strategies for variants, codes and games."""

from hypothesis import strategies as st

from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback


@st.composite
def variants(draw, most_pegs=8, most_colors=12):
    pegs = draw(st.integers(2, most_pegs))
    colors = draw(st.integers(2, most_colors))
    return Variant(pegs, colors, repeats=draw(st.booleans()) or colors < pegs)


@st.composite
def codes(draw, variant):
    pegs = st.lists(
        st.sampled_from(variant.symbols),
        min_size=variant.pegs,
        max_size=variant.pegs,
        unique=not variant.repeats,
    )
    return "".join(draw(pegs))


@st.composite
def games(draw, board, most_turns=4):
    """Draw a variant, a secret, and a history of random guesses with true answers."""
    variant = draw(board)
    secret = draw(codes(variant))
    guesses = draw(st.lists(codes(variant), max_size=most_turns))
    return variant, secret, [Turn(guess, feedback(guess, secret)) for guess in guesses]
