"""The results of all players of a daily."""

from datetime import date
from functools import partial
from typing import NamedTuple, cast

from django.core.cache import cache
from django.db.models import Count, Max, Value

from games.models.play.daily import limit_of_now
from games.models.play.game import Game

SECONDS_KEPT = 5  # the results on a busy page can be this many seconds old


class Tally(NamedTuple):
    """The results of a daily: how many guesses players needed without help.

    ``distribution[n - 1]`` players needed n guesses; the last number counts players who did not
    solve it.
    """

    distribution: tuple[int, ...]

    @property
    def finished(self) -> int:
        return sum(self.distribution)

    @property
    def broken(self) -> int:
        return sum(self.distribution[:-1])

    @property
    def average(self) -> float | None:
        """The average number of guesses to solve the daily; None if no one did."""
        guesses = sum(n * players for n, players in enumerate(self.distribution[:-1], start=1))
        return guesses / self.broken if self.broken else None


def tally_of(day: date) -> Tally:
    """Return the current results of a day's daily."""
    finished = Game.objects.filter(daily=day, is_aided=Value(False), finished_at__isnull=False)
    by_guesses = finished.values("counted_guesses").order_by()
    rows = by_guesses.annotate(Count("pk"), Max("daily__limit"))
    players = {row["counted_guesses"]: row["pk__count"] for row in rows}
    limit = max((row["daily__limit__max"] for row in rows), default=limit_of_now())
    return Tally(tuple(players.get(n, 0) for n in range(1, limit + 2)))


def recent_tally_of(day: date) -> Tally:
    """Return a daily's results from a cache, at most a few seconds old, for busy pages."""
    return cast(Tally, cache.get_or_set(f"tally-{day}", partial(tally_of, day), SECONDS_KEPT))
