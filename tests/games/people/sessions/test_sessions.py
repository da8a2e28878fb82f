"""A session lasts as long as its player keeps playing."""

from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.management import tasks
from games.models import Game, Player, today
from games.people.sessions.store import NAMELESS_FOR, PROLONGED_EVERY, SessionStore
from tests.cast import play, sign_up, start

WRONG_CODES = ["1111", "1112", "1121", "1211", "2111", "1122", "1212", "2112"]


@pytest.fixture
def clock(time_machine):
    time_machine.move_to(datetime.now(UTC))
    return time_machine


def cleared_away() -> None:
    tasks.forget_guests.call()
    tasks.forget_sessions.call()


@pytest.mark.parametrize(("is_named", "pause"), [(False, 29), (True, 360)])
def test_a_guest_who_plays_now_and_then_keeps_everything_for_years(client, clock, is_named, pause):
    game = start(client, "3632")
    if is_named:
        client.post("/you/name/", {"name": "Ada"})
    Game.objects.update(is_ranked=False)  # otherwise the games would expire
    for code in WRONG_CODES[:5]:
        clock.shift(timedelta(days=pause))
        cleared_away()
        assert play(client, game, code).status_code == 302
    assert client.get(game.get_absolute_url()).status_code == 200


def test_a_newcomer_gets_a_new_session_key_so_that_no_planted_key_becomes_theirs(client):
    planted = client.session  # stored, without a player
    start(client, "3632")
    assert client.session.session_key != planted.session_key
    assert not Session.objects.filter(pk=planted.session_key).exists()


def test_reading_pages_does_not_write_to_the_session(client, clock, game):
    kept = Session.objects.get().expire_date
    clock.shift(timedelta(days=20))
    answer = client.get(game.get_absolute_url())
    assert (answer.status_code, answer.cookies.get("session")) == (200, None)
    assert Session.objects.get().expire_date == kept


@pytest.mark.both_databases
def test_a_session_is_extended_only_once_a_week(client, clock, game):
    play(client, game, *WRONG_CODES[:3])  # so that the page has no tips left
    ends = []
    for code in WRONG_CODES[3:7]:
        clock.shift(timedelta(days=4))
        play(client, game, code)
        ends.append(Session.objects.get().expire_date)
    assert [ends[0] < ends[1], ends[1] == ends[2], ends[2] < ends[3]] == [True] * 3
    with CaptureQueriesContext(connection) as queries:
        play(client, game, WRONG_CODES[7])
    assert not [
        query for query in queries if "UPDATE" in query["sql"] and "session" in query["sql"]
    ]
    assert client.cookies["session"]["max-age"] == (NAMELESS_FOR + PROLONGED_EVERY).total_seconds()


@pytest.mark.both_databases
def test_a_deleted_guest_leaves_no_session(client, clock):
    start(client, "3632")
    clock.shift(timedelta(days=29))
    cleared_away()
    assert (Player.objects.count(), Session.objects.count()) == (1, 1)
    clock.shift(timedelta(days=9))
    cleared_away()
    assert (Player.objects.count(), Session.objects.count()) == (0, 0)


def test_a_guest_who_deletes_everything_keeps_a_session_for_at_most_a_month(client, clock):
    client.post(f"/daily/{today()}/")
    client.post("/you/name/", {"name": "Ada"})
    client.post("/you/delete/")
    assert Session.objects.count() == 1  # stores that the guest has seen today's code
    clock.shift(timedelta(days=38))
    cleared_away()
    assert Session.objects.count() == 0


def test_an_account_stays_logged_in_for_a_year_or_longer_if_it_plays(client, clock):
    sign_up(client)
    for _ in range(3):
        clock.shift(timedelta(days=360))
        cleared_away()
        assert client.post("/", {}).status_code == 302
    clock.shift(timedelta(days=366))
    assert "Log out" not in client.get("/you/").text


@pytest.mark.both_databases
def test_a_session_is_read_only_once_if_the_database_is_unavailable(client, monkeypatch):
    """Each further try would block a thread for two seconds."""
    fail = Mock(side_effect=OperationalError("couldn't get a connection after 2.00 sec"))
    monkeypatch.setattr(SessionStore, "_get_session_from_db", fail)
    client.cookies["session"] = "k" * 32
    assert client.get("/you/").status_code == 503
    assert fail.call_count == 1
