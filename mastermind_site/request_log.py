"""One log line per request; all other lines about the request have its id, too.

A line has the path without its query and without the key of a secret URL, and no input: no code,
token or password. If the session was read, the line has the key of the player, not the name. The IP
address is logged only if a setting demands it, and for failed log-ins
(``people/accounts/accounts.py``).
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from threading import local
from time import perf_counter
from typing import Any

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.encoding import escape_uri_path

from games.web.traffic.visitors import exact_address_of

SENSIBLE_ID = re.compile(r"[\w.-]{8,64}", re.ASCII)
KEY_OF_URL = re.compile(r"(?<=/feed/|/hold/)[^/\s]+")  # the secret part of a secret URL
LONGEST_PATH = 300  # characters of a path in a log line

request_id: ContextVar[str] = ContextVar("request_id", default="")
logger = logging.getLogger(__name__)


class Statements(local):
    """The number of database statements that this thread has executed."""

    count = 0


statements = Statements()


class RequestLogMiddleware:
    """Middleware that gives each request and its answer an id, and logs them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        start, before = perf_counter(), statements.count
        number = id_of(request)
        outside = request_id.set(number)
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = number
            if logger.isEnabledFor(logging.INFO):
                seconds, queries = perf_counter() - start, statements.count - before
                log(request, response, round(seconds * 1e3, 1), queries)
            return response
        finally:
            request_id.reset(outside)


def id_of(request: HttpRequest) -> str:
    """Return the id that a trusted proxy gave the request, or a new id."""
    given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.BEHIND_PROXY else ""
    return given if SENSIBLE_ID.fullmatch(given) else secrets.token_hex(8)


def log(request: HttpRequest, response: HttpResponseBase, ms: float, queries: int) -> None:
    """Write the line of a request; escape spaces in its path."""
    path = request.path if " " not in request.path else escape_uri_path(request.path)
    size = None if response.streaming else len(response.content)  # type: ignore[attr-defined]
    facts: dict[str, object] = {
        "method": request.method,
        "path": path,
        "status": response.status_code,
        "ms": ms,
        "queries": queries,
        "bytes": size,
    }
    line = "%(method)s %(path)s %(status)s %(ms)s ms %(queries)s queries %(bytes)s bytes"
    if reason := response.headers.get("X-Refused"):
        facts["refused"], line = reason, f"{line} refused %(refused)s"
    if who := getattr(request, "who", ""):
        facts["who"], line = who, f"{line} %(who)s"
    if settings.LOG_ADDRESSES:
        facts["address"], line = exact_address_of(request), f"{line} %(address)s"
    logger.info(line, facts, extra={"facts": facts})


def loggable(text: str) -> str:
    r"""Return a text without keys of secret URLs; a path is shortened, without control characters.

    URLs without a view can have a key, too: a redirect that adds a slash, for example.

    >>> loggable("/duels/feed/x1y2:z3"), loggable("/rooms/BCDFGH/hold/x1/"), loggable("/a\nWARNING")
    ('/duels/feed/...', '/rooms/BCDFGH/hold/.../', '/a%0AWARNING')
    """
    text = KEY_OF_URL.sub("...", text)
    if not text.startswith("/"):
        return text
    return (text if text.isprintable() else escape_uri_path(text))[:LONGEST_PATH]


class RequestIdFilter(logging.Filter):
    """Adds the id of the current request to every record, and makes its texts loggable."""

    def filter(self, record: logging.LogRecord) -> bool:
        number = request_id.get()
        said = record.args
        if isinstance(said, tuple):
            record.args = tuple(loggable(one) if isinstance(one, str) else one for one in said)
        elif isinstance(said, dict) and "path" in said:
            said["path"] = loggable(str(said["path"]))
        vars(record).update(request_id=number, during=f" [{number}]" if number else "")
        return True


def count_query(execute: Callable[..., Any], *statement: Any) -> Any:
    """Execute a statement, and count it."""
    statements.count += 1
    return execute(*statement)


def count(connection: BaseDatabaseWrapper, **signal: Any) -> None:
    """Begin to count the statements of a new connection."""
    if count_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(count_query)


connection_created.connect(count)
