"""The operations of the API, used by a program."""

from itertools import product

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.models import ApiKey, Game, Guess, Player, Standing, played_games_of, today, words_of
from tests.cast import fields_in, guessed, sign_up
from tests.games.play.api.program import Program, refusal_in


class TestPlaying:
    def test_a_program_plays_a_game_to_its_end(self, program):
        game_id = program.begin("3632")
        running = program.guess(game_id, 1, "1122").json()
        assert running["turns"] == [{"guess": "1122", "black": 1, "white": 0}]
        assert (running["status"], running["secret"], running["finished_at"]) == (
            *("playing", None, None),
        )
        over = program.guess(game_id, 2, "3632").json()
        assert (over["status"], over["secret"]) == ("won", "3632")
        assert over["url"] == f"http://testserver/games/{game_id}/"
        assert program.send("get", f"/games/{game_id}").json() == over
        assert program.guess(game_id, 2, "3632").json() == over
        assert refusal_in(program.guess(game_id, 3, "3632")) == (409, "game-over")

    def test_a_game_has_the_rules_that_were_sent(self, program):
        rules = {"pegs": 3, "colors": 5, "repeats": False, "limit": 7}
        shown = program.send("post", "/games", rules).json()
        assert {name: shown[name] for name in rules} == rules
        classic = program.send("post", "/games", {}).json()
        assert (classic["pegs"], classic["colors"], classic["limit"]) == (4, 6, 10)

    def test_starting_again_returns_the_same_game_until_it_has_a_guess(self, program):
        first = program.begin()
        assert program.begin() == first
        assert program.begin(pegs=3) != first
        program.guess(first, 1, "1122")
        assert program.begin() != first

    def test_a_guess_that_is_sent_twice_counts_once(self, program):
        game_id = program.begin()
        first = program.guess(game_id, 1, "1122").json()
        assert program.guess(game_id, 1, "1122").json() == first
        for number in (1, 3, 0, 10**20):
            refused = program.guess(game_id, number, "1133")
            assert refusal_in(refused) == (409, "stale-page")
            assert "isn’t the next guess" in refused.json()["detail"]
        assert Guess.objects.count() == 1

    def test_giving_up_shows_the_code(self, program):
        game_id = program.begin()
        shown = program.send("post", f"/games/{game_id}/resign").json()
        assert (shown["status"], shown["secret"]) == ("resigned", "3632")
        assert refusal_in(program.send("post", f"/games/{game_id}/resign")) == (409, "game-over")

    def test_the_list_of_games_starts_with_the_newest_game(
        self, program, django_assert_num_queries
    ):
        ids = [program.begin(limit=limit) for limit in (5, 6, 7)]
        for game_id in ids[1:]:
            program.guess(game_id, 1, "3632")

        def listed(**asked: str) -> list[str]:
            return [game["id"] for game in program.send("get", "/games", **asked).json()["games"]]

        with django_assert_num_queries(4):  # as many as for one game
            assert listed() == ids[::-1]
        assert listed(status="over") == ids[:0:-1]
        assert listed(status="playing") == ids[:1]
        last = program.send("get", "/games", page="9" * 30).json()
        assert (last["page"], last["pages"]) == (1, 1)

    def test_a_key_gives_no_access_to_games_of_other_accounts_or_from_the_website(self, program):
        """One game belongs to another account; the other was started on the website."""
        other = Player()
        other.open_account("Bob", password_hash="!")
        theirs = Game.objects.start_by_key(other)
        own = Game.objects.start(Player.objects.by_name("Ada"))
        acts = [("get", ""), ("put", "/guesses/1", {"guess": "1122"}), ("post", "/resign")]
        for game, (method, path, *sent) in product((theirs, own), acts):
            answer = program.send(method, f"/games/{game.public_id}{path}", *sent)
            assert refusal_in(answer) == (404, "not-found"), path
        assert program.send("get", "/games").json()["games"] == []


class TestGamesByKeyAreNotRanked:
    def test_games_of_a_program_are_on_no_leaderboard_and_in_no_statistics(self, program, account):
        for _ in range(3):
            program.guess(program.begin(), 1, "3632")
        player = Player.objects.get()
        assert Game.objects.filter(status="won", is_ranked=False, luck=None).count() == 3
        assert not Standing.objects.exists()
        assert played_games_of(player).games == 0
        assert words_of(player) == {}

    def test_the_home_page_does_not_offer_to_continue_the_game_of_a_program(self, program, account):
        game_id = program.begin(limit=9)
        program.guess(game_id, 1, "1122")
        person = Client()
        person.force_login(account, "games.people.accounts.accounts.BoundedBackend")
        assert game_id not in person.get("/").text
        assert game_id in person.get("/you/").text
        program.guess(game_id, 2, "3632")
        _before, _play, form = person.get(f"/games/{game_id}/").text.partition('action="/"')
        assert person.post("/", fields_in(form.partition("</form>")[0])).status_code == 302

    def test_in_the_database_a_game_of_a_program_is_neither_ranked_nor_a_daily(self, program):
        program.begin()
        for columns in ({"is_ranked": True}, {"daily": today()}):
            with pytest.raises(IntegrityError), transaction.atomic():
                Game.objects.update(**columns)


