"""The pages of the admin."""

import pytest

from games.models import Challenge
from tests.cast import finished, named, play, start


def test_the_admin_does_not_show_the_secret_of_a_running_game(admin_client, client):
    game = start(client, "6165")
    play(client, game, "1122")
    pages = ["/admin/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/"]
    assert not any("6165" in admin_client.get(page).text for page in pages)
    play(client, game, "6165")
    assert "6165" in admin_client.get(f"/admin/games/game/{game.pk}/change/").text


def test_the_admin_cannot_change_the_code_of_a_challenge(admin_client, client):
    client.post("/challenges/", {"code": "6165"})
    challenge = Challenge.objects.get()
    page = admin_client.get(f"/admin/games/challenge/{challenge.pk}/change/")
    assert page.status_code == 200
    assert "6165" not in page.text


@pytest.mark.parametrize("kind", ["game", "player", "standing", "challenge", "complaint", "hiding"])
def test_the_admin_can_read_rows_but_not_change_them(admin_client, game, kind):
    assert admin_client.get(f"/admin/games/{kind}/").status_code == 200
    assert admin_client.get(f"/admin/games/{kind}/add/").status_code == 403
    assert admin_client.get(f"/admin/games/{kind}/?q=Ada").status_code == 200


def test_the_admin_shows_the_names_of_game_sizes(admin_client, game):
    named("Ada", 5)
    for kind in ("game", "standing"):
        assert "Classic · 4 pegs, 6 colors" in admin_client.get(f"/admin/games/{kind}/").text


def test_the_admin_lists_averages_better_than_the_optimum(admin_client):
    finished(named("Cheat"), *[3] * 30)
    named("Honest player", *[5] * 30)
    page = admin_client.get("/admin/games/standing/?is_too_good__exact=1&period=all").text
    assert "Cheat" in page
    assert "Honest player" not in page
