"""The feed of the dailies."""

from datetime import timedelta
from xml.etree import ElementTree

from games.models import FIRST_DAY, Daily, today

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(client) -> list[ElementTree.Element]:
    return ElementTree.fromstring(client.get("/daily/feed/").content).findall("a:entry", ATOM)  # noqa: S314 - our own


def test_todays_code_is_the_first_entry_of_the_feed(client):
    [newest, *_] = entries(client)
    assert newest.find("a:title", ATOM).text == Daily(day=today()).title
    assert newest.find("a:link", ATOM).get("href") == f"http://testserver/daily/{today()}/"
    assert newest.find("a:published", ATOM).text == f"{today()}T00:00:00+00:00"


def test_the_feed_has_the_last_thirty_days_and_none_before_the_first(client, it_is):
    it_is(FIRST_DAY + timedelta(days=1))
    titles = [entry.find("a:title", ATOM).text for entry in entries(client)]
    assert titles == ["Daily 2, 2 November 2026", "Daily 1, 1 November 2026"]
    it_is(FIRST_DAY + timedelta(days=1000))
    assert len(entries(client)) == 30
