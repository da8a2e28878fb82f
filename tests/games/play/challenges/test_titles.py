"""Test the titles of results."""

from datetime import date

from games.models import Daily, Game
from games.play.challenges.results import Result


def test_a_date_in_a_title_has_no_leading_zero():
    game = Game(daily=Daily(day=date(2026, 11, 1)))
    assert Result(game, "").title == "Daily 1, 1 November 2026"
    game = Game(daily=Daily(day=date(2026, 12, 24)))
    assert Result(game, "").title == "Daily 54, 24 December 2026"
