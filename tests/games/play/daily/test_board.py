"""The results of a day have only first attempts of accounts that did not know the code."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client

from games.models import Challenge, Daily, Game, Player, today
from games.play.daily.days import results_of_day
from tests.cast import PASSWORD, ask, log_in, play, sign_up, start_daily
from tests.games.test_secrecy import masked

# Comparisons ignore these names, which differ from game to game.
NAMES = re.compile(rb'(?<=/games/)[\w-]+|(?<=notes-)[\w-]+|(?<=name="token" value=")[^"]*')


def players_on_the_board(client) -> list[tuple[str, int]]:
    """Return the players in today's results, each with the number of guesses."""
    page = client.get(f"/daily/{today()}/board/").context["page"]
    return [(str(game.player), game.counted_guesses) for game in page]


def guest_who_knows() -> tuple[Client, Game]:
    """Return the client of a guest who has broken today's code, and the game."""
    browser = Client()
    game = start_daily(browser)
    play(browser, game, game.secret)
    return browser, game


class TestBoard:
    def test_players_without_help_are_listed_in_the_results(self, client):
        for name, tries in (("Ada", 3), ("Grace", 0), ("Alan", None)):
            browser = Client()
            sign_up(browser, name)
            game = start_daily(browser)
            if tries is None:
                ask(browser, game, "best", 1)
            wrong = "1111" if game.secret != "1111" else "2222"
            play(browser, game, *[wrong] * (tries or 0), game.secret)
        page = client.get(f"/daily/{today()}/board/")
        assert players_on_the_board(client) == [("Grace", 1), ("Ada", 4)]
        assert "Please keep the code to yourself" in page.text
        [won, _] = page.context["page"]
        assert f'href="{won.get_absolute_url()}analysis/"' in page.text
        before_playing = Client().get(f"{won.get_absolute_url()}analysis/").text
        assert won.revealed_secret not in before_playing

    def test_guests_are_in_the_results_of_a_daily_but_not_in_its_list_of_players(self, client):
        guest, _ = guest_who_knows()
        assert players_on_the_board(client) == []
        page = guest.get(f"/daily/{today()}/board/")
        assert "guests are not listed here" in page.text
        assert page.context["report"].tally.finished == 1
        assert "before you start" in client.get(f"/daily/{today()}/").text
        sign_up(guest)  # too late for today's results
        assert players_on_the_board(client) == []
        assert start_daily(guest).player.has_account

    def test_an_attempt_at_a_past_day_is_not_listed_in_its_results(self, client):
        day = today() - timedelta(days=1)
        sign_up(client)
        game = start_daily(client, day)
        play(client, game, game.secret)
        page = client.get(f"/daily/{day}/board/")
        assert list(page.context["page"]) == []
        assert "You started on another day" in page.text


class TestSeenBefore:
    """An attempt is not listed if the account has met its code in any of its browsers."""

    @pytest.mark.parametrize("has_seen", [True, False])
    def test_an_attempt_is_unlisted_if_a_guest_who_knows_the_code_logs_in_before_its_end(
        self, client, account, has_seen
    ):
        game = start_daily(client)
        guest = guest_who_knows()[0] if has_seen else Client()
        log_in(guest)
        play(client, game, "1111", game.secret)
        assert players_on_the_board(client) == ([] if has_seen else [("Ada", 1 + 1)])
        told = client.get(f"/daily/{today()}/board/").text
        assert ("had seen this code before" in told) == has_seen

    def test_a_guest_who_logs_in_after_the_attempt_does_not_change_the_results(
        self, client, account
    ):
        game = start_daily(client)
        play(client, game, game.secret)
        log_in(guest_who_knows()[0])
        assert players_on_the_board(client) == [("Ada", 1)]

    @pytest.mark.parametrize(
        ("has_account", "has_played"), [(True, True), (False, True), (False, False)]
    )
    def test_a_player_who_deletes_everything_and_returns_is_not_listed(
        self, client, has_account, has_played
    ):
        browser = Client()
        if has_account:
            sign_up(browser)
        if has_played:
            start_daily(browser)
        else:
            browser.post("/")
        browser.post("/you/delete/", {"password": PASSWORD})
        assert not Player.objects.exists()
        sign_up(browser, "Again")
        assert start_daily(browser).is_placed is not has_played

    @pytest.mark.parametrize("is_running", [True, False])
    def test_a_player_who_deletes_everything_and_logs_in_elsewhere_is_not_listed(
        self, client, account, is_running
    ):
        game = start_daily(client) if is_running else None
        browser = Client()
        start_daily(browser)
        browser.post("/you/delete/")
        log_in(browser)
        attempt = start_daily(browser)
        assert attempt.is_placed is False
        assert game in (None, attempt)

    def test_no_page_of_a_running_daily_reveals_whether_it_will_be_listed(
        self, client, account, time_machine
    ):
        """Otherwise a page would reveal that the player has already set or seen today's code."""
        time_machine.move_to(datetime.now(UTC), tick=False)
        client.get("/you/")  # the welcome is shown only once
        pages = []
        for code in ("1122", "3344"):
            Game.objects.all().delete()
            Daily.objects.all().delete()
            Daily.objects.create(day=today(), secret="1122")
            client.post("/challenges/", {"code": code})
            game = start_daily(client)
            play(client, game, "5566")
            own = (game.get_absolute_url(), f"/daily/{today()}/", f"/daily/{today()}/board/")
            shown = [masked(client.get(path)) for path in (*own, "/you/", "/")]
            pages.append([NAMES.sub(b"", page) for page in shown])
            Challenge.objects.all().delete()
        assert pages[0] == pages[1]


class TestPages:
    def test_the_results_are_read_with_an_index(self):
        plan = results_of_day(today())[:50].explain()
        assert "game_on_daily_board" in plan or connection.vendor == "postgresql"
        assert "TEMP B-TREE" not in plan


class TestMidnight:
    """A game that ends after midnight is not listed.

    After midnight, a player can see the code by giving up in another browser.
    """

    @pytest.mark.parametrize(("late", "is_listed"), [(False, True), (True, False)])
    def test_a_game_that_ends_after_midnight_is_not_listed_and_the_page_says_why(
        self, client, late, is_listed
    ):
        sign_up(client)
        game = start_daily(client)
        play(client, game, game.secret)
        ended = game.daily.ends_at - timedelta(seconds=0 if late else 1)
        Game.objects.update(finished_at=ended)
        assert [one.pk for one in results_of_day(game.daily_id)] == [game.pk] * is_listed
        page = client.get(f"/daily/{game.daily_id}/board/").text
        assert ("ended after its day was over" in page) is late
