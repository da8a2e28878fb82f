"""Sessions in the database, asked only for keys that it can have."""

import re

from django.contrib.sessions.backends import db

KEY = re.compile("[a-z0-9]{8,40}")


class SessionStore(db.SessionStore):
    """Django's; a cookie with anything else in it, which PostgreSQL may refuse, is no session."""

    def _validate_session_key(self, key: str | None) -> bool:
        return key is not None and KEY.fullmatch(key) is not None
