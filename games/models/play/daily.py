"""The daily: one code a day for all players."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.catalog.rules import CLASSIC, Rules
from games.models.base.calendar import FIRST_DAY, today
from games.models.base.columns import on_board
from games.models.base.first_come import get_or_insert
from games.models.people.player import Player
from games.models.play.codemaker import new_secret
from games.models.play.game import IS_IN_DUEL, Game


def limit_of_now() -> int:
    """Return the guess limit for a daily that is drawn now."""
    return CLASSIC.limit


class Daily(models.Model):
    """The code of a day, drawn at random when the first player asks for it."""

    day = models.DateField(primary_key=True)
    secret = models.CharField(max_length=8)

    limit = models.PositiveSmallIntegerField(
        default=limit_of_now,
        help_text="The guess limit of the day, which Classic had when the code was drawn.",
    )

    def __str__(self) -> str:
        return _("Daily %(number)d") % {"number": self.number}

    def get_absolute_url(self) -> str:
        return reverse("daily", args=[self.day])

    @classmethod
    def exists_on(cls, day: date) -> bool:
        """Return whether a day has a daily: from the first day until today."""
        return FIRST_DAY <= day <= today()

    @classmethod
    def of(cls, day: date) -> Daily:
        """Return the daily of a day without its code; if none is stored, an unsaved daily."""
        return cls.objects.defer("secret").filter(day=day).first() or cls(day=day)

    @property
    def rules(self) -> Rules:
        return CLASSIC._replace(limit=self.limit)

    @property
    def number(self) -> int:
        return (self.day - FIRST_DAY).days + 1

    @property
    def title(self) -> str:
        """The title with the date, for pages that are not about today."""
        return f"{self}, {date_format(self.day, 'DATE_FORMAT')}"

    @property
    def day_before(self) -> date | None:
        return self.day - timedelta(days=1) if self.number > 1 else None

    @property
    def day_after(self) -> date | None:
        return self.day + timedelta(days=1) if self.day < today() else None

    @property
    def ends_at(self) -> datetime:
        """The start of the next day, when the next code appears."""
        return datetime.combine(self.day + timedelta(days=1), time(), UTC)

    @property
    def time_left(self) -> timedelta:
        """The time until the day ends, or zero."""
        return max(self.ends_at - datetime.now(UTC), timedelta())

    def begin(self, player: Player) -> Game:
        """Return the player's only attempt at this daily; create it if necessary.

        The start of the attempt decides whether the attempt can be in the results. Pages say so
        only at the end: earlier, they would reveal that the player has seen the code.
        """
        drawn = {"secret": new_secret(self.rules.variant)}
        kept = get_or_insert(Daily.objects.all(), drawn, day=self.day)
        start = {"secret": kept.secret, "is_placed": kept.is_new_to(player), **kept.rules.fields()}
        return get_or_insert(Game.objects.all(), start, player=player, daily=kept)

    def is_new_to(self, player: Player) -> bool:
        """Return whether a game that starts now can be in the results of the day.

        The player must have an account and start on that day. No other player in a browser of this
        account can have seen the code.
        """
        return today() == self.day and player.has_account and not self.is_known_to(player)

    def is_known_to(self, player: Player) -> bool:
        """Return whether a player can have seen the code, in an attempt or another game.

        One query counts all cases. A search that stops at the first case would reveal by its time
        that the player has seen the code.
        """
        attempts = player.games.filter(Q(daily=self) | Q(repeated_daily=self))
        met = [some.order_by().values_list("pk") for some in (attempts, *self._guises(player))]
        return met[0].union(*met[1:], all=True).count() > 0 or player.saw_daily_of == self.day

    def _guises(self, player: Player) -> Iterator[models.QuerySet[Any]]:
        """Yield queries for the games and other things in which the player has seen this code."""
        begun = datetime.combine(self.day, time(), UTC)
        board = on_board(self.rules.variant)
        same = {"secret": self.secret, **board}
        others = Q(challenge__isnull=False) | IS_IN_DUEL | Q(mode=Game.Mode.ONE_SCREEN)
        games = player.games.filter(others)
        yield games.filter(**same, started_at__gte=begun)
        yield player.challenges.filter(**same, set_at__gte=begun)
        yield player.watches.filter(**same, begun_at__gte=begun)
        set_here = player.seats.filter(duel__sides__secret=self.secret, duel__moved_at__gte=begun)
        yield set_here.filter(**{f"duel__{name}": value for name, value in board.items()})
