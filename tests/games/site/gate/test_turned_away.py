"""Who was refused and comes back too early is told the same, at no cost."""

import pytest
from django.test import Client

from games.site import turned_away
from games.site.gate import Busy
from tests.games.site.gate.cast import RACE

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _spent(gate):
    gate.shares.charge("127.0.0.1", 1000)


def test_who_comes_back_too_early_is_told_the_same_at_no_cost(
    client, django_assert_num_queries, caplog
):
    first = client.post("/watch/", RACE)
    caplog.clear()
    with django_assert_num_queries(0):
        again = client.post("/watch/", RACE)
    for response in (first, again):
        assert (response.status_code, response["X-Refused"]) == (429, "share-spent")
        assert int(response["Retry-After"]) >= 60
        assert "The computer has worked a lot for you just now." in response.text
    assert again["Content-Type"] == "text/plain; charset=utf-8"
    assert caplog.records == []


def test_a_browser_is_shown_a_page_that_is_as_protected(client, django_assert_num_queries):
    first = client.post("/watch/", RACE, headers=BROWSER)
    with django_assert_num_queries(0):
        again = client.post("/watch/", RACE, headers=BROWSER)
    for response in (first, again):
        assert (response.status_code, response["X-Refused"]) == (429, "share-spent")
        assert "<h1>Too much at once</h1>" in response.text
        assert 'class="site-header"' in response.text
    for name in ("Content-Security-Policy", "X-Frame-Options", "Content-Type"):
        assert first[name] == again[name]


def test_others_and_other_pages_are_not_meant(client):
    client.post("/watch/", RACE)
    assert client.get("/watch/").status_code == 200
    assert client.post("/").status_code == 302
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post("/watch/", RACE).status_code == 302


def test_it_is_looked_at_again_when_it_is_time(client, gate, monkeypatch):
    client.post("/watch/", RACE)
    gate.shares.full_at.clear()
    assert client.post("/watch/", RACE).status_code == 429
    now = turned_away.time.monotonic() + turned_away.LONGEST
    monkeypatch.setattr(turned_away.time, "monotonic", lambda: now)
    assert client.post("/watch/", RACE).status_code == 302


def test_few_refusals_are_kept(monkeypatch):
    monkeypatch.setattr(turned_away, "MOST_KEPT", 3)
    middleware = turned_away.TurnedAwayMiddleware(lambda request: None)
    for number in range(5):
        middleware.remember(("ada", "GET", f"/{number}"), Busy(), {})
    assert [path for _, _, path in middleware.refused] == ["/2", "/3", "/4"]
