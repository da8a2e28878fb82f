"""A page that a browser already has gets 304; other pages are rendered."""

import re
from datetime import timedelta

import pytest
from django.test import Client

from games.models import today
from games.web.responses import revalidation
from games.web.responses.revalidation import release_of
from tests.addresses import A_BROWSER, ADDRESSES, ALL, AN_HOUR, MINUTES, path_of
from tests.cast import finished, log_in, named, play, start
from tests.expensive import Things

NOTHING = Things(*[""] * 6)  # for pages without a game or a player
PAGES = (
    *(path_of(name, NOTHING) for name, one in ADDRESSES.items() if one.kept == A_BROWSER),
    "/rules/?secret=1325&guess=1142",
    "/strategies/?sort=worst&order=down",
    "/strategies/knuth/tree.json?pegs=3",
    "/explore/?history=1122:1,1&code=1344",
)
FILES = tuple(
    path_of(name, NOTHING)
    for name, one in ADDRESSES.items()
    if one.kept in (MINUTES, AN_HOUR) and one.of in ("", "day") and one.seen == ALL
)
POSITION = "/explore/?history=1122:1,0%201344:0,1"
NODE = "/strategies/knuth/tree/10-02/"


def again(client: Client, path: str, etag: str, **headers: str):
    return client.get(path, headers={"If-None-Match": etag, **headers})


@pytest.fixture
def visitor(client):
    """Return the client with a CSRF cookie, so that it does not get the shared pages."""
    client.get("/you/log-in/")
    return client


@pytest.mark.parametrize("path", PAGES + FILES)
def test_an_unchanged_page_is_not_rendered_again_before_the_next_release(
    visitor, path, monkeypatch
):
    first = visitor.get(path)
    for made in ("django.shortcuts.loader.render_to_string", "games.play.previews.pictures.png"):
        monkeypatch.setattr(made, None)
    unchanged = again(visitor, path, first["ETag"])
    monkeypatch.undo()
    monkeypatch.setattr(revalidation, "RELEASE", "another one")
    assert again(visitor, path, first["ETag"]).status_code == 200
    assert (first.status_code, unchanged.status_code, unchanged.content) == (200, 304, b"")
    for header in ("Cache-Control", "ETag", "Vary"):
        kept, known = (answer.get(header, "").split(", ") for answer in (unchanged, first))
        assert sorted(kept) == sorted(known)


@pytest.mark.parametrize(
    ("name", "value"),
    [("SITE_NAME", "Codes"), ("SITE_LINKS", [("Legal", "https://a.org/")]), ("PUSH_KEY", "x" * 32)],
)
def test_a_change_of_settings_renders_all_pages_again(visitor, settings, name, value):
    etag = visitor.get("/rules/")["ETag"]
    assert again(visitor, "/rules/", etag).status_code == 304
    setattr(settings, name, value)
    assert again(visitor, "/rules/", etag).status_code == 200


def test_pages_and_hosts_have_distinct_etags(visitor):
    hosts = ("testserver", "localhost")
    etags = [visitor.head("/skill/", headers={"host": host})["ETag"] for host in hosts]
    etags += [visitor.head(path)["ETag"] for path in PAGES + FILES if path != "/skill/"]
    assert len(set(etags)) == len(etags)


def test_the_digest_of_a_release_depends_on_its_files_and_not_on_their_folder(tmp_path):
    for machine in ("one", "other"):
        (tmp_path / machine / "templates" / "__pycache__").mkdir(parents=True)
        (tmp_path / machine / "templates" / "page.html").write_text("Play")
    (tmp_path / "one" / "templates" / "__pycache__" / "kernels.nbi").write_text("of one machine")
    before = release_of(tmp_path / "one")
    assert before == release_of(tmp_path / "other")
    (tmp_path / "one" / "templates" / "page.html").write_text("Play!")
    assert before != release_of(tmp_path / "one")


@pytest.mark.parametrize("path", ["/daily/feed/", "/sitemap.xml"])
def test_a_list_of_days_is_rendered_again_the_next_day(client, path, monkeypatch):
    etag = client.get(path)["ETag"]
    monkeypatch.setattr(revalidation, "today", lambda: today() + timedelta(days=1))
    assert again(client, path, etag).status_code == 200


def test_a_picture_is_drawn_again_when_its_content_changes(client):
    player = named("Ada", 4)
    etag = client.get("/players/Ada/preview.png")["ETag"]
    assert again(client, "/players/Ada/preview.png", etag).status_code == 304
    finished(player, 5)
    assert again(client, "/players/Ada/preview.png", etag).status_code == 200


def test_a_fragment_and_its_page_have_distinct_etags(visitor):
    path = "/rules/?secret=1325&guess=1142"
    etag = visitor.get(path)["ETag"]
    part = again(visitor, path, etag, **{"HX-Request": "true"})
    assert (part.status_code, "<html" in part.text) == (200, False)
    boosted = again(visitor, path, etag, **{"HX-Request": "true", "HX-Boosted": "true"})
    assert boosted.status_code == 304


def test_the_form_of_a_cached_page_still_works():
    browser = Client(enforce_csrf_checks=True)
    browser.get("/you/log-in/")  # sets the cookie
    kept = browser.get("/rules/")
    assert again(browser, "/rules/", kept["ETag"]).status_code == 304
    [token] = set(re.findall(r'csrfmiddlewaretoken" value="(\w+)"', kept.text))
    assert browser.post("/", {"csrfmiddlewaretoken": token}).status_code == 302


def test_a_form_is_rendered_again_after_a_log_in_or_without_the_cookie(visitor, account):
    etag = visitor.get("/rules/")["ETag"]
    log_in(visitor)
    assert again(visitor, "/rules/", etag).status_code == 200
    visitor.cookies.clear()
    assert again(visitor, "/rules/", etag).status_code == 200


@pytest.mark.parametrize("path", [POSITION, NODE])
def test_a_player_with_an_open_game_is_asked_before_getting_help_from_a_cached_page(
    client, account, path
):
    etag, of_strangers = client.get(path)["ETag"], Client().get(path)["ETag"]
    game = start(client, secret="3632")
    assert again(client, path, etag).status_code == 304
    play(client, game, "1122")
    asked = again(client, path, etag)
    assert (asked.status_code, "ETag" in asked) == (200, False)
    assert "no-store" in asked["Cache-Control"]
    assert "This would be help" in asked.text
    assert again(client, path, of_strangers).status_code == 200
    client.post(f"{game.get_absolute_url()}resign/")
    assert again(client, path, etag).status_code == 304


def test_pages_that_can_change_and_refusals_are_not_cached(client):
    for path in ("/strategies/?pegs=7&colors=7", "/strategies/?pegs=99", "/explore/?history=x"):
        response = client.get(path)
        assert "ETag" not in response
        assert "no-store" in response["Cache-Control"]
