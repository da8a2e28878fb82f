"""Codes that can still be broken are hidden from all visitors who could break them.

Every kind of visitor requests every page after other players have finished: they won, lost, gave
up, or moved their game to another account.
"""

import re
from datetime import date, timedelta
from unittest.mock import Mock

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client

from games.models import Challenge, Daily, Duel, Game, OfToday, Player, today
from games.people import limits
from tests.addresses import ADDRESSES, NOBODY, path_of
from tests.cast import led_to, log_in, play, race_of, sign_up, start_daily
from tests.expensive import Things

SECRET = "6165"
WRONG = ["1122"] * 10


@pytest.fixture(autouse=True)
def same_day_and_key_in_each_run(it_is, settings):
    """Fix the day and the key, because puzzles of other days can contain the code."""
    it_is(date(2026, 11, 2))
    settings.SECRET_KEY = "the same on every machine"


@pytest.fixture
def daily():
    return Daily.objects.create(day=today(), secret=SECRET)


@pytest.fixture
def next_day(it_is):
    return lambda: it_is(today() + timedelta(days=1))


def play_todays_code(name: str, *codes: str) -> tuple[Client, Game]:
    """Return a browser in which an account has played today's code."""
    browser = Client()
    sign_up(browser, name)
    game = start_daily(browser)
    if codes:
        play(browser, game, *codes)
    else:
        browser.post(f"{game.get_absolute_url()}resign/")
    return browser, game


def shows(text: str) -> bool:
    """Return whether a text contains the code; digits of an id or a time do not count."""
    return re.search(rf"(?<![\w.-]){SECRET}(?![\w-])", text) is not None


# The file with a whole tree has every code, and no code can be read in the bytes of a picture.
FOR_STRANGERS = {name for name in ADDRESSES if not name.endswith(("preview", "tree-file"))}
# All other pages are the same for everyone.
FOR_PLAYERS = {name for name in FOR_STRANGERS if ADDRESSES[name].kept == NOBODY}


def pages_about(*games: Game, names: set[str] = FOR_STRANGERS) -> list[str]:
    """Return the URLs with these names, filled in with a game, its player and its day."""
    challenge = getattr(Challenge.objects.first(), "public_id", "-")
    duel = getattr(Duel.objects.first(), "public_id", "-")
    found = set()
    for game in games:
        its = Things(
            *[game.public_id] * 2, challenge, "-", "-", game.player.name, today(), duel=duel
        )
        found |= {path_of(name, its) for name in names}
    return sorted(found)


def pages_of_the_admin(*games: Game) -> list[str]:
    models = [f"/admin/games/{model._meta.model_name}/" for model in admin.site._registry]
    return [*models, *(f"/admin/games/game/{game.pk}/change/" for game in games)]


def pages_that_show(browser: Client, pages: list[str]) -> list[str]:
    """Return the pages that show the code to a browser."""
    return [page for page in pages if shows(browser.get(page).content.decode("latin-1"))]


class TestToday:
    def test_todays_code_is_hidden_from_players_who_have_not_solved_it(self, daily, admin_client):
        games = [
            play_todays_code("Winner", "1122", SECRET)[1],
            play_todays_code("Loser", *WRONG)[1],
            play_todays_code("Quitter")[1],
        ]
        loser = play_todays_code("Other loser", *WRONG)[0]
        running = play_todays_code("Running", "1122")[0]
        pages = pages_about(*games)
        assert len(pages) > 40
        assert pages_that_show(Client(), pages) == []
        for browser in (loser, running):
            assert pages_that_show(browser, pages_about(*games, names=FOR_PLAYERS)) == []
        assert pages_that_show(admin_client, pages_of_the_admin(*games)) == []

    def test_a_player_who_has_solved_todays_code_sees_it(self, daily):
        browser, game = play_todays_code("Winner", "1122", SECRET)
        other = play_todays_code("Other", SECRET)[1]
        for mine in (f"{game.get_absolute_url()}analysis/", game.get_absolute_url()):
            assert shows(browser.get(mine).text)
        assert shows(browser.get(f"{other.get_absolute_url()}analysis/").text)

    @pytest.mark.parametrize("codes", [WRONG, []])
    def test_a_player_who_lost_is_told_when_the_code_will_be_shown(self, daily, next_day, codes):
        browser, game = play_todays_code("Loser", *codes)
        for page in (game.get_absolute_url(), "/you/export.json", "/you/export.csv"):
            assert not shows(browser.get(page).text)
        assert "You will see it when the day is over" in browser.get(game.get_absolute_url()).text
        assert "Not yet" in browser.get(f"{game.get_absolute_url()}analysis/").text
        next_day()
        for page in (game.get_absolute_url(), f"{game.get_absolute_url()}analysis/"):
            assert shows(browser.get(page).text)
        assert shows(browser.get("/you/export.json").text)
        assert "day is over" not in browser.get(game.get_absolute_url()).text

    def test_todays_code_cannot_be_passed_on_before_the_day_ends(
        self, daily, next_day, monkeypatch
    ):
        browser, game = play_todays_code("Winner", SECRET)
        address = f"{game.get_absolute_url()}challenge/"
        refused = browser.post(address)
        assert (refused.status_code, refused["X-Refused"]) == (409, OfToday.code)
        assert "when the day is over" in refused.text
        # A limit that is asked first would tell whether the player has set the same code.
        monkeypatch.setattr(limits, "count_row", Mock(side_effect=AssertionError))
        assert browser.post(address)["X-Refused"] == OfToday.code
        monkeypatch.undo()
        assert not Challenge.objects.exists()
        next_day()
        assert led_to(browser.post(address), Challenge).secret == SECRET

    def test_todays_code_stays_hidden_when_a_log_in_adds_a_second_daily_game(self, daily, next_day):
        """The second game does not count, but it has today's code, which its pages could show."""
        sign_up(Client(), "Ada")
        elsewhere = Client()
        log_in(elsewhere)
        running = start_daily(elsewhere)
        guest = Client()
        game = start_daily(guest)
        guest.post(f"{game.get_absolute_url()}resign/")
        log_in(guest)
        game.refresh_from_db()
        assert (game.player, game.daily, game.repeated_daily) == (running.player, None, daily)
        assert not shows(guest.get(game.get_absolute_url()).text)
        assert not shows(guest.get(f"{game.get_absolute_url()}analysis/").text)
        assert not shows(guest.get("/you/export.json").text)
        assert "Not yet" not in Client().get(f"{game.get_absolute_url()}analysis/").text
        assert guest.post(f"{game.get_absolute_url()}challenge/").status_code == 409
        next_day()
        assert shows(guest.get(game.get_absolute_url()).text)

    def test_setting_a_challenge_does_not_reveal_todays_code(self, daily):
        """A setter who must not know today's code yet sees no comparison with a friend's game."""
        browser, _ = play_todays_code("Quitter")
        challenge = led_to(browser.post("/challenges/", {"code": SECRET}), Challenge)
        assert challenge.setters_game is None
        friend = Client()
        play(friend, led_to(friend.post(challenge.get_absolute_url()), Game), SECRET)
        asked = led_to(browser.post("/challenges/", {"code": "1111"}), Challenge)
        other = Client()
        play(other, led_to(other.post(asked.get_absolute_url()), Game), "1111")
        seen = [browser.get(one.get_absolute_url()).context["page"] for one in (challenge, asked)]
        assert [page.paths for page in seen] == [None, None]


