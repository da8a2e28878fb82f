"""The head of a page, for browsers, search engines and messengers."""

import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.catalog.rules import PRESETS
from games.models import Player
from tests.cast import named, play, start

MORE = (  # besides the pages of the sitemap: days, sizes, periods, players
    "/daily/2026-11-01/",
    "/daily/2026-11-02/",
    "/daily/2026-11-01/board/",
    "/leaderboard/?period=week",
    "/leaderboard/?help=yes",
    "/leaderboard/?pegs=5&colors=8&limit=12",
    "/players/Ada/",
    "/players/Bob/",
)
LONGEST = 160  # in characters; search engines cut longer descriptions
FACTS = re.compile(r'<script type="application/ld\+json">(.*?)</script>')
PLACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
PRIVATE = ("/you/", "/you/name/", "/you/sign-up/", "/you/log-in/", "/you/delete/", "/nothing/")


class Head:
    """The title, the meta values and the links of a page."""

    def __init__(self, page: str) -> None:
        text = page.partition("</head>")[0]
        self.title = unescape(re.search("<title>(.*?)</title>", text, re.DOTALL)[1].strip())
        metas = re.findall('<meta (?:name|property)="([^"]+)" content="([^"]*)"', text)
        self.meta = {name: unescape(content) for name, content in metas}
        links = re.findall('<link rel="([^"]+)"[^>]*? href="([^"]*)"', text)
        self.links = {kind: unescape(address) for kind, address in links}


def head_of(path: str, client: Client | None = None, **extra) -> Head:
    return Head((client or Client()).get(path, **extra).text)


@pytest.fixture
def cast(db):
    named("Ada", 4)
    named("Bob")


@pytest.fixture
def on_the_map() -> list[str]:
    """Return the pages of the sitemap, with only one daily, because dailies differ only in the
    day.
    """
    page = Client().get("/sitemap.xml").content
    places = [place.text for place in ElementTree.fromstring(page).iter(PLACE)]  # noqa: S314 - our own
    places = [place.removeprefix("http://testserver") for place in places]
    days = [place for place in places if "/daily/2" in place]
    return [place for place in places if place not in days[1:]]


def test_every_public_page_has_its_own_head(cast, on_the_map):
    """A head has a title, a description, a canonical URL and a preview for messengers."""
    heads, pictures = {}, set()
    for path in {*on_the_map, *MORE}:
        address, page = f"http://testserver{path}", Client().get(path).text
        head = heads[path] = Head(page)
        assert path == "/" or head.title.endswith("– Mastermind")
        assert 20 <= len(head.meta["description"]) <= LONGEST, path
        assert head.meta["robots"] == ("noindex" if path.startswith("/players/") else "all")
        assert head.links["canonical"].startswith(address.partition("?")[0])
        assert path in MORE or head.links["canonical"] == address
        assert head.meta["og:url"] == head.links["canonical"]
        assert head.meta["og:title"] == head.title
        assert head.meta["og:description"] == head.meta["description"]
        assert head.meta["twitter:card"] == "summary_large_image"
        pictures.add(head.meta["og:image"].removeprefix("http://testserver"))
        for facts in facts_on(page) if path not in MORE else ():
            if facts.get("@type") == "BreadcrumbList":
                steps = [step["item"] for step in facts["itemListElement"]]
                assert steps[-1] == address
                assert {step.removeprefix("http://testserver") for step in steps} <= {*on_the_map}
    for told in ("title", "description"):
        words = [getattr(head, told, head.meta.get(told)) for head in heads.values()]
        assert len(set(words)) == len(words)
    for picture in pictures:
        assert Client().get(picture)["Content-Type"] == "image/png"


def test_every_page_has_one_canonical_url(cast):
    canonical = "http://testserver/rules/"
    assert head_of("/rules/?utm=letter").links["canonical"] == canonical
    board = head_of("/leaderboard/?limit=10&colors=6").links["canonical"]
    assert board == head_of("/leaderboard/").links["canonical"] == "http://testserver/leaderboard/"
    assert head_of(board.removeprefix("http://testserver")).links["canonical"] == board


def test_urls_have_the_host_name_behind_the_proxy(settings):
    head = head_of("/rules/", secure=True, headers={"host": "localhost"})
    assert head.links["canonical"] == "https://localhost/rules/"
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    head = head_of("/rules/", headers={"X-Forwarded-Proto": "https", "host": "localhost"})
    assert head.meta["og:image"] == "https://localhost/preview.png"


