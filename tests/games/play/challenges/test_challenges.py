"""The pages of challenges: codes that one player sets for others."""

from games.catalog.rules import PRESETS
from games.models import Challenge, Game
from tests.cast import led_to, play


def test_a_players_code_becomes_a_challenge(client):
    sent = {"pegs": 5, "colors": 8, "repeats": "yes", "limit": 12, "code": "1 2 3 4 8"}
    address = client.post("/challenges/", sent)["Location"]
    challenge = Challenge.objects.get()
    assert (challenge.secret, challenge.rules) == ("12348", PRESETS["super"])
    friend = type(client)()
    assert "challenges you" in friend.get(address).text
    game = led_to(friend.post(address), Game)
    assert game.secret == "12348"
    play(friend, game, "12348")
    assert "<td>1</td>" in client.get(address).text


def test_a_setter_cannot_play_their_own_challenge(client):
    address = client.post("/challenges/", {"code": "1122"})["Location"]
    assert client.post(address).status_code == 200
    assert not Game.objects.exists()


def test_an_invalid_challenge_is_refused_with_a_sentence(client):
    codes = [{"code": code} for code in ("112", "", "112\x00", "1129")]
    rules = [
        {"code": "1122"} | more for more in ({"repeats": "no"}, {"pegs": "99"}, {"limit": "x"})
    ]
    for sent in ({}, *codes, *rules):
        response = client.post("/challenges/", sent)
        assert (response.status_code, "problem" in response.text) == (422, True), sent
    assert not Challenge.objects.exists()


def test_the_code_of_a_finished_game_becomes_a_challenge(client, game):
    assert client.post(f"{game.get_absolute_url()}challenge/").status_code == 404
    play(client, game, "3632")
    client.post(f"{game.get_absolute_url()}challenge/")
    assert Challenge.objects.get().secret == "3632"
    assert type(client)().post(f"{game.get_absolute_url()}challenge/").status_code == 404
