"""The greeting of a challenge, the score to beat, and the comparison of the players."""

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import Challenge, Game
from tests.cast import ask, play, start


def set_code(client: Client, **sent) -> str:
    return client.post("/challenges/", {"code": "3632", **sent})["Location"]


def challenge_from(client: Client, *codes: str) -> str:
    """Make a challenge from a game with the code 3632; return the URL of the challenge."""
    game = start(client, "3632")
    play(client, game, *codes)
    return client.post(f"{game.get_absolute_url()}challenge/")["Location"]


def take_on(client: Client, address: str, *codes: str) -> Game:
    game = Game.objects.get(public_id=client.post(address)["Location"].split("/")[2])
    play(client, game, *codes)
    return game


class TestGreeting:
    def test_friends_read_the_greeting_first(self, client):
        address = set_code(client, greeting="  Bet you need more than five 🙂 ")
        assert Challenge.objects.get().greeting == "Bet you need more than five 🙂"
        assert "Bet you need more than five 🙂</blockquote>" in Client().get(address).text

    def test_only_one_line_of_plain_text_is_accepted_as_a_greeting(self, client):
        several = ("two\nlines", "a\tb", "a\x00b", "\u202egnp.exe", "a\u200bb", "a\u2028b")
        for greeting in ("x" * 81, *several):
            response = client.post("/challenges/", {"code": "3632", "greeting": greeting})
            assert response.status_code == 422
            assert 'id="greeting-help" class="problem"' in response.text
        assert not Challenge.objects.exists()

    def test_a_greeting_of_eighty_characters_with_emoji_is_accepted(self, client):
        set_code(client, greeting="👩‍🚀" + "x" * 77)
        assert len(Challenge.objects.get().greeting) == 80

    def test_the_greeting_stays_in_the_form_while_the_code_is_corrected(self, client):
        response = client.post("/challenges/", {"code": "36", "greeting": "Good luck!"})
        assert response.status_code == 422
        assert 'value="Good luck!"' in response.text
        assert 'value="Good luck!"' in client.get("/challenges/?greeting=Good+luck!").text

    def test_the_setter_can_change_the_greeting(self, client):
        address = challenge_from(client, "3632")
        assert client.post(f"{address}greeting/", {"greeting": "Try!"})["Location"] == address
        assert "Try!</blockquote>" in Client().get(address).text
        client.post(f"{address}greeting/", {"greeting": ""})
        assert "blockquote" not in Client().get(address).text

    def test_only_the_setter_can_change_the_greeting(self, client):
        address = set_code(client, greeting="Try!")
        friend = Client()
        assert friend.post(f"{address}greeting/", {"greeting": "Ha"}).status_code == 404
        take_on(friend, address, "3632")
        assert friend.post(f"{address}greeting/", {"greeting": "Ha"}).status_code == 404
        assert Challenge.objects.get().greeting == "Try!"


class TestScoreToBeat:
    def test_the_score_to_beat_says_if_the_setter_had_help(self, client):
        game = start(client, "3632")
        ask(client, game, "best", 1)
        play(client, game, "3632")
        address = client.post(f"{game.get_absolute_url()}challenge/")["Location"]
        assert "Score to beat: 1 guess, with help" in Client().get(address).text

    def test_a_running_game_is_not_the_score_to_beat(self, client):
        """If running games counted, setting codes would reveal the secret of a game."""
        play(client, start(client, "3632"), "1122")
        challenge = Challenge.objects.set_code(Game.objects.get().player, CLASSIC, "3632")
        assert challenge.setters_game is None


