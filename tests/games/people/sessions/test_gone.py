"""If one tab deletes a player, another tab that starts something gets a message."""

import threading
import time
from copy import deepcopy

import pytest
from django.db import connection
from django.test import Client

from games.catalog.rules import PRESETS
from games.models import Game, Player, Standing
from games.models.duels.leaving import forget
from games.people.accounts.accounts import enter
from games.play.board.views import own_game
from tests.cast import HTMX, PASSWORD, form_of, log_in, side_by_side, sign_up, start

pytestmark = pytest.mark.both_databases

WAYS = {
    "/": {"pegs": "3"},
    "/daily/2026-11-01/": {},
    "/challenges/": {"code": "3344"},
    "/watch/": {"code": "3344", "strategy": "knuth"},
    "/assist/": {"strategy": "knuth"},
    "/you/name/": {"name": "Ada"},
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", WAYS)
def test_a_deleted_player_cannot_start_anything(client, path, monkeypatch):
    """Another request deletes the player just after this request has read the player's row."""
    start(client, "3632")
    client.raise_request_exception = False
    known = Player.objects.get()
    Player.objects.get().delete()
    monkeypatch.setattr("games.people.limits.known_player", lambda request: known)
    monkeypatch.setattr("games.people.accounts.views.current_player", lambda request: known)
    response = client.post(path, WAYS[path])
    assert (response.status_code, response.get("X-Refused")) in [(409, "gone"), (302, None)]
    assert not Player.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_deleting_a_player_and_starting_a_game_concurrently_never_fails():
    acts = [("/you/delete/", {}), *WAYS.items()]
    for _ in range(2):
        guest = Client()
        start(guest, "3632")

        def send(place: int, cookies=guest.cookies) -> int:
            browser = Client(raise_request_exception=False)
            browser.cookies = deepcopy(cookies)
            return browser.post(*acts[place]).status_code

        assert "500" not in side_by_side(send, len(acts))


@pytest.mark.parametrize(
    ("path", "headers"), [("", {}), ("", HTMX), ("hint/", HTMX), ("resign/", {}), ("mode/", {})]
)
def test_a_move_is_refused_if_its_player_has_just_been_deleted(client, monkeypatch, path, headers):
    game = start(client, "3632")
    sent = form_of(client, game) | {"code": "1122", "kind": "panel", "mode": "hard"}

    def deleted_meanwhile(*arguments):
        found = own_game(*arguments)
        forget(Player.objects.get())
        return found

    monkeypatch.setattr("games.play.board.views.own_game", deleted_meanwhile)
    response = client.post(f"{game.get_absolute_url()}{path}", sent, headers=headers)
    assert (response.status_code, response["X-Refused"]) == (409, "gone")


@pytest.mark.django_db(transaction=True)
def test_a_log_in_is_refused_if_its_account_was_just_deleted(client, monkeypatch):
    sign_up(Client())

    def deleted_meanwhile(request, user):
        forget(Player.objects.get())
        enter(request, user)

    monkeypatch.setattr("games.people.accounts.accounts.enter", deleted_meanwhile)
    response = log_in(client)
    assert (response.status_code, response["X-Refused"]) == (409, "gone")
    assert not Player.objects.exists()


def until_somebody_waits() -> None:
    """Wait until another connection waits for a lock."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with connection.cursor() as cursor:
        while not cursor.execute(waiting).fetchone()[0]:
            time.sleep(0.01)


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="has locks of rows")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/you/delete/", "/you/sign-up/", "/you/log-in/"])
def test_deleting_a_player_while_a_game_ends_does_not_deadlock(path, monkeypatch):
    """Both requests lock games before players; in different orders they would deadlock."""
    owner, browser, answers = Client(), Client(), []
    sign_up(owner, "Ada")
    game = start(browser, "3632")
    sent = {"name": "Ada" if path == "/you/log-in/" else "Bob", "password": PASSWORD}

    def leave():
        answers.append(browser.post(path, sent).status_code)
        connection.close()

    thread, count = threading.Thread(target=leave), Game._tell_of_end

    def slowly(game):
        thread.start()
        until_somebody_waits()
        count(game)

    monkeypatch.setattr(Game, "_tell_of_end", slowly)
    game.resign()
    thread.join()
    assert answers == [302]
    assert not Standing.objects.exists()


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="has locks of rows")
@pytest.mark.django_db(transaction=True)
def test_a_game_that_starts_while_its_guest_signs_up_is_not_ranked(client, monkeypatch):
    """The game is created after the guest's other games have lost their rank."""
    start(client, "3632")
    refuse = Player.refuse_account

    def begin(player):
        Game.objects.start(player, PRESETS["mini"])
        connection.close()

    def slowly(player):
        thread = threading.Thread(target=begin, args=(player,))
        thread.start()
        thread.join()
        refuse(player)

    monkeypatch.setattr(Player, "refuse_account", slowly)
    sign_up(client, "Ada")
    assert list(Game.objects.values_list("is_ranked")) == [(False,), (False,)]
