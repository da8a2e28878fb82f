"""The evil codemaker's answers always fit some code and prolong the game as far as possible."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from solver.exact.worst_case import WorstCases
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn, feedback
from solver.sets.arrays import all_codes
from solver.strategies.roster import strategy_named
from solver.study.evil import against, enough, options_after, worst_answer

TINY, MINI, CLASSIC = Variant(2, 3), Variant(3, 6), Variant()
CODES = ["".join(code) for code in product("123456", repeat=3)]


@cache
def fewest(left: frozenset[str]) -> int:
    """Return how many guesses always suffice on the tiny board, found by trying all guesses."""
    if len(left) == 1:
        return 1
    return min(1 + longest(left, guess) for guess in map("".join, product("123", repeat=2)))


@cache
def longest(left: frozenset[str], guess: str) -> int:
    """Return how many guesses are needed after the worst answer, by trying all guesses."""
    parts: dict[Feedback, set[str]] = {}
    for code in left:
        parts.setdefault(feedback(guess, code), set()).add(code)
    if parts.keys() == {Feedback(2, 0)}:
        return 0
    if len(parts) == 1:
        return 99
    return max(fewest(frozenset(part)) for part in parts.values() if part != {guess})


@given(st.lists(st.sampled_from(["".join(code) for code in product("123", repeat=2)]), max_size=3))
def test_on_the_tiny_board_no_other_answers_prolong_the_game_further(guesses):
    turns: list[Turn] = []
    for guess in guesses:
        position = position_after(TINY, turns)
        left = frozenset(TINY.texts(position.candidates.digits))
        answer, needed = worst_answer(position, guess)
        if needed is not None:
            assert needed == longest(left, guess)
        turns.append(Turn(guess, answer))
        if answer.black == 2:
            return


@given(st.lists(st.sampled_from(CODES), min_size=1, max_size=6))
def test_the_evil_codemaker_always_has_a_code_that_fits_its_answers(guesses):
    turns: list[Turn] = []
    for guess in guesses:
        before = position_after(MINI, turns)
        answer = worst_answer(before, guess).feedback
        turns.append(Turn(guess, answer))
        # the evil codemaker loses only if one code is left
        assert answer.black < 3 or before.count == 1
        if answer.black == 3:
            return
    assert position_after(MINI, turns).count >= 1


@pytest.mark.parametrize(
    ("variant", "name", "worst"),
    [
        (MINI, "optimal", 5),
        (CLASSIC, "knuth", 5),
        (CLASSIC, "optimal-5", 5),
        (CLASSIC, "entropy", 6),
    ],
)
def test_a_strategy_takes_the_listed_number_of_guesses_against_the_evil_codemaker(
    variant, name, worst
):
    turns = [one.turn for one in against(strategy_named(name), variant)]
    assert len(turns) == worst
    assert all(feedback(turn.guess, turns[-1].guess) == turn.feedback for turn in turns)
    assert turns == [one.turn for one in against(strategy_named(name), variant)]


@pytest.mark.parametrize(("variant", "least"), [(MINI, 5), (CLASSIC, 5)])
@settings(max_examples=2)
@given(data=st.data())
def test_needed_and_lost_guesses_add_up_to_the_guesses_made(variant, least, data):
    """This means that no player can win in fewer guesses than the proven number."""
    turns: list[Turn] = []
    while not turns or turns[-1].feedback.black < variant.pegs:
        left = position_after(variant, turns)
        among = (
            all_codes(variant) if data.draw(st.booleans()) and len(turns) < 6 else left.candidates
        )
        [guess] = variant.texts(among.digits[[data.draw(st.integers(0, len(among) - 1))]])
        turns.append(Turn(guess, worst_answer(left, guess).feedback))
    story = options_after(variant, turns)
    assert enough(variant) == (least, True)
    assert len(turns) == least + sum(one.lost for one in story)
    for place, one in enumerate(story):
        assert one.lost >= 0
        assert (one.better is None) == (not one.lost)
        if one.better:
            before = story[place - 1].needed if place else least
            position = position_after(variant, turns[:place])
            answer, needed = worst_answer(position, one.better)
            assert needed == before - 1 or answer.black == variant.pegs


def test_the_worst_answer_maximizes_the_guesses_needed_and_not_the_codes_left():
    position = position_after(MINI, [Turn("111", Feedback(0, 0))])
    parts = dict(position.outcomes("234"))
    worst, largest = Feedback(1, 0), Feedback(0, 1)
    assert worst_answer(position, "234") == (worst, 4)
    assert (parts[worst].count, parts[largest].count) == (27, 30)
    assert WorstCases(MINI).guesses_needed(parts[largest]) == 3
