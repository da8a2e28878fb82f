"""Calendar days that look the same to everyone are rendered once."""

import re

import pytest
from django.test import Client

from games.models import today
from tests.cast import start_daily


def todays_square(client: Client, path: str) -> str:
    """Return the HTML of today in a calendar."""
    return re.search(r'<a class="day"[^>]*aria-current="date".*?</a>', client.get(path).text)[0]


@pytest.mark.parametrize("path", ["/daily/", "/puzzles/"])
def test_a_day_that_a_player_has_started_is_marked_only_for_this_player(client, path):
    untried = todays_square(Client(), path)
    assert todays_square(client, path) == untried
    start_daily(client)
    client.post(f"/puzzles/{today()}/easy/", {"do": "clock"})
    assert todays_square(client, path) != untried
    assert todays_square(Client(), path) == untried


@pytest.mark.parametrize("path", ["/daily/", "/puzzles/"])
def test_the_mark_of_today_moves_to_the_next_day_at_midnight(client, path, it_is):
    it_is(today().replace(day=14))
    assert ">14<" in todays_square(client, path)
    it_is(today().replace(day=15))
    assert ">15<" in todays_square(client, path)
    assert client.get(path).text.count('aria-current="date"') == 1
