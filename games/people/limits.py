"""Rate limits on password attempts and on new rows.

Each account and each guest with a guess has limits that other visitors cannot use up. Visitors
without a guess share the limits of their IP address. All guests of an IP address also share a much
higher limit. Only new rows and wrong passwords count. docs/limits.md has the figures and reasons.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from http import HTTPStatus
from math import ceil
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games import wording
from games.models import Bucket, Player, Refused
from games.people.sessions.browsers import browser_of
from games.people.sessions.current import day_seen, identity_of, introduce, known_player
from games.web.responses.refusals import Instead
from games.web.traffic.gate import ComeBack, add_limit
from games.web.traffic.visitors import address_of

Made = TypeVar("Made")

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60  # in seconds


class Allowance(NamedTuple):
    """A limit: ``times`` in ``seconds``, all at once or spread out."""

    what: str
    times: int
    seconds: float
    sentence: str | Promise = gettext_lazy("Too many tries. This one was ignored. Nothing changed.")

    @property
    def refill(self) -> float:
        """The seconds until one more use is possible."""
        return self.seconds / self.times

    def per(self, rows: int) -> Allowance:
        """Return this limit for acts that each write several rows."""
        return self._replace(times=max(1, self.times // rows))

    @property
    def quota(self) -> str:
        return f'"{TooMany.code}";q={self.times};w={self.seconds:.0f}'


# A stranger who guesses a password uses up the attempts of their own IP address. The owner of the
# account can still log in elsewhere, or in a browser that was logged in before. A limit per
# account stops strangers with many IP addresses.
PASSWORDS_FROM_AN_ADDRESS = Allowance("passwords from an address", 10, MINUTE)
PASSWORDS_FOR_AN_ACCOUNT_FROM_AN_ADDRESS = Allowance("passwords here for an account", 20, DAY)
PASSWORDS_OF_AN_ACCOUNT = Allowance("passwords of an account", 1_000, DAY)
PASSWORDS_IN_A_BROWSER = Allowance("passwords in a browser for its account", 20, DAY)
PASSWORDS_IN_A_SESSION = Allowance("passwords in a session", 10, MINUTE)

# These limits are for requests that create a row, such as a game, a challenge or an account. The
# limit at an address stops a visitor who makes a guess in each of many sessions. A class does not
# reach it in 45 minutes: the class has too few new visitors, and its guests are too slow.
AN_HOUR = settings.NEW_GAMES_PER_HOUR
ROWS_OF_AN_ACCOUNT = Allowance("rows of an account", AN_HOUR, HOUR)
ROWS_OF_A_GUEST = Allowance("rows of a guest", max(1, 3 * AN_HOUR // 10), HOUR)
ROWS_OF_NEWCOMERS = Allowance("rows of newcomers", AN_HOUR, HOUR)
ROWS_AT_AN_ADDRESS = Allowance("rows at an address", 150 * AN_HOUR, 3 * DAY)
# while an account is this young, its new rows also count against the limit of its IP address
YOUNG_FOR = timedelta(days=7)

# A check is the only help that stores a row for each request.
CHECKS_OF_AN_ACCOUNT = Allowance("checks of an account", 5 * AN_HOUR, HOUR)
CHECKS_OF_A_GUEST = Allowance("checks of a guest", max(1, 3 * AN_HOUR // 10), HOUR)
CHECKS_OF_NEWCOMERS = Allowance("checks of newcomers", 5 * AN_HOUR, HOUR)

# This is far less than the maximum length of the queue of play-outs.
NEW_PLAYOUTS = Allowance("strategies played out", 8, HOUR)

# a stranger can send an email address a few unwanted emails, but not many
MAILS_FROM_AN_ADDRESS = Allowance("mails from an address", 20, HOUR)
MAILS_TO_AN_ADDRESS = Allowance("mails to an address", 5, DAY)

REPORTS = Allowance("reports", 20, HOUR)

# A code writes two rows for each player. A class of 30 needs 50 codes in a lesson.
BOARDS_OF_ROOMS = Allowance(
    *("boards of rooms", 300 * AN_HOUR, 3 * DAY),
    gettext_lazy("Your account or network sent too many codes to rooms. This one was not sent."),
)

# 60 students at one IP address can send each tree several times until it is right
TREES_OF_A_KEY = Allowance("trees of a key", 60, HOUR)
TREES_AT_AN_ADDRESS = Allowance("trees at an address", 2_000, DAY)
# This limit does not apply to the opener of a season, who can add a whole class.
JOINS_AT_AN_ADDRESS = Allowance(
    *("joins of a season at an address", 10, 3 * DAY),
    gettext_lazy(
        "Many people at your address have joined. Ask the person who opened the season to add you."
    ),
)

LONGEST_COUNTED = max(  # limits have to remember a visitor for this many seconds
    timedelta(seconds=one.seconds) for one in vars().copy().values() if isinstance(one, Allowance)
)


class TooMany(ComeBack):
    """A limit is reached; the next use is possible after ``seconds``."""

    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "too-many"
    title = gettext_lazy("Please wait")

    def __init__(self, allowance: Allowance) -> None:
        super().__init__(allowance.refill)
        self.sentence, self.quota = allowance.sentence, allowance.quota
        self.is_for_all_there = allowance is PASSWORDS_FROM_AN_ADDRESS

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "RateLimit-Policy": self.quota}

    def __str__(self) -> str:
        return f"{self.sentence} {self.when}"

    @property
    def when(self) -> str:
        """The time of the next possible try."""
        if self.seconds < MINUTE:
            return ngettext(
                "Please try again in %(seconds)d second.",
                "Please try again in %(seconds)d seconds.",
                self.seconds,
            ) % {"seconds": self.seconds}
        span = wording.span(timedelta(seconds=self.seconds))
        return _("Please try again in %(span)s.") % {"span": span}


class Use(NamedTuple):
    """A use of a limit, and its user (only a digest is stored)."""

    allowance: Allowance
    whose: tuple[str, ...]

    @property
    def key(self) -> str:
        whose = "\n".join(self.whose)
        return salted_hmac(self.allowance.what, whose, algorithm="sha256").hexdigest()

    @property
    def bucket(self) -> tuple[int, float]:
        """The number of uses in the full bucket, and the seconds until one comes back."""
        return self.allowance.times, self.allowance.refill

    def take(self) -> None:
        """Use the allowance once; raise TooMany if it is used up."""
        if not Bucket.objects.take(self.key, *self.bucket):
            raise TooMany(self.allowance)

    def give_back(self) -> None:
        Bucket.objects.give_back(self.key, self.allowance.refill)


def spend(*uses: Use) -> tuple[Use, ...]:
    """Use each of these limits once, and return them.

    If one of the limits is reached, raise TooMany and use none of them.
    """
    unused = check(*uses)
    with transaction.atomic() if len(uses) > 1 else nullcontext():
        take(uses, unused)
    return uses


def check(*uses: Use) -> list[str]:
    """Raise TooMany if a limit is reached; return the keys of unused limits."""
    full_at = Bucket.objects.full_at(*(use.key for use in uses))
    for use in uses:
        if use.key in full_at and Bucket.objects.is_empty(use.key, full_at[use.key], *use.bucket):
            raise TooMany(use.allowance)
    return [use.key for use in uses if use.key not in full_at]


def take(uses: Iterable[Use], unused: Sequence[str]) -> None:
    """Use each limit once, in a transaction; raise TooMany if other requests used up a limit."""
    if unused:
        Bucket.objects.make(*unused)
    for use in uses:
        use.take()


def give_back(*uses: Use) -> None:
    """Give back uses, for example after the right password."""
    for use in uses:
        use.give_back()


def tell_limit(response: HttpResponse, *uses: Use) -> None:
    """Tell a program about the limit with the fewest uses left, if there are any limits."""
    now, full_at = time.time(), Bucket.objects.full_at(*(use.key for use in uses))
    left = [
        (use.bucket[0] - max(0, ceil((full_at.get(use.key, now) - now) / use.bucket[1])), use)
        for use in uses
    ]
    if left:
        fewest, use = min(left, key=itemgetter(0))
        add_limit(response, use.allowance.quota, fewest)


def uses_of_password(request: HttpRequest | None, account: str) -> tuple[Use, ...]:
    """Return the limits for a password attempt, by account, IP address, browser or session.

    The admin's log-in has limits of its own, so that attempts elsewhere cannot block it.
    """
    if request is None:
        return (Use(PASSWORDS_OF_AN_ACCOUNT, ("site", account)),)
    if request.user.get_username() == account:  # other people cannot lock out a logged-in user
        return (Use(PASSWORDS_IN_A_SESSION, (str(request.session.session_key),)),)
    # Strangers cannot lock out a user who has logged in with this browser before, either.
    if browser := browser_of(request, account):
        return (Use(PASSWORDS_IN_A_BROWSER, (browser, account)),)
    address = address_of(request)
    door = "admin" if request.path.startswith(reverse("admin:index")) else "site"
    return (
        Use(PASSWORDS_FROM_AN_ADDRESS, (door, address)),
        Use(PASSWORDS_FOR_AN_ACCOUNT_FROM_AN_ADDRESS, (door, account, address)),
        Use(PASSWORDS_OF_AN_ACCOUNT, (door, account)),
    )


def uses_of_tree(digest: str, address: str) -> tuple[Use, ...]:
    """Return the limits for a tree: one per key of an entrant, one per IP address."""
    return Use(TREES_OF_A_KEY, (digest,)), Use(TREES_AT_AN_ADDRESS, (address,))


def uses_of_mail(request: HttpRequest, email: str) -> tuple[Use, ...]:
    """Return the limits for an email: one per IP address of a sender, one per recipient."""
    return (
        Use(MAILS_FROM_AN_ADDRESS, (address_of(request),)),
        Use(MAILS_TO_AN_ADDRESS, (email.casefold(),)),
    )


def begin(
    request: HttpRequest, make: Callable[[Player], Made], unless: QuerySet[Any] | None = None
) -> Made:
    """Create a row for the visitor with ``make``, count it toward their limit, and return it.

    If ``unless`` finds a row, the visitor continues with that row and is never refused. For a new
    visitor, all reading comes first; then one transaction writes the counts, the session and the
    row.
    """
    if player := known_player(request):
        with counting(request, rows=unless is None or not unless.exists()):
            return make(player)
    uses = [Use(one, (address_of(request),)) for one in (ROWS_AT_AN_ADDRESS, ROWS_OF_NEWCOMERS)]
    unused, seen = check(*uses), day_seen(request)
    with transaction.atomic():
        take(uses, unused)
        player = Player.objects.create(saw_daily_of=seen)
        player.is_newcomer = True
        made = make(player)
        introduce(request, player)
    return made


@contextmanager
def counting(request: HttpRequest, rows: int = 1) -> Iterator[None]:
    """Count the rows that a block writes, or none if the block refuses to write them."""
    if rows:
        count_row(request, rows)
    try:
        yield
    except (Refused, Instead):
        give_back(*getattr(request, "counted", ()))
        raise


def count_row(request: HttpRequest, rows: int = 1) -> None:
    """Count new rows: a game, a challenge, a watched game, a seat or a page of the Solver."""
    counted = _count(request, ROWS_OF_AN_ACCOUNT, ROWS_OF_A_GUEST, ROWS_OF_NEWCOMERS, rows)
    setattr(request, "counted", counted)  # noqa: B010 - to tell programs what is left


def count_session(request: HttpRequest) -> None:
    """Count a new session as a row, if the browser has none."""
    if not request.session.keys():
        count_row(request)


def count_check(request: HttpRequest) -> None:
    """Count a check of a row of pegs, because each check is stored."""
    _count(request, CHECKS_OF_AN_ACCOUNT, CHECKS_OF_A_GUEST, CHECKS_OF_NEWCOMERS)


def _count(
    request: HttpRequest,
    of_account: Allowance,
    of_guest: Allowance,
    of_newcomers: Allowance,
    rows: int = 1,
) -> tuple[Use, ...]:
    """Count rows for the account, the guest, or all new visitors at the IP address.

    An act of a young account counts for the IP address, too, because one address can create
    hundreds of accounts.
    """
    who, address = identity_of(request), address_of(request)
    own = Use(of_account.per(rows), (str(who.account),))
    if who.account and not is_young(request):
        return spend(own)
    shared = ROWS_AT_AN_ADDRESS, of_newcomers
    at_address, newcomers = (Use(one.per(rows), (address,)) for one in shared)
    if who.account and who.has_guessed:
        return spend(own, at_address)
    if who.has_guessed:
        with suppress(TooMany):
            return spend(Use(of_guest.per(rows), (str(who.guest),)), at_address)
    return spend(at_address, newcomers)


def is_young(request: HttpRequest) -> bool:
    """Return whether the account is new or has never finished a game."""
    is_new = timezone.now() - request.user.date_joined < YOUNG_FOR  # type: ignore[union-attr]
    return is_new or not identity_of(request).games.finished().exists()


def spend_as_visitor(request: HttpRequest, allowance: Allowance) -> None:
    """Count an act for an account that is not young, or else for the IP address."""
    spend(Use(allowance, visitor_of(request)))


def visitor_of(request: HttpRequest) -> tuple[str, str]:
    """Return the owner of a limit: the IP address, or an account that is not young."""
    if request.user.is_authenticated and not is_young(request):
        return "account", str(request.user.pk)
    return "address", address_of(request)


def digest_of(request: HttpRequest) -> str:
    """Return a digest that recognizes the visitor without revealing the IP address."""
    return salted_hmac("visitor", "\n".join(visitor_of(request)), algorithm="sha256").hexdigest()
