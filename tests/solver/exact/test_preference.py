"""The best guess shown is a candidate if possible, and the lowest of the equally good guesses.

A plain search, which shares no code with the engine, finds all best guesses.
"""

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from solver.exact import solved
from solver.exact.solved import Solved, solve
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.study.analysis import appraise
from solver.study.ranking import best_guesses
from solver.study.suggest import suggest
from solver.trees.books import proven_book
from tests.solver.plain_search import plain_search

MINI, FOURS, UNREPEATED = Variant(3, 6), Variant(4, 4), Variant(3, 7, repeats=False)

MOST = 24  # the most codes left for which a plain search is quick


@st.composite
def positions(draw, variant):
    """Draw the turns of a game that leave few enough codes for a plain search."""
    codes = st.sampled_from(variant.texts(plain_search(variant).codes))
    secret = draw(codes)
    guesses = draw(st.lists(codes.filter(lambda code: code != secret), min_size=1, max_size=3))
    turns = [Turn(guess, feedback(guess, secret)) for guess in guesses]
    assume(position_after(variant, turns).count <= MOST)
    return turns


def preferred_code(variant, position):
    """Return the lowest best candidate, or else the lowest best code, as the plain search finds
    it.
    """
    search = plain_search(variant)
    texts = variant.texts(search.codes)
    possible = set(variant.texts(position.candidates.digits))
    left = tuple(place for place, text in enumerate(texts) if text in possible)
    totals = search.totals(left)
    best = [texts[place] for place in np.flatnonzero(totals == totals.min())]
    return next((text for text in best if text in possible), best[0])


@pytest.mark.parametrize("variant", [MINI, FOURS, UNREPEATED], ids=str)
@settings(max_examples=8)
@given(data=st.data())
def test_tables_searches_endgames_and_suggestions_show_the_same_best_guess(variant, data):
    history = data.draw(positions(variant))
    position = position_after(variant, history)
    expected = preferred_code(variant, position)
    # A repeated guess is never a best guess, so the appraisal names another guess as best.
    appraisal = appraise(position, history[0].guess)
    shown = {
        "solved": variant.texts(solve(position).best().digits)[0],
        "analysis": appraisal.best.guess,
        "ranking": best_guesses(variant, history, "optimal", most=1).guesses[0].guess,
    }
    if proven_book(variant, None) is None:
        shown["suggest"] = suggest(variant, history, "optimal").guess
    assert shown == dict.fromkeys(shown, expected)


@pytest.mark.parametrize(
    ("variant", "history", "best"),
    [
        # the guess in the table is equivalent to 246, and 246 cannot win
        (MINI, "411:1,0 453:1,0", "424"),
        (MINI, "343:1,1", "123"),
        (Variant(), "5614:0,3", "1125"),
        (Variant(), "5614:0,3 1664:0,2", "2541"),
        (Variant(5, 5), "12243:1,2 15422:1,3", "25251"),
    ],
)
def test_a_candidate_is_preferred_to_an_equally_good_guess_in_the_table(variant, history, best):
    found = solve(position_after(variant, history))
    assert variant.texts(found.best().digits) == [best]


def test_without_a_budget_for_ties_the_guess_is_still_a_best_guess(monkeypatch):
    position = position_after(MINI, "411:1,0 453:1,0")
    monkeypatch.setattr(Solved, "_prefer", out_of_budget)
    found = solve(position)
    assert found.total_of(found.best()) == found.total


def out_of_budget(*_):
    raise solved.OutOfBudget
