"""The first request of a newcomer takes one transaction, and writes the session once."""

from secrets import token_urlsafe
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.catalog.rules import CLASSIC
from games.models import Bucket, Game, Player, today
from tests.cast import race_of, start

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

WAYS = {
    "/": {},
    "/evil/": {},
    f"/daily/{today()}/": {},
    "/challenges/": {"code": "3344"},
    "/assist/": {"strategy": "knuth"},
    "/duels/": dict(CLASSIC.settings) | {"kind": "race", "pace": "live", "rounds": "1"},
    "/rooms/": {},
    "/friends/": {"name": "Ada"},
    "/puzzles/easy/1/": {"do": "clock"},
    "/duels/here/{token}/": {"code": "3443"},
}
WRITES = ("INSERT", "UPDATE", "DELETE")


def commits(statements: list[str]) -> int:
    """Return the number of commits in these statements.

    A write outside of a transaction counts as a commit.
    """
    count, is_inside, has_written = 0, False, False
    for statement in statements:
        if statement.startswith("BEGIN"):
            is_inside, has_written = True, False
        elif statement.startswith("COMMIT"):
            count, is_inside = count + has_written, False
        elif statement.startswith(WRITES):
            has_written = True
            count += not is_inside
    return count


def statements_of(client: Client, path: str, sent: dict[str, str]) -> list[str]:
    """Return the statements of a request that starts something."""
    with CaptureQueriesContext(connection) as queries:
        assert client.post(path.format(token=token_urlsafe(16)), sent).status_code == 302
    return [query["sql"] for query in queries]


def test_every_first_request_of_a_newcomer_is_one_commit():
    start(Client(), "3632")  # the first request from this IP address
    for path, sent in WAYS.items():
        statements_of(Client(), path, sent)  # the first request of its kind
        statements = statements_of(Client(), path, sent)
        assert commits(statements) == 1, (path, statements)
        assert len([one for one in statements if "django_session" in one]) == 1, path


def test_the_request_of_a_newcomer_reads_only_limits_before_it_locks_the_database():
    start(Client(), "3632")
    statements = statements_of(Client(), "/", {})
    before, _, inside = "\n".join(statements).partition("BEGIN")
    assert before.count("SELECT") == 1
    assert inside.count("SELECT") == 0
    assert len(statements) <= 10


def test_a_refused_newcomer_leaves_no_row(client):
    race = race_of(Player.objects.create(), Player.objects.create())
    assert client.post(f"{race.get_absolute_url()}sit/").status_code == 409
    assert (Player.objects.count(), Session.objects.count(), Bucket.objects.count()) == (2, 0, 0)


def test_a_newcomer_whose_game_cannot_be_written_leaves_no_row(client, monkeypatch):
    monkeypatch.setattr("games.models.play.game.get_or_insert", Mock(side_effect=RuntimeError))
    client.raise_request_exception = False
    assert client.post("/").status_code == 500
    assert not Player.objects.exists()
    assert not Session.objects.exists()
    assert not Bucket.objects.exists()
    monkeypatch.undo()
    assert client.post("/").status_code == 302
    assert Game.objects.get().player == Player.objects.get()
