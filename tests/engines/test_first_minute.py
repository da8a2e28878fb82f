"""The first minute and a win, by mouse and by finger."""

import pytest

from games.models import Game

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("player", ["mouse", "touch"], indirect=True),
]


def test_the_end_of_a_daily_shows_the_result_and_the_time_of_the_next_code(player):
    player.engine.resize(360, 640)
    player.tap(".today button")
    player.wait_for("h1", "Guess 1 of 10")
    player.fill(Game.objects.with_secret().get().secret)
    player.wait_for("h1", "You broke the code in 1 guess")
    player.wait_for("[data-clock]", "your time")
    for part in (".secret", ".word", "h1", ".streak", "[data-result]", "[data-clock]"):
        assert player.is_in_sight(part), part


def test_the_lesson_leads_to_a_game_and_the_game_can_be_won(player):
    player.open("/rules/lesson/1/")
    player.wait_for("h1", "Lesson 1 of 3")
    player.tap("#submit")
    player.wait_for("h1", "Lesson 2 of 3")
    player.tap("#pick-B")
    player.wait_for("#status", "Yes. If B were the code")
    player.tap("#submit")
    player.wait_for("h1", "Lesson 3 of 3")
    player.fill("4521")
    player.wait_for("#status", "You broke it!")
    player.tap("#submit")
    player.wait_for("h1", "Guess 1 of 10")
    Game.objects.update(secret="3632")
    player.fill("1122")
    player.wait_for("h1", "Guess 2 of 10")
    player.fill("3632")
    player.wait_for("h1", "You broke the code in 2 guesses")
