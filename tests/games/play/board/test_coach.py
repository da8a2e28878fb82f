"""Until the first win, a coach comments on each act, unless the player hides it."""

import re

import pytest

from games.catalog.rules import CLASSIC
from games.models import Guess
from games.play.board.coach import answer_explained
from tests.cast import HTMX, form_of, play, start


def coach(client, game) -> str:
    """Return the coach's text on the page of a game, or "" if there is no coach."""
    page = client.get(game.get_absolute_url()).context["page"]
    return " ".join(page.coaching.sentences) if page.coaching else ""


def test_the_coach_explains_guesses_and_answers(client, game):
    assert "A code of 4 pegs is hidden." in coach(client, game)
    assert f'/rules/lesson/1/?game={game.public_id}"' in client.get(game.get_absolute_url()).text
    play(client, game, "1123")
    assert coach(client, game) == (
        "Two of the four pegs are the right colors in the wrong places;"
        " the other two match nothing. The key pegs don’t say which."
        " Next, try a code that fits this feedback."
    )


@pytest.mark.parametrize(
    ("codes", "said"),
    [
        (["1111"], "none of these colors is in the code. Next, try the other colors."),
        (
            ["1122", "1133"],
            "1133 needs 2 black and 0 white in row 1. Row 1 has 1 and 0. So guess 2 could not",
        ),
        (["2111", "3244"], "Your first black"),
        (["2111", "6266"], "That fit every row, so it could have been the code."),
        (["2111", "5242", "6266"], "You’ve tried Amber three times."),
        (["1111"] * 9, "Your last guess: check it against each row."),
    ],
)
def test_the_tip_is_about_the_last_thing_that_the_player_did(client, game, codes, said):
    play(client, game, *codes)
    assert said in coach(client, game)


EXPLAINED = {
    (1, 0): "One of the four pegs is right; the other three match nothing.",
    (2, 1): "Two of the four pegs are right; one is the right color in the wrong place; the",
    (1, 3): "One of the four pegs is right; three are the right colors in the wrong places.",
    (0, 4): "All four pegs are the right colors in the wrong places.",
    (0, 3): "Three of the four pegs are the right colors in the wrong places; the other one",
}


def test_the_coach_writes_numbers_as_words_because_the_pegs_have_digits():
    for (black, white), said in EXPLAINED.items():
        explained = answer_explained(Guess(code="1123", black=black, white=white), 4)
        assert explained.startswith(said)
        assert not re.search(r"\d", explained)


def test_the_tip_is_announced_after_the_answer_to_the_guess(client, game):
    sent = form_of(client, game) | {"code": "1123"}
    reply = client.post(game.get_absolute_url(), sent, headers=HTMX).text
    assert "Guess 1: 0 black, 2 white. Two of the four pegs are" in reply


def test_the_coach_suggests_a_hint_to_a_player_who_seems_stuck(client, game):
    play(client, game, "1111", "1111", "1111")
    assert "Hint" not in coach(client, game)
    play(client, game, "1111")
    assert coach(client, game).endswith("Stuck? Press Hint.")
    client.post(f"{game.get_absolute_url()}help/", form_of(client, game) | {"show": "no"})
    assert "Hint" not in coach(client, game)


def test_the_coach_stays_until_the_first_win(client, game):
    play(client, game, *["1111"] * CLASSIC.limit)
    game = start(client, "3632")
    assert coach(client, game)
    play(client, game, "3632")
    assert coach(client, start(client, "3632")) == ""


def test_the_coach_can_be_hidden(client, game):
    sent = form_of(client, game) | {"coach": "no"}
    assert client.post(f"{game.get_absolute_url()}help/", sent, headers=HTMX).status_code == 200
    assert coach(client, game) == ""
