"""Dailies broken day after day."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from games.models.daily import today
from games.models.game import Game
from games.models.player import Player


class Streak(NamedTuple):
    """Days in a row on which a player broke the daily on its day."""

    now: int
    longest: int


def streak_of(player: Player) -> Streak:
    """Return the run of days that lasts until today or yesterday, and the longest there was."""
    won = Game.objects.filter(player=player, daily__isnull=False, status=Game.Status.WON)
    attempts = won.order_by("daily").values_list("daily", "started_at")
    days = [day for day, started in attempts if started.date() == day]
    run, longest, last = 0, 0, None
    for day in days:
        run = run + 1 if last and day - last == timedelta(days=1) else 1
        longest, last = max(longest, run), day
    is_alive = last is not None and today() - last <= timedelta(days=1)
    return Streak(run if is_alive else 0, longest)
