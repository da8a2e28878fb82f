"""The results of a daily: the results of all players, and the reader's result."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.models import Daily, Game, GameQuerySet, Streak, Tally, recent_tally_of, tally_of, today
from games.models.play.fairness import why_unlisted
from games.models.play.streak import DailyAttempt, attempts_of, streak_of_attempts
from games.web.charts.distribution import Distribution


@dataclass(frozen=True)
class DailyReport:
    """A daily with its results; ``games`` are the games of the reader."""

    daily: Daily
    games: GameQuerySet

    @classmethod
    def after(cls, game: Game) -> DailyReport | None:
        if game.daily_id is None:
            return None
        return cls(Daily(day=game.daily_id), Game.objects.filter(player=game.player_id))

    @cached_property
    def game(self) -> Game | None:
        """The player's game of the daily, or None."""
        if all(day != self.daily.day for day, _begun, _status in self._attempts):
            return None
        return self.games.filter(daily=self.daily.day).first()

    @cached_property
    def tally(self) -> Tally:
        """The results of all players; from a cache until the reader has finished."""
        count = tally_of if self.is_finished else recent_tally_of
        return count(self.daily.day)

    @cached_property
    def streak(self) -> Streak:
        return streak_of_attempts(self._attempts)

    @cached_property
    def _attempts(self) -> list[DailyAttempt]:
        return attempts_of(self.games)

    @property
    def is_of_today(self) -> bool:
        return self.daily.day == today()

    @property
    def todays(self) -> Daily:
        """Today's daily, even if this report is about another day."""
        return Daily(day=today())

    @property
    def is_finished(self) -> bool:
        """Whether the player has finished the daily."""
        return self.game is not None and not self.game.is_playing

    @property
    def everybody(self) -> str:
        """A sentence about the results of all players."""
        tally = self.tally
        if tally.average is None:
            return self._unbroken
        sentence = ngettext(
            "%(players)s solved it, in %(guesses)s.",
            "%(players)s solved it, in %(average)s guesses on average.",
            tally.broken,
        )
        return sentence % {
            "players": wording.players(tally.broken),
            "guesses": wording.guesses(round(tally.average)),
            "average": wording.number(tally.average, decimals=1),
        }

    @property
    def _unbroken(self) -> str:
        if not self.tally.finished:
            return _("No one has finished it yet.")
        sentence = ngettext(
            "%(players)s tried. No one has solved it yet.",
            "%(players)s tried. No one has solved it yet.",
            self.tally.finished,
        )
        return sentence % {"players": wording.players(self.tally.finished)}

    @property
    def yours(self) -> str:
        """A sentence about the player's result or progress."""
        game = self.game
        if game is None:
            return ""
        if game.is_playing:
            where = {"number": game.next_number, "limit": game.limit}
            return _("You’re on guess %(number)d of %(limit)d.") % where
        if game.status == Game.Status.RESIGNED:
            return _("You gave up.")
        if game.status != Game.Status.WON:
            return _("You did not solve it.")
        return _("You solved it in %(guesses)s.") % {"guesses": wording.guesses(game.guess_count)}

    @property
    def distribution(self) -> Distribution:
        """The chart of all players' guesses; the reader's bar is marked if the game counts."""
        game = self.game
        return Distribution(
            self.tally.distribution, game.counted_guesses if game and not game.is_aided else None
        )

    @property
    def caveat(self) -> str:
        """The reason why a finished game is not in the chart, or ""."""
        if self.is_finished and self.game and self.game.is_aided:
            return _("You had help, so your game is not counted here.")
        return ""

    @property
    def unplaced(self) -> str:
        """The reason why a finished game is not among the day's results, or ""."""
        reason = why_unlisted(self.game) if self.game else None
        return str(reason.label) if reason else ""

    @property
    def streak_in_words(self) -> str:
        """A sentence on the player's streak, and on how to keep a streak that is at risk."""
        now, longest, is_at_risk = self.streak
        at_risk = _("Your streak: %(days)s. Solve today’s code to keep it.")
        return wording.streak(now, longest, at_risk if is_at_risk else "")

    @property
    def time_to_next(self) -> str:
        return wording.duration(self.todays.time_left)

    @property
    def minutes_to_next(self) -> int:
        """The time until the next code in minutes, for the countdown."""
        return -(-self.todays.time_left // timedelta(minutes=1))
