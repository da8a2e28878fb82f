"""The gate for expensive work: the solver beyond a few milliseconds, exports, pictures, hashing.

Each worker does one such thing at a time, and has few requests wait for their turn, so that its
other threads are always free for players. An address has a share of the gate's time, so that
nobody has it for themselves. Whoever cannot pass is refused with the time to come back, and
``games.site.turned_away`` repeats that at no cost. What is kept from before passes no gate, and
what is calculated is calculated beside the worker: ``games.site.calculator``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from math import ceil
from threading import BoundedSemaphore

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Refused
from solver.rule.codes import Variant

PATIENCE = 2.0  # seconds that a request waits for its turn
LATER = 5.0  # seconds after which whoever waited in vain may come back
AT_ONCE = 10.0  # seconds that an address may have the gate of a worker at once
A_SECOND = 0.1  # and how much of each second it gets back

# Who is served; nobody outside of a request, where there is no gate, nor inside the gate.
visitor: ContextVar[str | None] = ContextVar("visitor", default=None)
has_passed: ContextVar[bool] = ContextVar("has_passed", default=False)  # whoever is served


class ComeBack(Refused):
    """Refused for now; in so many ``seconds`` another try is looked at.

    If it ``is_for_all_there``, that holds for everybody who asks the same from this address.
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
    """The gate is taken, and whoever may wait does so already."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "busy"

    @property
    def title(self) -> str:
        return _("One moment")

    def __str__(self) -> str:
        return _(
            "The computer is busy with what somebody else asked. Nothing is lost: please try again"
            " in a few seconds."
        )


class ShareSpent(ComeBack):
    """An address has had the gate for so long that it is the turn of others."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "share-spent"

    @property
    def title(self) -> str:
        return _("Too much at once")

    def __str__(self) -> str:
        told = ngettext(
            "The computer has worked a lot for you just now. Nothing is lost: please try again in"
            " %(seconds)d second.",
            "The computer has worked a lot for you just now. Nothing is lost: please try again in"
            " %(seconds)d seconds.",
            self.seconds,
        )
        return told % {"seconds": self.seconds}


class Shares:
    """The time that each address may still have, told by when it will have all of it again.

    Only those are kept who lack some, and lacking some takes time at the gate: they stay few.
    """

    def __init__(self, at_once: float, a_second: float) -> None:
        self.a_second = a_second
        self.whole = at_once / a_second  # seconds in which a share grows from nothing
        self.full_at: dict[str, float] = {}

    def wait(self, address: str) -> float:
        """Return in how many seconds the address may use some time again; now if 0 or less."""
        return self.full_at.get(address, 0) - self.whole - time.monotonic()

    def charge(self, address: str, seconds: float) -> None:
        """Take so many seconds from the share of an address, even if it lacks them."""
        now = time.monotonic()
        self.full_at = {one: full_at for one, full_at in self.full_at.items() if full_at > now}
        self.full_at[address] = max(now, self.full_at.get(address, 0)) + seconds / self.a_second


class Gate:
    """Lets one pass at a time, ``waiting`` wait for their turn, and nobody for long."""

    def __init__(self, waiting: int, shares: Shares) -> None:
        self.room = BoundedSemaphore(1 + waiting)
        self.turn = BoundedSemaphore(1)
        self.shares = shares

    @contextmanager
    def passing(self, shares: Shares | None = None) -> Iterator[None]:
        """Pass the gate, once however often it is asked for, or raise ShareSpent or Busy.

        Whoever passes is charged in the gate's ``shares``, or in others.
        """
        address, shares = visitor.get(), shares or self.shares
        if address is None:
            yield
            return
        if (seconds := shares.wait(address)) > 0:
            raise ShareSpent(seconds)
        with taken(self.room, 0), taken(self.turn, PATIENCE):
            start, inside = time.monotonic(), visitor.set(None)
            has_passed.set(True)
            try:
                yield
            finally:
                visitor.reset(inside)
                shares.charge(address, time.monotonic() - start)


@contextmanager
def taken(places: BoundedSemaphore, patience: float) -> Iterator[None]:
    """Take one of the places, waiting for so long, or raise Busy."""
    if not places.acquire(timeout=patience):
        raise Busy
    try:
        yield
    finally:
        places.release()


gate = Gate(max(0, settings.WEB_THREADS // 2 - 1), Shares(AT_ONCE, A_SECOND))


@contextmanager
def solving(variant: Variant, beyond: int) -> Iterator[None]:
    """Pass the gate on a board of more than so many codes; on others nothing takes long."""
    if variant.size <= beyond:
        yield
        return
    with gate.passing():
        yield
