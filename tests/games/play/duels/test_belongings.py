"""Test what a player's download contains about a duel, and what is left after deletion.

The download contains no data of other players.
"""

from datetime import timedelta

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import Duel, Player, Seat
from tests.cast import PASSWORD, sign_up

SECRET, OTHER = "1243", "4321"


@pytest.fixture
def browsers():
    browsers = [Client(), Client()]
    for name, browser in zip(("Ada", "Bob"), browsers, strict=True):
        sign_up(browser, name)
    return browsers


@pytest.fixture
def duel(browsers):
    """Return a duel with two codes in which Ada has guessed and Bob has not."""
    ada, bob = (Player.objects.by_name(name) for name in ("Ada", "Bob"))
    duel = Duel.objects.open(ada, Duel.Kind.BOX, CLASSIC, timedelta(days=1))
    for seat, code in ((duel.sit(ada), SECRET), (duel.sit(bob), OTHER)):
        duel.set_code(seat, code)
    duel.guess(duel.seat_of(ada), "1166", 1, "a")
    return duel


def test_an_export_has_only_the_codes_and_guesses_of_its_player(browsers, duel):
    files = [browser.get("/you/export.json") for browser in browsers]
    [[ada], [bob]] = [file.json()["duels"] for file in files]
    assert (ada["codes"], ada["waiting"], ada["seat"]) == ([SECRET], ["1166"], 1)
    assert (bob["codes"], bob["waiting"], bob["seat"]) == ([OTHER], [], 2)
    assert f'"{OTHER}"' not in files[0].text  # quoted, as a time can contain these digits
    assert [code for code in (SECRET, "1166") if f'"{code}"' in files[1].text] == []
    assert ada["games"] == [file["id"] for file in files[0].json()["games"]]


def test_a_deleted_player_is_anonymous_in_the_duel(browsers, duel):
    Seat.objects.filter(number=1).update(name="Ada of 4b")
    assert "Your place in 1 duel" in browsers[0].get("/you/delete/").text
    browsers[0].post("/you/delete/", {"password": PASSWORD})
    page = browsers[1].get(duel.get_absolute_url()).text
    assert "A player who left" in page
    assert "Ada" not in page


def test_a_player_without_other_data_is_deleted_when_leaving_a_duel(client):
    sent = {"kind": "race", "pace": "live", "rounds": "1"}
    client.post(f"{client.post('/duels/', sent)['Location']}leave/")
    assert "no data to delete" in client.post("/you/delete/", follow=True).text
    assert not Player.objects.exists()


def test_the_admin_site_shows_the_players_of_a_duel_but_no_codes(admin_client, browsers, duel):
    page = admin_client.get(f"/admin/games/duel/{duel.pk}/change/").text
    assert "Ada" in page
    assert not any(code in page for code in (SECRET, OTHER, "1166"))
