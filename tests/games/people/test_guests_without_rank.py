"""No page promises a guest a rank or says what help costs, because guests have no rank."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.addresses import ADDRESSES, path_of
from tests.cast import start, start_daily
from tests.games.conftest import things

RULE = "Every ranked game counts, even if you abandon it. With help, it counts as not solved."
OF_RANKS = re.compile(
    r"rank(s|ed)?\b|leaderboard|\blisted\b|\bhandicap|counts as \d+ guesses", re.I
)
# A sentence with one of these words is about guests or accounts in general.
OF_ACCOUNTS = re.compile(r"\b[Gg]uests?\b|\b[Aa]ccounts?\b|[Ss]ign(ing)? up|logged in")
# This page explains the rules of accounts to everyone.
GENERAL = {"fair-play"}
TO_THE_READER = re.compile(r"\byou(r|’re|’ll)?\b|\b[Tt]his game\b|With help it", re.I)
TAGS = re.compile(r"<(script|style|head)\b.*?</\1>|<!--.*?-->", re.DOTALL)
BLOCKS = re.compile(r"</?(?!(?:a|b|i|em|strong|span)\b)[a-z][^>]*>")


@pytest.mark.parametrize("address", ["/fair-play/", "/leaderboard/", "/leaderboard/?help=yes"])
def test_the_rule_about_help_is_the_same_on_all_pages(client, address):
    assert RULE in client.get(address).text


def sentences(page: str) -> list[str]:
    """Return the sentences and labels on a page."""
    text = BLOCKS.sub("\n", TAGS.sub(" ", page))
    lines = unescape(re.sub(r"<[^>]+>", "", text)).splitlines()
    return [part.strip() for line in lines for part in re.split(r"(?<=[.?!])\s+", line)]


def promises(page: str) -> list[str]:
    """Return the sentences that promise a rank, or warn of losing it."""
    return [
        said
        for said in sentences(page)
        if OF_RANKS.search(said)
        and TO_THE_READER.search(said)
        and not OF_ACCOUNTS.search(said)
        and said not in RULE
    ]


@pytest.fixture
def guest(db):
    """A guest with a name, an open daily, and one thing of each other kind."""
    guest = Client()
    start(guest, "1234")
    assert guest.post("/you/name/", {"name": "Owner"}).status_code == 302
    its = things(guest)
    start_daily(guest)
    return guest, its


def test_no_page_promises_a_guest_a_rank_or_mentions_a_price(guest):
    client, its = guest
    read, found = 0, {}
    pages = {name for name in ADDRESSES if not name.endswith("preview")}  # pictures are no text
    for name in pages - GENERAL:
        answer = client.get(path_of(name, its))
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        read += 1
        if said := promises(answer.content.decode()):
            found[name] = said
    assert not found
    assert read > 30
