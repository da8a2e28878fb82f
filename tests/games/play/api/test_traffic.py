"""Each API key has a separate share of the processor time, and its requests wait for their turn."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from games.models import ApiKey
from games.play.api.operations import ByKey
from games.web.traffic import gate as gates, turned_away
from games.web.traffic.turned_away import TurnedAwayMiddleware
from tests.games.play.api.program import refusal_in

HERE = "127.0.0.1"


@pytest.fixture
def turns(monkeypatch):
    """Turns that are all free, with a queue for one waiting request."""
    monkeypatch.setattr(turned_away, "turns", fresh := gates.Turns(waiting=1))
    return fresh


@pytest.fixture
def ask(turns):
    """Return a function that sends a request with a key, and returns the status of the response."""

    def page(request):
        ByKey()(request)
        return HttpResponse()

    def ask(key, address=HERE):
        headers = {"Authorization": f"Bearer {key}"}
        request = RequestFactory().get("/api/v1/games", headers=headers, REMOTE_ADDR=address)
        return middleware(request).status_code

    middleware = TurnedAwayMiddleware(page)
    return ask


@pytest.fixture
def keys(account):
    return [ApiKey.objects.make(account, name) for name in "ab"]


@pytest.fixture
def crowded(monkeypatch):
    """Set the waiting time for a turn to zero, so that a test need not wait."""
    monkeypatch.setattr(gates, "PATIENCE_FOR_TURN", 0)


def test_a_key_is_served_even_if_its_ip_address_has_used_up_the_share_of_visitors(
    ask, keys, turns, crowded
):
    assert [ask(key) for key in keys] == [200, 200]
    turned_away.shares.charge(HERE, 5)
    turned_away.reserve.charge(turned_away.ALL, 1e9)
    with gates.take_place(turns.turn, 0):
        assert [ask(keys[0]), ask("none")] == [200, 429]
        turned_away.of_key.charge(ApiKey.objects.find(keys[0]).digest, 5)
        assert [ask(key) for key in keys] == [429, 200], "each key has its own share"


def test_programs_do_not_use_up_the_share_of_people_at_their_ip_address(ask, keys, turns):
    ask(keys[0])
    turned_away.shares.used.clear()
    ask(keys[0])
    assert turned_away.shares.used == {}
    assert set(turned_away.of_crowd.used) == {f"keys at {HERE}"}


def test_a_program_beyond_its_share_does_not_use_up_that_of_other_programs(ask, keys, turns):
    ask(keys[0])
    turned_away.of_crowd.used.clear()
    turned_away.of_key.charge(ApiKey.objects.find(keys[0]).digest, 5)
    assert ask(keys[0]) == 200
    assert turned_away.of_crowd.used == {}


def test_all_keys_at_an_ip_address_share_a_common_limit(ask, keys, turns, crowded):
    assert ask(keys[0]) == 200
    turned_away.of_crowd.charge(f"keys at {HERE}", 5)
    with gates.take_place(turns.turn, 0):
        assert [ask(keys[0]), ask(keys[0], "192.0.2.1")] == [429, 200]


def test_a_request_waits_for_its_turn_unless_the_waiting_place_is_taken(
    ask, keys, turns, monkeypatch
):
    monkeypatch.setattr(gates, "PATIENCE_FOR_TURN", 600)
    assert ask(keys[0]) == 200
    turned_away.of_key.charge(ApiKey.objects.find(keys[0]).digest, 5)
    has_begun = turns.turn.acquire
    with ThreadPoolExecutor(1) as thread:
        assert has_begun()
        waiting = thread.submit(in_turn, turns)
        while turns.waiting.acquire(timeout=0):  # until the other thread waits in that place
            turns.waiting.release()
        assert ask(keys[0]) == 429
        turns.turn.release()
        assert waiting.result() == "served"


def in_turn(turns):
    with turns.in_turn(is_patient=True):
        return "served"


def test_a_refusal_says_when_the_program_can_try_again(program, turns):
    with gates.take_place(turns.turn, 0):
        turned_away.shares.charge(HERE, 5)
        turned_away.reserve.charge(turned_away.ALL, 1e9)
        answer = program.send("get", "/games")
    assert refusal_in(answer) == (429, "share-spent")
    assert answer["Retry-After"] == "1"
    assert answer["RateLimit"] == '"share-spent";r=0;t=1'
    assert answer["RateLimit-Policy"] == '"share-spent";q=50;w=10;qu="milliseconds"'


def test_every_answer_says_how_much_of_each_limit_is_left(program, turns):
    started = program.send("post", "/games", {})
    kinds = '"too-many";q=200;w=3600, "share-spent";q=250;w=10;qu="milliseconds"'
    assert started["RateLimit-Policy"] == kinds
    rows, share = started["RateLimit"].split(", ")
    assert rows == '"too-many";r=199'
    assert 0 <= int(share.removeprefix('"share-spent";r=')) < 250
