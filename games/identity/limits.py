"""What somebody may do only so often: whatever hashes a password, and beginning anonymous games."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from games.models import Bucket

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60  # in seconds


class Allowance(NamedTuple):
    """So many ``times`` in ``seconds``, all at once or spread out."""

    what: str
    times: int
    seconds: float

    @property
    def refill(self) -> float:
        """After how many seconds there is one more."""
        return self.seconds / self.times


PASSWORDS_OF_AN_ACCOUNT = Allowance("passwords of an account", 20, DAY)
PASSWORDS_FROM_AN_ADDRESS = Allowance("passwords from an address", 10, MINUTE)
NEW_GAMES_FROM_AN_ADDRESS = Allowance("new games", settings.NEW_GAMES_PER_HOUR, HOUR)


class TooMany(Exception):
    """An allowance is used up; there is more after ``seconds``."""

    def __init__(self, allowance: Allowance) -> None:
        super().__init__(allowance.what)
        self.seconds = max(1, round(allowance.refill))


def spend(allowance: Allowance, whose: str) -> None:
    """Use the allowance once, or raise TooMany. Whose it is, is kept as a digest only."""
    digest = salted_hmac(allowance.what, whose, algorithm="sha256").hexdigest()
    if not Bucket.objects.take(digest, allowance.times, allowance.refill):
        raise TooMany(allowance)


def spend_password(request: HttpRequest | None, account: str) -> None:
    """Count a password that is about to be hashed, for its account and where it comes from."""
    if request is not None:
        spend(PASSWORDS_FROM_AN_ADDRESS, address_of(request))
    spend(PASSWORDS_OF_AN_ACCOUNT, account)


def spend_new_game(request: HttpRequest) -> None:
    """Count a game that somebody without an account begins."""
    if not request.user.is_authenticated:
        spend(NEW_GAMES_FROM_AN_ADDRESS, address_of(request))


def address_of(request: HttpRequest) -> str:
    """Return where the request comes from: an IPv4 address, or an IPv6 network of one customer.

    Behind a proxy it is the last address of X-Forwarded-For, the one that the proxy has added;
    what stands before it is written by the visitor.
    """
    text = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        text = request.headers.get("X-Forwarded-For", text).rpartition(",")[2].strip()
    try:
        address = ip_address(text)
    except ValueError:
        return "unknown"
    return str(address) if address.version == 4 else str(ip_network(f"{address}/64", strict=False))


class TooManyMiddleware:
    """Answers TooMany with 429 and a sentence, wherever it was raised."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooMany):
            return None
        response = render(request, "429.html", {"seconds": error.seconds}, status=429)
        response["Retry-After"] = str(error.seconds)
        return response
