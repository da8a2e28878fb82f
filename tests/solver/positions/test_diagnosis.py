"""Every contradiction is found, and the corrections of a contradiction are right."""

from collections import Counter
from functools import cache
from itertools import product
from math import inf
from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from solver.management.terminal import key_pegs
from solver.positions.diagnosis import Correction, Diagnosis, _by_search, diagnose
from solver.positions.equivalence import openings
from solver.rule.codes import Variant
from solver.rule.errors import InvalidHistory
from solver.rule.feedback import Feedback, Turn, feedback, number, possible_feedbacks
from solver.rule.history import parse_history
from solver.sets.sampling import MOST_LISTED, find_candidates, has_candidates
from tests.solver.drawing import codes, games
from tests.solver.reference import all_codes as every_code, answer, fitting

CLASSIC, LARGE, GIANT = Variant(), Variant(pegs=8, colors=8), Variant(pegs=8, colors=12)
ANSWERS = sorted(possible_feedbacks(4))
CODES = every_code("123456", 4, repeats=True)


def test_a_diagnosis_refuses_more_than_63_turns():
    history = [Turn("1122", Feedback(1, 0))] * 63
    assert diagnose(CLASSIC, history) is None
    with pytest.raises(InvalidHistory, match="64 turns are too many; the limit is 63"):
        diagnose(CLASSIC, [*history, Turn("1122", Feedback(2, 0))])


def corrections_of(diagnosis, turn):
    return {c.feedback: c.count for c in diagnosis.corrections if c.turn == turn}


def other_pegs(reply, other):
    """Return how many key pegs two answers do not share; empty holes count as pegs."""
    return (Counter(key_pegs(reply, 4)) - Counter(key_pegs(other, 4))).total()


@pytest.mark.parametrize("guess", CLASSIC.texts(openings(CLASSIC).digits))
def test_a_first_answer_is_diagnosed_only_if_it_is_impossible(guess):
    """The parameters are all guesses that differ in more than the names of colors and places."""
    earned = Counter(Feedback(*answer(guess, code)) for code in CODES)
    for reply in ANSWERS:
        expected = None
        if reply not in earned:
            ranked = sorted(
                earned.items(),
                key=lambda one, reply=reply: (other_pegs(reply, one[0]), -one[1], number(one[0])),
            )
            expected = Diagnosis((1,), tuple(Correction(1, f, count) for f, count in ranked))
        assert diagnose(CLASSIC, [Turn(guess, reply)]) == expected


def test_all_pairs_of_answers_to_two_guesses_are_diagnosed_and_corrected():
    """These two guesses are an example; ``make proofs`` tests one pair of every kind."""
    check_all_answers("1123", "1312")


def check_all_answers(first, second):
    together = Counter((answer(first, code), answer(second, code)) for code in CODES)
    for one, other in product(ANSWERS, repeat=2):
        found = diagnose(CLASSIC, [Turn(first, one), Turn(second, other)])
        assert (found is None) == ((one, other) in together)
        if found:
            assert corrections_of(found, 1) == among(together, lambda a, b=other: (a, b))
            assert corrections_of(found, 2) == among(together, lambda a, b=one: (b, a))


def among(together, pair):
    """Return how many codes give each answer, without answers that no code gives."""
    return {reply: together[pair(reply)] for reply in ANSWERS if together[pair(reply)]}


@st.composite
def histories(draw, variant, most_turns=6):
    """Draw turns with random guesses and answers; most of these histories contradict themselves."""
    answers = st.sampled_from(sorted(possible_feedbacks(variant.pegs)))
    turns = st.lists(st.tuples(codes(variant), answers), min_size=1, max_size=most_turns)
    return [Turn(*turn) for turn in draw(turns)]


@given(histories(CLASSIC))
def test_diagnoses_of_long_histories_agree_with_a_plain_reference(history):
    found = diagnose(CLASSIC, history)
    assert (found is None) == bool(fitting(CODES, history))
    if found is None:
        return
    conflict = [history[turn - 1] for turn in found.conflict]
    assert not fitting(CODES, conflict)
    assert all(fitting(CODES, [t for t in conflict if t is not turn]) for turn in conflict)
    for place, turn in enumerate(history):
        rest = fitting(CODES, [*history[:place], *history[place + 1 :]])
        assert corrections_of(found, place + 1) == Counter(
            answer(turn.guess, code) for code in rest
        )


@given(games(st.just(GIANT), most_turns=4))
@settings(max_examples=5)
def test_true_answers_on_a_giant_board_are_no_contradiction(game):
    _, _, history = game
    assert diagnose(GIANT, history) is None


