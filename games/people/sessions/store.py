"""Sessions in the database; a session lasts as long as its player keeps playing."""

import hashlib
import logging
import re
import secrets
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY as ACCOUNT
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy

from games.models import Player, PushSubscription, Refused, today
from games.models.people.push import PUSH_HERE
from games.people.sessions.current import HAS_NAME, SESSION_KEY as GUEST
from games.web.responses.pages import notice
from games.web.responses.refusals import mark_refused, unavailable

MOST_SESSIONS = 100  # of one account; another log-in ends the oldest
KEY = re.compile("[a-z0-9]{8,40}")
# a guest without a name is deleted after this time without a game
NAMELESS_FOR = timedelta(days=30)
# a guest with a name is deleted after this time without a game
NAMED_FOR = timedelta(seconds=settings.SESSION_COOKIE_AGE)
PROLONGED_EVERY = timedelta(days=7)

# Session keys: the last day of use and the browser, which the owner of an account can see.
USED_ON, BROWSER = "used on", "browser"
# In characters: the maximum length of a session's key, and the length of the mark at its start.
LONGEST_KEY, MARK_LENGTH = 40, 12
# Names of browsers in user agents. Rare browsers come first, because they also name common ones.
FAMILIES = {
    **{"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet"},
    **{"Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome", "Chrome": "Chrome"},
    **{"Safari": "Safari"},
}

LOAD = "SELECT * FROM django_session WHERE session_key = %s"
BACKEND = "games.people.accounts.accounts.BoundedBackend"

logger = logging.getLogger(__name__)


class SessionEnded(Refused):
    """The session ended while this request was answered."""

    code = "session-ended"
    sentence = gettext_lazy(
        "Your session was ended in another tab or browser. Reload the page. If you have an account,"
        " log in again."
    )


