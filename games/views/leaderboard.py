"""Who breaks the code in how many guesses."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms import NameForm
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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """Choosing the name that stands on the leaderboard."""
    player = current_player(request)
    if player is None:
        return redirect("start")
    form = NameForm(request.POST if request.method == "POST" else None, player=player)
    if form.is_valid() and form.save():
        return redirect("leaderboard")
    context = {"form": form, "player": player}
    return render(request, "games/name.html", context, status=422 if form.is_bound else 200)
