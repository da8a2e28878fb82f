"""Contradictions on the classic board: found if and only if there is one, and put right."""

from collections import Counter
from itertools import permutations, product
from math import inf
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.codes import Variant
from solver.diagnosis import Correction, Diagnosis, _by_search, diagnose
from solver.equivalence import openings
from solver.feedback import Feedback, Turn, feedback, number, possible_feedbacks
from tests.solver.drawing import codes, games
from tests.solver.reference import all_codes as every_code
from tests.solver.reference import answer

CLASSIC, GIANT = Variant(), Variant(pegs=8, colors=12)
ANSWERS = sorted(possible_feedbacks(4))
CODES = every_code("123456", 4, repeats=True)


def corrected(diagnosis, turn):
    return {c.feedback: c.count for c in diagnosis.corrections if c.turn == turn}


def fitting(history):
    return [code for code in CODES if all(answer(guess, code) == told for guess, told in history)]


@pytest.mark.parametrize("guess", CLASSIC.texts(openings(CLASSIC).digits))
def test_every_first_answer_is_told_right_from_wrong(guess):
    """Up to the names of colors and places these are all guesses there are."""
    earned = Counter(Feedback(*answer(guess, code)) for code in CODES)
    for told in ANSWERS:
        expected = None
        if told not in earned:
            ranked = sorted(earned.items(), key=lambda one: (-one[1], number(one[0])))
            expected = Diagnosis((1,), tuple(Correction(1, f, count) for f, count in ranked))
        assert diagnose(CLASSIC, [Turn(guess, told)]) == expected


def renamed(pair):
    """Two guesses with their colors named in the order in which they come."""
    names = {}
    return tuple(names.setdefault(color, len(names)) for color in "".join(pair))


def kind(first, second):
    """The same for all pairs of guesses that differ in the names of colors and places only."""
    orders = permutations(zip(first, second, strict=True))
    return min(renamed(map("".join, zip(*order, strict=True))) for order in orders)


@pytest.mark.parametrize("first", ["1111", "1112", "1122", "1123", "1234"])
def test_every_two_answers_are_told_right_from_wrong_and_put_right(first):
    """One pair of guesses of every kind there is, with all answers."""
    for second in {kind(first, second): second for second in CODES}.values():
        together = Counter((answer(first, code), answer(second, code)) for code in CODES)
        for one, other in product(ANSWERS, repeat=2):
            found = diagnose(CLASSIC, [Turn(first, one), Turn(second, other)])
            assert (found is None) == ((one, other) in together)
            if found:
                assert corrected(found, 1) == among(together, lambda a, b=other: (a, b))
                assert corrected(found, 2) == among(together, lambda a, b=one: (b, a))


def among(together, pair):
    """The answers that some code gives, with how many do."""
    return {told: together[pair(told)] for told in ANSWERS if together[pair(told)]}


@st.composite
def histories(draw, variant, most_turns=6):
    """Any guesses with any answers that exist: mostly contradictions."""
    answers = st.sampled_from(sorted(possible_feedbacks(variant.pegs)))
    turns = st.lists(st.tuples(codes(variant), answers), min_size=1, max_size=most_turns)
    return [Turn(*turn) for turn in draw(turns)]


@given(histories(CLASSIC))
@settings(max_examples=60)
def test_long_histories_agree_with_a_plain_reference(history):
    found = diagnose(CLASSIC, history)
    assert (found is None) == bool(fitting(history))
    if found is None:
        return
    conflict = [history[turn - 1] for turn in found.conflict]
    assert not fitting(conflict)
    assert all(fitting([t for t in conflict if t is not turn]) for turn in conflict)
    for place, turn in enumerate(history):
        rest = fitting([*history[:place], *history[place + 1 :]])
        assert corrected(found, place + 1) == Counter(answer(turn.guess, code) for code in rest)


@given(games(st.just(CLASSIC), most_turns=6), st.data())
@settings(max_examples=40)
def test_a_single_wrong_answer_is_among_the_corrections(game, data):
    _, _, history = game
    if not history:
        return
    place = data.draw(st.integers(0, len(history) - 1))
    truth = history[place]
    wrong = data.draw(st.sampled_from(ANSWERS))
    found = diagnose(
        CLASSIC, [*history[:place], truth._replace(feedback=wrong), *history[place + 1 :]]
    )
    if found:
        assert truth.feedback in corrected(found, place + 1)
        assert place + 1 in found.conflict


@given(games(st.just(GIANT), most_turns=4))
@settings(max_examples=5)
def test_honest_answers_on_a_giant_board_are_no_contradiction(game):
    _, _, history = game
    assert diagnose(GIANT, history) is None


def test_a_wrong_answer_on_a_giant_board_is_found_within_its_time():
    secret = "16B37A48"
    guesses = ["11223345", "1CA2644A", "5C284B49", "6171694C", "139BAA47", "17BC7A46", "16B37A44"]
    history = [Turn(guess, feedback(guess, secret)) for guess in guesses]
    truth = history[3]
    history[3] = truth._replace(feedback=Feedback(truth.feedback.black + 1, truth.feedback.white))
    begin = perf_counter()
    found = diagnose(GIANT, history)
    assert perf_counter() - begin < 5
    assert found.is_complete
    assert 4 in found.conflict
    assert truth.feedback in corrected(found, 4)


def test_a_diagnosis_that_has_no_time_says_so():
    history = [Turn("11112222", Feedback(0, 0)), Turn("11112222", Feedback(1, 0))]
    assert diagnose(GIANT, history, seconds=0) == Diagnosis((1, 2), (), is_complete=False)


@given(histories(Variant(pegs=5, colors=5), most_turns=4))
@settings(max_examples=25)
def test_searching_finds_what_voting_finds(history):
    variant = Variant(pegs=5, colors=5)
    voted = diagnose(variant, history)
    if voted is not None:
        assert _by_search(variant, history, inf) == voted
