"""If the database is locked, only a few requests wait, and only for a short time."""

import threading
import time
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from queue import Queue

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from games.models import Game, Player
from games.web.traffic import waiting
from tests.cast import start

pytestmark = pytest.mark.both_databases

PLACES = waiting.room.places._initial_value

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="only there one writes")
on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="has locks of tables")


@pytest.fixture
def crowded():
    """Occupy all places for waiting, as if the last write had ended some time ago."""
    with ExitStack() as stack:
        for _ in range(PLACES):
            assert stack.enter_context(waiting.room.place(0))
        waiting.room.moved -= waiting.BRIEFLY
        yield
        waiting.room.moved = time.monotonic()


@contextmanager
def locked_by(lock):
    """Call a function in a transaction of another thread, which lasts until the block ends."""
    locked, free = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            lock()
            locked.set()
            free.wait(600)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    locked.wait(600)
    try:
        yield
    finally:
        free.set()
        holder.join()


def send_first_request(place, statuses):
    """Start a game as a new visitor at another IP address; note the status."""
    somebody = Client(raise_request_exception=False, REMOTE_ADDR=f"10.0.0.{place}")
    statuses.put(somebody.post("/").status_code)
    connection.close()


def writers(number, statuses):
    return [
        threading.Thread(target=send_first_request, args=(place, statuses))
        for place in range(number)
    ]


@pytest.mark.django_db(transaction=True)
class TestCrowd:
    @on_sqlite
    def test_a_request_without_a_place_to_wait_is_refused_soon(self, client, caplog, crowded):
        response = Client(raise_request_exception=False).post("/")
        assert (response.status_code, response["Retry-After"]) == (503, "2")
        assert "Your game has not changed" in response.text
        assert "Traceback" not in caplog.text
        assert Player.objects.count() == 0

    @on_sqlite
    def test_reading_continues_while_writers_wait(self, client, request):
        game = start(client, "1122")
        request.getfixturevalue("crowded")
        assert client.get(game.get_absolute_url()).status_code == 200
        assert client.get("/").status_code == 200

    @on_sqlite
    def test_a_thread_that_has_the_lock_needs_no_place_to_wait(self, player, request):
        with transaction.atomic():
            request.getfixturevalue("crowded")
            Game.objects.start(player)
        assert Game.objects.count() == 1

    @on_sqlite
    def test_every_writer_gets_an_answer_while_another_holds_the_lock(self, monkeypatch):
        """Of 24 writers at once, those with a place wait without limit and all others are refused.

        No writer stops waiting because of the clock, so the test would notice a missing answer.
        """
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 600)
        threads = writers(24, statuses := Queue())
        with locked_by(Player.objects.create):
            for thread in threads:
                thread.start()
            refused = [statuses.get(timeout=600) for _ in range(24 - PLACES)]
        assert refused == [503] * (24 - PLACES)
        for thread in threads:
            thread.join()
        assert [statuses.get() for _ in range(PLACES)] == [302] * PLACES

    @on_sqlite
    def test_no_writer_is_refused_while_others_make_progress(self, monkeypatch):
        """In this test a request is refused only after a minute without progress."""
        monkeypatch.setattr(waiting, "BRIEFLY", 60)
        threads = writers(3, statuses := Queue())
        with ExitStack() as stack:
            for _ in range(PLACES):
                stack.enter_context(waiting.room.place(0))
            for thread in threads:
                thread.start()
        for thread in threads:
            thread.join()
        assert [statuses.get() for _ in threads] == [302] * 3


def test_requests_may_wait_only_for_a_moment_after_the_last_progress(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(waiting.time, "monotonic", lambda: now)
    room = waiting.Room(1)
    with room.place(0):
        now += waiting.BRIEFLY - 0.1
        assert room.seconds_left() == pytest.approx(0.1)
        with room.place(0) as is_mine:
            assert not is_mine
        assert room.seconds_left() == pytest.approx(0.1)
    assert room.seconds_left() == pytest.approx(waiting.BRIEFLY)
    now += 1
    assert room.seconds_left() == 0


def test_no_request_waits_after_another_request_has_timed_out(monkeypatch):
    monkeypatch.setattr(waiting.time, "monotonic", lambda: 1000.0)
    room = waiting.Room(1)
    with suppress(OperationalError), room.place(0):
        raise OperationalError("database is locked")
    assert room.seconds_left() == 0
    with room.place(0):
        assert room.seconds_left() == 0
    assert room.seconds_left() == pytest.approx(waiting.BRIEFLY)


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_a_request_waits_for_a_locked_table_within_the_limit(client, caplog):
    """A request that is sent while the table is locked gets its answer before the lock ends."""
    game = start(client, "1122")

    def lock():
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")

    with locked_by(lock):
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 300")
        stranger = Client(raise_request_exception=False)
        response = stranger.post("/")
        assert (response.status_code, response["Retry-After"]) == (503, "2")
        assert "Traceback" not in caplog.text
        assert stranger.get("/rules/").status_code == 200
    assert client.get(game.get_absolute_url()).status_code == 200


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_a_request_without_a_place_waits_only_briefly_but_can_read(client, crowded):
    assert client.post("/").status_code == 302

    def change():
        assert Player.objects.count() == 1
        Player.objects.update(saw_daily_of=None)

    with locked_by(Player.objects.select_for_update().get):
        for context in (nullcontext(), transaction.atomic()):
            with pytest.raises(OperationalError, match="lock timeout"), context:
                change()
        assert Player.objects.count() == 1
    assert connection.connection.execute("SHOW lock_timeout").fetchone() != ("10ms",)
