"""One code a day, the same for everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.db import models
from django.urls import reverse
from django.utils.formats import date_format

from games.catalog.rules import CLASSIC
from games.models.calendar import FIRST_DAY, today
from games.models.first_come import first_kept
from games.models.game import Game, new_secret
from games.models.player import Player


class Daily(models.Model):
    """The code of a day. It is drawn when the first player asks for it, not derived from it."""

    day = models.DateField(primary_key=True)
    secret = models.CharField(max_length=8)

    rules = CLASSIC

    def __str__(self) -> str:
        return f"Daily {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("daily", args=[self.day])

    @classmethod
    def exists_on(cls, day: date) -> bool:
        """Return whether there is a daily on that day: none before the first, none ahead."""
        return FIRST_DAY <= day <= today()

    @property
    def number(self) -> int:
        return (self.day - FIRST_DAY).days + 1

    @property
    def title(self) -> str:
        """What it is called where its day is not plain."""
        return f"{self}, {date_format(self.day, 'j F Y')}"

    @property
    def day_before(self) -> date | None:
        return self.day - timedelta(days=1) if self.number > 1 else None

    @property
    def day_after(self) -> date | None:
        return self.day + timedelta(days=1) if self.day < today() else None

    @property
    def ends_at(self) -> datetime:
        """When the next day begins, and with it the next code."""
        return datetime.combine(self.day + timedelta(days=1), time(), UTC)

    @property
    def time_left(self) -> timedelta:
        """How long the day still lasts: nothing once it is over."""
        return max(self.ends_at - datetime.now(UTC), timedelta())

    def begin(self, player: Player) -> Game:
        """Return the player's one attempt at this day, whenever it was begun."""
        drawn = {"secret": new_secret(self.rules.variant)}
        kept = first_kept(Daily.objects.all(), drawn, day=self.day)
        start = {"secret": kept.secret, **self.rules.fields()}
        return first_kept(Game.objects.all(), start, player=player, daily=kept)
