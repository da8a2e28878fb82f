"""Malformed requests get 400, 404 or 413, and never fail."""

import io
from unittest.mock import Mock

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadhandler import FileUploadHandler
from django.test import Client

from games.models import Game, Player
from games.people.sessions.store import SessionStore

FORM = "application/x-www-form-urlencoded"
BROKEN = "multipart/form-data; boundary=-"


@pytest.fixture
def stranger():
    """Return a client with the CSRF cookie that gets a response even if a view fails."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/you/log-in/")
    assert "csrf" in client.cookies
    return client


BODIES = [
    (f"{FORM}; charset=utf-7", b"+AAA-"),
    (f"{FORM}; charset=utf-16", b"a=b"),
    (FORM, b"a=%FF%FE&\xff\x00"),
    (BROKEN, b"---\r\nbroken"),
    ("multipart/form-data", b"no boundary"),
    ("multipart/form-data; boundary=\xe9", b"--"),
    (FORM, b"&".join(b"f%d=1" % number for number in range(200))),
]


@pytest.mark.parametrize("path", ["/", "/you/log-in/", "/nowhere/", "/games/unknown/"])
def test_a_malformed_body_is_refused_at_every_url(stranger, path):
    for kind, body in BODIES:
        status = stranger.post(path, body, content_type=kind).status_code
        assert status in (400, 403, 404), (kind, body)


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Host": "a b"}])
def test_a_wrong_host_gets_a_message(headers):
    response = Client(raise_request_exception=False).get("/", headers=headers)
    assert response.status_code == 400
    assert "We could not understand that request, and changed nothing." in response.text


@pytest.mark.parametrize("path", ["/", "/nowhere/", "/admin/login/"])
@pytest.mark.parametrize("kind", [FORM, BROKEN, "application/octet-stream"])
def test_a_large_body_is_refused_before_it_is_read(path, kind):
    class Unread(io.RawIOBase):
        def read(self, size=-1):
            raise AssertionError("somebody has read it")

    response = Client().generic(
        "POST", path, b"", kind, CONTENT_LENGTH=2**28, **{"wsgi.input": Unread()}
    )
    assert response.status_code == 413


def test_an_uploaded_file_is_not_stored(client, monkeypatch):
    monkeypatch.setattr(FileUploadHandler, "new_file", Mock(side_effect=AssertionError))
    response = client.post("/", {"file": io.BytesIO(b"x" * 1000)})
    assert response.status_code == 302
    assert not response.wsgi_request.FILES


@pytest.mark.both_databases
@pytest.mark.parametrize("path", ["/rooms/ABCDEF/wall/?room=%00", "/duels/feed/%00:x/"])
def test_a_nul_in_a_url_leads_to_no_page(path):
    assert Client(raise_request_exception=False).get(path).status_code == 404


@pytest.mark.both_databases
@pytest.mark.parametrize("key", ["\0aaaaaaaaaa", "é" * 32, "A" * 32, "x" * 41, "' OR 1=1 --aaaaa"])
def test_an_impossible_session_key_counts_as_no_session(key):
    assert SessionStore(key).session_key is None
    client = Client(raise_request_exception=False)
    client.cookies["session"] = key
    assert client.get("/").status_code == 200
    assert client.post("/").status_code == 302
    assert Session.objects.get().session_key != key
    assert Game.objects.get().player == Player.objects.get()
