"""What somebody may do only so often: whatever hashes a password, and beginning anonymous games."""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games.models import Bucket, Refused
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


PASSWORDS_OF_AN_ACCOUNT = Allowance("passwords of an account", 20, DAY)
PASSWORDS_FROM_AN_ADDRESS = Allowance("passwords from an address", 10, MINUTE)
NEW_GAMES_FROM_AN_ADDRESS = Allowance("new games", settings.NEW_GAMES_PER_HOUR, HOUR)


class TooMany(Refused):
    """An allowance is used up; there is more after ``seconds``."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "too-many"

    def __init__(self, allowance: Allowance) -> None:
        super().__init__()
        self.seconds = max(1, round(allowance.refill))

    @property
    def title(self) -> str:
        return _("Too many at once")

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "Retry-After": str(self.seconds)}

    def __str__(self) -> str:
        told = _(
            "There were many tries from here in a short time, so this one was not looked at and "
            "nothing was changed."
        )
        return f"{told} {self.when}"

    @property
    def when(self) -> str:
        """When it is worth another try."""
        if self.seconds > 2 * MINUTE:
            return _("Please try again in an hour or two.")
        if self.seconds > 20:
            return _("Please try again in a few minutes.")
        return _("Please try again in a minute.")


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
