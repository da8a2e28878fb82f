"""Deleted in one tab while something begins in another: that is told, and nothing stumbles."""

import threading

import pytest
from django.db import connection
from django.test import Client

from games.models import Player
from tests.cast import start

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
def test_what_a_deleted_player_begins_is_refused(client, path, monkeypatch):
    """The player is deleted by another request as soon as this one knows who they are."""
    start(client, "3632")
    client.raise_request_exception = False
    known = Player.objects.get()
    Player.objects.get().delete()
    monkeypatch.setattr(
        "games.identity.limits.player_who_begins", lambda request, unless=None: known
    )
    monkeypatch.setattr("games.identity.views.current_player", lambda request: known)
    response = client.post(path, WAYS[path])
    assert (response.status_code, response.get("X-Refused")) in [(409, "gone"), (302, None)]
    assert not Player.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_deleting_and_beginning_at_once_makes_nobody_stumble():
    statuses = []

    def send(cookies, gate, path, sent):
        browser = Client(raise_request_exception=False)
        browser.cookies = cookies
        gate.wait(600)
        statuses.append(browser.post(path, sent).status_code)
        connection.close()

    for _ in range(4):
        guest, gate = Client(), threading.Barrier(len(WAYS) + 1)
        start(guest, "3632")
        acts = [("/you/delete/", {}), *WAYS.items()]
        threads = [threading.Thread(target=send, args=(guest.cookies, gate, *act)) for act in acts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [status for status in statuses if status == 500] == []
