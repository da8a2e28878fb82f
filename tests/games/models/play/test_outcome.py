"""Only one place of the code describes how a game ended."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.models import Game

ENDS = {
    "playing": (False, "guess 4 of 10"),
    "won": (True, "3 guesses"),
    "lost": (False, "not solved"),
    "resigned": (False, "gave up"),
    "expired": (False, "gave up"),
}


@pytest.mark.parametrize("status", Game.Status.values)
def test_every_status_has_a_description(status):
    game = Game(status=status, guess_count=3, limit=10)
    assert (game.is_won, game.outcome) == ENDS[status]


def test_the_description_says_guess_in_the_singular_for_one_guess():
    assert Game(status="won", guess_count=1, limit=10).outcome == "1 guess"


def test_no_template_compares_a_status():
    [folder] = settings.TEMPLATES[0]["DIRS"]
    pages = {path.name: path.read_text() for path in Path(folder).rglob("*.html")}
    assert "_paths.html" in pages
    assert [name for name, text in pages.items() if re.search(r"\.status *[!=]=", text)] == []
