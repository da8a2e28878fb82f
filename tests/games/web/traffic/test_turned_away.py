"""A visitor who comes back too early gets the same refusal, without work for the server."""

import gc
import re
import weakref
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from games.people.sessions.store import SessionMiddleware
from games.web.traffic import gate as gates, turned_away
from games.web.traffic.gate import Busy
from games.web.traffic.turned_away import FORM
from tests.cast import start
from tests.games.web.traffic.cast import RACE, asked_by

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def spend(address):
    """Let an IP address use more than its share, and others the whole reserve."""
    turned_away.shares.charge(address, 5)
    turned_away.reserve.charge(turned_away.ALL, 1e9)


@pytest.fixture(autouse=True)
def _spent(gate):
    gate.shares.charge("127.0.0.1", 1000)


@pytest.mark.parametrize("headers", [{}, BROWSER], ids=["a program", "a browser"])
def test_a_repeated_refusal_has_the_headers_of_the_first_and_takes_no_query_and_no_log_line(
    client, django_assert_num_queries, caplog, headers
):
    first = client.post("/watch/", RACE, headers=headers)
    caplog.clear()
    with django_assert_num_queries(0):
        again = client.post("/watch/", RACE, headers=headers)
    for response in (first, again):
        assert (response.status_code, response["X-Refused"]) == (429, "share-spent")
        assert int(response["Retry-After"]) >= 60
        assert "You sent many requests in a short time." in response.text
    for name in ("Content-Security-Policy", "X-Frame-Options", "Content-Type") if headers else ():
        assert first[name] == again[name]
    assert ('class="site-header"' in again.text) == bool(headers)
    assert again["Content-Type"].startswith("text/html" if headers else "text/plain")
    assert again["Content-Length"] == str(len(again.content))
    assert caplog.records == []


OURS = BROWSER | {"origin": "http://testserver"}


def form_again(client, sent, headers):
    """Send a form again too early. Return the fields of the form on the page of the refusal."""
    client.post("/watch/", RACE)
    page = client.post("/watch/", urlencode(sent), FORM, headers=headers)
    assert "<h1>Too many requests</h1>" in page.text
    for seconds in re.findall(r'data-seconds="(\d+)"', page.text):
        assert f"try again in {seconds} seconds" in page.text
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))


def test_a_refused_form_is_shown_again_with_its_input_and_token(client):
    sent = {"greeting": '"> <b>&', "csrfmiddlewaretoken": "mine"}
    shown = {"greeting": "&quot;&gt; &lt;b&gt;&amp;", "csrfmiddlewaretoken": "mine"}
    assert form_again(client, sent, OURS) == shown


def test_passwords_and_foreign_input_are_not_sent_back(client):
    """Otherwise the visitor could send the input of another site again from this site."""
    for sent in (
        {"name": "Ada", "password": "correct horse"},
        {"name": "Ada", "old_password": "correct horse"},
        {"name": "Ada" * 999},
        {f"name{number}": "Ada" for number in range(101)},
    ):
        assert form_again(client, sent, OURS) == {}
    for origin in ({}, {"origin": "null"}, {"origin": "https://example.org"}):
        assert form_again(client, {"name": "Ada"}, BROWSER | origin) == {}


def test_a_refusal_does_not_affect_other_visitors_and_other_pages(client):
    client.post("/watch/", RACE)
    assert client.get("/watch/").status_code == 200
    assert client.post("/").status_code == 302
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    assert elsewhere.post("/watch/", RACE).status_code == 302


def test_a_request_is_judged_again_after_the_wait(client, gate, monkeypatch):
    client.post("/watch/", RACE)
    gate.shares.used.clear()
    assert client.post("/watch/", RACE).status_code == 429
    now = turned_away.time.monotonic() + turned_away.LONGEST_REPEATED
    monkeypatch.setattr(turned_away.time, "monotonic", lambda: now)
    assert client.post("/watch/", RACE).status_code == 302


def test_only_the_latest_refusals_are_stored(monkeypatch):
    monkeypatch.setattr(turned_away, "MOST_REMEMBERED", 3)
    middleware = turned_away.TurnedAwayMiddleware(lambda request: None)
    for number in range(5):
        middleware.remember(("ada", "GET", f"/{number}"), Busy(), {})
    assert [path for _, _, path in middleware.refused] == ["/2", "/3", "/4"]


def test_a_stored_refusal_does_not_keep_its_request():
    """Ten thousand refusals may be stored, and a request with its page takes some 50 kB."""

    def refused(request):
        try:
            raise Busy
        except Busy as refusal:
            response = HttpResponse(status=503)
            response.refusal = refusal
            return response

    middleware = turned_away.TurnedAwayMiddleware(refused)
    request = RequestFactory().get("/kept/")
    kept = weakref.ref(request)
    middleware(request)
    del request
    gc.collect()
    assert [path for _, _, path in middleware.refused] == ["/kept/"]
    assert kept() is None


class Clock:
    """A clock that the test moves; it also records the pauses."""

    def __init__(self):
        self.now, self.used, self.slept = 1000.0, 0.0, []

    def monotonic(self):
        return self.now

    def thread_time(self):
        return self.used

    def sleep(self, seconds):
        self.slept.append(seconds)


