"""The months of the archive, day by day, with a player's results."""

from dataclasses import dataclass
from datetime import date
from statistics import fmean

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.models import Daily, Game, GameQuerySet, Hiding, is_on_its_day, today
from games.web.charts.calendar import CalendarMonth


@dataclass(frozen=True)
class Day:
    daily: Daily
    game: Game | None

    @property
    def is_untried(self) -> bool:
        """Whether the daily was not tried; such a day looks the same for everyone."""
        return self.game is None

    @property
    def is_today(self) -> bool:
        return self.daily.day == today()

    @cached_property
    def state(self) -> str:
        """The state of the attempt, in a word; "late" means solved on another day."""
        game = self.game
        if game is None:
            return "new"
        if game.status != Game.Status.WON:
            return "open" if game.is_playing else "lost"
        return "won" if is_on_its_day(self.daily.day, game.started_at) else "late"

    @property
    def mark(self) -> str:
        """The guesses of a solved daily, or a sign for an attempt without success."""
        if self.state in ("won", "late") and self.game:
            return str(self.game.guess_count)
        return {"lost": "X", "open": "…"}.get(self.state, "")

    @property
    def outcome(self) -> str:
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
        """The day, and how the attempt went, in words."""
        return _("%(daily)s, %(day)s: %(outcome)s") % {
            "daily": self.daily,
            "day": wording.full_date(self.daily.day),
            "outcome": self.outcome,
        }


class Month(CalendarMonth):
    """A month of the archive; ``own`` are the player's games."""

    template = "play/daily/_day.html"

    @property
    def summary(self) -> str:
        """A sentence on the player's month; empty if no code was broken."""
        won = [game.guess_count for game in self._attempts.values() if game.is_won]
        if not won:
            return ""
        sentence = ngettext(
            "You solved %(days)s of this month, in %(guesses)s.",
            "You solved %(days)s of this month, in %(average)s guesses on average.",
            len(won),
        )
        average = wording.number(fmean(won), decimals=1)
        guesses = {"guesses": wording.guesses(won[0]), "average": average}
        return sentence % {"days": wording.dailies(len(won)), **guesses}

    def on(self, day: date) -> Day:
        return Day(Daily(day=day), self._attempts.get(day))

    @cached_property
    def _attempts(self) -> dict[date, Game]:
        """The player's attempts of the month by day."""
        month = self.own.filter(daily__gte=self.first, daily__lt=self.end)
        return {game.daily_id: game for game in month if game.daily_id}


def results_of_day(day: date) -> GameQuerySet:
    """Return the games in the results of a day, the fewest guesses first.

    Games that end after midnight are left out, because by then a player can see the code by giving
    up in another browser.
    """
    placed = Game.objects.filter(
        daily=day, is_placed=True, is_aided=False, finished_at__lt=Daily(day=day).ends_at
    )
    placed = placed.exclude(player__in=Hiding.objects.players())
    return placed.select_related("player").order_by("counted_guesses", "finished_at", "pk")
