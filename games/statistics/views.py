"""How somebody plays, in numbers and charts."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.entry.forms import RulesForm
from games.identity.current import identity_of
from games.models import GameQuerySet, Player, played_by, words_of
from games.models.streak import streak_of
from games.statistics.page import series_of, statistics_of
from games.statistics.puzzles import puzzle_record_of

GAMES_ON_A_PAGE = 20


@require_safe
def you(request: HttpRequest) -> HttpResponse:
    """The player's own page: the account, the statistics, the games."""
    identity = identity_of(request)
    player = identity.player
    about = about_player(request, player, identity.games) if player else {}
    about |= {"record": puzzle_record_of(player)} if player else {}
    if player and player.is_moderated:
        about["hidings"] = player.hidings.filter(undone_at=None)
    return render(request, "statistics/you.html", {"player": player, "is_you": True, **about})


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may see of a player who has a name: no codes, no running games."""
    shown = Player.objects.named(name)
    if shown is None:
        raise Http404
    about = about_player(request, shown, shown.games.finished())
    return render(request, "statistics/player.html", {"player": shown, "is_you": False, **about})


def about_player(request: HttpRequest, player: Player, games: GameQuerySet) -> dict[str, Any]:
    """Return what both pages show: the statistics of a board, and a page of games."""
    form, played = RulesForm(request.GET), played_by(player)
    wanted = form.cleaned_data["rules"] if "pegs" in request.GET and form.is_valid() else None
    statistics = statistics_of(player, played.boards, wanted)
    newest = games.select_related("daily").order_by("-started_at", "-pk")
    return {
        "played": played,
        "series": series_of(played),
        "words": words_of(player),
        "statistics": statistics,
        "streak": streak_of(player.games.all()),
        "page": Paginator(newest, GAMES_ON_A_PAGE).get_page(request.GET.get("page", "1")),
        "query": f"{statistics.rules.query}&" if statistics else "",
    }
