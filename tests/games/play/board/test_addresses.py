"""The targets of links and forms on the page of a game."""

import re

import pytest
from django.urls import resolve

from tests.cast import ask

pytestmark = pytest.mark.django_db


def leads_to(page: str) -> set[str]:
    """Return the names of the URLs to which the links and forms of a page lead."""
    found = re.findall(r'(?:action|href|hx-get|hx-post)="(/[^"?#]*)', page)
    return {resolve(path).url_name for path in found if not path.startswith("/static/")}


def test_the_page_of_a_game_links_to_all_its_actions(client, game):
    ask(client, game, "panel", 1)
    playing = client.get(game.get_absolute_url()).text
    assert leads_to(playing) >= {"game", "hint", "hide-candidates", "help-preference", "resign"}
    client.post(f"{game.get_absolute_url()}resign/")
    ended = client.get(game.get_absolute_url()).text
    assert leads_to(ended) >= {"analysis", "result", "challenge-from", "leaderboard", "rules"}
