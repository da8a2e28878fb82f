"""The page about fair play states the numbers that the code uses."""

import pytest

from games.models import LEAST_GAMES, margin_for_luck, today


def test_the_numbers_of_the_page_are_those_of_the_code(client, monkeypatch):
    page = client.get("/fair-play/").text
    assert "A rank takes 30 games (10 for seven days, 5 for today)" in page
    assert f"{margin_for_luck(1):g} guesses divided by the square root" in page
    monkeypatch.setitem(LEAST_GAMES, "all", 77)
    assert "A rank takes 77 games" in client.get("/fair-play/").text


@pytest.mark.parametrize("path", ["/leaderboard/", f"/daily/{today()}/board/"])
def test_pages_that_compare_players_link_to_fair_play(client, path):
    assert 'href="/fair-play/"' in client.get(path).text