@pytest.fixture
def clock(monkeypatch):
    monkeypatch.setattr(gates, "time", clock := Clock())
    return clock


@pytest.fixture
def turns(monkeypatch):
    """Return separate turns for this test."""
    monkeypatch.setattr(turned_away, "turns", fresh := gates.Turns())
    return fresh


class TestTurns:
    """Visitors with many requests are served in turn, after the visitors with few requests."""

    @pytest.fixture
    def ask(self, turns):
        """Return a function that requests a page; meanwhile, the ``others`` request it, too."""

        def page(request):
            if request.GET.get("passing"):
                with gates.gate.passing():
                    return HttpResponse(meanwhile(request))
            return HttpResponse(meanwhile(request))

        def meanwhile(request):
            return " ".join(str(ask(other).status_code) for other in request.GET.getlist("others"))

        def ask(address, *others, **more):
            asked = {"others": others, **more}
            return middleware(RequestFactory().get("/", asked, REMOTE_ADDR=address))

        middleware = turned_away.TurnedAwayMiddleware(page)
        return ask

    def test_busy_visitors_are_served_one_at_a_time(self, ask):
        for address in ("192.0.2.1", "192.0.2.2"):
            spend(address)
        assert ask("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.3").text == "429 429 200"
        assert ask("192.0.2.3", "192.0.2.1", "192.0.2.2", "192.0.2.3").text == "200 200 200"

    def test_a_visitor_who_waits_at_the_gate_delays_no_one(self, ask, gate):
        spend("192.0.2.1")
        spend("192.0.2.2")
        assert ask("192.0.2.1", "192.0.2.2").text == "429"
        assert ask("192.0.2.1", "192.0.2.2", passing="yes").text == "200"

    def test_a_busy_visitor_who_is_refused_at_an_occupied_gate_stays_next_in_turn(
        self, gate, turns, monkeypatch
    ):
        """If the turn were free again, the server would render several refusals at once."""
        monkeypatch.setattr(gates, "PATIENCE", 600)
        with gates.take_place(gate.turn, 0), asked_by("192.0.2.1"), turns.in_turn():
            with pytest.raises(Busy), gate.passing():
                pass
            assert not turns.turn.acquire(blocking=False)
        with asked_by("192.0.2.1"), turns.in_turn(), gate.passing():
            assert turns.turn.acquire(blocking=False)

    @pytest.mark.parametrize(
        ("took", "ago", "later", "pauses"),
        [
            (0.1, 0, 0, [0.1 * gates.PAUSE]),
            (9, 0, 0, [gates.LONGEST_BREAK]),
            (0.1, 0, 0.3, [0.1 * gates.PAUSE - 0.3]),
            (0.1, 0, (0.1 + gates.AROUND) * gates.PAUSE, []),
            (0.1, gates.THERE_FOR, 0, []),
        ],
    )
    def test_there_is_a_pause_between_two_turns_if_other_visitors_are_there(
        self, turns, clock, took, ago, later, pauses
    ):
        """Without other visitors there is no pause."""
        turns.at_once()
        clock.now += ago
        with turns.in_turn():
            clock.used += took
        clock.now += later
        with turns.in_turn():
            pass
        assert clock.slept == pytest.approx(pauses, abs=10 * gates.AROUND)

    def test_a_request_is_charged_for_time_that_it_uses_after_the_gate(self, turns, clock):
        turns.at_once()
        for _ in range(2):
            with turns.in_turn():
                gates.stand_aside.get()()  # the gate does the same
                clock.used += 0.1
        assert clock.slept == pytest.approx([0.1 * gates.PAUSE], abs=10 * gates.AROUND)

    def test_a_refused_visitor_still_gets_static_files_at_the_cost_of_a_refusal(self, turns):
        spend("127.0.0.1")
        middleware = turned_away.TurnedAwayMiddleware(lambda request: HttpResponse())
        middleware.files = {"a.css"}
        with gates.take_place(turns.turn, 0):
            for path, status in (("a.css", 200), ("none.css", 429), ("../rules/", 429)):
                asked = RequestFactory().get(f"{settings.STATIC_URL}{path}")
                assert middleware(asked).status_code == status

    @pytest.fixture
    def ask_as(self, turns, clock):
        """Return a function that requests a page with a session; the page takes some seconds."""

        def page(request):
            request.session.get("player")
            clock.used += float(request.GET.get("seconds", 0))
            return HttpResponse()

        def ask(session, seconds=0):
            request = RequestFactory().get("/", {"seconds": seconds})
            request.COOKIES[settings.SESSION_COOKIE_NAME] = session
            return middleware(request).status_code

        middleware = turned_away.TurnedAwayMiddleware(SessionMiddleware(page))
        return ask

    def session_of_a_player(self) -> str:
        start(player := Client(), "1122")
        return player.cookies[settings.SESSION_COOKIE_NAME].value

    def test_a_pupil_can_continue_after_another_pupil_has_used_up_the_share(self, ask_as, turns):
        """A real session has a share of its own; an invented session has no share.

        All sessions of an IP address together have one share, too.
        """
        pupil, made_up = self.session_of_a_player(), "a" * 32
        assert {ask_as(pupil), ask_as(made_up)} == {200}
        spend("127.0.0.1")
        with gates.take_place(turns.turn, 0):
            assert [ask_as(pupil), ask_as(made_up), ask_as("")] == [200, 429, 429]
            for shares, whose in (
                (turned_away.of_session, pupil),
                (turned_away.of_crowd, "127.0.0.1"),
            ):
                shares.charge(whose, 5)
                assert ask_as(pupil) == 429
                shares.used.clear()
                assert ask_as(pupil) == 200

    def test_two_players_of_a_quick_duel_at_one_ip_address_are_not_refused(
        self, ask_as, turns, clock, monkeypatch
    ):
        """A guess takes 0.05 s; the page of the other player takes 0.02 s to show the guess."""
        monkeypatch.setattr(turned_away, "time", clock)
        players = [self.session_of_a_player() for _ in range(2)]
        assert [ask_as(player) for player in players] == [200, 200]
        with gates.take_place(turns.turn, 0):
            for _ in range(40):
                for one, other in (players, players[::-1]):
                    clock.now += 1.5
                    assert [ask_as(one, 0.05), ask_as(other, 0.02)] == [200, 200]

    @pytest.mark.parametrize(("pause", "first"), [(0.04, 0), (1, 20)])
    def test_a_client_that_ignores_refusals_never_gets_priority_again(
        self, ask, turns, clock, pause, first
    ):
        """A browser that returns each second gets priority again, and is charged only for what its
        requests cost.
        """
        served = []
        turned_away.shares.charge("192.0.2.1", 1.1 * turned_away.shares.at_once)
        turned_away.reserve.charge(turned_away.ALL, 1e9)
        with gates.take_place(turns.turn, 0):
            for _ in range(100):
                clock.now += pause
                served.append(ask("192.0.2.1").status_code == 200)
        assert sum(served) >= first
        assert any(served) == bool(first)

    def test_an_ip_address_alone_cannot_use_up_the_reserve(self, ask, turns):
        greedy, other = "192.0.2.1", "192.0.2.2"
        for address in (greedy, other):
            turned_away.shares.charge(address, 5)
        turned_away.of_reserve.charge(greedy, 5)
        with gates.take_place(turns.turn, 0):
            assert [ask(address).status_code for address in (greedy, other)] == [429, 200]
        assert other in turned_away.of_reserve.used

    def test_time_at_the_gate_is_charged_to_the_visitor(self, ask, gate):
        ask("192.0.2.1", passing="yes")
        assert "192.0.2.1" in turned_away.shares.used
        assert "192.0.2.1" in gate.shares.used

    def test_a_visitor_who_reads_at_normal_speed_never_waits(self, monkeypatch):
        """Normal speed is a page every three seconds for an hour, or all pages of the menu once."""
        now, shares = 1000.0, turned_away.shares
        # in seconds per page, with two workers; a fast machine needs a third of this
        page = 0.016 / 2
        monkeypatch.setattr("games.web.traffic.gate.time.monotonic", lambda: now)
        for pause in [0] * 6 + [3] * 1200:
            now += pause
            assert shares.wait("reader") <= 0
            shares.charge("reader", page)

    @pytest.mark.parametrize(
        ("addresses", "requests", "least", "most"),
        # each of 30 pupils opens a page and sends a name before the site knows the session
        [(1, 60, 60, 60), (1, 300, 60, 80), (32, 30, 150, 200)],
    )
    def test_a_class_that_arrives_has_priority_but_not_for_long(
        self, turns, clock, monkeypatch, addresses, requests, least, most
    ):
        """A page takes 0.03 s, on two workers. Attackers share what one class can use."""
        monkeypatch.setattr(turned_away, "time", clock)

        def page(request):
            clock.used += 0.03 / 2
            return HttpResponse()

        middleware = turned_away.TurnedAwayMiddleware(page)
        served = 0
        with gates.take_place(turns.turn, 0):
            for number in range(addresses * requests):
                request = RequestFactory().get(
                    f"/{number}/", REMOTE_ADDR=f"192.0.2.{number % addresses}"
                )
                served += middleware(request).status_code == 200
            player = RequestFactory().get("/", REMOTE_ADDR="198.51.100.1")
            assert middleware(player).status_code == 200
        assert least <= served <= most


def test_a_browser_reloads_a_refused_page_by_itself_but_resends_no_form(rf):
    def refresh(request, seconds):
        refusal = gates.ShareSpent(seconds)
        return turned_away.repeat_refusal(request, refusal, {}, seconds).get("Refresh")

    assert refresh(rf.get("/rooms/", headers=BROWSER), 1) == "1"
    assert refresh(rf.get("/rooms/", headers=BROWSER), 600) is None
    assert refresh(rf.post("/rooms/", headers=BROWSER), 1) is None
    assert refresh(rf.get("/rooms/"), 1) is None
