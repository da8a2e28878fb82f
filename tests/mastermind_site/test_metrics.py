"""The metrics for Prometheus; other clients are refused."""

import json
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.learn.lab.tasks import play_out
from games.web.tasks import LAB, QUEUES, URGENT
from games.web.tasks.worker import do_next
from games.web.traffic.calculator import Calculator
from games.web.traffic.gate import Busy
from mastermind_site import metrics
from tests.cast import play, start
from tests.games.web.tasks import examples

DEPLOY = Path(__file__).parents[2] / "deploy"
RULES = DEPLOY / "prometheus/rules.yml"
LATENCY = "django_http_requests_latency_seconds_by_view_method_count"
RESPONSES = "django_http_responses_total_by_status_view_method_total"


@pytest.fixture(autouse=True)
def _measured(settings):
    settings.METRICS_FROM = [ip_network("127.0.0.1"), ip_network("2001:db8::/32")]
    health, *further = settings.MIDDLEWARE
    settings.MIDDLEWARE = [health, "mastermind_site.metrics.MetricsMiddleware", *further]
    for one in metrics.MEASURED:
        one.clear()


def figures(beginning: str = "") -> dict[str, float]:
    lines = [line for line in Client().get("/metrics").text.splitlines() if line[0] != "#"]
    told = (line.rsplit(" ", 1) for line in lines)
    return {name: float(value) for name, value in told if name.startswith(beginning)}


def test_guesses_are_counted_separately_from_views():
    client = Client()
    game = start(client, secret="3632")
    client.get(game.get_absolute_url())
    play(client, game, "1122")
    client.get("/nothing/")
    assert figures(LATENCY) == {
        f'{LATENCY}{{method="POST",view="start"}}': 1,
        f'{LATENCY}{{method="GET",view="game"}}': 1,
        f'{LATENCY}{{method="POST",view="game"}}': 1,
        f'{LATENCY}{{method="GET",view="none"}}': 1,
    }
    assert figures(RESPONSES) == {
        f'{RESPONSES}{{method="POST",status="302",view="start"}}': 1,
        f'{RESPONSES}{{method="GET",status="200",view="game"}}': 1,
        f'{RESPONSES}{{method="POST",status="302",view="game"}}': 1,
        f'{RESPONSES}{{method="GET",status="404",view="none"}}': 1,
    }


def test_refusals_are_counted_by_reason_even_before_any_view(monkeypatch):
    client = Client()
    game = start(client, secret="3632")
    play(client, game, "3632")
    client.post(reverse("resign", args=[game.public_id]))
    locked = Mock(side_effect=OperationalError("database is locked"))
    monkeypatch.setattr("games.web.responses.views.wording.hours", locked)
    Client().get("/fair-play/")

    busy = Mock(side_effect=Busy)
    monkeypatch.setattr("games.web.traffic.turned_away.TurnedAwayMiddleware.serve", busy)
    Client().get("/leaderboard/?board=4x6")
    Client().get("/nothing/")
    assert figures("mastermind_refused_total") == {
        'mastermind_refused_total{reason="share-spent",view="leaderboard"}': 1,
        'mastermind_refused_total{reason="share-spent",view="none"}': 1,
        'mastermind_refused_total{reason="game-over",view="resign"}': 1,
        'mastermind_refused_total{reason="unavailable",view="fair-play"}': 1,
    }


def test_visitors_cannot_invent_metrics():
    """Each invented metric would be kept for as long as the server runs."""
    before = len(figures())
    for number in range(9):
        Client().generic(f"X{number}", f"/nothing/{number}/")
        Client().get(f"/static/{number}.css")
    assert set(figures(LATENCY)) == {
        f'{LATENCY}{{method="other",view="none"}}',
        f'{LATENCY}{{method="GET",view="static"}}',
    }
    assert len(figures()) < before + 60


def test_busy_threads_are_counted(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "games.web.responses.views.wording.hours",
        lambda period: seen.append(metrics.in_progress._value.get()) or "",
    )
    Client().get("/fair-play/")
    assert (seen[0], figures()["mastermind_requests_in_progress"]) == (1, 0)
    assert figures()["mastermind_threads"] == 8


