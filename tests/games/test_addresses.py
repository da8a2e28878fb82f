"""Laws for every URL: invalid input, caching, and cost."""

import re
from collections import defaultdict
from contextlib import nullcontext
from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest
from django.conf import settings
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils.safestring import SafeString

from games.models import Player, today
from games.play.board.page import PlayPage
from games.web.traffic import gate, turned_away
from games.web.traffic.gate import Gate
from tests.addresses import (
    ADDRESSES,
    EVERYBODY,
    GUEST,
    LEFT,
    NOBODY,
    OTHER,
    OWNER,
    SHARED,
    STRANGERS,
    path_of,
)
from tests.cast import HTMX
from tests.laws import PROTECTED, LawBroken, fault_of_a_page

pytestmark = pytest.mark.django_db

RUBBISH = [
    *("", "0", "1", "-1", "1122", "12345678", "é", "\0", "' OR 1=1", "<b>", "\ufffd", "%00"),
    *("9" * 21, "x" * 999, "1e999", "nan", "yes", "1,1", "1122:1,1", "٣", "2026-99-99", "knuth"),
]
TIMES = 2  # how often each URL gets invalid input, with all field names that it has read so far


@pytest.fixture
def asked_for(monkeypatch):
    """The names that the code has looked up in the input."""
    names: set[str] = set()

    def noting(method):
        def note(sent, name, *default):
            names.add(name)
            return method(sent, name, *default)

        return note

    for name in ("__getitem__", "__contains__", "get", "getlist"):
        monkeypatch.setattr(QueryDict, name, noting(getattr(QueryDict, name)), raising=False)
    return names


def sent_at_random(names: set[str], chance: Random) -> dict[str, str]:
    picked = chance.sample(sorted(names), min(len(names), chance.randint(1, 6)))
    return {name: chance.choice(RUBBISH) for name in picked}


def rubbish_for(path: str, chance: Random) -> str:
    """Return a URL in which one part is replaced by an invalid one."""
    parts = path.split("/")
    parts[chance.randrange(1, len(parts))] = chance.choice([*RUBBISH, "..", "%ff", "a" * 9000])
    return "/".join(parts) or "/"


def stumbles(people, its, asked_for, names=ADDRESSES, seed=1977) -> dict[str, set[int]]:
    """Return the statuses above 499, each with the names of the URLs that returned it."""
    chance, found = Random(seed), defaultdict(set)
    for client in people.values():
        client.raise_request_exception = False
    for name in names:
        path = path_of(name, its)
        for _ in range(TIMES):
            sent = sent_at_random(asked_for | {"next"}, chance)
            client = people[GUEST if name == "log-out" else chance.choice([OWNER, OTHER, GUEST])]
            headers = chance.choice([{}, HTMX])
            answers = [
                client.get(path, sent, headers=headers),
                client.post(path, sent, headers=headers),
                client.get(rubbish_for(path, chance)),
                client.generic(chance.choice(["HEAD", "PUT", "OPTIONS", "BREW"]), path),
            ]
            found[name] |= {one.status_code for one in answers if one.status_code >= 500}
    return {name: statuses for name, statuses in found.items() if statuses}


@pytest.mark.both_databases
@pytest.mark.filterwarnings("ignore")
def test_no_url_fails_on_invalid_input(world, asked_for):
    assert stumbles(*world, asked_for) == {}
    assert asked_for >= {"history", "page", "strategy", "old_password", "month", "beside", "kind"}


def test_a_url_that_fails_is_detected(world, asked_for, monkeypatch):
    broken = "games.play.daily.days.Month.from_name"
    monkeypatch.setattr(broken, lambda text, games: [][int(text or 0)])
    assert stumbles(*world, asked_for, ["archive"]) == {"archive": {500}}


def masked(page: str) -> str:
    """Return a page without its tokens, which a shared page does not have."""
    return re.sub(r'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">', "", page)


