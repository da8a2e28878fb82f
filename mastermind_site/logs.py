"""The format of log lines: text, or JSON for log collectors."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

# Requests that Django refuses as invalid: an unknown host, too many fields, a wrong lookup.
REFUSED = "django.security."
TEXT = "{asctime} {levelname} {name}{during}: {message}"


class TextFormatter(logging.Formatter):
    """A line for people, by the clock that lines of JSON have: one zone, wherever it runs."""

    def __init__(self) -> None:
        super().__init__(TEXT, style="{", defaults={"during": ""})

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return moment_of(record)


def moment_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class JsonFormatter(logging.Formatter):
    """Formats a line as an object; the ``facts`` of a record are its keys."""

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


FORMATTERS = {"text": TextFormatter, "json": JsonFormatter}  # the first one, unless it is named


def without_traceback(record: logging.LogRecord) -> bool:
    """Accept a record, without its traceback if a visitor sent an invalid request."""
    if record.name.startswith(REFUSED):
        record.exc_info = record.exc_text = None
    return True


def logging_config(shape: str, level: int | str) -> dict[str, Any]:
    """Return the configuration for :mod:`logging`.

    A refused request has its own line, so Django's second line is dropped.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request": {"()": "mastermind_site.request_log.RequestIdFilter"},
            "brief": {"()": lambda: without_traceback},
        },
        "formatters": {
            shape: {"()": FORMATTERS[shape]},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": shape,
                "filters": ["request", "brief"],
            }
        },
        "loggers": {
            "django.request": {"level": "ERROR"},
            "gunicorn.http.wsgi": {"level": "ERROR"},  # it warns of each HEAD
        },
        "root": {"handlers": ["console"], "level": level},
    }
