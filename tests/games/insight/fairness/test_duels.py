"""A game in a duel has no hints, and can only be played on the duel's page."""

from datetime import timedelta
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from games.models import Game, Guess, Hint, Player, played_games_of
from tests.addresses import ADDRESSES
from tests.cast import HTMX, ended, race_of, sign_up

SECRET = "3632"  # Knuth's first guess, 1122, gets one black peg
# acts on a running game, except marking it as helped, which is possible in a duel
MOVES = [name for name, one in ADDRESSES.items() if one.of == "running" and name != "helped"]
SENT = {"code": "1344", "number": "2", "token": "t", "kind": "best", "mode": "hard", "show": "no"}


@pytest.fixture
def duel(client):
    sign_up(client)
    ada = Player.objects.owner_of(User.objects.get())
    duel = race_of(ada, Player.objects.create(), secret=SECRET)
    duel.guess(duel.seat_of(ada), "1122", 1, "a")
    return duel


@pytest.fixture
def game(duel):
    return Game.objects.get(side__seat__number=1)


def test_moves_on_the_page_of_a_game_in_a_duel_are_refused_and_redirect_to_the_duel(
    client, duel, game
):
    before = Game.objects.values().get(pk=game.pk)
    for name, headers in product(MOVES, ({}, HTMX)):
        response = client.post(reverse(name, args=[game.public_id]), SENT, headers=headers)
        led = response.get("Location") or response["HX-Redirect"]
        assert (led, response["X-Refused"]) == (duel.get_absolute_url(), "played-in-duel"), name
        assert Game.objects.values().get(pk=game.pk) == before, name
        assert (Guess.objects.count(), Hint.objects.count()) == (1, 0), name


def test_the_page_of_a_game_redirects_to_its_duel_until_the_duel_is_deleted(client, duel, game):
    page = client.get(game.get_absolute_url())
    assert (page.status_code, page["Location"]) == (302, duel.get_absolute_url())
    duel.settle()
    game.resign()
    duel.delete()
    assert (
        "This was a duel. It is part of your statistics."
        in client.get(game.get_absolute_url()).text
    )


def test_a_game_in_a_duel_counts_in_statistics_but_on_no_leaderboard(client, duel, game):
    ada = game.player
    ended(ada, 4, is_ranked=False)
    duel.guess(duel.seat_of(ada), SECRET, 2, "b")
    played = played_games_of(ada)
    assert ([one.won for one in played.boards], played.duels.won) == ([{4: 1}], {2: 1})
    assert Game.objects.of_ones_own(ada).count() == 1
    assert not ada.standings.exists()
    assert 'id="duels"' in client.get("/you/").text
    export = client.get("/you/export.json").json()["games"][0]
    assert (export["kind"], export["secret"]) == ("duel", None)


def test_the_code_of_a_game_stays_hidden_after_its_duel_was_deleted(client, duel, game):
    duel.guess(duel.seat_of(game.player), SECRET, 2, "b")
    duel.delete()
    for page in ("result", "analysis"):
        assert client.get(f"{game.get_absolute_url()}{page}/").status_code == 404


def test_other_visitors_see_the_game_of_a_duel_only_after_its_round(client, duel, game):
    def is_listed():
        return f"{game.get_absolute_url()}result/" in client.get("/players/Ada/").text

    duel.guess(duel.seat_of(game.player), SECRET, 2, "b")
    assert not is_listed()
    assert client.get(f"{game.get_absolute_url()}result/").status_code == 404
    duel.leave(duel.seats.get(number=2))
    assert is_listed()
    assert client.get(f"{game.get_absolute_url()}result/").status_code == 200


def test_a_game_in_a_duel_does_not_expire_like_a_ranked_game(duel, game):
    Game.objects.update(moved_at=game.moved_at - timedelta(days=9))
    assert not Game.objects.overdue().exists()
