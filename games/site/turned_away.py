"""Who is turned away before anything is done for them, at no cost.

Somebody who was refused for a while and asks again meanwhile is told the same: a loop that takes
no heed of Retry-After would else cost a session, a page and a line in the log each time around.
Only the same address asking at the same place of the site is meant: others in its house play on.

An address that asks for more than a person does waits its turn, in which one is served at a time;
most of the time of a worker is so for those who ask for little, however many addresses loop. One
that has had a large share, of more than a class of sixty needs, is served only while nobody else
is there. Beside either a session has a small share of its own. What passes the gate is not
counted, as it is charged there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from threading import BoundedSemaphore

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games import wording
from games.models import Refused
from games.site.gate import Busy, ComeBack, Shares, ShareSpent, has_passed, taken, visitor
from games.site.visitors import address_of

MOST_REMEMBERED = 10_000  # refusals, and sessions
LONGEST_REPEATED = 60.0  # seconds for which one is repeated unseen
PATIENCE_IN_TURN = 0.2  # seconds that somebody waits for their turn
THERE_FOR = 1.0  # seconds for which somebody who asks for little is there after a request

PROTECTION = ("Content-Security-Policy", "Referrer-Policy", "X-Frame-Options")

AskedAgain = tuple[str, str | None, str]
Told = tuple[float, ComeBack | None, dict[str, str]]  # until when, what, and what protects a page
NOTHING: Told = (0.0, None, {})

# Seconds of the processor that one may have of a worker at once, and of each second.
shares = Shares(at_once=1.0, a_second=0.2)  # an address
small_shares = Shares(at_once=0.05, a_second=0.005)  # an address or a session: some pages


class TurnedAwayMiddleware:
    """Says at the gate who asks, and repeats what was refused until it is time to come back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.refused: dict[AskedAgain, Told] = {}
        self.serving: list[str] = []  # to whom, each once for each request
        self.asked_for_little: list[tuple[str, float]] = []  # the last two addresses, and when
        self.protection: dict[str, str] = {}  # of the last page
        self.sessions: dict[str, None] = {}  # that were found to be true ones
        self.room, self.turn = BoundedSemaphore(2), BoundedSemaphore(1)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = address_of(request)
        asked = (address, request.method, request.path)
        until, refusal, protection = self.refused.get(asked, NOTHING)
        if refusal and time.monotonic() < until:
            return told_again(request, refusal, protection, until - time.monotonic())
        try:
            response = self.served_in_turn(request, address)
        except Busy:
            return told_again(request, ShareSpent(1), self.protection, 1)
        protection = {name: response[name] for name in PROTECTION if name in response}
        self.protection = protection or self.protection
        self.remember(asked, getattr(response, "refusal", None), protection)
        return response

    def served_in_turn(self, request: HttpRequest, address: str) -> HttpResponse:
        """Have the request answered, at once or in its turn, or raise Busy."""
        now = time.monotonic()
        if self.is_small(request, address):
            others = [(other, at) for other, at in self.asked_for_little if other != address]
            self.asked_for_little = [*others[-1:], (address, now)]
            return self.served(request, address)
        if not self.has_others(address, now):
            return self.served(request, address)
        if shares.wait(address) > 0:
            raise Busy
        with taken(self.room, 0), taken(self.turn, PATIENCE_IN_TURN):
            return self.served(request, address)

    def has_others(self, address: str, now: float) -> bool:
        """Return whether somebody else is served, or was a moment ago and asks for little."""
        there = {other for other, at in self.asked_for_little if now - at < THERE_FOR}
        return bool((there | {*self.serving}) - {address})

    def is_small(self, request: HttpRequest, address: str) -> bool:
        """Return whether a request is a small thing: a file, or of somebody who asks for little."""
        if request.path.startswith(settings.STATIC_URL) or small_shares.wait(address) <= 0:
            return True
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        return session in self.sessions and small_shares.wait(session) <= 0

    def served(self, request: HttpRequest, address: str) -> HttpResponse:
        """Have the request answered, and charge the address for the time that it took."""
        asking, passing = visitor.set(address), has_passed.set(False)
        self.serving.append(address)
        start = time.thread_time()
        try:
            return self.get_response(request)
        finally:
            if not has_passed.get():
                self.charge(request, address, time.thread_time() - start)
            self.serving.remove(address)
            has_passed.reset(passing)
            visitor.reset(asking)

    def charge(self, request: HttpRequest, address: str, seconds: float) -> None:
        """Charge the address, and the session if it was looked up and is there."""
        shares.charge(address, seconds)
        small_shares.charge(address, seconds)
        session = getattr(request, "session", None)
        if session is not None and session.accessed and (key := session.session_key):
            small_shares.charge(key, seconds)
            self.sessions[key] = None
            if len(self.sessions) > MOST_REMEMBERED:
                self.sessions.pop(next(iter(self.sessions)), None)

    def remember(
        self, asked: AskedAgain, refusal: Refused | None, protection: dict[str, str]
    ) -> None:
        """Keep a refusal that says when to come back; the oldest make room for it."""
        self.refused.pop(asked, None)
        if isinstance(refusal, ComeBack) and refusal.is_for_all_there:
            until = time.monotonic() + min(refusal.seconds, LONGEST_REPEATED)
            self.refused[asked] = until, refusal, protection
            if len(self.refused) > MOST_REMEMBERED:
                self.refused.pop(next(iter(self.refused)), None)


def told_again(
    request: HttpRequest, refusal: ComeBack, protection: Mapping[str, str], seconds: float
) -> HttpResponse:
    """Return a refusal in the form that was asked for."""
    is_page = "text/html" in request.headers.get("Accept", "")
    response = page_of(refusal, protection) if is_page else sentence_of(refusal)
    return repeated(response, refusal, seconds)


def page_of(refusal: ComeBack, protection: Mapping[str, str]) -> HttpResponse:
    """Return the page for a browser, as protected as the first one was."""
    return HttpResponse(kept_page(refusal.title, str(refusal)), headers=protection)


@wording.kept(maxsize=64)  # there are few sentences
def kept_page(title: str, sentence: str) -> str:
    told = {"heading": title, "sentence": sentence, "SITE_NAME": settings.SITE_NAME}
    return render_to_string("refused.html", told)


def sentence_of(refusal: ComeBack) -> HttpResponse:
    """Return the sentence alone, for a program."""
    return HttpResponse(f"{refusal}\n", content_type="text/plain; charset=utf-8")


def repeated(response: HttpResponse, refusal: ComeBack, seconds: float) -> HttpResponse:
    """Give the response the status of a refusal, and say when to come back."""
    response.status_code = refusal.status
    for name, value in refusal.headers.items():
        response[name] = value
    response["Retry-After"] = str(math.ceil(seconds))
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    setattr(response, "_has_been_logged", True)  # noqa: B010 - the refusal that it repeats was
    return response
