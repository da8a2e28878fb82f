"""Page or fragment: the one place that decides; and the page that says one thing."""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether htmx asked for a part of the page.

    A boosted link and a page taken back from the history want all of it.
    """
    htmx = cast(HtmxDetails, getattr(request, "htmx"))  # noqa: B009 - set by the middleware
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def notice(
    request: HttpRequest, heading: str, sentence: str, status: int, **more: object
) -> HttpResponse:
    """Return a page that says one thing, and leads to the start."""
    context = {"heading": heading, "sentence": sentence, **more}
    return render(request, "notice.html", context, status=status)