class TestTheLaws:
    """The laws that are checked for every answer in every test."""

    def test_a_get_that_writes_is_detected(self, client, game, monkeypatch):
        monkeypatch.setattr(PlayPage, "headline", property(lambda page: Player.objects.create()))
        with pytest.raises(LawBroken, match="a GET writes INSERT"):
            client.get(game.get_absolute_url())

    def test_a_misspelled_name_in_a_template_is_detected(self, client, game, monkeypatch):
        monkeypatch.delattr(PlayPage, "headline")
        with pytest.raises(LawBroken, match="a name that nothing has"):
            client.get(game.get_absolute_url())

    @pytest.mark.parametrize("fault", ['<p data-left="1,439">', '<a href="?at=Ada&page=1,000">'])
    def test_a_formatted_number_for_a_script_is_detected(self, client, game, monkeypatch, fault):
        monkeypatch.setattr(PlayPage, "headline", SafeString(f'{fault}<p title="1,296">1,296</p>'))
        with pytest.raises(LawBroken, match="that only people can read"):
            client.get(game.get_absolute_url())
        monkeypatch.setattr(PlayPage, "headline", SafeString(fault.replace(",", "")))
        client.get(game.get_absolute_url())

    @pytest.mark.parametrize(
        ("fault", "sentence"),
        [
            ('<p hx-target="this" hx-swap="outerHTML">', "takes two requests at once"),
            ('<form hx-post="/" hx-sync="this">', "takes two requests at once"),
            ('<p style="color: red">', "style= is inline"),
            ('<i class="peg c1"><b>A</b></i>', "a symbol of a peg as text"),
        ],
    )
    def test_a_fault_of_a_page_is_detected(self, client, game, monkeypatch, fault, sentence):
        monkeypatch.setattr(PlayPage, "headline", SafeString(fault))
        with pytest.raises(LawBroken, match=sentence):
            client.get(game.get_absolute_url())

    @pytest.mark.parametrize("name", ["Content-Security-Policy", *PROTECTED])
    def test_a_page_without_a_security_header_is_detected(self, client, name):
        page = client.get("/rules/")
        assert not fault_of_a_page(page)
        del page[name]
        assert fault_of_a_page(page)


def test_every_page_can_be_shown_a_minute_after_a_later_midnight(world, time_machine):
    """A minute after midnight most of the day is left, and the games of the test are old."""
    people, its = world
    midnight = datetime.combine(today() + timedelta(days=50), time(), UTC)
    time_machine.move_to(midnight + timedelta(minutes=1))
    for name in ADDRESSES:
        assert people[OWNER].get(path_of(name, its)).status_code < 500, name


def faults_of(answer: HttpResponse, is_shared: bool) -> list[str]:
    """Return what is wrong with a response that a shared cache may store."""
    varies = {name.strip() for name in answer.get("Vary", "").split(",")} - {""}
    return [
        *(["a cookie"] if answer.cookies or "Set-Cookie" in answer else []),
        *sorted(varies - {"Cookie", "HX-Request"}),
        *(["not by cookie"] if is_shared and "Cookie" not in varies else []),
        *(["a token"] if b"csrfmiddlewaretoken" in answer.content else []),
    ]


