"""Pages that work a position out ask first if it is one of a game the visitor is playing.

They keep nothing, so what they tell is held back until it is said, by a POST, that the game counts
as one with help. Before its first guess nothing of a game is known, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from games.identity.current import identity_of
from games.models import Game
from solver.codes import Variant
from solver.feedback import Turn


def asked_first(
    request: HttpRequest, variant: Variant, turns: Sequence[Turn]
) -> HttpResponse | None:
    """Return what comes before a position, if anything does.

    That is a page that asks; after a POST the way back, once the games are counted as aided.
    """
    player = identity_of(request).key if turns else None
    if request.method == "POST":
        if player:
            Game.objects.note_solver(player, turns, variant)
        return redirect(request.get_full_path())
    if player is None:
        return None
    games = Game.objects.filter(player=player, is_aided=False).told_to(turns, variant)
    return render(request, "identity/own_game.html", {"game": games[0]}) if games else None
