"""Warn players before they waste a guess by accident.

If the player presses the button again, the guess is played.
"""

import pytest

from games.models import Game
from tests.cast import HTMX, ask, form_of, play


def guess(client, game, code, headers=None, **more):
    sent = form_of(client, game) | {"code": code} | more
    return client.post(game.get_absolute_url(), sent, headers=headers or {})


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_code_that_was_already_guessed_is_played_at_the_second_press(client, game, headers):
    play(client, game, "1122", "3456")
    response = guess(client, game, "1122", headers)
    assert response.status_code == 422
    told = "You already tried 1122, as guess 1. Press Guess again if you mean it."
    assert told in response.text
    assert game.guesses.count() == 2
    assert '<input type="hidden" name="sure" value="1122">' in response.text
    guess(client, game, "1122", headers, sure="1122")
    assert game.guesses.count() == 3


def test_confirming_one_code_does_not_confirm_another(client, game):
    play(client, game, "1122", "3456")
    assert guess(client, game, "3456", sure="1122").status_code == 422


def test_after_help_a_player_is_warned_of_impossible_codes_until_warnings_are_off(client, game):
    play(client, game, "1122")
    assert guess(client, game, "1111").status_code == 302
    ask(client, game, "best", 3)
    response = guess(client, game, "1112")
    assert response.status_code == 422
    told = "1112 needs 3 black and 0 white in row 1. Row 1 has 1 and 0."
    assert told in response.text
    assert "Press Guess again" in response.text
    # A code that fits all answers is played without a warning, for any secret.
    assert guess(client, game, "3652").status_code == 302
    client.post(f"{game.get_absolute_url()}help/", {"warn": "no"})
    assert guess(client, game, "1112").status_code == 302
    assert Game.objects.get().guess_count == 4
