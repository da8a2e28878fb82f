"""A gate for expensive work, and turns for visitors who send many requests.

Expensive work is drawing, hashing, and solving for more than milliseconds. A web worker does one
such task at a time. Only few requests can wait for it, so that the other threads are free for
players. Each IP address has a share of the gate's time. A refused request learns when to come back;
``games.web.traffic.turned_away`` repeats refusals almost for free. Cached results need no gate, and
``games.web.traffic.calculator`` calculates in a separate process.

Python runs one thread at a time, so even cheap pages delay players if there are many. A visitor who
sends more requests than a person would gets one page at a time, with pauses if others are present.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from http import HTTPStatus
from math import ceil, exp, log
from threading import BoundedSemaphore, Lock

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext_lazy, ngettext

from games.models import Refused
from solver.rule.codes import Variant

PATIENCE = 2.0  # a request waits at the gate for this many seconds
PATIENCE_FOR_TURN = 0.5  # a program with a key waits for its turn for this many seconds
# a pause, if others are present, as a multiple of the processor time of the turn before it
PAUSE = 9.0
LONGEST_BREAK = 1.0  # in seconds; maximum length of a pause
AROUND = 0.0003  # processor seconds of a refusal, or of a request besides making its page
THERE_FOR = 1.0  # a visitor is present for this many seconds after a request
LATER = 5.0  # a refused visitor should retry after this many seconds
AT_ONCE = 10.0  # an IP address can use a worker's gate for this many seconds without a break
A_SECOND = 0.1  # each second, an IP address gets back this many of the seconds that it has used

# The visitor of the current request; None inside the gate and outside of requests.
visitor: ContextVar[str | None] = ContextVar("visitor", default=None)
# a visitor with many requests calls this to give up the turn while waiting at the gate
stand_aside: ContextVar[Callable[[], None] | None] = ContextVar("stand_aside", default=None)


class ComeBack(Refused):
    """A refusal that lasts some ``seconds``; then the visitor can retry.

    If ``is_for_all_there``, it applies to all people at the IP address who send the same request.
    """

    is_for_all_there = True

    code = "come-back"

    def __init__(self, seconds: float = LATER) -> None:
        super().__init__()
        self.seconds = max(1, ceil(seconds))

    @property
    def headers(self) -> dict[str, str]:
        limit = f'"{self.code}";r=0;t={self.seconds}'
        return {**super().headers, "Retry-After": str(self.seconds), "RateLimit": limit}


def add_limit(response: HttpResponse, quota: str, left: int) -> None:
    """Add a limit to the headers of a response: its quota, and how much of it is left."""
    name, _semicolon, _values = quota.partition(";")
    added = {"RateLimit-Policy": quota}
    if not {"RateLimit", "Retry-After"} <= response.headers.keys():  # a refusal has both already
        added["RateLimit"] = f"{name};r={left}"
    for header, value in added.items():
        response[header] = f"{response[header]}, {value}" if header in response else value


class Busy(ComeBack):
    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"
    title = gettext_lazy("One moment")
    sentence = gettext_lazy(
        "The computer is busy with another request. Nothing is lost. Please try again"
        " in a few seconds."
    )


class ShareSpent(ComeBack):
    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "share-spent"
    title = gettext_lazy("Too many requests")

    def __str__(self) -> str:
        sentence = ngettext(
            "You sent many requests in a short time. Nothing is lost. Please try again in"
            " %(seconds)d second.",
            "You sent many requests in a short time. Nothing is lost. Please try again in"
            " %(seconds)d seconds.",
            self.seconds,
        )
        return sentence % {"seconds": self.seconds}


class Shares:
    """The time that each IP address has used; older use counts less.

    An IP address can use some seconds ``at_once``, then a part of each second (``a_second``).
    """

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once = at_once
        self.fading = at_once / a_second  # in seconds
        # for each IP address, the latest use last: the seconds used, and the time of the last use
        self.used: dict[str, tuple[float, float]] = {}
        self.lock = Lock()

    def time_used(self, address: str) -> float:
        """Return how many of an IP address's used seconds still count."""
        used, then = self.used.get(address, (0.0, 0.0))
        return used * exp((then - time.monotonic()) / self.fading)

    def wait(self, address: str) -> float:
        """Return the seconds until the IP address can use the gate; 0 if it can now."""
        return self.fading * log(max(1.0, self.time_used(address) / self.at_once))

    @property
    def quota(self) -> str:
        """The processor time that can be used at once, as a value of the response header."""
        seconds = f"w={self.fading:.0f}"
        return f'"{ShareSpent.code}";q={self.at_once * 1000:.0f};{seconds};qu="milliseconds"'

    def time_left(self, address: str) -> int:
        """Return the milliseconds that the IP address can still use at once."""
        return max(0, round((self.at_once - self.time_used(address)) * 1000))

    def charge(self, address: str, seconds: float) -> None:
        """Charge seconds to an address, even if its share is used up."""
        with self.lock:
            had, now = self.time_used(address) + seconds, time.monotonic()
            self.used.pop(address, None)
            self.used[address] = had, now
            while self.used[oldest := next(iter(self.used))][1] < now - 2 * self.fading:
                del self.used[oldest]


