"""Answer 304 if a visitor already has the current page (RFC 9110, section 13).

A page that can be cached depends only on facts that are known before it is made: the release, the
URL, whether htmx requested a part, and the fact that the view gives. The ETag is a digest of these
facts, so all machines with the same release send the same ETag.
"""

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

FOR_STRANGERS = "is_for_strangers"  # name of an attribute of requests
STRANGERS_KEPT = "public, max-age=0, must-revalidate, s-maxage=10, stale-while-revalidate=60"
CODE = ("games", "mastermind_site", "solver", "static", "templates")


def release_of(root: Path) -> str:
    """Return a digest of all files from which pages are made, independent of their folder."""
    digest = sha256(django.get_version().encode())
    for file in sorted(file for folder in CODE for file in (root / folder).rglob("*")):
        if file.is_file() and file.parent.name != "__pycache__":
            digest.update(f"\n{file.relative_to(root).as_posix()}\n".encode())
            digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


# This is computed when the code is loaded, because later changes of files are not served.
RELEASE = release_of(settings.BASE_DIR)


def form_secret(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return the browser's CSRF secret, on which pages with a form depend."""
    return "" if is_for_strangers(request) else request.META.get("CSRF_COOKIE")


def day(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return the current day; pages with lists of days depend on it."""
    return today()


def revalidated(by: FactOf = lambda *_args, **_kwargs: "", kept: int = 0) -> Callable[[View], View]:
    """Let a view answer 304, without making the page, if the visitor already has it.

    ``by`` gets the arguments of the view. It returns what else the page depends on, or None for a
    personal page, which is not cached. A page that the view marks as not cacheable is not cached
    either. Caches keep other pages for ``kept`` seconds; 0 means that only browsers keep them, and
    ask each time.
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
    """Let scripts of other sites read what a view returns, because everyone gets the same."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        response["Access-Control-Allow-Origin"] = "*"
        return response

    return cast(View, answer)


def shared(view: View) -> View:
    """Let caches share a page for a moment among visitors without cookies.

    All these visitors see the same page and get no cookie from it, because its forms have no token
    (``games.web.traffic.forgery``). Browsers ask each time, because a visitor who starts to play
    gets a cookie. Fragments for htmx are not shared, because caches cannot tell them from pages.
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
    """Return whether all visitors without cookies get the same answer."""
    return getattr(request, FOR_STRANGERS, False)


class NotKeptMiddleware:
    """Forbids caches to keep a response, unless its view allows it."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


def etag_of(request: HttpRequest, fact: object) -> str:
    """Return the ETag of this page in this release.

    It is weak, because tokens in a page are masked differently each time.
    """
    address, is_part = request.build_absolute_uri(), wants_fragment(request)
    named = settings.SITE_NAME, settings.SITE_LINKS, settings.HAS_MAIL, bool(settings.PUSH_KEY)
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
