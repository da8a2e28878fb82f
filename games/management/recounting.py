"""The lines of the leaderboard made anew from the games, one player at a time."""

from __future__ import annotations

from django.db import transaction

from games.management.pruning import at_leisure
from games.models import Game, Player, Standing, today


def recount_everybody() -> int:
    """Make the lines of everybody anew who has any or should; return how many players."""
    players = Player.objects.filter(pk__in=Game.objects.counted().values("player"))
    players |= Player.objects.filter(pk__in=Standing.objects.values("player"))
    found = list(players.values_list("pk", flat=True))
    for player in at_leisure(found):
        recount(player)
    return len(found)


def recount(player: int) -> None:
    """Make the lines of a player anew, in a transaction that holds up nobody else for long."""
    games = Game.objects.counted().filter(player=player).order_by("finished_at", "pk")
    with transaction.atomic():
        if Player.objects.filter(pk=player).exists():  # or they were deleted meanwhile
            Standing.objects.recount(player, games, today())
