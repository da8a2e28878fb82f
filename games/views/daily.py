"""One code a day for everybody, and the days that were."""

from datetime import date

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.dailies import days_with_games
from games.limits import spend_new_game
from games.models import FIRST_DAY, Daily, today
from games.players import new_or_current_player, own_games


@never_cache
@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Today's daily and all before it, with how this player did."""
    days = Paginator(range((today() - FIRST_DAY).days, -1, -1), 28)
    page = days.get_page(request.GET.get("page", "1"))
    context = {"page": page, "days": days_with_games(page, own_games(request))}
    return render(request, "games/archive.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def daily(request: HttpRequest, day: date) -> HttpResponse:
    """One day; posting to it begins or goes on with this player's one attempt."""
    if not Daily.exists_on(day):
        raise Http404
    puzzle = Daily(day=day)
    if request.method == "POST":
        spend_new_game(request)
        return redirect(puzzle.begin(new_or_current_player(request)))
    game = own_games(request).filter(daily=day).first()
    return render(request, "games/daily.html", {"daily": puzzle, "game": game})
