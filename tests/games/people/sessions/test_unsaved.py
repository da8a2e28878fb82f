"""If a session cannot be saved, the player's act is still stored and the response says so."""

from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection

from games.models import Game
from tests.cast import HTMX, PASSWORD, fresh_form, log_in, play, sign_up, start


@contextmanager
def locked(table: str):
    """Make every statement that writes to a table fail, as if the table were locked."""

    def execute(run, sql, params, many, context):
        if table in sql and not sql.startswith("SELECT"):
            raise OperationalError("database is locked\nfor 2 s")
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield


@pytest.mark.both_databases
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_winning_guess_still_gets_its_answer_if_the_session_is_locked(client, caplog, headers):
    game = start(client, "3632")
    form = fresh_form(client, game) | {"code": "3632"}
    with locked("django_session"):
        answer = client.post(game.get_absolute_url(), form, headers=headers)
    assert answer.status_code == (200 if headers else 302)
    assert Game.objects.get().is_won
    assert "Cookie" in answer["Vary"]
    [line] = [record for record in caplog.records if "session was not saved" in record.message]
    assert (line.levelname, "database is locked" in line.message) == ("WARNING", True)
    assert client.get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/", {}),
        ("/you/log-in/", {"name": "Ada", "password": PASSWORD}),
        ("/you/switch/", {"player": ""}),
    ],
)
def test_a_change_of_players_while_sessions_are_locked_gets_503(client, path, sent):
    sign_up(client)
    client.post("/you/log-out/")
    if path != "/":  # the first game of a visitor
        start(client, "3632")
    before = client.cookies.output()
    with locked("django_session"):
        answer = client.post(path, sent)
    assert (answer.status_code, answer["X-Refused"]) == (503, "unavailable")
    assert answer["Retry-After"]
    assert client.cookies.output() == before


def test_a_session_that_was_ended_elsewhere_gets_its_own_sentence(client, caplog, monkeypatch):
    game = start(client, "3632")
    play_on = Game.play

    def play_and_end(self, *arguments, **named):
        Session.objects.all().delete()
        return play_on(self, *arguments, **named)

    monkeypatch.setattr(Game, "play", play_and_end)
    answer = play(client, game, "3632")
    assert (answer.status_code, answer["X-Refused"]) == (409, "session-ended")
    assert "Your session was ended in another tab or browser." in answer.text
    assert "ended meanwhile" in caplog.text
    assert Game.objects.get().is_won


def test_the_first_request_of_a_day_is_answered_if_the_session_is_locked(client, time_machine):
    sign_up(client)
    log_in(client)
    game = start(client, "3632")
    time_machine.move_to("2030-01-01 12:00Z")
    Session.objects.update(expire_date="2031-01-01 12:00Z")
    with locked("django_session"):
        assert play(client, game, "1122").status_code == 302
    assert Game.objects.get().guess_count == 1
    assert User.objects.count() == 1