def test_the_database_pool_is_reported(monkeypatch):
    stats = {"pool_size": 4, "pool_available": 1, "requests_waiting": 2}
    there = SimpleNamespace(get_stats=lambda: stats)
    monkeypatch.setattr(connection, "pool", there, raising=False)
    Client().get("/rules/")
    assert figures("mastermind_database_pool") == {
        'mastermind_database_pool{state="open"}': 4,
        'mastermind_database_pool{state="free"}': 1,
        'mastermind_database_pool{state="waiting"}': 2,
    }


def test_tasks_are_counted_by_result():
    examples.note.enqueue("a")
    examples.stumble.enqueue()
    examples.find_it_locked.enqueue()
    while do_next(URGENT, "one"):
        pass
    named, where = "mastermind_task_seconds_count", "tests.games.web.tasks.examples"
    assert figures(named) == {
        f'{named}{{outcome="done",task="{where}.note"}}': 1,
        f'{named}{{outcome="failed",task="{where}.stumble"}}': 1,
        f'{named}{{outcome="postponed",task="{where}.find_it_locked"}}': 1,
    }


def test_each_queue_reports_its_waiting_time():
    examples.note.enqueue("a")
    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(seconds=30))
    do_next(URGENT, "one")
    named = "mastermind_task_wait_seconds"
    assert figures(f"{named}_count") == {f'{named}_count{{queue="urgent"}}': 1}
    assert 30 <= figures()[f'{named}_sum{{queue="urgent"}}'] < 90


def test_calculations_are_counted_by_result():
    calculator = Calculator()
    calculator.process = SimpleNamespace(
        submit=lambda *work: SimpleNamespace(result=lambda patience: 7)
    )
    assert calculator.run("a.module", "ranked") == 7
    named = "mastermind_calculation_seconds_count"
    assert figures(named) == {f'{named}{{calculation="ranked",outcome="done"}}': 1}


def test_the_metrics_have_the_release_and_the_disk_space_and_the_readiness(
    monkeypatch, settings, request
):
    assert figures()["mastermind_ready"] == 0, "there is no worker"
    request.getfixturevalue("at_work")
    assert figures()["mastermind_ready"] == 1
    usage = SimpleNamespace(free=7)
    monkeypatch.setattr("mastermind_site.health.shutil.disk_usage", lambda place: usage)
    assert figures()["mastermind_disk_free_bytes"] == 7
    [build] = figures("mastermind_build_info")
    assert f'version="{settings.SITE_VERSION}"' in build


def test_no_metric_contains_data_of_a_game():
    client = Client()
    game = start(client, secret="3632")
    play(client, game, "1122")
    told = client.get("/metrics").text
    assert game.public_id not in told
    # times in seconds are long numbers, which can contain the code by chance
    assert re.findall(rf"(?<![\d.a-f\"])(?:{game.secret}|1122)(?!\d)", told) == []


def test_games_and_waiting_tasks_are_counted():
    before = figures()
    assert before["mastermind_games_running"] == 0
    start(Client(), secret="3632")
    play_out.enqueue(0)
    DBTaskResult.objects.update(enqueued_at=datetime(2020, 1, 1, tzinfo=UTC))
    after = figures()
    assert after["mastermind_games_running"] == 1
    assert after["mastermind_games_begun_total"] > before["mastermind_games_begun_total"]
    waiting = {name: after[name] for name in after if "waiting" in name}
    assert waiting == {
        f'mastermind_tasks_waiting{{queue="{queue}"}}': queue == LAB for queue in QUEUES
    }
    assert after['mastermind_tasks_oldest_seconds{queue="urgent"}'] == 0
    assert after['mastermind_tasks_oldest_seconds{queue="lab"}'] > 10**8


@pytest.mark.parametrize(
    ("address", "status"),
    [("127.0.0.1", 200), ("2001:db8::7", 200), ("127.0.0.2", 404), ("2001:db9::7", 404), ("", 404)],
)
def test_only_clients_with_allowed_ip_addresses_get_metrics(address, status):
    assert Client(REMOTE_ADDR=address).get("/metrics").status_code == status