class TestKeys:
    def test_a_request_without_a_valid_api_key_is_refused(self, stranger):
        for header in ("", "Basic abc", "Bearer", "Bearer \0", "Bearer x y"):
            answer = stranger.client.get("/api/v1/games", headers={"Authorization": header})
            is_sent = header.startswith("Bearer")
            assert refusal_in(answer) == (401, "unknown-key" if is_sent else "no-key")
            assert answer["WWW-Authenticate"] == "Bearer"

    def test_a_revoked_key_cannot_make_a_guess(self, program):
        game_id = program.begin()
        ApiKey.objects.all().delete()
        assert refusal_in(program.guess(game_id, 1, "1122")) == (401, "unknown-key")
        assert not Guess.objects.exists()

    def test_the_day_when_a_key_was_last_used_is_stored(self, program):
        program.send("get", "/games")
        assert ApiKey.objects.get().used_on is None  # a GET request stores nothing
        program.begin()
        assert ApiKey.objects.get().used_on == today()

    def test_a_session_does_not_replace_a_key(self, client):
        sign_up(client)
        assert refusal_in(client.get("/api/v1/games")) == (401, "no-key")


class TestHelp:
    def test_the_feedback_of_the_api_follows_the_rules_of_the_game(self, stranger):
        asked = {"guess": "1122", "secret": "1233"}
        answer = {"guess": "1122", "black": 1, "white": 1}
        assert stranger.send("get", "/feedback", **asked).json() == answer
        large = {"pegs": "5", "colors": "8", "guess": "11228", "secret": "82211"}
        assert stranger.send("get", "/feedback", **large).json()["white"] == 4

    def test_the_api_suggests_a_guess_for_a_position(self, stranger):
        first = stranger.send("get", "/suggestion").json()
        assert first == {
            **{"guess": "1122", "strategy": "knuth", "candidates": 1296, "is_candidate": True},
            **{"worst_left": 256, "expected_left": pytest.approx(204.54, abs=0.01), "parts": 13},
        }
        asked = {"history": "1122:1,1 1345:0,2", "strategy": "entropy"}
        assert stranger.send("get", "/suggestion", **asked).json()["candidates"] == 50

    def test_an_invalid_request_for_a_suggestion_is_refused(self, stranger):
        junk = [{"history": "1122:9,9"}, {"strategy": "stockfish"}, {"pegs": "9"}, {"pegs": "many"}]
        junk.append({"pegs": "4", "colors": "3", "repeats": "false"})
        for asked, code in (
            ({"pegs": "5", "colors": "8"}, "too-large-here"),
            ({"history": "1122:4,0 1122:3,0"}, "no-code-fits"),
            *((asked, "malformed") for asked in junk),
        ):
            assert refusal_in(stranger.send("get", "/suggestion", **asked)) == (422, code)

    @pytest.mark.parametrize("way", ["key", "session"])
    def test_a_suggestion_needs_consent_while_a_ranked_game_is_open(self, program, account, way):
        program.guess(program.begin(), 1, "1122")  # the game of a program needs no consent
        asked = {"history": "1122:1,1 1345:0,2"}
        assert program.send("get", "/suggestion", **asked).status_code == 200
        game = Game.objects.start(Player.objects.get())
        Game.objects.filter(pk=game.pk).update(secret="3632")
        guessed(game, "1122")
        asking = program
        if way == "session":
            asking = Program("", Client())
            asking.client.force_login(account, "games.people.accounts.accounts.BoundedBackend")
        history = "1122:1,1 1345:0,2"
        answer = asking.send("get", "/suggestion", history=history)
        assert refusal_in(answer) == (409, "asks-first")
        assert answer.json()["ask"] == f"http://testserver/games/{game.public_id}/helped/"
        assert asking.send("get", "/suggestion", history="1122:1,1").status_code == 200
        Game.objects.update(is_aided=True)
        assert asking.send("get", "/suggestion", history=history).status_code == 200
