"""Write the finished games of a month as CSV for research, without any player, id or date."""

import csv
from argparse import ArgumentTypeError
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Count

from games.models import Game, today
from solver.rule.history import format_history

PUBLISHED = (
    *("pegs", "colors", "repeats", "limit", "mode"),
    *("guesses", "hints", "helped", "solved", "seconds"),
)


def over_month(text: str) -> date:
    """Return the first day of a month that is over, such as 2026-10."""
    try:
        month = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC).date()
    except ValueError:
        raise ArgumentTypeError("a month is written as 2026-10") from None
    if month >= today().replace(day=1):
        raise ArgumentTypeError("this month is not over")
    return month


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("month", type=over_month, help="a month that is over, as 2026-10")

    def handle(self, *args: Any, month: date, **options: Any) -> None:
        """Write the games whose code no one else had, in random order."""
        modes = (Game.Mode.PLAIN, Game.Mode.HARD)
        games = Game.objects.finished().filter(is_ranked=True, mode__in=modes, guess_count__gte=1)
        games = games.filter(finished_at__year=month.year, finished_at__month=month.month)
        table = csv.DictWriter(self.stdout, PUBLISHED)
        table.writeheader()
        mixed = games.annotate(asked=Count("hints")).order_by("?").prefetch_related("guesses")
        for game in mixed.iterator(chunk_size=1000):
            table.writerow(row_of(game))


def row_of(game: Game) -> dict[str, object]:
    """Return a game as a row of the table."""
    ended = game.finished_at or game.started_at
    return {
        **game.rules.fields(),
        "mode": game.mode,
        "guesses": format_history(game.turns()),
        "hints": game.asked,  # type: ignore[attr-defined]
        "helped": game.is_aided,
        "solved": game.status == Game.Status.WON,
        "seconds": round((ended - game.started_at).total_seconds()),
    }
