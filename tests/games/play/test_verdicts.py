"""The end of a game in words that fit it."""

import pytest

from games.models import Game
from games.play.verdicts import verdict_on


def won(skill: int | None, luck: int | None = 50, guesses: int = 5) -> str:
    return verdict_on(Game(status="won", guess_count=guesses, skill=skill, luck=luck))


def test_praise_grows_with_the_skill():
    told = [won(skill) for skill in (30, 57, 80, 90, 99)]
    assert len(set(told)) == 5
    assert "Well played" not in won(57)
    assert won(80) == "Well played."


def test_luck_is_told_where_there_was_much_or_little_of_it():
    assert won(80, 90) == "Well played. Luck was with you, too."
    assert won(80, 10) == "Well played. And luck was against you."


@pytest.mark.parametrize("skill", [None, 99])
def test_a_first_guess_is_luck(skill):
    assert won(skill, 99, guesses=1) == "The very first guess. Nobody can plan that."


def test_what_is_not_known_is_not_praised():
    assert won(None, None) == "The code is yours."


@pytest.mark.parametrize(("skill", "luck"), [(90, 50), (40, 50), (90, 10)])
def test_comfort_fits_the_game_that_was_lost(skill, luck):
    told = verdict_on(Game(status="lost", guess_count=10, skill=skill, luck=luck))
    assert ("played well" in told, "stubborn" in told) == (skill >= 75 and luck > 20, luck <= 20)
