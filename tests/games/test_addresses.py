"""Laws for every URL: who may see it, its words, caching, cost, and invalid input."""

import re
from collections import defaultdict
from contextlib import nullcontext
from copy import deepcopy
from datetime import UTC, datetime, time, timedelta
from itertools import product
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.test import Client
from django.utils.safestring import SafeString
from time_machine import travel

from games.insight.fairness.position import FairPosition
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
from tests.games.reading import bare, language_of_brackets, rename_everybody
from tests.laws import PROTECTED, LawBroken, fault_of_a_page

BY_HTMX = {f"{who}, by htmx": who for who in (OWNER, OTHER)}
MADE_UP = "a" * 32  # the key of a session that does not exist
RUBBISH = [
    *("", "0", "1", "-1", "1122", "12345678", "é", "\0", "' OR 1=1", "<b>", "\ufffd", "%00"),
    *("9" * 21, "x" * 999, "1e999", "nan", "yes", "1,1", "1122:1,1", "٣", "2026-99-99", "knuth"),
]


@pytest.fixture
def asked_for(monkeypatch):
    """Return the set of all names of fields that the code looks up in requests."""
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
    """Return a URL in which one part is replaced by an invalid part."""
    parts = path.split("/")
    parts[chance.randrange(1, len(parts))] = chance.choice([*RUBBISH, "..", "%ff", "a" * 9000])
    return "/".join(parts) or "/"


def stumbles(people, its, asked_for, names=ADDRESSES, seed=1977) -> dict[str, set[int]]:
    """Return the names of URLs that fail on invalid input, each with its statuses above 499.

    Each URL first gets a request without input, so that the names of its fields become known.
    Then the URL gets invalid input for all fields whose names are known so far.
    """
    chance, found = Random(seed), defaultdict(set)
    for client in people.values():
        client.raise_request_exception = False
    for name in names:
        path = path_of(name, its)
        odd = chance.choice(["HEAD", "PUT", "OPTIONS", "BREW"])
        for method in ("nothing", "get", "post", chance.choice(["post", "rubbish", odd])):
            sent = sent_at_random(asked_for | {"next"}, chance)
            some = [OWNER, OTHER] if method in ("nothing", "post") else [OWNER, OTHER, GUEST]
            client = people[GUEST if name == "log-out" else chance.choice(some)]
            headers = chance.choice([{}, HTMX])
            if method == "nothing":
                answer = client.get(path)
            elif method == "rubbish":
                answer = client.get(rubbish_for(path, chance))
            elif method == odd:
                answer = client.generic(odd, path)
            else:
                answer = getattr(client, method)(path, sent, headers=headers)
            found[name] |= {answer.status_code} - {*range(500)}
    return {name: statuses for name, statuses in found.items() if statuses}


def masked(page: bytes) -> bytes:
    """Return a page without its form tokens, because shared pages have no tokens."""
    return re.sub(rb'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">', b"", page)


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

    def test_an_operation_that_does_not_state_its_limits_is_detected(self, client, monkeypatch):
        monkeypatch.setattr(turned_away, "add_limit", lambda *told: None)
        with pytest.raises(LawBroken, match="its RateLimit is"):
            client.get("/api/v1/feedback", {"guess": "1122", "secret": "1233"})

    @pytest.mark.parametrize("name", ["Content-Security-Policy", *PROTECTED])
    def test_a_page_without_a_security_header_is_detected(self, client, name):
        page = client.get("/rules/")
        assert not fault_of_a_page(page)
        del page[name]
        assert fault_of_a_page(page)


class Visit(NamedTuple):
    """The response to a GET, and how the site made it."""

    response: HttpResponse
    passes: int  # how often the request passed the gate
    positions: int  # how many positions the request solved
    charged: set[str]  # the IP address and the session that were charged for the time


