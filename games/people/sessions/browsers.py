"""Remember in which browsers an account has logged in: there, its owner cannot be locked out.

A signed cookie names the accounts, but does not log anyone in. Attempts at these accounts count for
the browser. They do not count for its IP address, whose limit other visitors can use up.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from games.models import new_token

COOKIE = "__Host-known" if settings.HTTPS else "known"
SALT = "accounts of a browser"
KEPT_FOR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
SAFE_COOKIE: dict[str, Any] = {  # every cookie of the site is sent with these attributes
    "secure": settings.SESSION_COOKIE_SECURE,
    "httponly": True,
    "samesite": "Lax",
}
# The cookie has the latest accounts of a browser, for example of a family's computer.
MOST_ACCOUNTS = 8


def browser_of(request: HttpRequest, username: str) -> str | None:
    """Return the id of this browser if the account has logged in here before."""
    browser, accounts = _read(request)
    is_known = User.objects.filter(username=username, pk__in=accounts) if accounts else None
    return browser if is_known and is_known.exists() else None


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Store this account in the browser's cookie."""
    browser, accounts = _read(request)
    others = [key for key in accounts if key != request.user.pk]
    kept = [*others, request.user.pk][-MOST_ACCOUNTS:]
    value = ":".join([browser or new_token(), *map(str, kept)])
    response.set_signed_cookie(COOKIE, value, salt=SALT, max_age=KEPT_FOR, **SAFE_COOKIE)


def forget(response: HttpResponse) -> None:
    """Delete all accounts from the browser's cookie."""
    response.delete_cookie(COOKIE, samesite="Lax")


def _read(request: HttpRequest) -> tuple[str, list[int]]:
    """Return the browser's id and its accounts; a new id and no accounts for a new browser."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=KEPT_FOR)
    browser, *accounts = (kept or "").split(":")
    return browser, [int(key) for key in accounts]