class SessionStore(db.SessionStore):
    """Django's session store, in which a session lasts as long as its player is kept.

    If PostgreSQL cannot store the cookie as a key, there is no session.
    """

    ends_at: datetime | None = None  # the stored end of the session
    # key and player of the session when it was loaded
    loaded: tuple[str | None, str] | None = None
    # the data that this request wrote when it created the session
    created: dict[str, Any] | None = None
    account: int | None = None  # the account that is about to log in

    @property
    def is_read(self) -> bool:
        """Whether the session was read; if the database is away, this is tried only once."""
        return hasattr(self, "_session_cache")

    def load(self) -> dict[str, Any]:
        row = self._get_session_from_db()
        if row is None:
            return {}
        self.ends_at = row.expire_date
        kept: dict[str, Any] = self.decode(row.session_data)
        self.loaded = self.session_key, who_uses(kept)
        return kept

    def _get_session_from_db(self) -> Session | None:
        """Return the row, or None; the ORM would need three times as long for every page."""
        row: Session | None = next(iter(Session.objects.raw(LOAD, [self.session_key])), None)
        if row is None or row.expire_date <= timezone.now():
            self._session_key = row = None
        return row

    @property
    def has_changed_hands(self) -> bool:
        """Whether the browser needs a new cookie: the key or the player has changed."""
        return self.loaded != (self.session_key, who_uses(self))

    def save(self, must_create: bool = False) -> None:
        """Save the session, unless this request just created it and its data are unchanged.

        Django reports every error as a deleted session; this method raises the original error.
        """
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        if not must_create and data == self.created:
            return
        try:
            super().save(must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise
        self.created = dict(data) if must_create else None

    def _get_new_session_key(self) -> str:
        """Return a new session key.

        The key for an account starts with the account's mark, by which its sessions are found.
        """
        account = self.account or self.get(ACCOUNT)
        mark = mark_of(account) if account else secrets.token_hex(MARK_LENGTH // 2)
        return mark + secrets.token_hex((LONGEST_KEY - MARK_LENGTH) // 2)

    def note_use(self, request: HttpRequest) -> None:
        """Store on which day and with which browser an account was last used."""
        if (account := self.get(ACCOUNT)) is None:
            return
        # The admin made this session, so its key lacks the account's mark.
        if not (self.session_key or "").startswith(mark_of(account)):
            self.cycle_key()
        if self.get(USED_ON) != (day := today().isoformat()):
            self[USED_ON], self[BROWSER] = day, family_of(request)

    def flush(self) -> None:
        super().flush()
        self.ends_at = None

    def get_session_cookie_age(self) -> int:
        """Return for how many seconds the session is kept from now on."""
        return int(self._kept_for().total_seconds())

    def is_due(self) -> bool:
        """Return whether the session was last prolonged more than a week ago."""
        if self.ends_at is None:
            return False
        return self.ends_at - timezone.now() < self._kept_for() - PROLONGED_EVERY

    def prolong(self) -> None:
        """Prolong the session, for longer if its player has a name or an account."""
        self[HAS_NAME] = Player.objects.filter(pk=self.get(GUEST) or 0).exclude(name="").exists()

    def _kept_for(self) -> timedelta:
        """Return how long a session and its guest are kept after the last use."""
        if ACCOUNT in self or self.get(HAS_NAME):
            return NAMED_FOR
        return NAMELESS_FOR + PROLONGED_EVERY

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and KEY.fullmatch(key) is not None


class OpenSession(NamedTuple):
    """A session of an account, as its owner sees it."""

    number: str  # identifies the session, but cannot be used to log in
    browser: str
    used_on: date | None
    is_this: bool


def mark_of(account: object) -> str:
    """Return how the keys of an account's sessions start.

    This mark is a digest, so it does not reveal the account.
    """
    digest = salted_hmac("sessions of an account", str(account), algorithm="sha256").hexdigest()
    return digest[:MARK_LENGTH]


def family_of(request: HttpRequest) -> str:
    """Return the name of a common browser, without version or system; "" for others."""
    said = request.headers.get("User-Agent", "")
    return next((name for sign, name in FAMILIES.items() if sign in said), "")


def who_uses(session: SessionStore | dict[str, Any]) -> str:
    """Return how the log names the account or guest, or ""."""
    if account := session.get(ACCOUNT):
        return f"account {account}"
    return f"guest {session[GUEST]}" if session.get(GUEST) else ""


def rows_of(account: int) -> QuerySet[Session]:
    """Return the sessions of an account; a range of the primary key finds them."""
    mark = mark_of(account)
    within = {"session_key__gte": mark, "session_key__lt": f"{mark}g"}  # g follows 9 and a…f
    return Session.objects.filter(session_key__startswith=mark, **within)


def open_sessions(request: HttpRequest) -> list[OpenSession]:
    """Return the sessions of this account, the most recently used first."""
    if not request.user.is_authenticated:
        return []
    rows = rows_of(request.user.pk).filter(expire_date__gt=timezone.now())
    kept = [(row.session_key, SessionStore().decode(row.session_data)) for row in rows]
    password = request.user.get_session_auth_hash()
    found = [
        OpenSession(
            number_of(key),
            data.get(BROWSER, ""),
            date.fromisoformat(data[USED_ON]) if USED_ON in data else None,
            key == request.session.session_key,
        )
        for key, data in kept
        if data.get(HASH_SESSION_KEY) == password
    ]
    return sorted(found, key=lambda one: (one.is_this, one.used_on or date.min), reverse=True)


def end_others(request: HttpRequest, number: str = "") -> int:
    """End the account's other sessions, or only session ``number``; return how many ended.

    These browsers get no more notifications, either.
    """
    others = rows_of(request.user.pk or 0).exclude(session_key=request.session.session_key)
    meant = [row for row in others if number in ("", number_of(row.session_key))]
    asked = PushSubscription.objects.filter(player__user=request.user.pk or 0)
    if number:
        sessions = [SessionStore().decode(row.session_data) for row in meant]
        asked.filter(pk__in=[session.get(PUSH_HERE, 0) for session in sessions]).delete()
    else:
        asked.exclude(pk=request.session.get(PUSH_HERE, 0)).delete()
    return Session.objects.filter(session_key__in=[row.session_key for row in meant]).delete()[0]


def end_oldest(request: HttpRequest) -> None:
    """End the oldest sessions of an account that has just logged in, if it has too many."""
    others = rows_of(request.user.pk or 0).exclude(session_key=request.session.session_key)
    for old in others.order_by("-expire_date")[MOST_SESSIONS - 1 :]:
        end_others(request, number_of(old.session_key))


def number_of(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:16]


def session_of(request: HttpRequest) -> SessionStore:
    """Return the session with its own type, which the type checker needs."""
    return cast(SessionStore, request.session)


class SessionMiddleware(middleware.SessionMiddleware):
    """Extends a session that is due, but only when its player acts.

    Unlike Django's middleware, it does not extend a session for reading a page.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = session_of(request)
        try:
            if request.method == "POST" and session.is_read:
                if session.is_due():
                    session.prolong()
                session.note_use(request)
            if session.is_read:
                setattr(request, "who", who_uses(session))  # noqa: B010 - for the line of the log
            return super().process_response(request, response)
        except OperationalError as error:
            return without_saving(request, response, error)
        except SessionInterrupted:
            logger.warning("%s: the session was ended meanwhile", request.path)
            refusal = SessionEnded()
            page = notice(request, str(refusal.title), str(refusal), refusal.status)
            return mark_refused(refusal, page)


def without_saving(
    request: HttpRequest, response: HttpResponse, error: OperationalError
) -> HttpResponse:
    """Return the response although the session cannot be saved.

    The player's act has been saved. If the browser needs no new cookie, only a preference is lost.
    """
    if session_of(request).has_changed_hands:
        return unavailable(request, error) or response
    reason = str(error).partition("\n")[0]
    logger.warning("%s: the session was not saved: %s", request.path, reason)
    patch_vary_headers(response, ["Cookie"])
    return response
