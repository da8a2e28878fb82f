"""The page of a player, as strangers and search engines see it."""

import re

from django.test import Client

from games.models import Player
from tests.cast import play, sign_up, start

A_TIME = re.compile(r"\b\d\d:\d\d\b")


def stranger_sees() -> tuple[bool, bool]:
    """Return two facts for strangers: whether search engines may list the page, and whether it has
    a time of day.
    """
    page = Client().get("/players/Ada/").text
    return '<meta name="robots" content="all">' in page, bool(A_TIME.search(page))


def test_a_page_has_no_times_and_is_not_indexed_unless_its_player_allows_it(client):
    sign_up(client)
    play(client, start(client, "1111"), "1111")
    assert stranger_sees() == (False, False)
    assert A_TIME.search(client.get("/you/").text)
    for sent, seen in (({"open": "yes"}, True), ({}, False), ({"open": "maybe"}, False)):
        assert client.post("/you/page/", sent)["Location"] == "/you/"
        assert stranger_sees() == (seen, seen)


def test_only_the_player_can_open_their_page_to_others(client):
    sign_up(client)
    for browser in (Client(), Client(enforce_csrf_checks=True)):
        browser.post("/you/page/", {"open": "yes"})
    assert not Player.objects.get().is_open


def test_no_page_shows_strangers_at_what_time_a_game_was_played(client):
    sign_up(client)
    game = start(client, "1111")
    play(client, game, "1111")
    for page in ("result/", "analysis/"):
        assert not A_TIME.search(Client().get(f"{game.get_absolute_url()}{page}").text)
