"""Error pages, HTTP methods, malicious requests, and the numbers that pages state."""

from unittest.mock import Mock

import pytest
from django.db import OperationalError

from games.models import LEAST_GAMES, margin_for_luck
from tests.cast import form_of


@pytest.mark.parametrize("path", ["/games/x/", "/games/%00/", "/games/" + "x" * 5_000 + "/"])
def test_an_invalid_url_is_not_found(client, path):
    response = client.get(path)
    assert response.status_code == 404
    assert "Page not found" in response.text


def test_other_http_methods_are_refused(client, game):
    for method in (client.put, client.patch, client.delete):
        assert method(game.get_absolute_url()).status_code == 405
    response = client.get(f"{game.get_absolute_url()}hint/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This address only works from a button." in response.text


def test_an_unavailable_database_gets_503(client, game, monkeypatch):
    locked = Mock(side_effect=OperationalError("database is locked"))
    monkeypatch.setattr("games.models.Game.objects.filter", locked)
    client.raise_request_exception = False
    response = client.post(game.get_absolute_url(), form_of(client, game) | {"code": "1122"})
    assert response.status_code == 503
    assert response["Retry-After"] == "2"
    assert "The server is too busy" in response.text


def test_the_fair_play_page_shows_the_numbers_that_the_code_uses(client, monkeypatch):
    page = client.get("/fair-play/").text
    assert "A rank takes 30 games (10 for seven days, 5 for today)" in page
    assert f"{margin_for_luck(1):g} guesses divided by the square root" in page
    monkeypatch.setitem(LEAST_GAMES, "all", 77)
    assert "A rank takes 77 games" in client.get("/fair-play/").text


@pytest.mark.parametrize("path", ["/leaderboard/", "/daily/2026-11-01/board/"])
def test_each_page_that_compares_players_has_a_link_to_fair_play(client, path):
    assert 'href="/fair-play/"' in client.get(path).text
