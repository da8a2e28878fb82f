"""Live news: the server sends news of a duel to open pages over connections that stay open."""

import resource
import socket

import pytest
from django.db import DatabaseError
from django.db.models import F
from django.utils import timezone

from games.models import Duel
from games.play.duels import live
from games.play.duels.live import LivePages
from games.play.duels.pulse import PHRASE_SHOWN, pulse_of
from tests.games.play.duels.test_duels import at, opened


@pytest.fixture
def pages(monkeypatch):
    """Yield the live pages of a worker without a thread; the test does the work of the thread."""
    pages = LivePages()
    pages.thread = object()
    monkeypatch.setattr(live, "pages", pages)
    yield pages
    for public_id, waiting in [*pages.waiting.items()]:
        for page in [*waiting]:
            pages.forget(public_id, page)


@pytest.fixture
def ends():
    """Yield the two ends of a connection: the browser's and the server's."""
    ends = socket.socketpair()
    ends[0].settimeout(1)
    yield ends
    for end in ends:
        end.close()


@pytest.fixture
def duel(client):
    return opened(client)


def listen(client, duel, ends, protocol="HTTP/1.1"):
    """Let a browser listen for news of a duel; return the start of the response."""
    more = {"gunicorn.socket": ends[1], "SERVER_PROTOCOL": protocol}
    return b"".join(client.get(at(duel, "live/"), **more).streaming_content)


def change(duel) -> None:
    Duel.objects.filter(pk=duel.pk).update(revision=F("revision") + 1)


def silent(browser) -> bool:
    browser.settimeout(0.05)
    try:
        return not browser.recv(99)
    except TimeoutError:
        return True


def test_a_page_gets_each_change_of_a_duel_only_once(client, duel, pages, ends):
    assert listen(client, duel, ends) == b"retry: 2000\n\n"
    browser, _server = ends
    for _ in range(2):
        pages.look()
        news = f"data: {pulse_of(duel.public_id)}\n\n".encode()
        assert browser.recv(99) == b"%x\r\n%b\r\n" % (len(news), news)
        pages.look()
        assert silent(browser)
        browser.settimeout(1)
        change(duel)


def test_a_page_is_notified_of_a_change_that_only_time_causes(
    client, duel, pages, ends, monkeypatch
):
    client.post(at(duel, "say/"), {"phrase": "0"})
    listen(client, duel, ends, "HTTP/1.0")
    browser, _server = ends
    pages.look()
    before = browser.recv(99)
    later = timezone.now() + PHRASE_SHOWN
    monkeypatch.setattr(timezone, "now", lambda: later)
    pages.look()
    assert browser.recv(99) not in (before, b"")


def test_the_web_server_can_neither_write_to_nor_close_a_live_connection(client, duel, pages, ends):
    listen(client, duel, ends)
    browser, server = ends
    with pytest.raises(BrokenPipeError):
        server.sendall(b"0\r\n\r\n")
    server.close()
    pages.look()
    assert browser.recv(99).endswith(b"\n\n\r\n")


@pytest.mark.parametrize("way", ["the page is closed", "the duel is deleted"])
def test_a_connection_without_a_page_or_a_duel_is_closed(client, duel, pages, ends, way):
    listen(client, duel, ends)
    browser, _server = ends
    if way == "the page is closed":
        browser.close()
    else:
        Duel.objects.all().delete()
    pages.look()
    assert pages.waiting == {}
    if way == "the duel is deleted":
        assert browser.recv(9) == b""


@pytest.mark.parametrize("way", ["no socket", "no duel", "too many", "HEAD"])
def test_a_page_that_cannot_get_a_live_connection_is_told_to_poll(
    client, duel, pages, ends, monkeypatch, way
):
    if way == "too many":
        monkeypatch.setattr(live, "MOST_OF_A_DUEL", 0)
    path = "/duels/x/live/" if way == "no duel" else at(duel, "live/")
    ask = client.head if way == "HEAD" else client.get
    more = {} if way == "no socket" else {"gunicorn.socket": ends[1]}
    assert ask(path, **more).status_code == 204
    assert pages.waiting == {}


def test_live_updates_continue_after_a_database_error(monkeypatch):
    pages, looks = LivePages(), []

    def look(is_beat: bool) -> None:
        looks.append(is_beat)
        if len(looks) == 1:
            raise DatabaseError("gone")
        pages.waiting.clear()

    monkeypatch.setattr(live, "LOOK_EVERY", 0)
    monkeypatch.setattr(pages, "look", look)
    pages.waiting["x"] = []
    pages.run()
    assert (looks, pages.thread) == ([False, False], None)


def test_live_connections_take_at_most_a_quarter_of_the_open_files():
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4 >= live.MOST_CONNECTIONS
