"""What Prometheus is told, and who else is not."""

import re
from ipaddress import ip_network

import pytest
from django.test import Client

from games.lab.tasks import play_out
from mastermind_site import metrics
from tests.cast import play, start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _measured(settings):
    settings.METRICS_FROM = [ip_network("127.0.0.1"), ip_network("2001:db8::/32")]
    health, *further = settings.MIDDLEWARE
    settings.MIDDLEWARE = [health, "mastermind_site.metrics.MetricsMiddleware", *further]
    metrics.requests.clear()


def figures() -> dict[str, float]:
    lines = [line for line in Client().get("/metrics").text.splitlines() if line[0] != "#"]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_requests_are_counted_by_route_and_status():
    client = Client()
    game = start(client, secret="3632")
    play(client, game, "1122")
    client.get("/nothing/")
    counted = {name: value for name, value in figures().items() if "seconds_count" in name}
    named = "mastermind_request_seconds_count"
    assert counted == {
        f'{named}{{route="/",status="302"}}': 1,
        f'{named}{{route="/games/<slug:game_id>/",status="200"}}': 1,
        f'{named}{{route="/games/<slug:game_id>/",status="302"}}': 1,
        f'{named}{{route="none",status="404"}}': 1,
    }


def test_nothing_of_a_game_is_told():
    client = Client()
    game = start(client, secret="3632")
    play(client, game, "1122")
    told = client.get("/metrics").text
    assert game.public_id not in told
    # Seconds are long numbers, which may have the digits of a code somewhere inside.
    assert re.findall(rf"(?<![\d.])(?:{game.secret}|1122)(?!\d)", told) == []


def test_games_and_tasks_that_wait_are_counted():
    before = figures()
    assert before["mastermind_games_running"] == 0
    start(Client(), secret="3632")
    play_out.enqueue(0)
    after = figures()
    assert after["mastermind_games_running"] == 1
    assert after["mastermind_games_begun_total"] > before["mastermind_games_begun_total"]
    waiting = {name: after[name] for name in after if "waiting" in name}
    assert waiting == {
        'mastermind_tasks_waiting{queue="short"}': 0,
        'mastermind_tasks_waiting{queue="long"}': 1,
    }


@pytest.mark.parametrize(
    ("address", "status"),
    [("127.0.0.1", 200), ("2001:db8::7", 200), ("127.0.0.2", 404), ("2001:db9::7", 404), ("", 404)],
)
def test_who_is_not_named_finds_nothing(address, status):
    assert Client(REMOTE_ADDR=address).get("/metrics").status_code == status


@pytest.mark.parametrize(("behind_proxy", "status"), [(False, 404), (True, 404)])
def test_who_comes_through_a_proxy_is_not_taken_for_it(settings, behind_proxy, status):
    settings.BEHIND_PROXY = behind_proxy
    response = Client().get("/metrics", headers={"X-Forwarded-For": "198.51.100.7"})
    assert response.status_code == status


def test_what_asks_may_call_the_site_by_any_name(settings):
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert Client().get("/metrics", headers={"host": "10.0.0.1:8000"}).status_code == 200


def test_a_database_that_does_not_answer_is_left_out(monkeypatch):
    def locked():
        raise metrics.Error

    monkeypatch.setattr(metrics, "games_running", locked)
    Client().get("/rules/")
    assert next(iter(figures())).startswith("mastermind_request_seconds")