def test_a_wrong_answer_on_a_giant_board_is_found_and_corrected():
    secret = "16B37A48"
    guesses = ["11223345", "1CA2644A", "5C284B49", "6171694C", "139BAA47", "17BC7A46", "16B37A44"]
    history = [Turn(guess, feedback(guess, secret)) for guess in guesses]
    truth = history[3]
    history[3] = truth._replace(feedback=Feedback(truth.feedback.black + 1, truth.feedback.white))
    found = diagnose(GIANT, history, searches=inf)
    assert found.is_complete
    assert 4 in found.conflict
    assert truth.feedback in corrections_of(found, 4)


SLIP = parse_history(GIANT, "11223456:2,2 1122789A:7,0")


@cache
def found_candidates(variant, *history):
    return find_candidates(variant, history)


def remember_searches():
    """Return a patch that makes the search remember its results and counts its calls."""
    search = "solver.positions.diagnosis.find_candidates"
    return patch(search, side_effect=lambda variant, turns: found_candidates(variant, *turns))


@cache
def complete_diagnosis():
    """Return the diagnosis without a limit on searches, and its number of searches."""
    with remember_searches() as searching:
        return diagnose(GIANT, SLIP, searches=inf), searching.call_count


def test_all_possible_corrections_are_proposed_sorted_by_nearness():
    """Samples miss most corrections: only 72 of 430 million codes fit 6,0 in place of 7,0."""
    found, _ = complete_diagnosis()
    assert found.is_complete
    assert found.corrections[0] == Correction(2, Feedback(6, 0), 72)
    for turn, (guess, reply) in enumerate(SLIP, start=1):
        rest = [other for other in SLIP if other.guess != guess]
        others = sorted(possible_feedbacks(8) - {reply})[turn::6]  # a sixth of the answers
        possible = {one for one in others if has_candidates(GIANT, [*rest, Turn(guess, one)])}
        assert corrections_of(found, turn).keys() & {*others} == possible
    assert len(corrections_of(found, 2)) == 39
    assert (corrections_of(found, 2)[5, 1], corrections_of(found, 2)[1, 6]) == (3600, 5632)


def test_corrections_that_are_rare_in_the_sample_get_exact_numbers_of_codes():
    """One to four codes of a sample of 4,096 would lead to estimates of 5,000 to 10,000 codes."""
    found = {(c.turn, c.feedback): c for c in complete_diagnosis()[0].corrections}
    counts = {(2, 5): 36_152, (2, 6): 1_228, (3, 4): 20_704, (4, 3): 5_144}
    for reply, count in counts.items():
        assert found[2, reply] == Correction(2, Feedback(*reply), count)
    assert not any(c.count <= MOST_LISTED for c in found.values() if not c.is_exact)


def test_a_diagnosis_keeps_estimates_if_no_searches_are_left():
    unhurried, count = complete_diagnosis()
    with remember_searches():
        hurried = diagnose(GIANT, SLIP, searches=count + len(SLIP) - 1)
    assert (unhurried.is_complete, hurried.is_complete) == (True, True)
    assert {(c.turn, c.feedback) for c in unhurried.corrections} == {
        (c.turn, c.feedback) for c in hurried.corrections
    }
    [rough] = set(hurried.corrections) - set(unhurried.corrections)  # the last correction
    assert not rough.is_exact


UNTRUE = [Turn("11112222", Feedback(0, 0)), Turn("11112222", Feedback(1, 0))]
# first each of the two turns is left out, then each turn gets each of 43 other answers
SEARCHES = 2 + 2 * 43


@pytest.mark.parametrize("searches", [0, 1, 3, 4, SEARCHES, SEARCHES + 1, inf])
def test_a_diagnosis_makes_no_more_searches_than_allowed(monkeypatch, searches):
    times = []

    def find(variant, history):
        return found_candidates(variant, *history)

    # two turns with the same guess agree only if their answers are equal
    def agree(variant, history):
        return len({turn.feedback for turn in history}) == 1

    def count_calls(search):
        return lambda *arguments: times.append(1) or search(*arguments)

    monkeypatch.setattr("solver.positions.diagnosis.find_candidates", count_calls(find))
    monkeypatch.setattr("solver.positions.diagnosis.has_candidates", count_calls(agree))
    found = diagnose(LARGE, UNTRUE, searches)
    first = 1  # this search finds the contradiction
    assert len(times) == first + min(searches, SEARCHES)
    assert found.is_complete == (searches > SEARCHES)
    assert {correction.turn for correction in found.corrections} <= {1, 2}
    assert bool(found.corrections) == (searches > 2)


@given(histories(Variant(pegs=5, colors=5), most_turns=4))
@settings(max_examples=10)
def test_the_diagnosis_by_search_equals_the_diagnosis_by_voting(history):
    variant = Variant(pegs=5, colors=5)
    voted = diagnose(variant, history)
    if voted is not None:
        assert _by_search(variant, history, inf) == voted
