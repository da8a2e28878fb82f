"""Laws for every URL: who may see it, its words, caching, cost, and invalid input."""

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from copy import deepcopy
from datetime import UTC, datetime, time, timedelta
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from django.conf import settings
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
from tests.expensive import Things
from tests.games.reading import bare, language_of_brackets, rename_everybody
from tests.laws import LawBroken

BY_HTMX = "owner, by htmx"
MADE_UP = "a" * 32  # the key of a session that does not exist
LONG = "q " * 4_000  # a text with many short words, which are no colors
# With these fields, a form does not look at others, or does something else.
CHOICES = {"pegs", "colors", "repeats", "limit", "draw", "random", "animal", "place", "do"}
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


def calls_of(act: Callable[[], object]) -> int:
    """Return how many functions a call runs, including functions written in C."""
    calls = 0

    def count(frame, event, argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def masked(page: bytes) -> bytes:
    """Return a page without its form tokens, because shared pages have no tokens."""
    return re.sub(rb'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">', b"", page)


@pytest.mark.parametrize(
    ("headline", "sentence"),
    [
        (property(lambda page: Player.objects.create()), "a GET writes INSERT"),
        (None, "a name that nothing has"),
        ('<p data-left="1,439">', "that only people can read"),
        ('<a href="?at=Ada&page=1,000">', "that only people can read"),
        ('<p hx-target="this" hx-swap="outerHTML">', "takes two requests at once"),
        ('<form hx-post="/" hx-sync="this">', "takes two requests at once"),
        ('<p style="color: red">', "style= is inline"),
        ('<i class="peg c1"><b>A</b></i>', "a symbol of a peg as text"),
    ],
)
def test_a_page_that_breaks_a_law_is_detected(client, game, monkeypatch, headline, sentence):
    if headline is None:
        monkeypatch.delattr(PlayPage, "headline")
    else:
        is_text = isinstance(headline, str)
        monkeypatch.setattr(PlayPage, "headline", SafeString(headline) if is_text else headline)
    with pytest.raises(LawBroken, match=sentence):
        client.get(game.get_absolute_url())


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


Visits = dict[tuple[str, str], Visit]


def visit_everything(people: dict[str, Client], its: Things) -> Visits:
    """Return the visits of all visitors to all URLs, and the visits of the owner with htmx.

    The visitor who has logged out still sends a session key, but this session does not exist.
    """
    cookies = {who: client.cookies for who, client in people.items()}
    cookies[LEFT][settings.SESSION_COOKIE_NAME] = MADE_UP
    found = {}
    with language_of_brackets(), travel(datetime.now(UTC), tick=False):
        its = rename_everybody(its)
        for name, who in product(ADDRESSES, (*EVERYBODY, BY_HTMX)):
            visitor, headers = (OWNER, HTMX) if who == BY_HTMX else (who, {})
            people[visitor].cookies = deepcopy(cookies[visitor])
            found[name, who] = visit(people[visitor], path_of(name, its), headers)
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


def unexpected_statuses(visits: Visits) -> Iterator[str]:
    for name, address in ADDRESSES.items():
        if tuple(visits[name, who].response.status_code for who in EVERYBODY) != address.seen:
            yield name


def untranslated_texts(visits: Visits) -> Iterator[str]:
    answers = [seen.response for seen in visits.values() if not seen.response.streaming]
    different = {masked(answer.content): answer for answer in answers}
    yield from bare(*different.values()).items()


def wrong_cache_rules(visits: Visits) -> Iterator[tuple[str, str, str]]:
    for (name, who), (seen, *_) in visits.items():
        kept = ADDRESSES[name].kept if seen.status_code in (200, 304) else NOBODY
        if name in SHARED and who == GUEST:
            kept = STRANGERS
        # Such a page can be about a player's running game, and is then not cached.
        is_shown = ADDRESSES[name].works_out and who not in (GUEST, LEFT)
        if seen["Cache-Control"] not in ({kept, NOBODY} if is_shown else {kept}):
            yield name, who, seen["Cache-Control"]


def cached_pages_that_differ_between_visitors(visits: Visits) -> Iterator[str]:
    for name, address in ADDRESSES.items():
        different = {masked(visits[name, who].response.content) for who in EVERYBODY}
        if address.kept != NOBODY and len(different) > 1:
            yield name


def shared_pages_about_a_visitor(visits: Visits) -> Iterator[str]:
    for name in ADDRESSES:
        seen = visits[name, GUEST].response
        is_public = "public" in seen["Cache-Control"]
        if (is_public and faults_of(seen, name in SHARED)) or (name in SHARED and not is_public):
            yield name


def cheap_pages_that_pass_the_gate(visits: Visits) -> Iterator[str]:
    for name, address in ADDRESSES.items():
        if visits[name, GUEST].passes and not address.costs:
            yield name


def unmarked_pages_that_solve_positions(visits: Visits) -> Iterator[str]:
    for name, address in ADDRESSES.items():
        # The example on the page "skill" is the same for all readers.
        if visits[name, OWNER].positions and not address.works_out and name != "skill":
            yield name


def documents_that_other_sites_cannot_read(visits: Visits) -> Iterator[str]:
    """Yield the names of these documents, and of other pages that other sites can read."""
    readable = {"tree-file", "daily-feed", "openapi"}
    readable |= {name for name in ADDRESSES if name.endswith("preview")}
    for name in ADDRESSES:
        seen = visits[name, OWNER].response
        if ("Access-Control-Allow-Origin" in seen) != (name in readable):
            yield name
        if "Access-Control-Allow-Credentials" in seen:
            yield name


LAWS = (
    *(unexpected_statuses, untranslated_texts, wrong_cache_rules, shared_pages_about_a_visitor),
    *(cached_pages_that_differ_between_visitors, cheap_pages_that_pass_the_gate),
    *(unmarked_pages_that_solve_positions, documents_that_other_sites_cannot_read),
)


class TestEveryVisit:
    def test_every_visit_obeys_the_laws(self, world):
        """One test checks all laws, because the visits take long.

        The time of every page is charged to its visitor. The session is charged, too, even if the
        page reads no session.
        """
        visits = visit_everything(*world)
        broken = {law.__name__: [*law(visits)] for law in LAWS}
        assert {law: names for law, names in broken.items() if names} == {}
        key = world[0][OWNER].cookies[settings.SESSION_COOKIE_NAME].value
        for name in ADDRESSES:
            assert visits[name, OWNER].charged == {"127.0.0.1", key}, name
            assert visits[name, LEFT].charged == {"127.0.0.1"}, name

    @pytest.mark.both_databases
    @pytest.mark.filterwarnings("ignore")
    def test_no_url_fails_on_invalid_input(self, world, asked_for):
        assert stumbles(*world, asked_for) == {}
        assert asked_for >= {
            *("history", "page", "strategy", "old_password", "month", "beside", "kind")
        }

    def test_a_long_text_in_a_field_takes_little_work(
        self, world, asked_for, settings, monkeypatch
    ):
        """One request must not take a thread for long. The test counts calls instead of time."""
        people, its = world
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2**20
        monkeypatch.setattr("games.web.traffic.bodies.LARGEST", 2**20)
        for name in ADDRESSES:
            client, path = people[GUEST if name == "log-out" else OWNER], path_of(name, its)
            asked_for.clear()
            client.post(path)
            sent = dict.fromkeys(asked_for - CHOICES, LONG)
            assert calls_of(partial(client.post, path, sent)) < 100_000, name

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
        turned_away.reserve.charge(turned_away.ALL, 1e9)
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


def test_an_error_response_made_before_any_view_is_not_cached(client):
    for answer in (
        client.get("/nowhere/"),
        client.get("/", headers={"host": "a b"}),
        Client(enforce_csrf_checks=True).post("/"),
        client.post("/", {}, CONTENT_LENGTH=2**28),
    ):
        assert answer.status_code in (400, 403, 404, 413)
        assert answer["Cache-Control"] == NOBODY
