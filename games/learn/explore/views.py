"""The explorer: for any position on any board, the possible codes and the best next guess."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.insight.fairness.helped import unless_asking
from games.insight.fairness.position import FairPosition
from games.learn.explore.page import ExploreForm, ExplorePage
from games.web.entry.setup import Setup
from games.web.responses.pages import wants_fragment
from games.web.responses.revalidation import revalidated, shared


@shared
@require_safe
@revalidated(by=unless_asking)
def explore(request: HttpRequest) -> HttpResponse:
    """Show a position that the visitor made up."""
    setup = Setup(request.GET)
    if setup.rules is None:
        return render(request, "learn/explore/no_board.html", {"setup": setup}, status=422)
    form = ExploreForm(request.GET, setup.rules.variant)
    position = FairPosition.of_visitor(request, setup.rules.variant, form.history)
    page = ExplorePage(position, form.guess, request.GET.dict(), form.problem)
    context = {"setup": setup, "page": page}
    is_part = wants_fragment(request) and not form.problem
    template = "learn/explore/_part.html" if is_part else "learn/explore/explore.html"
    return render(request, template, context, status=422 if form.problem else 200)
