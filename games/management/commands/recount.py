"""Rebuild the leaderboard from the games while people play."""

from typing import Any

from django.core.management.base import BaseCommand

from games.management.recounting import recount_everybody


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        players = recount_everybody()
        if verbosity:
            self.stdout.write(f"The games of {players} players are added up again.")
