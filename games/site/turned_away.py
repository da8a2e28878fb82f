"""Whoever was refused for a while and asks again meanwhile is told the same, at no cost.

A loop that takes no heed of Retry-After would else cost a session, a page and a line in the log
each time around. Only the same address asking at the same place of the site is meant: others in
its house play on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import lru_cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games.models import Refused
from games.site.gate import ComeBack, visitor
from games.site.visitors import address_of

MOST_KEPT = 10_000  # refusals
LONGEST = 60.0  # seconds for which one is repeated unseen

PROTECTION = ("Content-Security-Policy", "Referrer-Policy", "X-Frame-Options")

Asked = tuple[str, str | None, str]
Told = tuple[float, ComeBack | None, dict[str, str]]  # until when, what, and what protects a page
NOTHING: Told = (0.0, None, {})


class TurnedAwayMiddleware:
    """Says at the gate who asks, and repeats what was refused until it is time to come back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.refused: dict[Asked, Told] = {}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        address = address_of(request)
        asked = (address, request.method, request.path)
        until, refusal, protection = self.refused.get(asked, NOTHING)
        if refusal and time.monotonic() < until:
            is_page = "text/html" in request.headers.get("Accept", "")
            response = page_of(refusal, protection) if is_page else sentence_of(refusal)
            return repeated(response, refusal, until - time.monotonic())
        served = visitor.set(address)
        try:
            response = self.get_response(request)
        finally:
            visitor.reset(served)
        self.remember(asked, getattr(response, "refusal", None), response.headers)
        return response

    def remember(self, asked: Asked, refusal: Refused | None, headers: Mapping[str, str]) -> None:
        """Keep a refusal that says when to come back; the oldest make room for it."""
        self.refused.pop(asked, None)
        if isinstance(refusal, ComeBack) and refusal.is_for_all_there:
            until = time.monotonic() + min(refusal.seconds, LONGEST)
            protection = {name: headers[name] for name in PROTECTION if name in headers}
            self.refused[asked] = until, refusal, protection
            if len(self.refused) > MOST_KEPT:
                self.refused.pop(next(iter(self.refused)), None)


def page_of(refusal: ComeBack, protection: Mapping[str, str]) -> HttpResponse:
    """Return the page for a browser, as protected as the first one was."""
    return HttpResponse(kept_page(refusal.title, str(refusal)), headers=protection)


@lru_cache(maxsize=64)  # there are few sentences
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
