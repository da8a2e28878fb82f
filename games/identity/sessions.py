"""Sessions in the database: they live as long as somebody plays, and end with a guest."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth import SESSION_KEY as ACCOUNT
from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.identity.current import HAS_NAME
from games.identity.current import SESSION_KEY as GUEST
from games.models import Player

KEY = re.compile("[a-z0-9]{8,40}")
NAMELESS_FOR = timedelta(days=30)  # without playing, and a guest without a name is forgotten
NAMED_FOR = timedelta(seconds=settings.SESSION_COOKIE_AGE)  # likewise one with a name
PROLONGED_EVERY = timedelta(days=7)

BACKEND = "games.identity.accounts.BoundedBackend"
FORMER_BACKEND = "games.accounts.BoundedBackend"  # where it was when older sessions were begun


class SessionStore(db.SessionStore):
    """Django's, for as long as its player is kept.

    A cookie that cannot be a key, which PostgreSQL may refuse, is no session.
    """

    ends_at: datetime | None = None  # as it is in the database

    def load(self) -> dict[str, Any]:
        row = self._get_session_from_db()  # type: ignore[attr-defined]
        if row is None:
            return {}
        self.ends_at = row.expire_date
        kept: dict[str, Any] = self.decode(row.session_data)
        if kept.get(BACKEND_SESSION_KEY) == FORMER_BACKEND:
            kept[BACKEND_SESSION_KEY] = BACKEND
        return kept

    def flush(self) -> None:
        super().flush()
        self.ends_at = None

    def get_session_cookie_age(self) -> int:
        """Return how many seconds it is kept from now on: never less than it was promised."""
        promised = self.ends_at - timezone.now() if self.ends_at else timedelta()
        return int(max(self._kept_for(), promised).total_seconds())

    def is_due(self) -> bool:
        """Return whether it was not prolonged for a week, or is of an earlier version."""
        if self.ends_at is None:
            return False
        is_known = ACCOUNT in self or HAS_NAME in self
        return not is_known or self.ends_at - timezone.now() < self._kept_for() - PROLONGED_EVERY

    def prolong(self) -> None:
        """Keep it for longer, by what its guest is now."""
        self[HAS_NAME] = Player.objects.filter(pk=self.get(GUEST) or 0).exclude(name="").exists()

    def _kept_for(self) -> timedelta:
        """How long it is kept once it is used; a guest never outlives it."""
        if ACCOUNT in self or self.get(HAS_NAME):
            return NAMED_FOR
        return NAMELESS_FOR + PROLONGED_EVERY

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and KEY.fullmatch(key) is not None


def session_of(request: HttpRequest) -> SessionStore:
    """Return the session as what it is here."""
    return cast(SessionStore, request.session)


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's; what somebody does, and not what they look at, prolongs a session that is due."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        session = session_of(request)
        if request.method == "POST" and session.accessed and session.is_due():
            session.prolong()
        return super().process_response(request, response)
