"""Who breaks the code in how many guesses."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.leaderboard import page_of, standings_on
from games.players import current_player
from games.variants import CLASSIC


@never_cache
@require_safe
def standings(request: HttpRequest) -> HttpResponse:
    page = page_of(CLASSIC, request.GET.get("page", "1"))
    context = {
        "page": page,
        "standings": standings_on(page, CLASSIC),
        "variant": CLASSIC,
        "player": current_player(request),
    }
    return render(request, "games/leaderboard.html", context)
