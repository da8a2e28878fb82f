"""The analysis of finished games, and the page on skill and luck."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.insight.fairness.position import FairPosition
from games.insight.fairness.seen import has_tried, spoilt_by
from games.insight.positions.evil import EvilStory
from games.learn.analysis.lesson import LessonForm, lesson_on
from games.learn.analysis.page import Analysis, second_guesses
from games.learn.analysis.paths import EvilPaths, Paths
from games.models import Duel, Game
from games.people.sessions.current import identity_of
from games.web.responses.pages import wants_fragment
from games.web.responses.revalidation import revalidated
from solver.exact.solved import MOST_SEARCHED
from solver.study.analysis import ACCURACY


@vary_on_headers("HX-Request")
@require_safe
def analysis(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the analysis of a finished game, unless the reader can still compete for its code."""
    finished = Game.objects.finished().with_secret().select_related("player")
    game = get_object_or_404(finished, public_id=game_id)
    reader = identity_of(request)
    puzzle = spoilt_by(game, reader)
    if isinstance(puzzle, Duel):
        return redirect(puzzle)
    if game.is_held:  # a game of a deleted duel
        raise Http404
    if puzzle:
        spoiler = {"game": game, "puzzle": puzzle, "has_tried": has_tried(puzzle, reader)}
        return render(request, "learn/analysis/spoiler.html", spoiler)
    position = FairPosition.of_game(request, game)
    if game.is_evil:
        return evil_analysis(request, game, position)
    whole, form = Analysis(game, position), LessonForm(request.GET, game=game)
    status = 200 if form.is_valid() else 422
    context = {
        "game": game,
        "is_own": reader.owns(game),
        "analysis": whole,
        "lesson": lesson_on(whole, form),
        "paths": Paths(game, position, request.GET.get("beside", "")),
    }
    return render(request, template_for(request), context, status=status)


def evil_analysis(request: HttpRequest, game: Game, position: FairPosition) -> HttpResponse:
    """Show the analysis of an evil game, with the games of the strategies."""
    context = {
        "game": game,
        "is_own": identity_of(request).owns(game),
        "story": EvilStory(game, position),
        "paths": EvilPaths(game, position, request.GET.get("beside", "")),
    }
    return render(request, template_for(request), context)


def template_for(request: HttpRequest) -> str:
    """Return the template for the whole page, or for the part that htmx requests."""
    if not wants_fragment(request):
        return "learn/analysis/analysis.html"
    return (
        "learn/analysis/_paths.html"
        if "beside" in request.GET
        else "learn/analysis/_lesson_reply.html"
    )


@require_safe
@revalidated()
def skill_and_luck(request: HttpRequest) -> HttpResponse:
    figures = {"most_proven": MOST_SEARCHED, "accuracy": ACCURACY}
    return render(request, "learn/analysis/skill.html", {"example": second_guesses(), **figures})
