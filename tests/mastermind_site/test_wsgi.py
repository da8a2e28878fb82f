"""The WSGI application answers every request, even with malformed headers."""

import encodings
import logging
import pkgutil
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.core.signals import request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.urls import set_script_prefix

from mastermind_site.wsgi import SENTENCE, application

CODECS = {
    *encodings.aliases.aliases.values(),
    *(module.name for module in pkgutil.iter_modules(encodings.__path__)),
    *("", "no-such-codec", "\xff", "../idna", "x" * 5_000),
}
MALFORMED = [
    *("", "%", "%ff=%fe&=&&", "&a" * 101, "\x00", "\xff\xfe", "\xc3(", "a" * 9_000),
    *("text/html; charset", 'x/y; charset="', "x/y; charset*=idna''%ff", "x/y; charset*0=a"),
    *("multipart/form-data; boundary=\xff", "-1", "1e9", "9" * 500, "//", "/\\..//%2e", "/\xff"),
]


@pytest.fixture(autouse=True)
def keep_connection():
    """Keep the connection of the test open, as Django's own client does."""
    request_started.disconnect(close_old_connections)
    yield
    request_started.connect(close_old_connections)
    set_script_prefix("/")  # a request with another prefix has set it for this thread


def environ_of(method="GET", query="a=%20", **more: str) -> dict[str, Any]:
    """Return the environment of a request for the page of rules, with other values."""
    made = RequestFactory().generic(method, f"/rules/?{query}").environ
    body = b"a=%20&b=%ff"
    return made | {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))} | more


def answer(environ: dict[str, Any]) -> tuple[str, bytes]:
    """Return the status and the body of the response to a request."""
    told: list[str] = []
    body = application(environ, lambda status, headers: told.append(status))
    return told[0], b"".join(body)


class Noted(dict):
    """An environment that records which keys are read."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.read: set[str] = set()

    def get(self, key, *default):
        self.read.add(key)
        return super().get(key, *default)

    def __getitem__(self, key):
        self.read.add(key)
        return super().__getitem__(key)


def variables_of_django() -> set[str]:
    """Return the names of the WSGI variables that Django reads when it builds a request."""
    environ = Noted(environ_of(CONTENT_TYPE="x/y; charset=utf-8"))
    request = WSGIRequest(environ)
    _ = request.GET, request.COOKIES, request.POST, request.headers
    return {key for key in environ.read if isinstance(environ.get(key, ""), str)}


def test_the_list_of_variables_has_the_headers_that_django_reads():
    assert {"CONTENT_TYPE", "CONTENT_LENGTH", "PATH_INFO", "QUERY_STRING"} <= variables_of_django()


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        ("GET", "x/y"),
        ("POST", "application/x-www-form-urlencoded"),
        ("POST", "multipart/form-data; boundary=b"),
    ],
)
def test_a_request_with_any_codec_in_a_header_gets_a_response(method, kind):
    for codec in sorted(CODECS):
        status, _ = answer(environ_of(method, CONTENT_TYPE=f"{kind}; charset={codec}"))
        assert status[0] in "24", (codec, status)


def test_a_request_with_malformed_headers_gets_a_response():
    for key in sorted(variables_of_django()):
        for value in MALFORMED:
            for kind in ("", "x/y; charset=idna"):
                status, _ = answer(environ_of(**{"CONTENT_TYPE": kind, key: value}))
                assert status[0] in "234", (key, value, kind, status)


def test_an_unreadable_request_has_one_line_in_the_log(caplog):
    caplog.set_level(logging.INFO)
    asked = environ_of(CONTENT_TYPE="x/y; charset=idna", PATH_INFO="/a b\n")
    assert answer(asked) == ("400 Bad Request", SENTENCE)
    assert [record.getMessage() for record in caplog.records] == [
        "GET /a%20b%0A 400 not read: UnicodeError"
    ]
    assert not caplog.records[0].exc_info


def test_an_error_after_the_first_middleware_is_not_hidden(monkeypatch):
    def fail(*_: Any) -> None:
        raise ValueError("too late")

    with pytest.raises(ValueError, match="too late"):
        application(environ_of(), fail)
