"""The gate: one at a time, few who wait, a share for each address; what is cheap passes none."""

import pickle
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC, PRESETS
from games.identity import hashing
from games.models import Assist, Bucket, Game, Hint, Player, Watch
from games.site import calculator as beside
from games.site import gate as gates
from games.site import turned_away
from games.site.calculator import dear
from games.site.gate import Busy, Gate, Shares, ShareSpent, visitor
from solver.codes import Variant
from solver.suggest import suggest
from tests.cast import HTMX, ask, play, start

GIANT = PRESETS["giant"]
RACE = {**dict(GIANT.settings), "random": "yes", "strategy": "knuth", "rival": "weighted"}
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(autouse=True)
def gate(monkeypatch):
    """A gate of this test alone, with room for one who waits, and not for long."""
    fresh = Gate(1, Shares(gates.AT_ONCE, gates.A_SECOND))
    for name in ("room", "turn", "shares"):
        monkeypatch.setattr(gates.gate, name, getattr(fresh, name))
    monkeypatch.setattr(gates, "PATIENCE", 0.05)
    return gates.gate


@pytest.fixture
def crowded(gate):
    """Somebody is inside, and another waits."""
    with gates.taken(gate.room, 0), gates.taken(gate.room, 0), gates.taken(gate.turn, 0):
        yield


@contextmanager
def asked_by(address):
    token = visitor.set(address)
    try:
        yield
    finally:
        visitor.reset(token)


def refusal_of(gate, address="ada"):
    """Return as what somebody is refused who wants to pass, or None."""
    try:
        with asked_by(address), gate.passing():
            return None
    except (Busy, ShareSpent) as refusal:
        return refusal.code


