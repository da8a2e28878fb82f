"""The names that players choose."""

import pytest

from games.models import Player
from tests.cast import named, play, sign_up, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ada", "Zoë 2", "a-b_c", "名前", "x" * 24])
def test_a_player_takes_a_name(client, game, name):
    response = client.post("/you/name/", {"name": f"  {name} "})
    assert response["Location"] == "/leaderboard/"
    assert Player.objects.get().name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 25,
        "<b>bold</b>",
        '"onclick=alert(1)',
        "a\u202eb",
        "zero\u200bwidth",
        "new\x00line",
        "Guest 1234",
        "x" * 10_000,
    ],
)
def test_what_is_no_name_is_refused_with_a_sentence(client, game, name):
    response = client.post("/you/name/", {"name": name})
    assert response.status_code == 422
    assert 'class="problem"' in response.text
    assert Player.objects.get().name == ""


def test_a_name_is_taken_whatever_its_case(client, game):
    named("Ada")
    response = client.post("/you/name/", {"name": "aDA"})
    assert response.status_code == 422
    assert "Somebody is already called aDA" in response.text


def test_who_has_not_played_has_no_name_to_choose(client):
    assert client.get("/you/name/")["Location"] == "/"
    assert client.post("/you/name/", {"name": "Ada"})["Location"] == "/"
    assert not Player.objects.exists()


def test_the_end_of_a_game_offers_a_guest_an_account(client):
    game = start(client, "1111")
    play(client, game, "1111")
    assert "the next games are ranked" in client.get(game.get_absolute_url()).text
    sign_up(client)
    assert "the next games are ranked" not in client.get(game.get_absolute_url()).text
