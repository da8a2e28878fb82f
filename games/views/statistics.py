"""How somebody plays, in numbers and charts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player
from games.players import current_player


@never_cache
@require_safe
def you(request: HttpRequest) -> HttpResponse:
    """The player's own page: the account, the statistics, the games."""
    return render(request, "players/you.html", {"player": current_player(request)})


@never_cache
@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may see of a player who has a name."""
    shown = Player.objects.named(name)
    if shown is None:
        raise Http404
    return render(request, "players/player.html", {"player": shown})
