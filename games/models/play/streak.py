"""Streaks: how many days in a row a player solved the daily, or a puzzle of the day."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from games.models.base.calendar import is_on_its_day, today
from games.models.play.game import Game, GameQuerySet

A_DAY = timedelta(days=1)
DailyAttempt = tuple[date, datetime, str]


class Streak(NamedTuple):
    """How many days in a row a player solved the daily on its day.

    The current streak ``is_at_risk`` until today's daily is solved.
    """

    now: int = 0
    longest: int = 0
    is_at_risk: bool = False


def streak_of(games: GameQuerySet) -> Streak:
    return streak_of_attempts(attempts_of(games))


def attempts_of(games: GameQuerySet) -> list[DailyAttempt]:
    """Return day, start and status of each daily that a player started, sorted by day."""
    dailies = games.filter(daily__isnull=False).order_by("daily")
    return list(dailies.values_list("daily", "started_at", "status"))


def streak_of_attempts(attempts: Iterable[DailyAttempt]) -> Streak:
    states = {day: status for day, begun, status in attempts if is_on_its_day(day, begun)}
    return streak_of_days(states)


def streak_of_days(states: Mapping[date, str]) -> Streak:
    """Return the current and the longest streak in results sorted by day."""
    runs = runs_of(day for day, status in states.items() if status == Game.Status.WON)
    now = runs.get(last_day_of_a_run(states), 0)
    return Streak(now, max(runs.values(), default=0), now > 0 and today() not in runs)


def runs_of(days: Iterable[date]) -> dict[date, int]:
    """Return, for each day in order, the length of the run of days that ends with it."""
    runs: dict[date, int] = {}
    for day in days:
        runs[day] = runs.get(day - A_DAY, 0) + 1
    return runs


def last_day_of_a_run(states: Mapping[date, str]) -> date:
    """Return the last day that a current streak must include.

    This is today, or yesterday if today's daily is not started. Days with an open game are
    skipped.
    """
    day = today()
    if day not in states:
        day -= A_DAY
    while states.get(day) == Game.Status.PLAYING:
        day -= A_DAY
    return day
