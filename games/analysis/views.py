"""What every guess of a finished game was worth, and how skill and luck are counted."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.analysis.access import puzzle_to_play_first
from games.analysis.forms import LessonForm
from games.analysis.lesson import lesson_on
from games.analysis.page import Analysis
from games.analysis.paths import Paths
from games.entry.row import row_from_query
from games.identity.current import identity_of
from games.models import Game
from games.site.responses import wants_fragment


@never_cache
@vary_on_headers("HX-Request")
@require_safe
def analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """A finished game guess by guess, for everybody who can no longer play its code."""
    game = get_object_or_404(Game.objects.finished().with_secret(), public_id=game_id)
    reader = identity_of(request)
    if puzzle := puzzle_to_play_first(game, reader):
        return render(request, "analysis/spoiler.html", {"game": game, "puzzle": puzzle})
    whole, form = Analysis(game), LessonForm(request.GET, game=game)
    lesson = lesson_on(whole, form, row_from_query(request.GET, game.variant))
    context: dict[str, Any] = {"game": game, "lesson": lesson}
    status = 422 if form.errors else 200
    if wants_fragment(request):
        return render(request, "analysis/_lesson_reply.html", context, status=status)
    paths = Paths(whole, request.GET.get("beside", ""))
    context |= {"analysis": whole, "paths": paths, "is_own": reader.owns(game)}
    return render(request, "analysis/analysis.html", context, status=status)


@require_safe
def skill_and_luck(request: HttpRequest) -> HttpResponse:
    """How skill and luck are counted."""
    return render(request, "analysis/skill.html")
