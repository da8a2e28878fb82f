"""One code a day: who may attempt it, the archive, and the board of a day."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client

from games.daily.days import attempts_on
from games.models import FIRST_DAY, Daily, Game, Standing, today
from tests.cast import ask, play, start_daily

pytestmark = pytest.mark.django_db


def test_the_daily_is_the_same_for_everybody(client):
    games = [start_daily(type(client)(), today()) for _ in range(3)]
    assert len({game.player for game in games}) == 3
    assert {game.secret for game in games} == {Daily.objects.get().secret}


def test_the_first_attempt_at_a_day_is_the_only_one(client):
    first = start_daily(client, today())
    play(client, first, first.secret)
    assert start_daily(client, today()) == first
    assert "You broke it in 1" in client.get(f"/daily/{today()}/").text


def test_another_day_has_another_code(client, monkeypatch):
    secrets = iter(["1111", "2222"])
    monkeypatch.setattr("games.models.daily.new_secret", lambda codes: next(secrets))
    start_daily(client, FIRST_DAY)
    start_daily(client, FIRST_DAY + timedelta(days=1))
    assert [daily.secret for daily in Daily.objects.order_by("day")] == ["1111", "2222"]


def test_a_game_keeps_its_day_past_midnight(client, monkeypatch):
    evening = start_daily(client, today())
    tomorrow = today() + timedelta(days=1)
    monkeypatch.setattr("games.models.daily.today", lambda: tomorrow)
    play(client, evening, evening.secret)
    morning = start_daily(client, tomorrow)
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


def test_dailies_do_not_count_on_the_leaderboard(client):
    game = start_daily(client, today())
    play(client, game, game.secret)
    assert not Standing.objects.exists()


class TestBoard:
    def test_it_lists_who_finished_without_help(self, client):
        for name, codes in (("Ada", ["1111"] * 3), ("Grace", []), ("Alan", None)):
            browser = Client()
            game = start_daily(browser)
            browser.post("/you/name/", {"name": name})
            if codes is None:
                ask(browser, game, "facts", 1)
            play(browser, game, *(codes or []), game.secret)
        page = client.get(f"/daily/{today()}/board/")
        shown = [(str(game.player), game.counted_guesses) for game in page.context["page"]]
        assert shown == [("Grace", 1), ("Ada", 4)]
        assert "this board trusts you" in page.text
        [won, _] = page.context["page"]
        assert f'href="{won.get_absolute_url()}analysis/"' in page.text
        before_playing = Client().get(f"{won.get_absolute_url()}analysis/").text
        assert won.revealed_secret not in before_playing

    def test_days_without_a_daily_have_no_board(self, client):
        assert client.get("/daily/2020-01-01/board/").status_code == 404

    def test_it_is_read_in_the_order_of_an_index(self):
        plan = attempts_on(today())[:50].explain()
        assert "game_of_daily" in plan or connection.vendor == "postgresql"
        assert "TEMP B-TREE" not in plan