def visit(client: Client, path: str, headers: dict[str, str]) -> Visit:
    passed, solved, make = [], [], FairPosition._of
    shares = (turned_away.shares, turned_away.of_session)
    spy = staticmethod(lambda *turns: solved.append(path) or make(*turns))
    for share in shares:
        share.used.clear()
    with (
        patch.object(Gate, "passing", lambda *_: nullcontext(passed.append(path))),
        patch.object(FairPosition, "_of", spy),
    ):
        response = client.get(path, headers=headers)
    return Visit(response, len(passed), len(solved), {*shares[0].used, *shares[1].used})


@pytest.fixture(scope="class")
def visits(peopled, django_db_blocker) -> dict[tuple[str, str], Visit]:
    """Return the visits of all visitors to all URLs, and the visits of two players with htmx.

    The visitor who has logged out still sends a session key, but this session does not exist.
    """
    people, its = peopled
    cookies = {who: deepcopy(client.cookies) for who, client in people.items()}
    cookies[LEFT][settings.SESSION_COOKIE_NAME] = MADE_UP
    found = {}
    with (
        django_db_blocker.unblock(),
        transaction.atomic(),
        language_of_brackets(),
        travel(datetime.now(UTC), tick=False),
    ):
        its = rename_everybody(its)
        for name, who in product(ADDRESSES, (*EVERYBODY, *BY_HTMX)):
            visitor, headers = BY_HTMX.get(who, who), HTMX if who in BY_HTMX else {}
            people[visitor].cookies = deepcopy(cookies[visitor])
            found[name, who] = visit(people[visitor], path_of(name, its), headers)
        transaction.set_rollback(True)
    for who, client in people.items():
        client.cookies = cookies[who]
    return found


def faults_of(answer: HttpResponse, is_shared: bool) -> list[str]:
    """Return what is wrong with a response that a shared cache may store."""
    varies = {name.strip() for name in answer.get("Vary", "").split(",")} - {""}
    return [
        *(["a cookie"] if answer.cookies or "Set-Cookie" in answer else []),
        *sorted(varies - {"Cookie", "HX-Request"}),
        *(["not by cookie"] if is_shared and "Cookie" not in varies else []),
        *(["a token"] if b"csrfmiddlewaretoken" in answer.content else []),
    ]


