"""The code of each day: who can attempt it, the archive, and the feed."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from games.models import FIRST_DAY, Daily, Game, today
from tests.cast import led_to, play, start_daily


def test_a_game_that_runs_past_midnight_belongs_to_the_day_of_its_start(client, it_is):
    evening = start_daily(client, today())
    tomorrow = today() + timedelta(days=1)
    it_is(tomorrow)
    play(client, evening, evening.secret)
    morning = start_daily(client, tomorrow)
    evening.refresh_from_db()
    assert (evening.status, evening.daily.day) == ("won", tomorrow - timedelta(days=1))
    assert morning != evening


@pytest.mark.parametrize("path", ["/", "/daily/", "/daily/{}/"])
def test_a_page_from_yesterday_starts_the_daily_of_today(client, it_is, path):
    page = client.get(path.format(today())).text
    button = re.findall(r'<button [^>]*name="(\w+)" value="(\w+)">Play the daily', page)
    [address] = re.findall(r'method="post" action="(/daily/[^"]+)"', page)
    it_is(today() + timedelta(days=1))
    assert led_to(client.post(address, dict(button)), Game).daily.day == today()


def test_the_url_of_a_day_without_a_daily_gets_404(client):
    tomorrow = today() + timedelta(days=1)
    for day in ("2026-10-31", "9999-12-31", "2026-13-01", "0000-00-00", "today", tomorrow):
        assert client.get(f"/daily/{day}/").status_code == 404
        assert client.post(f"/daily/{day}/").status_code == 404
    assert not Game.objects.exists()


ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(client) -> list[ElementTree.Element]:
    return ElementTree.fromstring(client.get("/daily/feed/").content).findall("a:entry", ATOM)  # noqa: S314 - our own


def test_todays_code_is_the_first_entry_of_the_feed(client):
    [newest, *_] = entries(client)
    assert newest.find("a:title", ATOM).text == Daily(day=today()).title
    assert newest.find("a:link", ATOM).get("href") == f"http://testserver/daily/{today()}/"
    assert newest.find("a:published", ATOM).text == f"{today()}T00:00:00+00:00"


def test_the_feed_lists_at_most_the_last_thirty_dailies(client, it_is):
    it_is(FIRST_DAY + timedelta(days=1))
    titles = [entry.find("a:title", ATOM).text for entry in entries(client)]
    assert titles == ["Daily 2, 2 November 2026", "Daily 1, 1 November 2026"]
    it_is(FIRST_DAY + timedelta(days=1000))
    assert len(entries(client)) == 30