class TestSideBySide:
    """Both players' guesses, for readers who know the code."""

    def test_a_player_who_has_finished_sees_the_guesses_of_both_players(self, client):
        address, friend = challenge_from(client, "1122", "1344", "3632"), Client()
        take_on(friend, address, "1123", "3632")
        page = friend.get(address)
        assert [(path.name, path.outcome) for path in page.context["page"].paths] == [
            (str(Challenge.objects.get().setter), "Broken in 3 guesses"),
            ("You", "Broken in 2 guesses"),
        ]
        assert "You won." in page.text
        for code in ("1344", "1123"):
            assert f'aria-label="{code}: ' in page.text

    def test_a_player_who_has_not_finished_sees_no_guesses(self, client):
        address, friend = challenge_from(client, "1122", "1344", "3632"), Client()
        for codes in ((), ("1123",)):
            if codes:
                take_on(friend, address, *codes)
            page = friend.get(address)
            assert page.context["page"].paths is None
            for code in ("1122", "1344", "3632"):
                assert code not in page.text

    def test_the_setter_sees_the_best_game_of_another_player(self, client):
        address = challenge_from(client, "1122", "3632")
        assert client.get(address).context["page"].paths is None
        take_on(Client(), address, "1111", "2222", "3632")
        take_on(Client(), address, "1111", "3632")
        page = client.get(address)
        setter, best = page.context["page"].paths
        assert (setter.name, best.outcome) == ("You", "Broken in 2 guesses")
        assert "A draw." in page.text

    def test_readers_who_can_see_the_analyses_get_links_to_them(self, client):
        address, friend, stranger = challenge_from(client, "1122", "3632"), Client(), Client()
        game = take_on(friend, address, "3632")
        analysis = f"{game.get_absolute_url()}analysis/"
        assert analysis not in stranger.get(address).text
        for who in (client, friend):
            assert analysis in who.get(address).text
            assert who.get(analysis).context["game"] == game


class TestPeople:
    """A challenge names its setter, says who won, and counts the results between two players."""

    @pytest.mark.parametrize(
        ("codes", "said"),
        [
            (["3632"], "You 1, Anna 2. You won."),
            (["1122", "3632"], "You 2, Anna 2. A draw."),
            (["1122"] * 10, "You X, Anna 2. Anna won."),
        ],
    )
    def test_the_end_of_a_challenge_compares_the_two_players(self, client, codes, said):
        address, friend = challenge_from(client, "1122", "3632"), Client()
        client.post("/you/name/", {"name": "Anna"})
        game = take_on(friend, address, *codes)
        page = friend.get(game.get_absolute_url())
        assert said in page.text
        assert said in page.context["page"].status

    def test_the_end_of_a_challenge_asks_for_a_name_and_then_leads_back(self, client):
        address, friend = challenge_from(client, "3632"), Client()
        game = take_on(friend, address, "1122")
        assert "so that your friend knows" not in friend.get(game.get_absolute_url()).text
        play(friend, game, "3632")
        end = game.get_absolute_url()
        assert "so that your friend knows" in friend.get(end).text
        assert friend.post("/you/name/", {"name": "Ben", "next": end})["Location"] == end
        assert "so that your friend knows" not in friend.get(end).text
        assert ">Ben</a>" in client.get(address).text
        bad = friend.post("/you/name/", {"name": "x", "next": "https://elsewhere.example/"})
        assert "elsewhere.example" not in bad.text

    def test_a_player_sets_a_code_in_return_with_one_click_and_results_are_counted(self, client):
        address, friend = challenge_from(client, "1122", "3632"), Client()
        game = take_on(friend, address, "3632")
        assert friend.get(address).context["page"].score == ""
        sent = dict(game.rules.settings) | {"draw": "yes"}
        back = friend.post("/challenges/", sent)["Location"]
        Challenge.objects.filter(setter=game.player).update(secret="5566")
        drawn = Challenge.objects.latest("pk")
        assert (drawn.setter, drawn.rules) == (game.player, game.rules)
        assert f"{drawn.secret}: " in friend.get(back).text
        assert f"{drawn.secret}: " not in client.get(back).text
        take_on(client, back, "1122", "1122", drawn.secret)
        anna = Challenge.objects.earliest("pk").setter
        said = (
            "1.0 guesses on average (1 code) for you. Your codes: 3.0 guesses on average (1 code)"
        )
        assert friend.get(address).context["page"].score == f"{anna}’s codes: {said} for {anna}."
        assert f"{game.player}’s codes: 3.0" in client.get(back).context["page"].score