def test_a_host_name_with_other_letters_is_escaped_in_urls():
    named("Ада Л")
    head = head_of("/players/Ада Л/")
    assert head.links["canonical"].isascii()
    assert "/players/%D0%90" in head.meta["og:image"]
    assert Client().get(head.meta["og:image"].removeprefix("http://testserver")).status_code == 200


def is_private(head: Head) -> bool:
    """Return whether a page is hidden from search engines and has no preview."""
    shown = [name for name in head.meta if name.startswith(("og:", "twitter:"))]
    return head.meta["robots"] == "noindex" and not shown and "canonical" not in head.links


def test_private_pages_are_not_indexed_and_have_no_preview(client, game):
    play(client, game, "1122")
    watched = client.post("/watch/", {"code": "3632", "strategy": "knuth"})["Location"]
    assisted = client.post("/assist/", {"strategy": "knuth"})["Location"]
    for path in (*PRIVATE, game.get_absolute_url(), watched, assisted):
        assert is_private(head_of(path, client)), path
    play(client, game, "3632")
    assert is_private(head_of(game.get_absolute_url(), client))


def test_a_result_has_a_preview_but_is_not_indexed(client):
    game = start(client, "3632")
    play(client, game, "1122", "3632")
    Player.objects.get().rename("Ada")
    head = head_of(f"{game.get_absolute_url()}result/")
    assert head.meta["robots"] == "noindex"
    assert head.meta["og:title"] == "Ada broke the code in 2 guesses: Classic – Mastermind"
    assert "4 pegs, 6 colors" in head.meta["og:description"]
    assert head.meta["og:image"] == f"http://testserver{game.get_absolute_url()}result.png"
    analysis = head_of(f"{game.get_absolute_url()}analysis/")
    assert analysis.meta["robots"] == "noindex"
    assert "3632" not in analysis.title + "".join(analysis.meta.values())


def test_the_preview_of_a_challenge_names_its_setter_its_size_and_its_greeting(client):
    client.post("/", {})
    client.post("/you/name/", {"name": "Ada"})
    sent = {"code": "3632", "greeting": 'You & "me" <3'}
    address = client.post("/challenges/", sent)["Location"]
    head = head_of(address)
    assert head.meta["robots"] == "noindex"
    assert head.meta["og:title"] == "Ada challenges you: Classic – Mastermind"
    assert head.meta["og:description"] == (
        '“You & "me" <3” Classic · 4 pegs, 6 colors, repeats allowed, 10 guesses.'
    )
    assert head.meta["og:image"] == f"http://testserver{address}preview.png"


def test_a_page_links_to_a_manifest_and_to_icons_and_to_feeds():
    links = head_of("/rules/").links
    assert links["manifest"] == "/manifest.webmanifest"
    assert links["apple-touch-icon"] == "/static/icons/apple-touch-icon.png"
    assert links["alternate"] == "/daily/feed/"


def facts_on(page: str) -> list[dict]:
    """Return the schema.org data on a page."""
    found = [json.loads(facts) for facts in FACTS.findall(page)]
    assert {facts.pop("@context") for facts in found} <= {"https://schema.org"}
    return found


def test_search_engines_read_that_the_game_is_free(client, settings):
    settings.SITE_NAME = "</script><b>4"
    [facts] = facts_on(client.get("/").text)
    site, game = facts["@graph"]
    assert (site["@type"], site["name"], site["url"]) == (
        "WebSite",
        "</script><b>4",
        "http://testserver/",
    )
    assert "VideoGame" in game["@type"]
    assert game["offers"]["price"] == "0"
    assert game["description"] == head_of("/").meta["description"]


@pytest.mark.parametrize("path", ["/", "/strategies/knuth/tree/", "/strategies/knuth/vs/simple/"])
def test_the_schema_org_data_has_the_pages_url(client, path):
    page = client.get(f"{path}?{PRESETS['super'].query}").text
    [facts] = facts_on(page)
    told = facts["@graph"][1]["url"] if path == "/" else facts["itemListElement"][-1]["item"]
    assert told == Head(page).links["canonical"]
    assert "colors=8&repeats=yes" in told


def test_the_questions_given_to_search_engines_are_on_the_page(client):
    page = client.get("/rules/").text
    [facts] = facts_on(page)
    assert len(facts["mainEntity"]) >= 4
    for question in facts["mainEntity"]:
        assert f"<summary>{question['name']}</summary>" in page
        assert f"<p>{question['acceptedAnswer']['text']}</p>" in unescape(page)
