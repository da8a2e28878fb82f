"""Was a game helped? It is, once its player has seen worked out what follows from its guesses.

Every page that works out a position names it here first. What it would tell of a running game is
held back until its player says, by a POST, that the game counts as helped; an assist that is told
the game counts at once, and says so. Before its first guess nothing of a game is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from games.models import OPEN_FOR, Game, GameQuerySet, Player
from games.people.sessions.current import identity_of
from games.web.responses.pages import wants_fragment
from games.web.traffic.calculator import expensive
from games.web.traffic.gate import solving
from solver.positions.same import knows, resembles
from solver.rule.codes import Variant
from solver.rule.feedback import Turn
from solver.sets.sampling import MOST_LISTED


def asked_first(
    request: HttpRequest,
    variant: Variant,
    *positions: Sequence[Turn],
    back: str = "",
    besides: Game | None = None,
) -> HttpResponse | None:
    """Return the page that asks for consent, or None if no running game stands in a position.

    ``back`` is where the visitor goes on, the same address if they were reading. ``besides`` is
    the game whose own page this is.
    """
    games = identity_of(request).games
    if besides is not None:
        games = games.exclude(pk=besides.pk)
    game = game_met(games, variant, positions)
    if game is None:
        return None
    back = back or request.get_full_path()
    if request.method in ("GET", "HEAD") and not wants_fragment(request):
        question = render(request, "insight/fairness/own_game.html", {"game": game, "back": back})
    else:
        asks = f"{reverse('helped', args=[game.public_id])}?{urlencode({'next': back})}"
        fragment = wants_fragment(request)
        question = HttpResponseClientRedirect(asks) if fragment else HttpResponseRedirect(asks)
    add_never_cache_headers(question)
    return question


def game_met(
    games: GameQuerySet, variant: Variant, positions: Iterable[Sequence[Turn]]
) -> Game | None:
    """Return a running game that stands in one of the positions, or in one much like it."""
    told = [position for position in positions if position]
    if not told:
        return None
    running = games.to_keep_secret().prefetch_related("guesses")
    return next(iter(_met(running, variant, told)), None)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest, game_id: str) -> HttpResponse:
    """Whether what would help a running game is to be shown; posting counts it as helped."""
    game = get_object_or_404(identity_of(request).games, public_id=game_id)
    back = request.POST.get("next", request.GET.get("next", ""))
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = game.get_absolute_url()
    if request.method == "POST":
        _count(Game.objects.filter(pk=game.pk))
    elif game.is_playing and not game.is_aided:
        return render(request, "insight/fairness/own_game.html", {"game": game, "back": back})
    return HttpResponseRedirect(back)


def nobody_to_ask(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return None if such a page may be the visitor's own, because they play: for revalidation."""
    identity = identity_of(request)
    if identity.key is None:
        return ""
    return None if identity.games.to_keep_secret().exists() else ""


def known_games(player: int, variant: Variant, told: Sequence[Turn]) -> list[Game]:
    """Return the running games of a player that somebody with these turns knows."""
    if not told:
        return []
    begun = Game.objects.unfinished().filter(player=player, pegs=variant.pegs, guess_count__gte=1)
    running = list(begun.prefetch_related("guesses"))
    with solving(variant, MOST_LISTED):
        return [game for game in running if _is_known(game, variant, told)]


def note_told(player: int, variant: Variant, told: Sequence[Turn]) -> None:
    """Count the running games as helped that the player's own solver knows by now.

    Those that are not yet as far look again at each of their guesses: each side looks after it
    has written, so that one of them sees the other.
    """
    running = Game.objects.unfinished().filter(player=player, is_aided=False)
    running.filter(has_solver=False).update(has_solver=True)
    found = [game.pk for game in known_games(player, variant, told) if not game.is_aided]
    if found:
        _count(Game.objects.filter(pk__in=found))


def note_guess(game: Game) -> None:
    """Count a game as helped if a solver that its player feeds knows it by its newest guess."""
    if not (game.is_playing and game.has_solver) or game.is_aided:
        return
    since = game.started_at - OPEN_FOR  # it began with its first guess: a solver may know more
    fed = Player(pk=game.player_id).assists.fed_since(since, game.variant)
    with solving(game.variant, MOST_LISTED):
        is_known = any(_is_known(game, game.variant, told) for told in fed if told)
    if is_known:
        _count(Game.objects.filter(pk=game.pk))
        game.is_aided = True


def beginnings(turns: Sequence[Turn]) -> list[Sequence[Turn]]:
    """Return all positions on the way through some turns."""
    return [turns[:number] for number in range(1, len(turns) + 1)]


def _met(
    games: Iterable[Game], variant: Variant, positions: Sequence[Sequence[Turn]]
) -> list[Game]:
    """Return the games that one of the positions is, or is like, on whatever board."""
    running = list(games)
    if not running:
        return []
    with solving(variant, MOST_LISTED):
        return [game for game in running if any(_is_met(game, variant, one) for one in positions)]


def _is_known(game: Game, variant: Variant, told: Sequence[Turn]) -> bool:
    return game.variant == variant and known(variant, tuple(told), tuple(game.turns()))


@expensive(keep=0, beyond=MOST_LISTED)
def known(variant: Variant, told: tuple[Turn, ...], game: tuple[Turn, ...]) -> bool:
    """Return whether somebody who was told some turns knows all that a game shows."""
    return knows(variant, told, game)


def _is_met(game: Game, variant: Variant, told: Sequence[Turn]) -> bool:
    return _is_known(game, variant, told) or resembles(variant, told, game.turns(), game.variant)


def _count(games: GameQuerySet) -> None:
    games.unfinished().update(is_aided=True)