class TestGate:
    def test_one_passes_at_a_time_and_one_waits_at_most(self, gate, monkeypatch):
        monkeypatch.setattr(gates, "PATIENCE", 30)
        inside, leave, seen = threading.Event(), threading.Event(), []

        def pass_slowly():
            with asked_by("ada"), gate.passing():
                inside.set()
                leave.wait(30)

        def wait():
            seen.append(refusal_of(gate, "grace"))

        threads = [threading.Thread(target=pass_slowly), threading.Thread(target=wait)]
        threads[0].start()
        inside.wait(30)
        threads[1].start()
        while gate.room._value:  # until the other waits too
            pass
        assert refusal_of(gate, "mary") == "busy"
        assert seen == []
        leave.set()
        for thread in threads:
            thread.join()
        assert seen == [None]
        assert refusal_of(gate, "mary") is None

    def test_nobody_waits_for_long(self, gate):
        with gates.taken(gate.turn, 0):
            assert refusal_of(gate) == "busy"
        assert refusal_of(gate) is None

    def test_who_is_inside_passes_again(self, gate):
        with asked_by("ada"), gate.passing(), gate.passing():
            assert not gate.turn.acquire(blocking=False)
        assert gate.turn.acquire(blocking=False)

    def test_it_opens_again_after_a_failure(self, gate):
        with pytest.raises(ZeroDivisionError), asked_by("ada"), gate.passing():
            raise ZeroDivisionError
        assert refusal_of(gate) is None

    def test_outside_of_a_request_there_is_none(self, gate, crowded):
        assert refusal_of(gate, None) is None

    def test_threads_are_left_for_players(self, settings):
        """However many there are, one works, some wait, and at least half of them are free."""
        for threads in range(2, 17):
            waiting = max(0, threads // 2 - 1)
            assert 1 + waiting <= threads / 2
        assert Gate(1, gates.gate.shares).room._initial_value == 2


class TestShares:
    @pytest.fixture
    def shares(self, monkeypatch):
        self.now = 1000.0
        monkeypatch.setattr("games.site.gate.time.monotonic", lambda: self.now)
        return Shares(at_once=10, a_second=0.1)

    def test_a_share_is_used_up_and_grows_again(self, shares):
        shares.charge("ada", 9.9)
        assert shares.wait("ada") <= 0
        shares.charge("ada", 1.1)
        assert shares.wait("ada") == pytest.approx(10)
        assert shares.wait("grace") <= 0
        self.now += 10.1
        assert shares.wait("ada") <= 0

    def test_only_who_lacks_time_is_kept(self, shares):
        shares.charge("ada", 0.5)
        self.now += 5.1
        shares.charge("grace", 1)
        assert list(shares.full_at) == ["grace"]

    def test_time_inside_is_charged(self, gate, monkeypatch):
        now = iter([1000.0, 1000.0, 1011.0, *[1011.0] * 9])
        monkeypatch.setattr("games.site.gate.time.monotonic", lambda: next(now))
        assert refusal_of(gate) is None
        assert refusal_of(gate) == "share-spent"
        assert refusal_of(gate, "grace") is None


class TestDear:
    @pytest.fixture(autouse=True)
    def _machine_may_be_busy(self, monkeypatch):
        monkeypatch.setattr(beside, "LONGEST", 60)

    def test_what_is_cheap_or_known_does_not_queue(self, crowded):
        with asked_by("ada"):
            assert codes_of(CLASSIC.variant) == 1296
            with pytest.raises(Busy):
                codes_of(GIANT.variant)
        assert codes_of(GIANT.variant) == 12**8
        with asked_by("ada"):
            assert codes_of(GIANT.variant) == 12**8  # kept from before

    def test_figures_survive_the_way_to_another_process(self):
        found = suggest(Variant(), ())
        assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301

    def test_a_process_beside_calculates_the_same(self):
        calculator = beside.Calculator()
        calculator.start()
        try:
            asked = ("games.play.hints", "suggested", Variant(), (), "knuth")
            assert calculator.run(*asked) == suggest(Variant(), (), "knuth")
            assert calculator.run(__name__, "niceness") == 19
        finally:
            calculator.process.shutdown()

    def test_who_waits_for_too_long_is_refused(self, monkeypatch):
        monkeypatch.setattr(beside, "LONGEST", 0.01)
        calculator = beside.Calculator()
        calculator.start()
        try:
            with pytest.raises(Busy):
                calculator.run("time", "sleep", 0.3)
        finally:
            calculator.process.shutdown()

    def test_it_ends_with_its_worker_whatever_it_is_at(self):
        calculator = beside.Calculator()
        calculator.start()
        long = calculator.process.submit(time.sleep, 60)
        calculator.stop()
        with pytest.raises(BrokenProcessPool):
            long.result(timeout=30)
        calculator.process.shutdown()

    def test_a_process_that_was_killed_is_begun_again(self):
        calculator = beside.Calculator()
        calculator.start()
        try:
            for _ in range(2):  # it dies, and is found dead
                with pytest.raises(Busy):
                    calculator.run("os", "_exit", 1)
                with pytest.raises(Busy):
                    calculator.run("os", "getpid")
                assert calculator.run("os", "getpid")
        finally:
            calculator.process.shutdown()


@dear(keep=8, beyond=5_040)
def codes_of(variant):
    return variant.size


def niceness():
    import os

    return os.nice(0)


@pytest.mark.django_db
class TestSite:
    """What is expensive is refused while the gate is taken, and changes nothing then."""

    @pytest.fixture(autouse=True)
    def _nobody_was_turned_away(self, monkeypatch):
        monkeypatch.setattr(turned_away.TurnedAwayMiddleware, "remember", lambda *refused: None)

    @pytest.fixture
    def giant(self, client):
        game = start(client, "12345678", GIANT)
        play(client, game, "11223344")
        return game

    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_a_race_waits_for_its_turn(self, client, gate, headers, crowded):
        response = client.post("/watch/", RACE, headers=headers)
        assert (response.status_code, response["Retry-After"]) == (503, "5")
        assert "Nothing is lost" in response.text
        assert (Watch.objects.count(), Player.objects.count()) == (0, 0)
        assert client.post("/watch/", RACE | dict(CLASSIC.settings)).status_code == 302

    def test_a_step_of_a_race_waits(self, client, request):
        assert client.post("/watch/", RACE).status_code == 302
        watch = Watch.objects.get()
        request.getfixturevalue("crowded")
        assert client.post(watch.get_absolute_url()).status_code == 503
        assert client.get(watch.get_absolute_url()).status_code == 200

    def test_a_hint_that_cannot_be_shown_is_not_recorded(self, client, giant, crowded):
        response = ask(client, giant, "best", 2)
        assert (response.status_code, response["X-Refused"]) == (503, "busy")
        giant.refresh_from_db()
        assert (giant.is_aided, Hint.objects.count()) == (False, 0)

    def test_a_board_with_hints_is_shown_without_what_they_say(self, client, giant):
        giant.take_hint(2, "best", "most-parts")
        giant.take_hint(2, "panel")
        with gates.taken(gates.gate.turn, 0):
            page = client.get(giant.get_absolute_url())
        assert page.status_code == 200
        assert "The computer is busy" in page.text
        assert "The computer is busy" not in client.get(giant.get_absolute_url()).text

    def test_an_analysis_waits(self, client, giant, crowded):
        client.post(f"{giant.get_absolute_url()}resign/")
        response = client.get(f"{giant.get_absolute_url()}analysis/")
        assert (response.status_code, response["X-Refused"]) == (503, "busy")

    @pytest.mark.parametrize("query", ["code=11111111&guess=1", "beside=most-parts"])
    def test_more_of_an_analysis_waits(self, client, giant, query, request):
        client.post(f"{giant.get_absolute_url()}resign/")
        address = f"{giant.get_absolute_url()}analysis/"
        assert client.get(address).status_code == 200
        request.getfixturevalue("crowded")
        assert client.get(address).status_code == 200  # it is known by now
        assert client.get(f"{address}?{query}").status_code == 503

    def test_an_answer_is_kept_if_what_follows_can_be_shown(self, client, crowded):
        client.post("/assist/", dict(GIANT.settings) | {"strategy": "knuth"})
        assist = Assist.objects.get()
        sent = {"revision": "0", "token": "a", "code": "11223344"}
        sent |= {"black": "1", "white": "1", "said": "yes"}
        assert client.post(assist.get_absolute_url(), sent).status_code == 503
        assert assist.rows.count() == 0

    @pytest.mark.parametrize("path", ["/you/export.json", "/you/export.csv", "/preview.png"])
    def test_what_takes_long_to_write_waits(self, client, path, crowded):
        from games.preview.pictures import _drawn

        _drawn.cache_clear()
        assert client.get(path).status_code == 503

    @pytest.mark.parametrize(
        ("path", "sent"),
        [
            ("/you/sign-up/", {"name": "Ada", "password": "correct horse battery"}),
            ("/you/log-in/", {"name": "Nobody", "password": "wrong"}),
            ("/admin/login/", {"username": "nobody", "password": "wrong"}),
        ],
    )
    def test_hashing_waits(self, client, settings, path, sent, crowded):
        settings.PASSWORD_HASHERS = [f"{hashing.__name__}.PBKDF2PasswordHasher"]
        assert client.post(path, sent).status_code == 503
        assert Bucket.objects.count() == 0

    def test_a_password_hashed_by_django_is_known(self, settings):
        from django.contrib.auth.hashers import PBKDF2PasswordHasher, check_password

        settings.PASSWORD_HASHERS = [f"{hashing.__name__}.PBKDF2PasswordHasher"]
        known = PBKDF2PasswordHasher().encode("battery", "salt", 10)
        assert check_password("battery", known, setter=None)
        assert not check_password("horse", known, setter=None)

    def test_playing_never_waits(self, client, crowded):
        game = start(client, "3632")
        ask(client, game, "best", 1)
        ask(client, game, "panel", 1)
        assert play(client, game, "1122", "3632").status_code == 302
        assert client.get(f"{game.get_absolute_url()}analysis/?beside=all").status_code == 200
        giant = start(Client(), "12345678", GIANT)
        assert Game.objects.get(pk=giant.pk).is_playing


@pytest.mark.django_db
class TestTurnedAway:
    @pytest.fixture(autouse=True)
    def _spent(self, gate):
        gate.shares.charge("127.0.0.1", 1000)

    def test_who_comes_back_too_early_is_told_the_same_at_no_cost(
        self, client, django_assert_num_queries, caplog
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

    def test_a_browser_is_shown_a_page_that_is_as_protected(
        self, client, django_assert_num_queries
    ):
        first = client.post("/watch/", RACE, headers=BROWSER)
        with django_assert_num_queries(0):
            again = client.post("/watch/", RACE, headers=BROWSER)
        for response in (first, again):
            assert (response.status_code, response["X-Refused"]) == (429, "share-spent")
            assert "<h1>Too much at once</h1>" in response.text
            assert 'class="site-header"' in response.text
        for name in ("Content-Security-Policy", "X-Frame-Options", "Content-Type"):
            assert first[name] == again[name]

    def test_others_and_other_pages_are_not_meant(self, client):
        client.post("/watch/", RACE)
        assert client.get("/watch/").status_code == 200
        assert client.post("/").status_code == 302
        elsewhere = Client(REMOTE_ADDR="198.51.100.7")
        assert elsewhere.post("/watch/", RACE).status_code == 302

    def test_it_is_looked_at_again_when_it_is_time(self, client, gate, monkeypatch):
        client.post("/watch/", RACE)
        gate.shares.full_at.clear()
        assert client.post("/watch/", RACE).status_code == 429
        now = turned_away.time.monotonic() + turned_away.LONGEST
        monkeypatch.setattr(turned_away.time, "monotonic", lambda: now)
        assert client.post("/watch/", RACE).status_code == 302

    def test_few_refusals_are_kept(self, monkeypatch):
        monkeypatch.setattr(turned_away, "MOST_KEPT", 3)
        middleware = turned_away.TurnedAwayMiddleware(lambda request: None)
        for number in range(5):
            middleware.remember(("ada", "GET", f"/{number}"), Busy(), {})
        assert [path for _, _, path in middleware.refused] == ["/2", "/3", "/4"]
