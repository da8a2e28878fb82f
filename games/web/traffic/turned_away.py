"""Repeat refusals at hardly any cost, before any other work.

A refused visitor who returns too early gets the same refusal. Otherwise a loop that ignores
Retry-After would cost a session, a page and a log line each time. A refusal is repeated only for
the same IP address and URL, so other people at this IP address can play on.

Of all IP addresses that send more requests than a person would, one is served at a time; the others
are told to come back (``games.web.traffic.gate.Turns``). A session has its own share besides that
of its IP address, so that a family or a class can play at one IP address. These shares are small;
a quick duel, or a class that arrives together, also uses a reserve for all visitors. An IP address
can make many sessions, so these also have a common share. A program's key has its own share, which
people at its IP address cannot use up, and the program waits for its turn.
"""

import math
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games import wording
from games.models import Refused
from games.models.base.ids import digest_of
from games.web.entry.forms import as_hidden
from games.web.traffic.forgery import is_ours
from games.web.traffic.gate import (
    AROUND,
    Busy,
    ComeBack,
    Shares,
    ShareSpent,
    add_limit,
    turns,
    visitor,
)
from games.web.traffic.problems import is_for_program, problem
from games.web.traffic.visitors import address_of

MOST_REMEMBERED = 10_000  # maximum number of refusals in memory, and of sessions
SOON_AGAIN = 5  # in seconds; if the wait is shorter, the browser retries by itself
LONGEST_REPEATED = 60.0  # a refusal is repeated for this many seconds without asking the gate
LARGEST_REPEATED = 2_000  # in bytes; the refusal of a larger form does not repeat the form's input
FORM = "application/x-www-form-urlencoded"
NO_FIELD = as_hidden([("", "")])  # placeholder for a form's fields in the cached page

PROTECTION = ("Content-Security-Policy", "Referrer-Policy", "X-Frame-Options")

AskedAgain = tuple[str, str | None, str]
# the time until which a refusal is repeated, the refusal, and the security headers of its page
Told = tuple[float, ComeBack | None, dict[str, str]]
NOTHING: Told = (0.0, None, {})

# A visitor has priority while they use no more than these processor seconds of a worker, at once
# and in each second. The small shares of an IP address and of a session are enough to play. Quick
# duels, and classes that arrive together, also use the reserve. All visitors share the reserve, so
# that many attackers together cannot use more than that.
shares = Shares(at_once=0.05, a_second=0.005)
of_session = Shares(at_once=0.05, a_second=0.005)
reserve = Shares(at_once=1, a_second=0.1)
# the most that one IP address can use of the reserve, so that it alone cannot use it up
of_reserve = Shares(at_once=4, a_second=0.03)
# the most that one IP address can use of the reserve and of the shares of its sessions together
of_crowd = Shares(at_once=4, a_second=0.4)
of_key = Shares(at_once=0.25, a_second=0.025)
ALL = "all visitors"  # the key of the reserve


class TurnedAwayMiddleware:
    """Tells the gate who the visitor is, and repeats refusals until a retry is allowed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.refused: dict[AskedAgain, Told] = {}
        self.protection: dict[str, str] = {}  # security headers of the last page
        self.sessions: dict[str, None] = {}  # sessions found in the database
        self.keys: dict[str, None] = {}  # digests of programs' keys found in the database
        hashed: dict[str, str] | None = getattr(staticfiles_storage, "hashed_files", None)
        # The names of all static files; None if the storage does not know them.
        self.files = None if hashed is None else {*hashed.values()}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = address_of(request)
        asked = (address, request.method, request.path)
        until, refusal, protection = self.refused.get(asked, NOTHING)
        if refusal and time.monotonic() < until:
            self.charge(request, address, 0)
            again = repeat_refusal(request, refusal, protection, until - time.monotonic())
            return self.tell_share(request, address, again)
        try:
            session = self.session_of(request)
            is_first = self.is_first(address, session)
            at_once = is_first or self.is_file(request.path)
            with turns.at_once() if at_once else turns.in_turn(session in self.keys):
                response = self.serve(request, address, is_first)
        except Busy:
            self.charge(request, address, 0)
            later = repeat_refusal(request, ShareSpent(1), self.protection, 1)
            return self.tell_share(request, address, later)
        protection = {name: response[name] for name in PROTECTION if name in response}
        self.protection = protection or self.protection
        self.remember(asked, getattr(response, "refusal", None), protection)
        return self.tell_share(request, address, response)

    def is_first(self, address: str, session: str) -> bool:
        """Return whether a request has priority, because a share is left."""
        if session in self.keys:
            return is_left(of_key, session) and is_left(of_crowd, keys_at(address))
        if is_left(shares, address):
            return True
        if not is_left(of_crowd, address):
            return False
        if session and is_left(of_session, session):
            return True
        return is_left(of_reserve, address) and is_left(reserve, ALL)

    def is_file(self, path: str) -> bool:
        """Return whether a path is an existing static file; a missing file would need a page."""
        name = path.removeprefix(settings.STATIC_URL)
        return name != path and (self.files is None or name in self.files)

    def session_of(self, request: HttpRequest) -> str:
        """Return the session or the key digest of a request; "" if it is not known to exist."""
        if is_for_program(request) and (sent := request.META.get("HTTP_AUTHORIZATION")):
            key = digest_of(sent.partition(" ")[2])
            return key if key in self.keys else ""
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        return key if key in self.sessions else ""

    def serve(self, request: HttpRequest, address: str, is_first: bool) -> HttpResponse:
        """Answer a request, and charge its processor time to the visitor."""
        asking, start = visitor.set(address), time.thread_time()
        try:
            return self.get_response(request)
        finally:
            visitor.reset(asking)
            self.note_session(request)
            self.charge(request, address, time.thread_time() - start, is_first)

    def charge(
        self, request: HttpRequest, address: str, seconds: float, is_first: bool = False
    ) -> None:
        """Charge the visitor; without charges for refusals, they would regain priority.

        Only work with priority is charged to the shares that several visitors use.
        """
        session = self.session_of(request)
        used = seconds + AROUND
        if session in self.keys:
            of_key.charge(session, used)
            if is_first:
                of_crowd.charge(keys_at(address), used)
            return
        if is_first and not is_left(shares, address):
            of_crowd.charge(address, used)
            if not (session and is_left(of_session, session)):
                reserve.charge(ALL, used)
                of_reserve.charge(address, used)
        shares.charge(address, used)
        if session:
            of_session.charge(session, used)

    def tell_share(
        self, request: HttpRequest, address: str, response: HttpResponse
    ) -> HttpResponse:
        """Tell a program how much of its share is left, unless caches store the response."""
        if is_for_program(request) and "ETag" not in response:
            key = self.session_of(request)
            share, who = (of_key, key) if key in self.keys else (shares, address)
            add_limit(response, share.quota, share.time_left(who))
        return response

    def note_session(self, request: HttpRequest) -> None:
        """Remember a request's session or key if the database has it."""
        session, used = getattr(request, "session", None), getattr(request, "key", None)
        if used is not None:
            remember(self.keys, used.digest)
        elif session is not None and session.accessed and session.session_key:
            remember(self.sessions, session.session_key)

    def remember(
        self, asked: AskedAgain, refusal: Refused | None, protection: dict[str, str]
    ) -> None:
        """Remember a refusal that says when to come back; drop the oldest if there are too many."""
        self.refused.pop(asked, None)
        if isinstance(refusal, ComeBack) and refusal.is_for_all_there:
            # A traceback refers to the whole request and its page. For thousands of refusals, this
            # would be too much memory.
            refusal.__traceback__ = refusal.__context__ = refusal.__cause__ = None
            until = time.monotonic() + min(refusal.seconds, LONGEST_REPEATED)
            self.refused[asked] = until, refusal, protection
            if len(self.refused) > MOST_REMEMBERED:
                self.refused.pop(next(iter(self.refused)), None)


