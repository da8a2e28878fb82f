import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.positions.candidates import consistent, follow, position_after
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Feedback, Turn, feedback
from solver.rule.history import parse_history
from solver.sets.arrangements import arranged_codes
from solver.sets.arrays import all_codes, encode_texts
from solver.sets.multisets import all_multisets, count_arrangements, draw, fitting_multisets
from solver.sets.sampling import MOST_LISTED, find_candidates
from solver.study.suggest import explain, suggest
from tests.solver.drawing import games, variants

GIANT = Variant(pegs=8, colors=12)


def test_the_giant_board_has_the_known_number_of_multisets():
    assert all_multisets(GIANT).shape == (12, 75_582)
    assert all_multisets(Variant(pegs=6, colors=9)).shape == (9, 3_003)


@given(variants())
def test_every_code_has_one_multiset(variant):
    assert count_arrangements(all_multisets(variant)).sum() == variant.size


@given(games(variants(most_pegs=5, most_colors=6)))
def test_arranged_codes_are_exactly_the_candidates(game):
    variant, _, history = game
    found = arranged_codes(variant, fitting_multisets(variant, history), history)
    texts = sorted(text for block in found for text in variant.texts(block))
    candidates = consistent(all_codes(variant), variant, history)
    assert texts == variant.texts(candidates.digits)


def test_arranged_codes_fit_more_than_sixteen_turns():
    """Turns that tell nothing about places come before the turns that do."""
    variant, secret = Variant(6, 6), "123454"
    idle = [symbol * 6 for symbol in variant.symbols]
    telling = [secret[place:] + secret[:place] for place in range(6)] + ["123555", "666454"] * 3
    guesses = idle * 3 + [guess[::-1] for guess in telling] + telling
    history = [Turn(guess, feedback(guess, secret)) for guess in guesses]
    assert len(set(history)) > 16
    found = arranged_codes(variant, fitting_multisets(variant, history), history)
    texts = [text for block in found for text in variant.texts(block)]
    assert texts == variant.texts(consistent(all_codes(variant), variant, history).digits)


def test_codes_are_drawn_uniformly():
    variant = Variant(pegs=3, colors=3)
    drawn = draw(all_multisets(variant), 27_000, np.random.default_rng(seed=1))
    counts = np.unique(drawn, axis=0, return_counts=True)[1]
    assert len(counts) == 27
    assert counts.min() > 850
    assert counts.max() < 1150


@given(games(st.just(GIANT), most_turns=3))
@settings(max_examples=4)
def test_every_candidate_of_a_giant_board_fits(game):
    _, secret, history = game
    position = position_after(GIANT, history)
    texts = GIANT.texts(position.candidates.digits[:50])
    assert all(feedback(turn.guess, text) == turn.feedback for text in texts for turn in history)
    if position.is_exact:
        assert secret in GIANT.texts(position.candidates.digits)


@given(games(st.just(GIANT), most_turns=3))
@settings(max_examples=4)
def test_every_turn_on_a_giant_board_draws_a_new_sample_of_candidates(game):
    """Therefore the sample stays large and fair, and does not depend on how the position was
    reached.
    """
    _, _, history = game
    position = position_after(GIANT, [])
    for number, turn in enumerate(history, start=1):
        guess = encode_texts(GIANT, turn.guess)
        position = follow(position, guess, turn.feedback)
        again = position_after(GIANT, history[:number])
        assert (position.history, position.count) == (again.history, again.count)
        assert position.is_exact == again.is_exact
        assert position.candidates.digits.tolist() == again.candidates.digits.tolist()


def test_the_estimated_number_of_candidates_is_within_three_percent():
    """A board with 8 pegs and 7 colors has too many codes to list, but few enough to count in this
    test.
    """
    variant, secret = Variant(pegs=8, colors=7), "12345671"
    history = [Turn(guess, feedback(guess, secret)) for guess in ("11223344",)]
    sample, count = find_candidates(variant, history)
    exact = sum(map(len, arranged_codes(variant, fitting_multisets(variant, history), history)))
    assert exact > MOST_LISTED
    assert len(sample) == 2**12
    assert count == pytest.approx(exact, rel=0.03)


def test_a_hundred_thousand_candidates_are_listed_not_sampled():
    """The number 128,460 comes from a loop over all codes of the board."""
    listed, count = find_candidates(Variant(6, 12), [Turn("123456", Feedback(1, 3))])
    assert count == len(listed) == 128_460


def test_the_only_code_left_on_a_giant_board_is_suggested():
    """The guesses fix one color at a time and then one place at a time, which no strategy does."""
    code = "13579B24"
    guesses = [symbol * 4 + "8" * 4 for symbol in code] + [
        code[:place] + "6" * (8 - place) for place in range(1, 8)
    ]
    hint = suggest(GIANT, [Turn(guess, feedback(guess, code)) for guess in guesses])
    assert (hint.guess, hint.candidates, hint.exact) == (code, 1, True)


def test_a_suggestion_rounds_estimated_numbers():
    first = suggest(GIANT, [], "entropy")
    assert (first.guess, first.candidates) == ("11223456", 12**8)
    assert (first.exact, first.is_counted) == (False, True)
    later = suggest(GIANT, [Turn("11223345", Feedback(1, 3))], "entropy")
    assert (later.exact, later.is_counted) == (False, False)
    assert 10**7 < later.candidates < 10**8
    assert sum(later.partition.values()) == pytest.approx(later.candidates, rel=0.03)
    shown = [later.candidates, later.worst_left, int(later.expected_left)]
    shown += later.partition.values()
    # estimates have no uncertain digits
    assert all(len(str(number).rstrip("0")) <= 2 for number in shown)


def test_the_turns_and_not_the_sample_decide_whether_a_guess_can_win():
    """The guess 3B298787 fits the turns, but the sample of 430 million codes does not contain
    it.
    """
    assert suggest(GIANT, []).is_candidate
    history = parse_history(GIANT, "43187814:0,4 64723636:0,3")
    position = position_after(GIANT, history)
    fitting = encode_texts(GIANT, "3B298787")
    assert "3B298787" not in GIANT.texts(position.candidates.digits)
    found = explain(fitting, position)
    assert (found.is_candidate, found.partition[Feedback(8, 0)]) == (True, 1)
    assert not explain(encode_texts(GIANT, "43187814"), position).is_candidate


@pytest.mark.parametrize(
    ("variant", "history", "turn"),
    [(GIANT, "11112222:0,0 33334444:1,0 33332222:0,2", 3), (Variant(8, 8), "12345678:0,0", 1)],
)
def test_a_contradiction_on_a_giant_board_names_the_turn_that_causes_it(variant, history, turn):
    with pytest.raises(Contradiction) as refusal:
        position_after(variant, history)
    assert refusal.value.turn == turn