class TestWhoKeepsIt:
    @pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
    def test_every_response_has_a_cache_rule(self, world, headers):
        people, its = world
        wrong = []
        for name, address in ADDRESSES.items():
            for who in (OTHER,) if headers else (OTHER, GUEST, LEFT):
                seen = people[who].get(path_of(name, its), headers=headers)
                kept = address.kept if seen.status_code in (200, 304) else NOBODY
                if who == OTHER and address.works_out:
                    # A page that can show a game need not be cached.
                    kept = NOBODY if seen["Cache-Control"] == NOBODY else kept
                if name in SHARED and not (people[who].cookies or headers):
                    kept = STRANGERS
                if seen["Cache-Control"] != kept:
                    wrong.append((name, who, seen["Cache-Control"]))
        assert wrong == []

    def test_cached_pages_are_the_same_for_all_visitors(self, world):
        people, its = world
        for name, address in ADDRESSES.items():
            if address.kept != NOBODY:
                pages = [people[who].get(path_of(name, its)) for who in EVERYBODY]
                texts = {masked(page.content.decode("latin-1")) for page in pages}
                assert len(texts) == 1, name

    def test_visitors_without_cookies_share_pages_without_names(self, world):
        _people, its = world
        wrong = [
            name
            for name in ADDRESSES
            if "public" in (seen := Client().get(path_of(name, its)))["Cache-Control"]
            and faults_of(seen, name in SHARED)
        ]
        assert wrong == []

    def test_a_shared_page_with_a_name_is_detected(self):
        for header, value in (("Vary", "Accept-Language"), ("Set-Cookie", "csrf=a")):
            answer = HttpResponse(headers={"Cache-Control": STRANGERS, "Vary": "Cookie"})
            answer.headers[header] = value
            assert faults_of(answer, is_shared=True)

    @pytest.mark.parametrize("name", sorted(SHARED))
    def test_strangers_see_the_same_page_and_players_their_own(self, world, time_machine, name):
        people, its = world
        # The clock is stopped, because pages can show minutes.
        time_machine.move_to(datetime.now(UTC), tick=False)
        path = path_of(name, its)
        first, second = (Client().get(path) for _ in range(2))
        assert first["Cache-Control"] == second["Cache-Control"] == STRANGERS
        assert first.content == second.content
        for who in (OWNER, OTHER):
            assert "public" not in people[who].get(path)["Cache-Control"]
        assert "public" not in Client().get(path, headers=HTMX)["Cache-Control"]
        assert "public" not in Client().get(path, headers={"cookie": "of=another"})["Cache-Control"]

    def test_an_error_response_that_reaches_no_view_is_not_cached(self, client):
        for answer in (
            client.get("/nowhere/"),
            client.get("/", headers={"host": "a b"}),
            Client(enforce_csrf_checks=True).post("/"),
            client.post("/", {}, CONTENT_LENGTH=2**28),
        ):
            assert answer.status_code in (400, 403, 404, 413)
            assert answer["Cache-Control"] == NOBODY


class TestCosts:
    def test_cheap_pages_do_not_pass_the_gate(self, world, monkeypatch):
        people, its = world
        passed = []
        monkeypatch.setattr(Gate, "passing", lambda gate: nullcontext(passed.append(name)))
        for name, address in ADDRESSES.items():
            if not address.costs:
                people[GUEST].get(path_of(name, its))
                people[GUEST].post(path_of(name, its))
        assert passed == []

    def test_a_visitor_with_a_request_in_progress_is_refused_everywhere(
        self, world, django_assert_num_queries
    ):
        people, its = world
        turned_away.shares.charge("127.0.0.1", 5)
        with gate.take_place(gate.turns.turn, 0), django_assert_num_queries(0):
            for name in ADDRESSES:
                for send in (people[GUEST].get, people[GUEST].post):
                    assert send(path_of(name, its)).status_code == 429, name

    def test_the_time_of_every_page_is_charged_to_its_visitor(self, world):
        """If a page reads no session, its time is charged to the session whose key was sent, if
        that session exists.
        """
        people, its = world
        owner, made_up = people[OWNER], "a" * 32
        cookie = owner.cookies[settings.SESSION_COOKIE_NAME]
        owner.get("/you/")  # so that the site knows the session
        for key in (cookie.value, made_up):
            cookie.set(settings.SESSION_COOKIE_NAME, key, key)
            charged = {"127.0.0.1", key} - {made_up}
            for name in ADDRESSES:
                shares = (turned_away.shares, turned_away.of_session)
                for share in shares:
                    share.used.clear()
                owner.get(path_of(name, its))
                assert {*shares[0].used, *shares[1].used} == charged, name

    def test_no_expensive_request_fails(self, world):
        people, its = world
        for name, address in ADDRESSES.items():
            for ask in address.costs:
                path, sent = ask(its, Random(name))
                method = people[GUEST].get if sent is None else people[GUEST].post
                assert method(path, *filter(None, [sent])).status_code < 500, path
