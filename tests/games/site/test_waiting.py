"""A database that is locked: few wait, none for long, and whoever did is told so."""

import threading
import time

import pytest
from django.db import connection, transaction
from django.test import Client

from games.models import Game, Player
from games.site import waiting
from tests.cast import start

on_sqlite = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="only there one writes")
on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="has locks of tables")


@pytest.fixture
def crowded():
    """As many wait for the database as may."""
    places = waiting.room._initial_value
    for _ in range(places):
        waiting.room.acquire()
    yield
    waiting.room.release(places)


@pytest.mark.django_db(transaction=True)
class TestCrowd:
    @on_sqlite
    def test_whoever_finds_no_room_is_refused_soon(self, client, caplog, crowded):
        began = time.monotonic()
        response = Client(raise_request_exception=False).post("/")
        assert time.monotonic() - began < 1
        assert (response.status_code, response["Retry-After"]) == (503, "2")
        assert "Your game is as it was" in response.text
        assert "Traceback" not in caplog.text
        assert Player.objects.count() == 0

    @on_sqlite
    def test_reading_goes_on(self, client, request):
        game = start(client, "1122")
        request.getfixturevalue("crowded")
        assert client.get(game.get_absolute_url()).status_code == 200
        assert client.get("/").status_code == 200

    @on_sqlite
    def test_what_has_the_lock_needs_no_room(self, player, request):
        with transaction.atomic():
            request.getfixturevalue("crowded")
            Game.objects.start(player)
        assert Game.objects.count() == 1

    @on_sqlite
    def test_many_writers_are_through_before_a_reader_would_notice(self):
        """Twenty-four at once, while somebody else has the lock: all but two are told at once."""
        connection.ensure_connection()
        free, times, statuses = threading.Event(), [], []

        def lock():
            with transaction.atomic():
                Player.objects.create()
                locked.set()
                free.wait(30)
            connection.close()

        def write():
            began = time.monotonic()
            statuses.append(Client(raise_request_exception=False).post("/").status_code)
            times.append(time.monotonic() - began)
            connection.close()

        locked = threading.Event()
        threads = [threading.Thread(target=one) for one in (lock, *[write] * 24)]
        threads[0].start()
        locked.wait(30)
        for thread in threads[1:]:
            thread.start()
        for thread in threads[1:]:
            thread.join()
        free.set()
        threads[0].join()
        assert statuses == [503] * 24
        assert sum(took > 1.9 for took in times) <= 2 * waiting.room._initial_value


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_a_locked_table_is_waited_for_no_longer_than_it_may(client, caplog):
    game = start(client, "1122")
    locked, free = threading.Event(), threading.Event()

    def lock():
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE games_game IN ACCESS EXCLUSIVE MODE")
            locked.set()
            free.wait(30)
        connection.close()

    holder = threading.Thread(target=lock)
    holder.start()
    locked.wait(30)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 300")
    stranger, began = Client(raise_request_exception=False), time.monotonic()
    response = stranger.post("/")
    assert 0.2 < time.monotonic() - began < 2
    assert (response.status_code, response["Retry-After"]) == (503, "2")
    assert "Traceback" not in caplog.text
    assert stranger.get("/rules/").status_code == 200
    free.set()
    holder.join()
    assert client.get(game.get_absolute_url()).status_code == 200
