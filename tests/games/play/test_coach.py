"""The first game has a coach: seen once, and sent away at a click."""

import pytest

from games.models import Game
from tests.cast import HTMX, form_of, play, start

pytestmark = pytest.mark.django_db


def coach(client, game) -> str:
    """Return what the coach says on the page of a game, or nothing."""
    page = client.get(game.get_absolute_url()).context["page"]
    return " ".join(page.coaching.sentences) if page.coaching else ""


def test_it_tells_how_a_guess_is_made_and_what_the_answer_means(client, game):
    assert "hidden a code of 4 pegs" in coach(client, game)
    play(client, game, "1123")
    told = "The key pegs say: 2 have a right color in the wrong place and 2 match nothing."
    assert coach(client, game).startswith(told)
    play(client, game, "3612")
    assert "agrees with all rows" in coach(client, game)
    play(client, game, "3456")
    assert coach(client, game) == ""


def test_it_is_there_in_the_first_game_only(client, game):
    play(client, game, "1111", "2222", "3333", "3632")
    assert coach(client, start(client, "3632")) == ""


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_it_can_be_sent_away(client, game, headers):
    sent = form_of(client, game) | {"coach": "no"}
    response = client.post(f"{game.get_absolute_url()}help/", sent, headers=headers)
    assert response.status_code == (200 if headers else 302)
    assert coach(client, game) == ""


def test_accounts_that_have_played_are_not_taught_again(client, game, account):
    client.logout()
    client.post("/you/log-in/", {"name": "Ada", "password": "correct horse battery"})
    assert coach(client, Game.objects.get()) == ""
