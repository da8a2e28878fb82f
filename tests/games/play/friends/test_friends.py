"""The page for playing with friends: its ways to play, and the codes that lead to a game."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.models import Duel, Seat
from tests.cast import after_countdown, led_to, play


def raced(client: Client, **more: str) -> Duel:
    return led_to(client.post("/friends/", {"name": "Ada", **more}), Duel)


def test_a_friend_starts_the_race_by_taking_a_seat(client):
    duel = raced(client)
    friend = Client()
    page = friend.get(duel.get_absolute_url()).text
    assert "Ada invites you to a race</h1>" in page
    assert 'name="name"' in page
    friend.post(f"{duel.get_absolute_url()}sit/", {"name": "Bob"})
    duel.refresh_from_db()
    assert duel.is_running
    assert [seat.name for seat in duel.seats.all()] == ["Ada", "Bob"]


@pytest.mark.parametrize(
    ("several", "friends", "begins"),
    [({"several": "yes"}, ["Bob", "Cleo"], "ready/"), ({}, ["Bob"], "here/")],
    ids=["several friends", "the opener is away"],
)
def test_a_race_does_not_start_without_its_opener(client, several, friends, begins):
    duel = raced(client, **several)
    seen_at = timezone.now() - timedelta(minutes=not several)
    Seat.objects.update(seen_at=seen_at, has_script=True)
    for name in friends:
        Client().post(f"{duel.get_absolute_url()}sit/", {"name": name})
    duel.refresh_from_db()
    assert duel.is_waiting
    client.post(f"{duel.get_absolute_url()}{begins}")
    duel.refresh_from_db()
    assert duel.is_running


def test_the_lobby_has_a_code_a_qr_code_and_a_message_to_send(client):
    duel = raced(client)
    page = client.get(duel.get_absolute_url()).text
    assert duel.code in page
    assert '<span class="qr"' in page
    message = re.search(r'id="duel-message" value="([^"]*)"', page)
    assert message
    assert message[1].startswith("Ada invites you to a race: http")
    assert message[1].endswith(duel.get_absolute_url())


def test_a_code_leads_to_its_game_until_no_one_can_join(client):
    duel = raced(client)
    typed = {"code": f"{duel.code[:3].lower()} {duel.code[3:]}"}
    assert Client().get("/friends/", typed)["Location"] == duel.get_absolute_url()
    Client().post(f"{duel.get_absolute_url()}sit/")
    late = Client().get("/friends/", typed)
    assert late.status_code == 422
    assert f"No game has the code {duel.code} now." in late.text
    Duel.objects.update(status="running", patience=timedelta(days=1), round=1)
    assert Client().get("/friends/", typed).status_code == 302, "people join over days"


def test_an_unknown_code_gets_an_error_message_with_the_reason(client):
    whys = {"": "Type the six letters.", "ABC": "A code has six letters.", "x" * 40: "six letters"}
    for code, why in whys.items():
        response = client.get("/friends/", {"code": code})
        assert (response.status_code, why in response.text) == (422, True)


def test_a_name_is_kept_for_the_next_game_and_no_other_player_can_take_it(client):
    duel = raced(client, several="yes")
    assert 'value="Ada"' in client.get("/friends/").text
    other = Client().post(f"{duel.get_absolute_url()}sit/", {"name": "ada"})
    assert other.status_code == 422
    assert "is taken" in other.text
    refused = Client().post("/friends/", {"name": "x"})
    assert refused.status_code == 422
    assert "A name is 2 to" in refused.text


def test_the_page_of_a_large_race_shows_the_leader_first_and_the_place_of_the_reader(client):
    duel = raced(client, several="yes")
    names = {name: Client() for name in ("Bob", "Cleo", "Dan")}
    for name, friend in names.items():
        friend.post(f"{duel.get_absolute_url()}sit/", {"name": name})
    client.post(f"{duel.get_absolute_url()}ready/")
    duel = after_countdown(duel, "1234")
    assert "You are" not in client.get(duel.get_absolute_url()).text
    for who, code in ((client, "1255"), (names["Dan"], "1234"), (names["Bob"], "1344")):
        play(who, duel, code)
    page = client.get(duel.get_absolute_url()).text
    assert re.findall(r'class="sitter"><b>(\w+)</b>', page) == ["Dan", "Bob", "Cleo"]
    assert re.findall(r'class="pip" aria-hidden="true">([^<]*)<', page) == ["✓1", "2", "1"]
    assert "You are 3rd" in page, "1344 has two black pegs and a white one, 1255 has two"
    names["Bob"].post(f"{duel.get_absolute_url()}leave/")
    assert "You are 2nd" in client.get(duel.get_absolute_url()).text


def test_a_player_has_to_give_a_name_before_opening_any_duel(client):
    assert 'name="name"' in client.get("/duels/").text
    opened = dict(CLASSIC.settings) | {"kind": "box", "pace": "live", "rounds": "1"}
    refused = client.post("/duels/", opened | {"name": "x"})
    assert refused.status_code == 422
    assert "A name is 2 to" in refused.text
    duel = led_to(client.post("/duels/", opened | {"name": "Ada"}), Duel)
    page = Client().get(duel.get_absolute_url()).text
    assert "Ada invites you to set codes for each other</h1>" in page