class TestEveryVisit:
    def test_every_visitor_gets_the_expected_status(self, visits):
        seen = {
            name: tuple(visits[name, who].response.status_code for who in EVERYBODY)
            for name in ADDRESSES
        }
        assert seen == {name: address.seen for name, address in ADDRESSES.items()}

    def test_no_page_has_untranslated_text(self, visits):
        answers = [seen.response for seen in visits.values() if not seen.response.streaming]
        different = {masked(answer.content): answer for answer in answers}
        assert bare(*different.values()) == {}

    def test_every_response_has_a_cache_rule(self, visits):
        wrong = []
        for (name, who), (seen, *_) in visits.items():
            kept = ADDRESSES[name].kept if seen.status_code in (200, 304) else NOBODY
            if name in SHARED and who == GUEST:
                kept = STRANGERS
            # Such a page can be about a player's running game, and is then not cached.
            is_shown = ADDRESSES[name].works_out and who not in (GUEST, LEFT)
            may_be = {kept, NOBODY} if is_shown else {kept}
            if seen["Cache-Control"] not in may_be:
                wrong.append((name, who, seen["Cache-Control"]))
        assert wrong == []

    def test_cached_pages_are_the_same_for_all_visitors(self, visits):
        different = {
            name: len({masked(visits[name, who].response.content) for who in EVERYBODY})
            for name, address in ADDRESSES.items()
            if address.kept != NOBODY
        }
        assert {name for name, count in different.items() if count > 1} == set()

    def test_pages_for_visitors_without_cookies_are_shared_and_contain_no_names(self, visits):
        shared = {
            name: seen.response
            for (name, who), seen in visits.items()
            if who == GUEST and "public" in seen.response["Cache-Control"]
        }
        assert shared.keys() >= SHARED
        assert {name for name, seen in shared.items() if faults_of(seen, name in SHARED)} == set()

    def test_cheap_pages_do_not_pass_the_gate(self, visits):
        passes = {name for (name, who), seen in visits.items() if who == GUEST and seen.passes}
        assert passes <= {name for name, address in ADDRESSES.items() if address.costs}

    def test_only_marked_pages_solve_positions(self, visits):
        solving = {name for (name, who), seen in visits.items() if who == OWNER and seen.positions}
        # The example on this page is the same for all readers.
        assert solving - {"skill"} <= {name for name in ADDRESSES if ADDRESSES[name].works_out}

    def test_the_time_of_every_page_is_charged_to_its_visitor(self, visits, peopled):
        """The session of a request is charged, too, even if the page reads no session."""
        key = peopled[0][OWNER].cookies[settings.SESSION_COOKIE_NAME].value
        for name in ADDRESSES:
            assert visits[name, OWNER].charged == {"127.0.0.1", key}, name
            assert visits[name, LEFT].charged == {"127.0.0.1"}, name

    @pytest.mark.both_databases
    @pytest.mark.filterwarnings("ignore")
    def test_no_url_fails_on_invalid_input(self, world, asked_for):
        assert stumbles(*world, asked_for) == {}
        assert asked_for >= {
            *("history", "page", "strategy", "old_password", "month", "beside", "kind"),
        }

    def test_a_url_that_fails_is_detected(self, world, asked_for, monkeypatch):
        broken = "games.play.daily.days.Month.from_name"
        monkeypatch.setattr(broken, lambda text, games: [][int(text or 0)])
        assert stumbles(*world, asked_for, ["archive"]) == {"archive": {500}}

    def test_every_page_works_a_minute_after_midnight_fifty_days_later(self, world, time_machine):
        """A minute after midnight, nearly the whole day is left, and all games are old."""
        people, its = world
        midnight = datetime.combine(today() + timedelta(days=50), time(), UTC)
        time_machine.move_to(midnight + timedelta(minutes=1))
        for name in ADDRESSES:
            assert people[OWNER].get(path_of(name, its)).status_code < 500, name

    def test_strangers_see_the_same_page_at_shared_urls(self, world, time_machine):
        _people, its = world
        # stop the clock, because a page can show minutes
        time_machine.move_to(datetime.now(UTC), tick=False)
        for name in SHARED:
            path = path_of(name, its)
            first, second = Client().get(path), Client().get(path)
            assert first["Cache-Control"] == second["Cache-Control"] == STRANGERS, name
            assert first.content == second.content, name
            for headers in (HTMX, {"cookie": "of=another"}):
                assert "public" not in Client().get(path, headers=headers)["Cache-Control"], name

    def test_a_visitor_with_a_request_in_progress_is_refused_everywhere(
        self, world, django_assert_num_queries
    ):
        people, its = world
        turned_away.shares.charge("127.0.0.1", 5)
        with gate.take_place(gate.turns.turn, 0), django_assert_num_queries(0):
            for name in ADDRESSES:
                for send in (people[GUEST].get, people[GUEST].post):
                    assert send(path_of(name, its)).status_code == 429, name

    def test_no_expensive_request_fails(self, world):
        people, its = world
        for name, address in ADDRESSES.items():
            for ask in address.costs:
                path, sent = ask(its, Random(name))
                method = people[GUEST].get if sent is None else people[GUEST].post
                assert method(path, *filter(None, [sent])).status_code < 500, path


def test_a_shared_page_with_a_name_is_detected():
    for header, value in (("Vary", "Accept-Language"), ("Set-Cookie", "csrf=a")):
        answer = HttpResponse(headers={"Cache-Control": STRANGERS, "Vary": "Cookie"})
        answer.headers[header] = value
        assert faults_of(answer, is_shared=True)


def test_an_error_response_made_before_any_view_is_not_cached(client):
    for answer in (
        client.get("/nowhere/"),
        client.get("/", headers={"host": "a b"}),
        Client(enforce_csrf_checks=True).post("/"),
        client.post("/", {}, CONTENT_LENGTH=2**28),
    ):
        assert answer.status_code in (400, 403, 404, 413)
        assert answer["Cache-Control"] == NOBODY
