"""Whoever was refused for a while and asks again meanwhile is told the same, at no cost.

A loop that takes no heed of Retry-After would else cost a session, a page and a line in the log
each time around. Only the same address asking at the same place of the site is meant: others in
its house play on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from games.models import Refused
from games.site.gate import ComeBack, visitor
from games.site.visitors import address_of

MOST_KEPT = 10_000  # refusals
LONGEST = 60.0  # seconds for which one is repeated unseen

Asked = tuple[str, str | None, str]


class TurnedAwayMiddleware:
    """Says at the gate who asks, and repeats what was refused until it is time to come back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.refused: dict[Asked, tuple[float, ComeBack]] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = address_of(request)
        asked = (address, request.method, request.path)
        until, refusal = self.refused.get(asked, (0.0, None))
        if refusal and time.monotonic() < until:
            return repeated(refusal, until - time.monotonic())
        served = visitor.set(address)
        try:
            response = self.get_response(request)
        finally:
            visitor.reset(served)
        self.remember(asked, getattr(response, "refusal", None))
        return response

    def remember(self, asked: Asked, refusal: Refused | None) -> None:
        """Keep a refusal that says when to come back; the oldest make room for it."""
        self.refused.pop(asked, None)
        if isinstance(refusal, ComeBack) and refusal.is_for_all_there:
            until = time.monotonic() + min(refusal.seconds, LONGEST)
            self.refused[asked] = until, refusal
            if len(self.refused) > MOST_KEPT:
                self.refused.pop(next(iter(self.refused)), None)


def repeated(refusal: ComeBack, seconds: float) -> HttpResponse:
    """Answer with the sentence alone."""
    response = HttpResponse(f"{refusal}\n", content_type="text/plain; charset=utf-8")
    response.status_code = refusal.status
    for name, value in refusal.headers.items():
        response[name] = value
    response["Retry-After"] = str(math.ceil(seconds))
    response["Cache-Control"] = "no-store"
    response["X-Content-Type-Options"] = "nosniff"
    setattr(response, "_has_been_logged", True)  # noqa: B010 - the refusal that it repeats was
    return response
