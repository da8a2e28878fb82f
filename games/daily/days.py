"""The months of the archive, day by day, and how a player did on them."""

from __future__ import annotations

from calendar import Calendar
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import fmean
from typing import NamedTuple

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.models import FIRST_DAY, Daily, Game, GameQuerySet, is_on_its_day, today


class Day(NamedTuple):
    """A daily, and the player's attempt at it, if there was one."""

    daily: Daily
    game: Game | None

    @property
    def is_today(self) -> bool:
        return self.daily.day == today()

    @property
    def state(self) -> str:
        """How the attempt went, in a word: broken ``late`` is broken on another day."""
        game = self.game
        if game is None:
            return "new"
        if game.status != Game.Status.WON:
            return "open" if game.is_playing else "lost"
        return "won" if is_on_its_day(self.daily.day, game.started_at) else "late"

    @property
    def outcome(self) -> str:
        """How the attempt went, in words."""
        match self.state, self.game:
            case "won", Game(guess_count=count):
                return _("solved in %(guesses)s") % {"guesses": wording.guesses(count)}
            case "late", Game(guess_count=count):
                late = _("solved later, in %(guesses)s")
                return late % {"guesses": wording.guesses(count)}
            case "open", Game(next_number=number, limit=limit):
                return _("at guess %(number)d of %(limit)d") % {"number": number, "limit": limit}
            case "lost", _game:
                return _("not solved")
        return _("not played")

    @property
    def name(self) -> str:
        """The day and how the attempt went, in words."""
        return _("%(daily)s, %(day)s: %(outcome)s") % {
            "daily": self.daily,
            "day": wording.full_date(self.daily.day),
            "outcome": self.outcome,
        }


class Square(NamedTuple):
    """A square of a calendar: some date, and its daily, if there is or was one."""

    date: date
    day: Day | None


@dataclass(frozen=True)
class Month:
    """The month that begins with ``first``, as it looks to the player whose ``games`` these are."""

    first: date
    games: GameQuerySet

    @classmethod
    def named(cls, name: str, games: GameQuerySet) -> Month:
        """Return the month of the archive that is called so, as in 2026-11, else the one of now."""
        try:
            first = date.fromisoformat(f"{name}-01")
        except ValueError:
            first = date.max
        if not FIRST_DAY.replace(day=1) <= first <= today():
            first = today().replace(day=1)
        return cls(first, games)

    @property
    def before(self) -> date | None:
        """The first day of the month before, if that has dailies."""
        before = (self.first - timedelta(days=1)).replace(day=1)
        return before if before >= FIRST_DAY.replace(day=1) else None

    @property
    def after(self) -> date | None:
        """The first day of the next month, if that has begun."""
        return self._end if self._end <= today() else None

    @cached_property
    def weeks(self) -> list[list[Square | None]]:
        """The weeks, from Monday to Sunday; nothing stands where other months do."""
        weeks = Calendar().monthdatescalendar(self.first.year, self.first.month)
        return [[self._square(day) for day in week] for week in weeks]

    @property
    def summary(self) -> str:
        """How the player did in this month, in a sentence; nothing if they broke no code."""
        won = [game.guess_count for game in self._attempts.values() if game.is_won]
        if not won:
            return ""
        sentence = ngettext(
            "You broke %(days)s of this month, in %(guesses)s.",
            "You broke %(days)s of this month, in %(average).1f guesses on average.",
            len(won),
        )
        guesses = {"guesses": wording.guesses(won[0]), "average": fmean(won)}
        return sentence % {"days": wording.dailies(len(won)), **guesses}

    def _square(self, day: date) -> Square | None:
        if day.month != self.first.month:
            return None
        is_playable = Daily.exists_on(day)
        return Square(day, Day(Daily(day=day), self._attempts.get(day)) if is_playable else None)

    @property
    def _end(self) -> date:
        """The first day of the next month."""
        return (self.first + timedelta(days=31)).replace(day=1)

    @cached_property
    def _attempts(self) -> dict[date, Game]:
        """The player's attempts of the month, by their day."""
        month = self.games.filter(daily__gte=self.first, daily__lt=self._end)
        return {game.daily_id: game for game in month if game.daily_id}


def placed_on(day: date) -> GameQuerySet:
    """Return the games on the board of a day, the fewest guesses first.

    What ended later is not there: from midnight on, giving up in another browser tells the code.
    """
    placed = Game.objects.filter(
        daily=day, is_placed=True, is_aided=False, finished_at__lt=Daily(day=day).ends_at
    )
    return placed.select_related("player").order_by("counted_guesses", "finished_at", "pk")
