"""The administrator's pages."""

import pytest
from django.contrib.auth.models import User

from games.models import Challenge
from tests.cast import finished, named, play, sign_up, start

pytestmark = pytest.mark.django_db


def test_the_secret_of_a_running_game_is_nowhere(admin_client, client):
    game = start(client, "6165")
    play(client, game, "1122")
    pages = ["/admin/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/"]
    assert not any("6165" in admin_client.get(page).text for page in pages)
    play(client, game, "6165")
    assert "6165" in admin_client.get(f"/admin/games/game/{game.pk}/change/").text


def test_a_challenge_keeps_its_code(admin_client, client):
    client.post("/challenges/", {"code": "6165"})
    challenge = Challenge.objects.get()
    page = admin_client.get(f"/admin/games/challenge/{challenge.pk}/change/")
    assert page.status_code == 200
    assert "6165" not in page.text


@pytest.mark.parametrize("kind", ["game", "player", "standing", "challenge", "complaint", "hiding"])
def test_rows_are_looked_at_and_not_touched(admin_client, game, kind):
    assert admin_client.get(f"/admin/games/{kind}/").status_code == 200
    assert admin_client.get(f"/admin/games/{kind}/add/").status_code == 403
    assert admin_client.get(f"/admin/games/{kind}/?q=Ada").status_code == 200


def test_boards_are_named(admin_client, game):
    named("Ada", 5)
    for kind in ("game", "standing"):
        assert "Classic · 4 pegs, 6 colors" in admin_client.get(f"/admin/games/{kind}/").text


def test_games_are_found_by_their_player(admin_client, client, game):
    client.post("/you/name/", {"name": "Ada"})
    assert game.public_id in admin_client.get("/admin/games/game/?q=ada").text
    assert game.public_id not in admin_client.get("/admin/games/game/?q=grace").text


def test_means_beyond_the_optimum_are_listed(admin_client):
    finished(named("Cheat"), *[3] * 30)
    named("Honest player", *[5] * 30)
    page = admin_client.get("/admin/games/standing/?is_too_good__exact=1&period=all").text
    assert "Cheat" in page
    assert "Honest player" not in page


def test_players_do_not_get_in(client):
    sign_up(client)
    assert client.get("/admin/").status_code == 302
    assert User.objects.get().is_staff is False
