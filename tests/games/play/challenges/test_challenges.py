"""Challenges, codes that one player sets for others, and results of games to share."""

import re

from games.catalog.rules import PRESETS
from games.models import Challenge, Game
from tests.cast import ask, led_to, play, sign_up, start, start_daily


def test_the_code_of_a_player_becomes_a_challenge(client):
    sent = {"pegs": 5, "colors": 8, "repeats": "yes", "limit": 12, "code": "1 2 3 4 8"}
    address = client.post("/challenges/", sent)["Location"]
    challenge = Challenge.objects.get()
    assert (challenge.secret, challenge.rules) == ("12348", PRESETS["super"])
    friend = type(client)()
    assert "challenges you" in friend.get(address).text
    sign_up(friend)
    game = led_to(friend.post(address), Game)
    assert game.secret == "12348"
    assert "On the leaderboard, giving up" not in friend.get(game.get_absolute_url()).text
    play(friend, game, "12348")
    assert "<td>1</td>" in client.get(address).text


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


def test_a_result_shows_the_feedback_but_no_codes(client, game):
    play(client, game, "1122", "3632")
    stranger = type(client)()
    page = stranger.get(f"{game.get_absolute_url()}result/")
    own = client.get(f"{game.get_absolute_url()}result/")
    assert page.context["result"].text.splitlines() == [
        "Mastermind Classic: 2/10",
        "🟢▫️▫️▫️",
        "🟢🟢🟢🟢",
        f"http://testserver{game.get_absolute_url()}result/",
    ]
    for shown in (page.text, own.text):
        assert "3632" not in shown
        assert "1122" not in shown


def test_a_result_mentions_help(client, game):
    ask(client, game, "best", 1)
    play(client, game, "3632")
    assert "1/10*" in client.get(f"{game.get_absolute_url()}result/").text


def test_a_result_can_be_shared_by_its_player_and_offers_others_a_game(client):
    game = start(client, "362", PRESETS["mini"])
    play(client, game, "362")
    address = f"{game.get_absolute_url()}result/"
    stranger = type(client)()
    invited, own = stranger.get(address).text, client.get(address).text
    assert ("Play this size" in invited, 'id="result-text"' in invited) == (True, False)
    assert ("Play this size" in own, 'id="result-text"' in own) == (False, True)
    form = invited.partition('id="invitation"')[2]
    fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form))
    stranger.post("/", fields)
    assert Game.objects.latest("pk").rules == game.rules


def test_the_result_of_a_daily_offers_the_same_daily_to_others(client):
    game = start_daily(client)
    secret = Game.objects.with_secret().get(pk=game.pk).secret
    play(client, game, secret)
    page = type(client)().get(f"{game.get_absolute_url()}result/").text
    assert f'href="{game.daily.get_absolute_url()}">Play this daily' in page


def test_other_visitors_are_redirected_from_a_finished_game_to_its_result(client, game):
    address = game.get_absolute_url()
    stranger = type(client)()
    assert stranger.get(address).status_code == 404
    play(client, game, "3632")
    assert client.get(address).status_code == 200
    assert stranger.get(address)["Location"] == f"{address}result/"


def test_a_running_game_has_no_result(client, game):
    assert client.get(f"{game.get_absolute_url()}result/").status_code == 404
