"""What holds for every page: headers, errors, and requests that nobody honest sends."""

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cast import form_of, play

pytestmark = pytest.mark.django_db

PAGES = (
    "/",
    "/watch/",
    "/assist/",
    "/rules/",
    "/fair-play/",
    "/skill/",
    "/leaderboard/",
    "/strategies/",
    "/strategies/?pegs=3",
    "/explore/",
    "/explore/?history=1122:1,1&code=1344",
    "/explore/?history=1122:4,0+3344:0,1&exercise=yes",
    "/strategies/knuth/",
    "/strategies/knuth/vs/simple/",
    "/strategies/knuth/tree/",
    "/strategies/knuth/tree/11-02/",
    "/daily/",
    "/daily/2026-11-01/",
    "/challenges/",
    "/you/name/",
    "/design/",
    "/nothing/",
)


def test_every_page_finds_every_name_its_template_uses(client, game):
    play(client, game, "1122")
    client.post(f"{game.get_absolute_url()}hint/", {"kind": "best", "number": 2})
    pages = [client.get(path, follow=True) for path in (*PAGES, game.get_absolute_url())]
    client.post(f"{game.get_absolute_url()}resign/")
    pages.append(client.get(game.get_absolute_url()))
    assert [page.request["PATH_INFO"] for page in pages if "MISSING:" in page.text] == []


def test_every_page_says_what_a_browser_may_do(client, game):
    for path in (*PAGES, game.get_absolute_url()):
        response = client.get(path)
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["X-Frame-Options"] == "DENY"
        assert response["Referrer-Policy"] == "same-origin"
        assert "style=" not in response.text
        assert "<script>" not in response.text


def test_what_changes_something_needs_the_token_of_a_page(game):
    strict = Client(enforce_csrf_checks=True)
    game_page = game.get_absolute_url()
    for path in ("/", game_page, f"{game_page}hint/", f"{game_page}resign/", "/you/name/"):
        response = strict.post(path, {"code": "1122"})
        assert response.status_code == 403
        assert "Please try again" in response.text


def test_a_get_writes_nothing(client, game):
    with CaptureQueriesContext(connection) as queries:
        for path in (
            *PAGES,
            *(game.get_absolute_url() + path for path in ("", "hint/", "resign/")),
        ):
            client.get(path)
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []


@pytest.mark.parametrize("path", ["/games/x/", "/games/%00/", "/games/" + "x" * 5_000 + "/"])
def test_junk_addresses_are_not_found(client, path):
    response = client.get(path)
    assert response.status_code == 404
    assert "Nothing here" in response.text


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_not_taken(client, game, method):
    assert getattr(client, method)(game.get_absolute_url()).status_code == 405


def test_a_database_that_cannot_answer_is_said_to_be_busy(client, game, monkeypatch):
    def locked(*arguments, **options):
        raise OperationalError("database is locked")

    monkeypatch.setattr("games.models.Game.objects.filter", locked)
    client.raise_request_exception = False
    response = client.post(game.get_absolute_url(), form_of(client, game) | {"code": "1122"})
    assert response.status_code == 503
    assert response["Retry-After"] == "2"
    assert "The server is too busy" in response.text


junk = st.text(max_size=60) | st.sampled_from(["1122", "\x00", "١", "9" * 40, "-1", "' OR 1=1"])


@settings(max_examples=150)
@given(
    path=st.sampled_from(["", "hint/", "resign/", "/", "/you/name/", "/leaderboard/"]),
    fields=st.dictionaries(
        st.sampled_from(["code", "number", "token", "row", "color", "place", "page", "name"]), junk
    ),
    is_post=st.booleans(),
)
def test_junk_in_any_field_is_never_our_mistake(client, game, path, fields, is_post):
    address = path if path.startswith("/") else game.get_absolute_url() + path
    response = client.post(address, fields) if is_post else client.get(address, fields)
    assert response.status_code < 500