@pytest.mark.parametrize("behind_proxy", [False, True])
def test_a_client_behind_a_proxy_does_not_get_the_permission_of_the_proxy(settings, behind_proxy):
    settings.BEHIND_PROXY = behind_proxy
    response = Client().get("/metrics", headers={"X-Forwarded-For": "198.51.100.7"})
    assert response.status_code == 404


def test_prometheus_can_use_any_host_name(settings):
    settings.ALLOWED_HOSTS = ["play.example.org"]
    assert Client().get("/metrics", headers={"host": "10.0.0.1:8000"}).status_code == 200


def test_metrics_work_without_a_database(monkeypatch):
    monkeypatch.setattr(metrics, "waiting", Mock(side_effect=metrics.Error))
    Client().get("/rules/")
    assert figures(LATENCY)
    assert not figures("mastermind_games")


def names_of_metrics() -> set[str]:
    """Return the names of all metrics, even those without values."""
    families = [one for whole in (*metrics.MEASURED, metrics.Kept()) for one in whole.collect()]
    endings = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",), "gauge": ("",)}
    return {f"{one.name}{ending}" for one in families for ending in endings[one.type]}


def metrics_in(text: str) -> set[str]:
    return set(re.findall(r"\b(?:mastermind|django)_[a-z_]+", text))


def test_alerts_and_dashboard_use_existing_metrics():
    dashboard = (DEPLOY / "grafana.json").read_text()
    panels = [one for one in json.loads(dashboard)["panels"] if "targets" in one]
    asked = [target["expr"] for one in panels for target in one["targets"]]
    rules = re.findall(r"^ +expr:(.*?)\n +(?:for|labels|record):", RULES.read_text(), re.S | re.M)
    assert (len(asked), len(rules)) >= (10, 8)
    assert metrics_in(" ".join(asked + rules)) - names_of_metrics() == set()
    assert names_of_metrics() - metrics_in(dashboard + RULES.read_text()) <= UNASKED


def alerts() -> dict[str, str]:
    """Return the alerts of the rules: name and text."""
    parts = RULES.read_text().split("- alert: ")[1:]
    return {part.split()[0]: part for part in parts}


def test_every_alert_links_to_a_section_with_meaning_impact_and_remedy():
    page = (DEPLOY.parent / "docs/alerts.md").read_text()
    sections = {part.split()[0]: part for part in page.split("\n## ")[1:]}
    assert sections.keys() == alerts().keys()
    for name, rule in alerts().items():
        assert f"runbook_url: docs/alerts.md#{name.lower()}\n" in rule
        parts = re.findall(r"^\*\*(.*?):\*\* \S", sections[name], re.M)
        assert parts == ["Meaning", "Impact", "What to do"]


def test_every_alert_is_silent_on_a_good_day_and_fires_on_a_bad_one():
    good, bad = ((RULES.parent / "tests.yml").read_text().split("name: " + day)[1] for day in DAYS)
    for name in alerts():
        assert f"{{eval_time: 50m, alertname: {name}}}" in good.split("- name: ")[0]
        assert f"alertname: {name}\n        exp_alerts: [" in bad
        assert f"{{runbook_url: docs/alerts.md#{name.lower()}, summary: " in bad


DAYS = "a good day", "a bad day"

# metrics that no alert and no panel uses
UNASKED = {
    *("mastermind_task_seconds_bucket", "mastermind_task_seconds_sum"),
    *("mastermind_task_wait_seconds_count", "mastermind_task_wait_seconds_sum"),
    *("mastermind_calculation_seconds_bucket", "mastermind_calculation_seconds_sum"),
    "django_http_requests_latency_seconds_by_view_method_sum",
}


@pytest.mark.parametrize("words", [("check", "rules", "rules.yml"), ("test", "rules", "tests.yml")])
def test_prometheus_accepts_the_rules(words):
    if not (program := shutil.which("promtool")):
        pytest.skip("no promtool: the alerts of deploy/ are read, and not tried")
    ended = subprocess.run([program, *words], cwd=RULES.parent, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
