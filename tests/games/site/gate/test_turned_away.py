"""Who was refused and comes back too early is told the same, at no cost."""

from itertools import count

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from games.identity.sessions import SessionMiddleware
from games.site import gate as gates
from games.site import turned_away
from games.site.gate import Busy
from tests.cast import start
from tests.games.site.gate.cast import RACE

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}

pytestmark = pytest.mark.django_db


def spend(address):
    """Let an address have had more than its shares."""
    turned_away.shares.charge(address, 5)
    turned_away.small_shares.charge(address, 5)


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
        assert "You have asked for a lot in a short time." in response.text
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
    gate.shares.used.clear()
    assert client.post("/watch/", RACE).status_code == 429
    now = turned_away.time.monotonic() + turned_away.LONGEST_REPEATED
    monkeypatch.setattr(turned_away.time, "monotonic", lambda: now)
    assert client.post("/watch/", RACE).status_code == 302


def test_few_refusals_are_kept(monkeypatch):
    monkeypatch.setattr(turned_away, "MOST_REMEMBERED", 3)
    middleware = turned_away.TurnedAwayMiddleware(lambda request: None)
    for number in range(5):
        middleware.remember(("ada", "GET", f"/{number}"), Busy(), {})
    assert [path for _, _, path in middleware.refused] == ["/2", "/3", "/4"]


def a_moment_later(monkeypatch):
    """Let whoever asked for little be gone."""
    now = turned_away.time.monotonic() + turned_away.THERE_FOR
    monkeypatch.setattr(turned_away.time, "monotonic", lambda: now)


class TestShare:
    """Whatever is asked: an address that has had more than its share waits for the others."""

    @pytest.fixture
    def ask(self):
        """A site with one page, on which another visitor may ask for it at the same time."""

        def page(request):
            if "passing" in request.GET:
                with gates.gate.passing():
                    pass
            if (other := request.GET.get("meanwhile")) is None:
                return HttpResponse()
            asked = {"meanwhile": then} if (then := request.GET.get("then")) else {}
            told = ask(other, **asked)
            return HttpResponse(f"{told.status_code} {told.text[:3]}".strip())

        def ask(address, **asked):
            return middleware(RequestFactory().get("/", asked, REMOTE_ADDR=address))

        middleware = turned_away.TurnedAwayMiddleware(page)
        return ask

    def test_who_has_had_more_is_served_only_while_nobody_else_is_there(self, ask, monkeypatch):
        spend("192.0.2.1")
        assert ask("192.0.2.1").status_code == 200
        assert ask("192.0.2.2", meanwhile="192.0.2.1").text == "429 You"
        assert ask("192.0.2.2", meanwhile="192.0.2.3").text == "200"
        assert ask("192.0.2.1").status_code == 429  # they were there a moment ago
        a_moment_later(monkeypatch)
        assert ask("192.0.2.1", meanwhile="192.0.2.3").text == "200"

    def test_beside_others_who_asks_for_a_lot_waits_their_turn(self, ask, monkeypatch):
        """However many they are: the others are served meanwhile."""
        monkeypatch.setattr(turned_away, "PATIENCE_IN_TURN", 0)
        for address in ("192.0.2.1", "192.0.2.2"):
            turned_away.small_shares.charge(address, 0.1)
        others = {"192.0.2.2": "429", "192.0.2.3": "200"}
        for other, status in others.items():
            assert ask("192.0.2.4", meanwhile="192.0.2.1", then=other).text == f"200 {status}"
        a_moment_later(monkeypatch)
        assert ask("192.0.2.1", meanwhile="192.0.2.1").text == "200"

    def test_a_file_is_as_cheap_as_a_refusal_and_is_given(self):
        spend("127.0.0.1")
        middleware = turned_away.TurnedAwayMiddleware(lambda request: HttpResponse())
        middleware.serving.append("192.0.2.2")
        for path, status in (("/rules/", 429), (f"{settings.STATIC_URL}a.css", 200)):
            assert middleware(RequestFactory().get(path)).status_code == status

    def test_a_pupil_plays_on_beside_one_who_uses_up_the_share(self, client):
        """A session that there is has a share of its own; one made up has none."""
        game = start(client, "1122")

        def page(request):
            request.session.get("player")
            return HttpResponse()

        middleware = turned_away.TurnedAwayMiddleware(SessionMiddleware(page))
        pupil = client.cookies[settings.SESSION_COOKIE_NAME].value

        def ask(session):
            request = RequestFactory().get(game.get_absolute_url())
            request.COOKIES[settings.SESSION_COOKIE_NAME] = session
            return middleware(request).status_code

        assert {ask(pupil), ask("a" * 32)} == {200}
        spend("127.0.0.1")
        middleware.serving.append("192.0.2.2")
        assert [ask(pupil), ask("a" * 32), ask("")] == [200, 429, 429]
        turned_away.small_shares.charge(pupil, 1)
        assert ask(pupil) == 429

    @pytest.mark.parametrize(("asked", "is_charged"), [({}, True), ({"passing": "yes"}, False)])
    def test_time_is_charged_once_here_or_at_the_gate(self, ask, monkeypatch, asked, is_charged):
        seconds = count()
        monkeypatch.setattr(turned_away.time, "thread_time", lambda: next(seconds))
        ask("192.0.2.1", **asked)
        assert ("192.0.2.1" in turned_away.shares.used) == is_charged
        assert ("192.0.2.1" in gates.gate.shares.used) != is_charged

    def test_a_class_of_sixty_is_within_its_share(self, monkeypatch):
        """All come in within ten seconds, then each makes a guess every three."""
        now, shares = 1000.0, turned_away.shares
        page = 0.016 / 2  # seconds, in each of two workers; a quick machine needs a third
        monkeypatch.setattr("games.site.gate.time.monotonic", lambda: now)
        for pause in [10 / 180] * 180 + [3 / 60] * 1200:
            now += pause
            shares.charge("school", page)
            assert shares.wait("school") <= 0