class Gate:
    """A gate for one request at a time; up to ``waiting`` other requests can wait briefly."""

    def __init__(self, waiting: int, shares: Shares) -> None:
        self.room = BoundedSemaphore(1 + waiting)
        self.turn = BoundedSemaphore(1)
        self.shares = shares

    @contextmanager
    def passing(self, shares: Shares | None = None) -> Iterator[None]:
        """Pass the gate, or raise ShareSpent or Busy; nested calls pass only once.

        A visitor with many requests gives up the turn and does not wait. The time is charged to
        ``shares``, or by default to the shares of the gate.
        """
        address, shares = visitor.get(), shares or self.shares
        if address is None:
            yield
            return
        if (seconds := shares.wait(address)) > 0:
            raise ShareSpent(seconds)
        leave_turn = stand_aside.get()
        with take_place(self.room, 0), take_place(self.turn, 0 if leave_turn else PATIENCE):
            if leave_turn:
                leave_turn()
            start, inside = time.monotonic(), visitor.set(None)
            try:
                yield
            finally:
                visitor.reset(inside)
                shares.charge(address, time.monotonic() - start)


@contextmanager
def take_place(places: BoundedSemaphore, patience: float) -> Iterator[None]:
    """Take a place, or raise Busy if none is free after ``patience`` seconds."""
    if not places.acquire(timeout=patience):
        raise Busy
    try:
        yield
    finally:
        places.release()


class Turns:
    """Lets visitors with few requests go first; others get one page at a time, with pauses.

    These others use at most two threads: one has the turn, the other is at the gate. Programs with
    a key can wait for their turn in half of the remaining threads.
    """

    def __init__(self, waiting: int = 0) -> None:
        self.turn = BoundedSemaphore(1)
        self.waiting = BoundedSemaphore(waiting)
        self.first_at = -THERE_FOR  # time of the last request by a visitor with few requests
        self.next_at = 0.0  # when the pause after the last turns ends

    def at_once(self) -> AbstractContextManager[None]:
        """Let a visitor with few requests go at once."""
        self.first_at = time.monotonic()
        return nullcontext()

    @contextmanager
    def in_turn(self, is_patient: bool = False) -> Iterator[None]:
        """Wait for a turn, with a pause if others are present, or raise Busy.

        Only patient visitors wait while another one has the turn.
        """
        with ExitStack() as turn:
            with take_place(self.waiting, 0) if is_patient else nullcontext():
                patience = PATIENCE_FOR_TURN if is_patient else 0
                turn.enter_context(take_place(self.turn, patience))
            now = time.monotonic()
            if now < min(self.next_at, self.first_at + THERE_FOR):
                time.sleep(self.next_at - now)
            aside, start = stand_aside.set(turn.close), time.thread_time()
            try:
                yield
            finally:
                stand_aside.reset(aside)
                self.rest_after(time.thread_time() - start + AROUND)

    def rest_after(self, seconds: float) -> None:
        """Lengthen the pause in proportion to the time that a visitor has used."""
        now = time.monotonic()
        self.next_at = min(max(now, self.next_at) + PAUSE * seconds, now + LONGEST_BREAK)


gate = Gate(max(0, settings.WEB_THREADS // 2 - 1), Shares(AT_ONCE, A_SECOND))
turns = Turns(max(0, settings.WEB_THREADS // 2 - 1))


def solving(variant: Variant, beyond: int) -> AbstractContextManager[None]:
    """Return a context that passes the gate if a game size has more than ``beyond`` codes."""
    return gate.passing() if variant.size > beyond else nullcontext()
