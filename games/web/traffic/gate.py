"""The gate for expensive work, and turns for visitors who send many requests.

Expensive are the solver beyond a few milliseconds, pictures and hashing. Each worker does one such
thing at a time, and few requests wait for their turn, so that its other threads stay free for
players. Each address has a share of the gate's time. A request that cannot pass is refused with the
time to come back, and ``games.web.traffic.turned_away`` repeats that at no cost. Cached results
pass no gate, and ``games.web.traffic.calculator`` calculates in a process of its own.

Python runs one thread at a time, so many cheap pages hold players up, too. A visitor who requests
more of them than a person does is served one page at a time, with pauses while others are there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from http import HTTPStatus
from math import ceil, exp, log
from threading import BoundedSemaphore, Lock

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Refused
from solver.rule.codes import Variant

PATIENCE = 2.0  # seconds that a request waits at the gate
PAUSE = 9.0  # times as long as a turn took the processor, between two while others are there
LONGEST_BREAK = 1.0  # seconds
AROUND = 0.0003  # processor seconds of a request besides its page; all of a refusal
THERE_FOR = 1.0  # seconds after a request during which a visitor counts as present
LATER = 5.0  # seconds after which anyone who waited in vain may come back
AT_ONCE = 10.0  # seconds that an address may have the gate of a worker at once
A_SECOND = 0.1  # and how much of each second it gets back

# The visitor being served; None outside of a request, where there is no gate, and inside it.
visitor: ContextVar[str | None] = ContextVar("visitor", default=None)
# How who is served in turn stands aside, as the gate takes no time from others.
stand_aside: ContextVar[Callable[[], None] | None] = ContextVar("stand_aside", default=None)


class ComeBack(Refused):
    """Refused for now; another try is considered in this many ``seconds``.

    If it ``is_for_all_there``, that holds for every visitor who asks the same from this
    address.
    """

    is_for_all_there = True

    code = "come-back"

    def __init__(self, seconds: float = LATER) -> None:
        super().__init__()
        self.seconds = max(1, ceil(seconds))

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "Retry-After": str(self.seconds)}


class Busy(ComeBack):
    """The gate is taken, and anyone who may wait does so already."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"
    sentence = gettext_lazy(
        "The computer is busy with another request. Nothing is lost. Please try again"
        " in a few seconds."
    )

    @property
    def title(self) -> str:
        return _("One moment")


class ShareSpent(ComeBack):
    """An address has had the gate for so long that it is the turn of others."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "share-spent"

    @property
    def title(self) -> str:
        return _("Too many requests")

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
    """The time that each address has had lately; what was before counts for less and less.

    Each may have some seconds ``at_once``, and in the long run a part of ``a_second``.
    """

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once = at_once
        self.fading = at_once / a_second  # seconds
        self.used: dict[str, tuple[float, float]] = {}  # how much, and when; the latest come last
        self.lock = Lock()

    def had(self, address: str) -> float:
        """Return how many seconds of what an address has had still count."""
        used, then = self.used.get(address, (0.0, 0.0))
        return used * exp((then - time.monotonic()) / self.fading)

    def wait(self, address: str) -> float:
        """Return in how many seconds the address may use some time again; 0 if now."""
        return self.fading * log(max(1.0, self.had(address) / self.at_once))

    def charge(self, address: str, seconds: float) -> None:
        """Count some seconds for an address, even if it has had its share."""
        with self.lock:
            had, now = self.had(address) + seconds, time.monotonic()
            self.used.pop(address, None)
            self.used[address] = had, now
            while self.used[oldest := next(iter(self.used))][1] < now - 2 * self.fading:
                del self.used[oldest]


class Gate:
    """Lets one request pass at a time while ``waiting`` others wait for a short time."""

    def __init__(self, waiting: int, shares: Shares) -> None:
        self.room = BoundedSemaphore(1 + waiting)
        self.turn = BoundedSemaphore(1)
        self.shares = shares

    @contextmanager
    def passing(self, shares: Shares | None = None) -> Iterator[None]:
        """Pass the gate, once however often it is asked for, or raise ShareSpent or Busy.

        Those who ask for a lot leave their turn if they pass, and do not wait.
        Anyone who passes is charged in the gate's ``shares``, or in others.
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
    """Take one of the places, waiting for so long, or raise Busy."""
    if not places.acquire(timeout=patience):
        raise Busy
    try:
        yield
    finally:
        places.release()


class Turns:
    """Those who ask for little go first; the others have one page made at a time, with pauses.

    They keep two threads at most: one in its turn, one at the gate.
    """

    def __init__(self) -> None:
        self.turn = BoundedSemaphore(1)
        self.first_at = -THERE_FOR  # when a visitor with priority last asked
        self.next_at = 0.0  # when the pause after the last turns ends

    def at_once(self) -> AbstractContextManager[None]:
        """Go first."""
        self.first_at = time.monotonic()
        return nullcontext()

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Take the turn after a pause, if others are there, or raise Busy."""
        with ExitStack() as turn:
            turn.enter_context(take_place(self.turn, 0))
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
        """Add the pause for the time that a visitor used, in their turn and past the gate."""
        now = time.monotonic()
        self.next_at = min(max(now, self.next_at) + PAUSE * seconds, now + LONGEST_BREAK)


gate = Gate(max(0, settings.WEB_THREADS // 2 - 1), Shares(AT_ONCE, A_SECOND))
turns = Turns()


@contextmanager
def solving(variant: Variant, beyond: int) -> Iterator[None]:
    """Pass the gate if the game size has more than ``beyond`` codes, since others are quick."""
    if variant.size <= beyond:
        yield
        return
    with gate.passing():
        yield
