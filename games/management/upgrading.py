"""What a version before left open, which served beside this one for a while."""

from __future__ import annotations

from games.management.pruning import at_leisure
from games.management.recounting import recount
from games.models import Game, Standing
from games.models.play.standing import UNJUDGED


def settle_places() -> int:
    """Settle which attempts at dailies may stand on their boards; return how many were open."""
    open_ones = Game.objects.filter(daily__isnull=False, is_placed=None)
    found = list(open_ones.select_related("daily", "player__user"))
    for game in found:
        if game.daily:
            is_new = game.daily.is_new_to(game.player, game)
            open_ones.filter(pk=game.pk).update(is_placed=is_new)
    return len(found)


def recount_lines() -> int:
    """Make the lines anew that a version before wrote; return of how many players.

    It gave them no score, or added a game to one list and not to the other.
    """
    unjudged = Standing.objects.filter(score=UNJUDGED).values_list("player", flat=True)
    players = {*unjudged, *Standing.objects.lopsided()}
    for player in at_leisure(players):
        recount(player)
    return len(players)
