"""Pages that work a position out ask first if it is one of a game the visitor is playing.

They keep nothing, so what they tell is held back until it is said, by a POST, that the game counts
as one with help. Before its first guess nothing of a game is known, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers

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
    if not games:
        return None
    question = render(request, "identity/own_game.html", {"game": games[0]})
    add_never_cache_headers(question)
    return question


def nobody_to_ask(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return None if such a page may be the visitor's own, because they play: for revalidation."""
    identity = identity_of(request)
    if identity.key is None:
        return ""
    open_games = identity.games.unfinished().filter(is_aided=False, guess_count__gt=0)
    return None if open_games.exists() else ""
