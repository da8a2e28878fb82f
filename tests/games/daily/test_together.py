"""What players share: the daily code, challenges, results, and the settings of a board."""

from datetime import date, timedelta

import pytest

from games.catalog.rules import PRESETS, Rules
from games.models import FIRST_DAY, Challenge, Daily, Game, Standing, today
from solver.codes import Variant
from tests.games.conftest import ask, play

pytestmark = pytest.mark.django_db


def begin_daily(client, day: date) -> Game:
    address = client.post(f"/daily/{day}/")["Location"]
    return Game.objects.get(public_id=address.split("/")[2])


def test_the_daily_is_the_same_for_everybody(client):
    games = [begin_daily(type(client)(), today()) for _ in range(3)]
    assert len({game.player for game in games}) == 3
    assert {game.secret for game in games} == {Daily.objects.get().secret}


def test_the_first_attempt_at_a_day_is_the_only_one(client):
    first = begin_daily(client, today())
    play(client, first, first.secret)
    assert begin_daily(client, today()) == first
    assert "You broke it in 1" in client.get(f"/daily/{today()}/").text


def test_another_day_has_another_code(client, monkeypatch):
    secrets = iter(["1111", "2222"])
    monkeypatch.setattr("games.models.daily.new_secret", lambda codes: next(secrets))
    begin_daily(client, FIRST_DAY)
    begin_daily(client, FIRST_DAY + timedelta(days=1))
    assert [daily.secret for daily in Daily.objects.order_by("day")] == ["1111", "2222"]


def test_a_game_keeps_its_day_past_midnight(client, monkeypatch):
    evening = begin_daily(client, today())
    tomorrow = today() + timedelta(days=1)
    monkeypatch.setattr("games.models.daily.today", lambda: tomorrow)
    play(client, evening, evening.secret)
    morning = begin_daily(client, tomorrow)
    evening.refresh_from_db()
    assert (evening.status, evening.daily.day) == ("won", tomorrow - timedelta(days=1))
    assert morning != evening


@pytest.mark.parametrize("day", ["2026-10-31", "9999-12-31", "2026-13-01", "0000-00-00", "today"])
def test_days_that_have_no_daily_are_not_found(client, day):
    assert client.get(f"/daily/{day}/").status_code == 404
    assert client.post(f"/daily/{day}/").status_code == 404
    tomorrow = today() + timedelta(days=1)
    assert client.post(f"/daily/{tomorrow}/").status_code == 404
    assert not Game.objects.exists()


def test_neither_dailies_nor_challenges_count_on_the_leaderboard(client):
    game = begin_daily(client, today())
    play(client, game, game.secret)
    assert not Standing.objects.exists()


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


def test_a_code_of_ones_own_is_a_challenge(client):
    sent = {"pegs": 5, "colors": 8, "repeats": "yes", "limit": 12, "code": "1 2 3 4 8"}
    address = client.post("/challenges/", sent)["Location"]
    challenge = Challenge.objects.get()
    assert (challenge.secret, challenge.rules) == ("12348", PRESETS["super"])
    friend = type(client)()
    assert "challenges you" in friend.get(address).text
    game = Game.objects.get(public_id=friend.post(address)["Location"].split("/")[2])
    assert game.secret == "12348"
    play(friend, game, "12348")
    assert "<td>1</td>" in client.get(address).text


def test_nobody_takes_their_own_challenge(client):
    address = client.post("/challenges/", {"code": "1122"})["Location"]
    assert client.post(address).status_code == 200
    assert not Game.objects.exists()


def test_a_challenge_is_taken_once(client):
    address = client.post("/challenges/", {"code": "1122"})["Location"]
    friend = type(client)()
    assert friend.post(address)["Location"] == friend.post(address)["Location"]
    assert Game.objects.count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        {"code": "112"},
        {"code": ""},
        {"code": "112\x00"},
        {"code": "1129"},
        {"code": "1122", "repeats": "no"},
        {"code": "1122", "pegs": "99"},
        {"code": "1122", "limit": "x"},
        {},
    ],
)
def test_a_malformed_challenge_is_refused_with_a_sentence(client, sent):
    response = client.post("/challenges/", sent)
    assert response.status_code == 422
    assert "problem" in response.text
    assert not Challenge.objects.exists()


def test_the_code_just_played_is_passed_on(client, game):
    assert client.post(f"{game.get_absolute_url()}challenge/").status_code == 404
    play(client, game, "3632")
    client.post(f"{game.get_absolute_url()}challenge/")
    assert Challenge.objects.get().secret == "3632"
    assert type(client)().post(f"{game.get_absolute_url()}challenge/").status_code == 404


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_played(client, preset):
    client.post("/", dict(preset.settings))
    game = Game.objects.get()
    assert game.rules == preset
    page = client.get(game.get_absolute_url())
    assert str(preset).replace("&", "&amp;") in page.text
    play(client, game, preset.variant.symbols[: preset.variant.pegs])
    assert game.guesses.count() == 1


