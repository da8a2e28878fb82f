"""Dailies: the results of all players, the time left, and streaks."""

from datetime import UTC, datetime, time, timedelta
from time import time as clock

import pytest
from django.db import connection
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import (
    FIRST_DAY,
    Daily,
    Game,
    Player,
    Streak,
    Tally,
    recent_tally_of,
    tally_of,
    today,
)
from games.models.play import tally as tallies
from tests.cast import log_in, play, sign_up

SECRET = "3632"


def finish(day, *guesses: int, is_aided: bool = False) -> None:
    """Save attempts at a day with these numbers of guesses; more than the limit is a loss."""
    daily = Daily.objects.get_or_create(day=day, defaults={"secret": SECRET})[0]
    limit = daily.limit
    for taken in guesses:
        Game.objects.create(
            player=Player.objects.create(),
            daily=daily,
            secret=SECRET,
            status="won" if taken <= limit else "lost",
            guess_count=min(taken, limit),
            counted_guesses=taken,
            is_aided=is_aided,
            finished_at=datetime.combine(day, time(12), UTC),
            **daily.rules.fields(),
        )


class TestTally:
    def test_the_tally_counts_how_many_players_needed_how_many_guesses(self):
        finish(today(), 4, 2, 4, 11)
        tally = tally_of(today())
        assert tally == Tally((0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 1))
        assert (tally.finished, tally.broken, tally.average) == (4, 3, 10 / 3)

    def test_the_tally_excludes_games_with_help_unfinished_games_and_other_days(self):
        finish(today(), 3, is_aided=True)
        finish(FIRST_DAY, 5)
        Daily(day=today()).begin(Player.objects.create())
        assert tally_of(today()) == Tally((0,) * 11)

    @pytest.mark.parametrize("limit", [8, 12])
    def test_changing_the_guess_limit_does_not_change_past_days(self, monkeypatch, limit):
        finish(FIRST_DAY, 9, 11)
        monkeypatch.setattr("games.models.play.daily.CLASSIC", CLASSIC._replace(limit=limit))
        tally = tally_of(FIRST_DAY)
        assert (len(tally.distribution), tally.finished, tally.broken) == (11, 2, 1)
        late, new = (Daily(day=day).begin(Player.objects.create()) for day in (FIRST_DAY, today()))
        assert (late.limit, new.limit) == (10, limit)
        assert (Daily.of(FIRST_DAY).rules.limit, Daily.of(today()).rules.limit) == (10, limit)

    def test_an_empty_tally_has_no_average(self):
        assert tally_of(today()).average is None
        finish(today(), 11)
        assert tally_of(today()).average is None

    def test_the_tally_is_one_query_with_an_index(self, django_assert_num_queries):
        with django_assert_num_queries(1) as queries:
            tally_of(today())
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
                plan = " ".join(row[3] for row in cursor.fetchall())
            assert "COVERING INDEX game_of_daily" in plan
            assert "TEMP B-TREE" not in plan

    def test_the_results_of_a_day_are_counted_only_once_in_a_few_seconds(
        self, django_assert_num_queries, monkeypatch
    ):
        finish(today(), 4)
        assert recent_tally_of(today()).finished == 1
        finish(today(), 5)
        with django_assert_num_queries(0):
            assert recent_tally_of(today()).finished == 1
        assert recent_tally_of(FIRST_DAY).finished == 0
        now = clock() + tallies.SECONDS_KEPT + 1
        monkeypatch.setattr("django.core.cache.backends.locmem.time.time", lambda: now)
        assert recent_tally_of(today()).finished == 2


class TestTimeLeft:
    def test_the_time_left_ends_with_the_day_and_is_zero_afterwards(self, monkeypatch):
        class Clock(datetime):
            @classmethod
            def now(cls, tz=None):
                return datetime(2026, 11, 2, 18, 30, tzinfo=tz)

        monkeypatch.setattr("games.models.play.daily.datetime", Clock)
        days = [Daily(day=FIRST_DAY + timedelta(days=number)) for number in (0, 1)]
        left = [timedelta(0), timedelta(hours=5, minutes=30)]
        assert [day.time_left for day in days] == left


class TestStreak:
    def test_a_streak_is_read_with_an_index_on_the_dailies_of_a_player(self, player):
        plan = player.games.filter(daily__isnull=False).order_by("daily").explain()
        assert "(player_id=? AND daily_id>?)" in plan or connection.vendor == "postgresql"
        assert "TEMP B-TREE" not in plan


def test_dailies_from_before_a_log_in_count_for_the_streak(client):
    def win(browser: Client, days_ago: int) -> None:
        day = today() - timedelta(days=days_ago)
        address = browser.post(f"/daily/{day}/")["Location"]
        game = Game.objects.with_secret().get(public_id=address.split("/")[2])
        begun = datetime.combine(day, time(12), UTC)
        Game.objects.filter(pk=game.pk).update(started_at=begun)
        play(browser, game, game.secret)

    sign_up(client)
    win(client, 1)
    win(phone := Client(), 0)
    log_in(phone)
    assert phone.get("/you/").context["about"].streak == Streak(now=2, longest=2)
