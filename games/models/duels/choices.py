"""The kinds, statuses and paces of a duel."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy


class DuelKind(models.TextChoices):
    """What is played."""

    RACE = "race", gettext_lazy("Race")  # one code for all, the first to break it wins
    BEST_OF_THREE = "best-of-3", gettext_lazy("Best of three")  # races
    BOX = "box", gettext_lazy("Codemaker and codebreaker")  # a code for each other
    ROOM = "room", gettext_lazy("Room")  # code after code, sent by somebody who looks on


class Status(models.TextChoices):
    """How far a duel is."""

    WAITING = "waiting"  # for people, before the first round
    SETTING = "setting"  # codes for each other
    RUNNING = "running"
    BETWEEN = "between"  # a round that is over and the next one
    OVER = "over"


class Pace(models.TextChoices):
    """How long a player may take before they count as having given up."""

    LIVE = "live", gettext_lazy("Now: ten minutes for a guess")
    DAY = "day", gettext_lazy("One day for a guess")
    DAYS = "days", gettext_lazy("Three days for a guess")
    WEEK = "week", gettext_lazy("A week for a guess")

    @property
    def patience(self) -> timedelta:
        return PATIENCE_AT[self]


PATIENCE_AT = {
    Pace.LIVE: timedelta(minutes=10),
    Pace.DAY: timedelta(days=1),
    Pace.DAYS: timedelta(days=3),
    Pace.WEEK: timedelta(days=7),
}
