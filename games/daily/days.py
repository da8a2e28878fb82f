"""The days of the archive, and how a player did on them."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Value

from games.models import FIRST_DAY, Daily, Game, GameQuerySet


class Day(NamedTuple):
    """A day of the archive; ``game`` is the player's attempt, if there was one."""

    daily: Daily
    game: Game | None


def days_with_games(offsets: Iterable[int], games: GameQuerySet) -> list[Day]:
    """Return the days so far after the first, each with the attempt among ``games``."""
    dailies = [Daily(day=FIRST_DAY + timedelta(days=offset)) for offset in offsets]
    days = [daily.day for daily in dailies]
    attempts = {game.daily_id: game for game in games.filter(daily__in=days)}
    return [Day(daily, attempts.get(daily.day)) for daily in dailies]


def attempts_on(day: date) -> GameQuerySet:
    """Return the finished attempts at a day without help, the fewest guesses first."""
    attempts = Game.objects.filter(daily=day, is_aided=Value(False), finished_at__isnull=False)
    return attempts.select_related("player").order_by("counted_guesses", "finished_at", "pk")
