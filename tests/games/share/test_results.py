"""The result of a game, to be shown to others."""

import pytest

from tests.cast import ask, play

pytestmark = pytest.mark.django_db


def test_a_result_tells_the_answers_and_not_the_codes(client, game):
    play(client, game, "1122", "3632")
    stranger = type(client)()
    page = stranger.get(f"{game.get_absolute_url()}result/")
    assert page.context["result"].text.splitlines() == [
        "Mastermind Classic: 2/10",
        "●···",
        "●●●●",
        f"http://testserver{game.get_absolute_url()}result/",
    ]
    assert "3632" not in page.text
    assert "1122" not in page.text


def test_a_result_says_that_there_was_help(client, game):
    ask(client, game, "facts", 1)
    play(client, game, "3632")
    assert "1/10*" in client.get(f"{game.get_absolute_url()}result/").text


def test_a_running_game_has_no_result(client, game):
    assert client.get(f"{game.get_absolute_url()}result/").status_code == 404