def test_settings_travel_in_the_address(client):
    rules = Rules(Variant(pegs=3, colors=5, repeats=False), 7)
    page = client.get(f"/?{rules.query}")
    assert page.context["rules"] == rules
    assert "60 codes" in page.text


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("pegs=9", "A game has 2 to 8 pegs."),
        ("colors=1", "A game has 2 to 12 colors."),
        ("limit=0", "A game has 1 to 40 guesses."),
        ("limit=%D9%A1x", "A game has 1 to 40 guesses."),
        ("pegs=99999999999999999999", "A game has 2 to 8 pegs."),
        ("repeats=maybe", "Colors may repeat (yes) or are all different (no)."),
        ("pegs=8&colors=6&repeats=no", "8 pegs without repeats need 8 colors, not 6."),
    ],
)
def test_settings_out_of_bounds_show_the_picker_with_the_reason(client, query, sentence):
    page = client.get(f"/?{query}")
    assert page.status_code == 422
    assert sentence in page.text
    assert 'name="pegs"' in page.text


def test_a_game_out_of_bounds_is_not_started(client):
    assert client.post("/", {"pegs": "9"}).status_code == 422
    assert not Game.objects.exists()


def test_the_preview_is_a_part_of_the_page(client):
    part = client.get("/", dict(PRESETS["giant"].settings), headers={"HX-Request": "true"}).text
    assert "429,981,696 codes" in part
    assert "<html" not in part


class TestHelp:
    """The degrees of help, from the least."""

    def test_a_row_that_cannot_be_the_code_is_told_which_answer_it_contradicts(self, client, game):
        play(client, game, "1122")
        ask(client, game, "check", 2, "1122")
        page = client.get(game.get_absolute_url()).text
        assert (
            "No. If 1122 were the code, guess 1 would have got 4 black, 0 white"
            " and not 1 black, 0 white." in page
        )

    def test_a_row_that_can_be_the_code_is_told_so(self, client, game):
        play(client, game, "1122")
        ask(client, game, "check", 2, "1333")
        assert "Yes, 1333 fits every answer so far." in client.get(game.get_absolute_url()).text

    def test_an_unfinished_row_is_not_checked_and_costs_nothing(self, client, game):
        assert ask(client, game, "check", 1, "11..").status_code == 422
        game.refresh_from_db()
        assert not game.is_aided

    def test_what_is_certain_is_said(self, client, game):
        play(client, game, "1111", "4444", "2222", "5555")
        ask(client, game, "facts", 5)
        page = client.get(game.get_absolute_url()).text
        assert "In the code: Amber." in page
        assert "Not in the code: Red, Sky, Indigo." in page

    def test_a_candidate_fits_every_answer(self, client, game):
        play(client, game, "1122", "1344")
        ask(client, game, "candidate", 3)
        [advice] = client.get(game.get_absolute_url()).context["page"].advice
        code = advice.code
        ask(client, game, "check", 3, code)
        assert f"Yes, {code} fits" in client.get(game.get_absolute_url()).text

    @pytest.mark.parametrize("strategy", ["knuth", "entropy", "expected-size", "most-parts"])
    def test_a_good_guess_shows_its_partition(self, client, game, strategy):
        play(client, game, "1122")
        sent = {"kind": "best", "number": 2, "strategy": strategy}
        client.post(f"{game.get_absolute_url()}hint/", sent)
        [advice] = client.get(game.get_absolute_url()).context["page"].advice
        assert sum(part.size for part in advice.parts) == 256

    def test_a_strategy_that_is_not_offered_is_refused(self, client, game):
        sent = {"kind": "best", "number": 1, "strategy": "magic"}
        assert client.post(f"{game.get_absolute_url()}hint/", sent).status_code == 422
        assert client.post(f"{game.get_absolute_url()}hint/", {"number": 1}).status_code == 422
        assert not game.hints.exists()

    def test_the_panel_of_candidates_is_a_hint_and_stays_until_hidden(self, client, game):
        ask(client, game, "panel", 1)
        response = play(client, game, "1122", **{"HX-Request": "true"})
        assert "Guess 1: 1 black, 0 white. 256 codes remain." in response.text
        game.refresh_from_db()
        assert (game.is_aided, game.shows_candidates) == (True, True)
        client.post(f"{game.get_absolute_url()}candidates/hide/")
        assert "of 1,296 codes" not in client.get(game.get_absolute_url()).text
        game.refresh_from_db()
        assert (game.is_aided, game.shows_candidates) == (True, False)

    def test_who_wants_no_help_hides_it(self, client, game):
        client.post(f"{game.get_absolute_url()}help/", {"show": "no"})
        client.post("/", dict(PRESETS["mini"].settings))
        other = Game.objects.latest("pk")
        assert other != game
        assert "What is certain?" not in client.get(other.get_absolute_url()).text
        client.post(f"{game.get_absolute_url()}help/", {"show": "yes"})
        assert "What is certain?" in client.get(other.get_absolute_url()).text

    def test_help_works_on_the_largest_board(self, client):
        client.post("/", dict(PRESETS["giant"].settings))
        game = Game.objects.get()
        play(client, game, "11223344")
        for kind in ("check", "facts", "candidate", "best", "panel"):
            assert ask(client, game, kind, 2, "12345678").status_code == 302
        page = client.get(game.get_absolute_url())
        assert page.status_code == 200
        assert [advice.sentence for advice in page.context["page"].advice if advice.sentence]
