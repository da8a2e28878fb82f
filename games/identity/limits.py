"""What somebody may do only so often: whatever hashes a password, and what leaves rows behind."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import wording
from games.models import Bucket
from games.site.gate import ComeBack
from games.site.visitors import address_of

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


# A stranger who guesses an account's password from one place uses up what that place may try, and
# not what its owner may elsewhere. Against strangers in very many places there is a bound of the
# account, too; whoever is logged in does not meet it.
PASSWORDS_FROM_AN_ADDRESS = Allowance("passwords from an address", 10, MINUTE)
PASSWORDS_FOR_AN_ACCOUNT_FROM_AN_ADDRESS = Allowance("passwords here for an account", 20, DAY)
PASSWORDS_OF_AN_ACCOUNT = Allowance("passwords of an account", 1_000, DAY)
PASSWORDS_IN_A_SESSION = Allowance("passwords in a session", 10, MINUTE)

NEW_GAMES = Allowance("new games", settings.NEW_GAMES_PER_HOUR, HOUR)
NEW_CHALLENGES = Allowance("new challenges", settings.NEW_GAMES_PER_HOUR, HOUR)
NEW_WATCHES = Allowance("codes to watch", settings.NEW_GAMES_PER_HOUR, HOUR)
NEW_ASSISTS = Allowance("codes held", settings.NEW_GAMES_PER_HOUR, HOUR)
NEW_PLAYOUTS = Allowance("strategies played out", 8, HOUR)  # far fewer than may wait
CHECKS = Allowance("rows checked", 5 * settings.NEW_GAMES_PER_HOUR, HOUR)


class TooMany(ComeBack):
    """An allowance is used up; there is more after ``seconds``."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "too-many"

    def __init__(self, allowance: Allowance) -> None:
        super().__init__(allowance.refill)
        self.is_for_all_there = allowance is PASSWORDS_FROM_AN_ADDRESS

    @property
    def title(self) -> str:
        return _("Too many at once")

    def __str__(self) -> str:
        told = _(
            "There were many tries from here in a short time, so this one was not looked at and "
            "nothing was changed."
        )
        return f"{told} {self.when}"

    @property
    def when(self) -> str:
        """When it is worth another try."""
        span = wording.span(timedelta(seconds=self.seconds))
        return _("Please try again in %(span)s.") % {"span": span}


def spend(allowance: Allowance, *whose: str) -> None:
    """Use the allowance once, or raise TooMany. Whose it is, is kept as a digest only."""
    digest = salted_hmac(allowance.what, "\n".join(whose), algorithm="sha256").hexdigest()
    if not Bucket.objects.take(digest, allowance.times, allowance.refill):
        raise TooMany(allowance)


def spend_password(request: HttpRequest | None, account: str) -> None:
    """Count a password that is about to be hashed: for its account, and where it comes from.

    The door of the administrators counts apart, so that nobody shuts it from the other one.
    """
    if request is None:
        return spend(PASSWORDS_OF_AN_ACCOUNT, "site", account)
    if request.user.get_username() == account:  # nobody else can shut out who is logged in
        return spend(PASSWORDS_IN_A_SESSION, str(request.session.session_key))
    address = address_of(request)
    door = "admin" if request.path.startswith(reverse("admin:index")) else "site"
    spend(PASSWORDS_FROM_AN_ADDRESS, door, address)
    spend(PASSWORDS_FOR_AN_ACCOUNT_FROM_AN_ADDRESS, door, account, address)
    spend(PASSWORDS_OF_AN_ACCOUNT, door, account)
    return None


def spend_as_visitor(request: HttpRequest, allowance: Allowance) -> None:
    """Count what somebody does, for their account, or where they come from if they have none."""
    spend(allowance, *visitor_of(request))


def visitor_of(request: HttpRequest) -> tuple[str, str]:
    """Return whose allowance is used."""
    if request.user.is_authenticated:
        return "account", str(request.user.pk)
    return "address", address_of(request)


def digest_of(request: HttpRequest) -> str:
    """Return who asks as it may be kept: to be told again, and not to be told who."""
    return salted_hmac("visitor", "\n".join(visitor_of(request)), algorithm="sha256").hexdigest()