class TestDuels:
    """A code that a player of the duel is still trying to break is hidden from everyone."""

    @pytest.fixture
    def three(self):
        """Return three players: one has broken the code, one has given up, and one still plays."""
        browsers = {name: Client() for name in ("Winner", "Quitter", "Runner")}
        for name, browser in browsers.items():
            sign_up(browser, name)
        players = [Player.objects.owner_of(user) for user in User.objects.order_by("pk")]
        duel = race_of(*players, secret=SECRET)
        winner, quitter, _ = seats = list(duel.seats.all())
        duel.guess(winner, SECRET, 1, "a")
        duel.guess(quitter, "1122", 1, "b")
        duel.leave(quitter)
        return duel, seats, browsers

    def test_the_code_of_a_duel_is_on_no_page_before_the_end(self, three, admin_client):
        duel, seats, browsers = three
        games = Game.objects.all()
        assert pages_that_show(Client(), pages_about(*games)) == []
        for who in ("Quitter", "Runner"):
            assert pages_that_show(browsers[who], pages_about(*games, names=FOR_PLAYERS)) == [], who
        assert pages_that_show(admin_client, pages_of_the_admin(*Game.objects.all())) == []
        passed_on = f"{Game.objects.get(side__seat=seats[0]).get_absolute_url()}challenge/"
        assert browsers["Winner"].post(passed_on).status_code == 404
        duel.leave(seats[2])
        analyses = [f"{game.get_absolute_url()}analysis/" for game in Game.objects.all()]
        assert pages_that_show(Client(), analyses) == analyses


class TestChallenges:
    def test_a_second_game_with_a_challenge_does_not_reveal_its_code(self):
        """The guest and the account that the guest logs in to have both played the challenge."""
        setter = Client()
        challenge = led_to(setter.post("/challenges/", {"code": SECRET}), Challenge)
        sign_up(Client(), "Ada")
        browser, guest = Client(), Client()
        log_in(browser)
        for one in (browser, guest):
            play(one, led_to(one.post(challenge.get_absolute_url()), Game), SECRET)
        log_in(guest)
        first, second = Game.objects.order_by("pk")
        assert (first.challenge, second.repeated_challenge) == (challenge, challenge)
        for game in (first, second):
            assert not shows(Client().get(f"{game.get_absolute_url()}analysis/").text)
            assert shows(setter.get(f"{game.get_absolute_url()}analysis/").text)

    def test_a_game_does_not_reveal_the_code_of_a_challenge_that_was_set_twice(self):
        sign_up(Client(), "Ada")
        account, guest, friend = Client(), Client(), Client()
        log_in(account)
        kept = led_to(account.post("/challenges/", {"code": SECRET}), Challenge)
        gone = led_to(guest.post("/challenges/", {"code": SECRET}), Challenge)
        for challenge in (kept, gone):
            play(friend, led_to(friend.post(challenge.get_absolute_url()), Game), SECRET)
        log_in(guest)
        friends = Player.objects.get(games__challenge=kept)
        assert [game.challenge or game.repeated_challenge for game in friends.games.all()] == [
            kept,
            kept,
        ]
        for game in friends.games.all():
            assert not shows(Client().get(f"{game.get_absolute_url()}analysis/").text)

    def test_an_administrator_has_to_play_a_challenge_before_seeing_its_code(self, admin_client):
        setter, friend = Client(), Client()
        challenge = led_to(setter.post("/challenges/", {"code": SECRET}), Challenge)
        game = led_to(friend.post(challenge.get_absolute_url()), Game)
        play(friend, game, "1122", SECRET)
        assert pages_that_show(admin_client, pages_of_the_admin(game)) == []
        play(admin_client, led_to(admin_client.post(challenge.get_absolute_url()), Game), SECRET)
        assert shows(admin_client.get(f"/admin/games/game/{game.pk}/change/").text)
