"""The format of log lines: text, or JSON for log collectors."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

# Logger of the requests that Django refuses, for example for an unknown host.
REFUSED = "django.security."
TEXT = "{asctime} {levelname} {name}{during}: {message}"


class TextFormatter(logging.Formatter):
    """A formatter of lines for people, with the time in UTC."""

    def __init__(self) -> None:
        super().__init__(TEXT, style="{", defaults={"during": ""})

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return moment_of(record)


def moment_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class JsonFormatter(logging.Formatter):
    """A formatter of lines as JSON objects. Each name in a record's ``facts`` is a key."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": moment_of(record),
            "level": record.levelname,
            "logger": record.name,
            "request_id": getattr(record, "request_id", ""),
        }
        if facts := getattr(record, "facts", None):
            return json.dumps(line | facts)
        line["message"] = record.getMessage()
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)


FORMATTERS = {"text": TextFormatter, "json": JsonFormatter}  # the first formatter is the default


def without_traceback(record: logging.LogRecord) -> bool:
    """Accept every record; remove the traceback of a visitor's invalid request."""
    if record.name.startswith(REFUSED):
        record.exc_info = record.exc_text = None
    return True


def logging_config(shape: str, level: int | str) -> dict[str, Any]:
    """Return the configuration for :mod:`logging`.

    A refused request gets a line from the site, so Django's line is dropped.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request": {"()": "mastermind_site.request_log.RequestIdFilter"},
            "brief": {"()": lambda: without_traceback},
        },
        "formatters": {shape: {"()": FORMATTERS[shape]}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": shape,
                "filters": ["request", "brief"],
            }
        },
        "loggers": {
            "django.request": {"level": "ERROR"},
            # gunicorn's warning for every HEAD request is dropped.
            "gunicorn.http.wsgi": {"level": "ERROR"},
        },
        "root": {"handlers": ["console"], "level": level},
    }
