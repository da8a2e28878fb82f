"""The lab by mouse and finger: a tree down to a leaf, a position, a sorted table."""

import pytest

from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.study.results import kept_lengths

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("player", ["mouse", "touch"], indirect=True),
]

SECRET = "3632"


def link_to_answer(guess: str) -> str:
    """Return a CSS selector for the link to the answer that the secret gives to a guess."""
    answer = feedback(guess, SECRET)
    return f'[aria-label^="{answer.black} black, {answer.white} white:"]'


def test_a_tree_can_be_followed_down_to_a_leaf(player):
    player.open("/strategies/knuth/tree/")
    player.wait_for("h1", "Knuth starts with 1122")
    guess, guesses = "1122", 1
    while guess != SECRET:
        player.tap(link_to_answer(guess))
        guesses += 1
        player.wait_for("h1", f"Knuth, guess {guesses}:")
        [heading] = player.texts("h1")
        guess = heading.rpartition(" ")[2]
    place = int("".join(str(int(symbol) - 1) for symbol in SECRET), 6)
    assert guesses == kept_lengths(Variant(), "knuth")[place]


def test_a_position_can_be_explored_with_a_guess_and_its_feedback(player):
    player.open("/explore/")
    player.wait_for("h2", "What to guess")
    for symbol in "1122":
        player.tap(f".swatch .c{symbol}")
    player.tap("#submit")
    player.wait_for("h2", "What was the answer to 1122?")
    player.tap(link_to_answer("1122"))
    player.wait_for("h2", "256 codes are still possible")


def test_a_column_is_sorted_in_both_directions(player):
    player.open("/strategies/")
    worst = []
    for order in ("ascending", "descending"):
        player.tap("thead .of-worst a")
        player.find(f'thead .of-worst[aria-sort="{order}"] a')
        worst.append([int(text) for text in player.texts("tbody .of-worst")])
    assert worst[0] == sorted(worst[0])
    assert worst[1] == sorted(worst[0], reverse=True)
