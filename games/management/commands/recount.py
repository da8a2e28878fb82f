"""Rebuild the leaderboard from the games while people play."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.management.pruning import at_leisure
from games.models import Game, Player, Standing, today


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        players = Player.objects.filter(pk__in=Game.objects.counted().values("player"))
        players |= Player.objects.filter(pk__in=Standing.objects.values("player"))
        found = list(players.values_list("pk", flat=True))
        counted = sum(at_leisure(map(recount, found)))
        if verbosity:
            self.stdout.write(f"The games of {counted} players are added up again.")


def recount(player: int) -> int:
    """Compute one player's leaderboard lines again, in a short transaction; return 1."""
    games = Game.objects.counted().filter(player=player).order_by("finished_at", "pk")
    with transaction.atomic():
        if Player.objects.filter(pk=player).exists():  # the player can have been deleted
            Standing.objects.recount(player, games, today())
    return 1
