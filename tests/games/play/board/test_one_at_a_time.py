"""A player can have only one ranked game of each size open at a time.

So restarting until a game goes well does not pay.
"""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.management.tasks import expire_overdue
from games.models import Game
from tests.cast import ask, leave, play


def test_a_game_with_a_hint_or_a_guess_must_end_before_the_next_starts(client, game):
    ask(client, game, "best", 1)
    assert client.post("/").status_code == 409
    play(client, game, "1122")
    response = client.post("/")
    assert response.status_code == 409
    assert "You have a Classic game open" in response.text
    assert f"guess 2 of {CLASSIC.limit}" in response.text
    assert game.get_absolute_url() in response.text
    client.post(f"{game.get_absolute_url()}resign/")
    assert client.post("/").status_code == 302
    assert Game.objects.count() == 2


@pytest.mark.both_databases
def test_the_database_refuses_a_second_open_ranked_game_of_the_same_size(player):
    board = {"player": player, "is_ranked": True, "secret": "1122", **CLASSIC.fields()}
    Game.objects.create(**board)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.create(**board)
    Game.objects.create(**board | {"is_ranked": False})


def test_a_game_left_for_two_days_counts_as_given_up_when_the_next_starts(client, game):
    play(client, game, "1122")
    assert "Your move" in client.get("/").text
    leave(game)
    page = client.get("/").text
    assert "Your move" not in page
    assert "Play Classic" in page
    assert client.post("/").status_code == 302
    game.refresh_from_db()
    assert (game.status, game.counted_guesses) == ("expired", CLASSIC.limit + 1)
    page = client.get(game.get_absolute_url()).text
    assert "Time ran out: no guess for 48 hours" in page
    assert "The game counts as given up." in page


def test_only_a_guess_keeps_a_game_open(client, game):
    """If hints kept a game open, a bad game could be kept off the leaderboard for ever."""
    play(client, game, "1122")
    leave(game)
    for kind in ("facts", "check", "panel"):
        ask(client, game, kind, 2, "1122")
    client.post(f"{game.get_absolute_url()}panel/hide/")
    client.post(f"{game.get_absolute_url()}help/", {"show": "no"})
    assert expire_overdue.call() == 1
    game.refresh_from_db()
    assert game.counted_guesses == CLASSIC.limit + 1


@pytest.mark.parametrize("days", [6, 8])
def test_a_game_expires_a_week_after_its_first_move_or_hint(client, game, days):
    """Without this rule, a guess every two days could keep a bad game off the leaderboard."""
    Game.objects.update(started_at=timezone.now() - timedelta(days=30))
    leave(game)
    play(client, game, "1122")
    Game.objects.update(started_at=F("started_at") - timedelta(days=days))
    play(client, game, "1122")
    assert expire_overdue.call() == (days > 7)
    page = client.get(game.get_absolute_url()).text
    assert ("Time ran out: not finished within 7 days" in page) == (days > 7)
    assert client.post("/").status_code == (302 if days > 7 else 409)
