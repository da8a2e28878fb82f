"""Answers 304 if a visitor already has the current page (RFC 9110, section 13).

The content of such a page depends on facts that are known before the page is made: the release, the
URL, whether htmx requested a part, and the data that the view names. The ETag is a digest of these
facts. It is equal on all machines that run a release, and differs between releases.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import django
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import (
    add_never_cache_headers,
    get_conditional_response,
    patch_cache_control,
    patch_vary_headers,
)
from django.utils.translation import get_language

from games.models import today
from games.web.responses.pages import wants_fragment

Answering = Callable[[HttpRequest], HttpResponseBase]
View = TypeVar("View", bound=Callable[..., HttpResponse])
FactOf = Callable[..., object]

FOR_STRANGERS = "is_for_strangers"  # name of an attribute that is set on requests
STRANGERS_KEPT = "public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=60"
CODE = ("games", "mastermind_site", "solver", "static", "templates")


def release_of(root: Path) -> str:
    """Return a digest of all files that pages are made of; the folder's own path does not
    matter.
    """
    digest = sha256(django.get_version().encode())
    for file in sorted(file for folder in CODE for file in (root / folder).rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            digest.update(f"\n{file.relative_to(root).as_posix()}\n".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


# The files are read when the code is loaded, because later changes are not served yet.
RELEASE = release_of(settings.BASE_DIR)


def nothing_else(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return a constant, for pages that are the same for all visitors."""
    return ""


def form_secret(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return the CSRF secret of the browser, because pages with a form depend on it."""
    return "" if is_for_strangers(request) else request.META.get("CSRF_COOKIE")


def day(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return the current day, because pages that list days depend on it."""
    return today()


def revalidated(by: FactOf = nothing_else, kept: int = 0) -> Callable[[View], View]:
    """Let a view answer 304, without making the page, if the visitor already has the page.

    ``by`` is called like the view. It returns the other facts that the page depends on, or None for
    a personal page, which is not cached. A page that the view has marked as not cacheable is not
    cached, either. Caches keep other pages for ``kept`` seconds without a new request. If ``kept``
    is 0, only browsers keep them, and send a request each time.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            fact = None if settings.DEBUG else by(request, *args, **kwargs)
            if fact is None or request.method not in ("GET", "HEAD"):
                return view(request, *args, **kwargs)
            etag = etag_of(request, fact)
            unchanged = get_conditional_response(request, etag)
            return set_cache_rules(unchanged or view(request, *args, **kwargs), etag, kept)

        return cast(View, answer)

    return decorate


def readable_elsewhere(view: View) -> View:
    """Let scripts of other sites read what a view returns, because all visitors get the same
    content.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        return response

    return cast(View, answer)


def shared(view: View) -> View:
    """Let caches keep a page for a moment if its visitor has no cookie.

    All such visitors see the same page. They get no cookie from it, because forms on the page have
    no token (``games.web.traffic.forgery``). Browsers send a request each time, because a visitor
    who starts to play gets a cookie. A fragment for htmx is not shared, because caches do not know
    which part it is.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        is_whole = "HX-Request" not in request.headers
        is_for_all = request.method in ("GET", "HEAD") and is_whole and not request.COOKIES
        setattr(request, FOR_STRANGERS, is_for_all and not settings.DEBUG)
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        is_private = "no-store" in response.get("Cache-Control", "")
        if is_for_strangers(request) and response.status_code in (200, 304) and not is_private:
            response["Cache-Control"] = STRANGERS_KEPT
        return response

    return cast(View, answer)


def is_for_strangers(request: HttpRequest) -> bool:
    """Return whether all visitors without a cookie get the same answer to this request."""
    return getattr(request, FOR_STRANGERS, False)


class KeptByNobodyMiddleware:
    """Forbids caching of every response unless a view has allowed it."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


def etag_of(request: HttpRequest, fact: object) -> str:
    """Return the ETag of this page in this release.

    The ETag is weak, because the tokens in a page are masked differently each time.
    """
    address, is_part = request.build_absolute_uri(), wants_fragment(request)
    named = settings.SITE_NAME, settings.SITE_LINKS, settings.HAS_MAIL
    facts = repr((RELEASE, named, get_language(), address, is_part, fact))
    return f'W/"{sha256(facts.encode()).hexdigest()[:32]}"'


def set_cache_rules(response: HttpResponse, etag: str, kept: int) -> HttpResponse:
    """Return the response with cache headers; errors and personal pages are not cached."""
    if response.status_code not in (200, 304) or "no-store" in response.get("Cache-Control", ""):
        return response
    response["ETag"] = etag
    if kept:
        patch_cache_control(response, public=True, max_age=kept)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response