def is_left(share: Shares, key: str) -> bool:
    return share.wait(key) <= 0


def keys_at(address: str) -> str:
    """Return the key of the share that all programs with a key at an IP address use."""
    return f"keys at {address}"


def remember(known: dict[str, None], key: str) -> None:
    """Remember a key; if there are too many, forget the oldest."""
    known[key] = None
    if len(known) > MOST_REMEMBERED:
        known.pop(next(iter(known)), None)


def repeat_refusal(
    request: HttpRequest, refusal: ComeBack, protection: Mapping[str, str], seconds: float
) -> HttpResponse:
    """Return a refusal in the requested format."""
    is_program = is_for_program(request)
    is_page = not is_program and "text/html" in request.META.get("HTTP_ACCEPT", "")
    if is_program:
        made = problem(refusal.title, refusal, refusal.status, refusal.code)
    else:
        made = page_of(request, refusal, protection) if is_page else sentence_of(refusal)
    response = set_refusal(made, refusal, seconds)
    if is_page and request.method == "GET" and seconds <= SOON_AGAIN:
        # A page with this header retries by itself, even if a whole class arrives at once.
        response["Refresh"] = response["Retry-After"]
    return response


def page_of(request: HttpRequest, refusal: ComeBack, protection: Mapping[str, str]) -> HttpResponse:
    """Return the page of a refusal, with the security headers of its first page.

    The page of a refused form keeps the input and sends it again after the wait.
    """
    sent = form_input(request)
    seconds = 0 if sent is None else refusal.seconds
    page = kept_page(str(refusal.title), str(refusal), refusal.status, seconds)
    return HttpResponse(page.replace(NO_FIELD, sent or ""), headers=protection)


def form_input(request: HttpRequest) -> str | None:
    """Return the input of a form of this site, with its token; None if it has a password.

    Input from another site is left out, because the retry would seem to come from this site.
    """
    size = request.META.get("CONTENT_LENGTH") or "0"
    is_small = size.isdecimal() and int(size) <= LARGEST_REPEATED
    if request.method != "POST" or request.content_type != FORM or not is_small:
        return None
    with suppress(OSError, BadRequest, SuspiciousOperation):
        if is_ours(request) and not any("password" in name for name in request.POST):
            sent = request.POST.lists()
            return as_hidden((name, value) for name, values in sent for value in values)
    return None


@wording.cached_per_language(maxsize=64)  # 64 is enough, because there are few different sentences
def kept_page(title: str, sentence: str, status: int, seconds: int) -> str:
    values = {"heading": title, "sentence": sentence, "status": status}
    values |= {"SITE_NAME": settings.SITE_NAME}
    again = {"seconds": seconds, "sent": [("", "")]} if seconds else {}
    return render_to_string("notice.html", values | again)


def sentence_of(refusal: ComeBack) -> HttpResponse:
    return HttpResponse(f"{refusal}\n", content_type="text/plain; charset=utf-8")


def set_refusal(response: HttpResponse, refusal: ComeBack, seconds: float) -> HttpResponse:
    """Set the status and the time to come back."""
    response.status_code = refusal.status
    for name, value in refusal.headers.items():
        response[name] = value
    response["Retry-After"] = again = str(math.ceil(seconds))
    response["RateLimit"] = f'"{refusal.code}";r=0;t={again}'
    # without this header, the response is sent in three pieces
    response["Content-Length"] = str(len(response.content))
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    setattr(response, "_has_been_logged", True)  # noqa: B010 - the refusal that it repeats was
    return response
