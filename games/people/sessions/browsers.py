"""Browsers that have logged in to an account, which wrong passwords elsewhere cannot lock out.

A signed cookie names the accounts. It does not log anyone in. Tries at these accounts are charged
to the browser and not to its address, where others may have used up the limit.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from games.models import new_token

COOKIE = "__Host-known" if settings.HTTPS else "known"
SALT = "accounts of a browser"
KEPT_FOR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
MOST_ACCOUNTS = 8  # of a browser, the last to log in; a family has one computer


def browser_of(request: HttpRequest, username: str) -> str | None:
    """Return the id of this browser, if it has logged in to the account with this name."""
    browser, accounts = _read(request)
    is_known = User.objects.filter(username=username, pk__in=accounts) if accounts else None
    return browser if is_known and is_known.exists() else None


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Let the browser know that it has logged in to the account of this request."""
    browser, accounts = _read(request)
    others = [key for key in accounts if key != request.user.pk]
    kept = [*others, request.user.pk][-MOST_ACCOUNTS:]
    response.set_signed_cookie(
        COOKIE,
        ":".join([browser or new_token(), *map(str, kept)]),
        salt=SALT,
        max_age=KEPT_FOR,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget(response: HttpResponse) -> None:
    """Let the browser forget all accounts."""
    response.delete_cookie(COOKIE, samesite="Lax")


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    """Return the name of the browser and the accounts that it knows: none if it is new."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=KEPT_FOR)
    browser, *accounts = (kept or "").split(":")
    return browser, [int(key) for key in accounts]
