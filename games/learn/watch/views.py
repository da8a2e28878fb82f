"""The pages on which the computer breaks a code that the visitor sets."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.learn.watch.forms import ShowForm, WatchForm
from games.learn.watch.page import Show, WatchPage
from games.models import Watch
from games.people import limits
from games.people.sessions.current import identity_of
from games.web.entry.setup import Setup
from games.web.responses.board import Board
from games.web.traffic.calculator import expensive
from games.web.traffic.gate import Busy, solving
from solver.rule.codes import Code, Variant
from solver.study.race import Lane, race
from solver.study.trace import TracedGuess

WATCHES_LISTED = 5  # the list has at most this many earlier games of the player
THINKING_TIME = 0.4  # a request lets the computer guess for this many seconds


@require_http_methods(["GET", "HEAD", "POST"])
def new_watch(request: HttpRequest) -> HttpResponse:
    """Show the page on which a visitor sets a code and chooses the strategies."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET)
    form = WatchForm(request.POST if is_post else None, setup.rules)
    if setup.rules and form.is_valid():
        begun = start_watch(request, setup.rules.variant, form)
        return redirect(f"{begun.get_absolute_url()}#play")  # js/watch.js plays it
    context = {
        "setup": setup,
        "entry": setup.entry(form.problem_with("code")),
        "problem": "" if form.problem_with("code") else form.problem,
        "kept": identity_of(request).watches.order_by("-begun_at")[:WATCHES_LISTED],
    }
    bad = setup.rules_form.errors or form.errors
    return render(request, "learn/watch/new_watch.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def watch(request: HttpRequest, watch_id: str) -> HttpResponse:
    """Show a step of a watched game; on POST, let the computer continue."""
    game = get_object_or_404(Watch, public_id=watch_id)
    board = WatchBoard(request, game, ShowForm(request.GET).show)
    if request.method != "POST":
        return board.show()
    if not board.is_owner:
        raise Http404
    with solving(game.variant, MEDIUM):
        game.think(THINKING_TIME, run_race)
    return board.after()


class WatchBoard(Board[WatchPage]):
    """A step of a watched game; if a ranked game is open, the page first asks for consent."""

    templates = "learn/watch/watch.html", "learn/watch/_watch.html"

    def __init__(self, request: HttpRequest, game: Watch, step: Show) -> None:
        super().__init__(request)
        self.game, self.step = game, step
        self.is_owner = identity_of(request).owns(game)

    def page(self, **told: Any) -> WatchPage:
        back = f"{self.game.get_absolute_url()}?{self.step.query}"
        leave = partial(FairPosition.of_visitor, self.request, back=back)
        return WatchPage(self.game, self.step, leave, is_owner=self.is_owner)

    def context(self, page: WatchPage) -> dict[str, Any]:
        return {"page": page, "address": self.request.build_absolute_uri(self.request.path)}


def start_watch(request: HttpRequest, variant: Variant, form: WatchForm) -> Watch:
    """Start a watched game; save nothing if the computer is too busy."""
    with solving(variant, MEDIUM):
        how: dict[str, Any] = {"secret": form.secret, "strategies": form.strategies}
        watch = limits.begin(request, partial(Watch.objects.begin, variant=variant, **how))
        with suppress(Busy):  # the page of the game will let the computer start
            watch.think(THINKING_TIME, run_race)
    return watch


@expensive(keep=0, beyond=MEDIUM)
def run_race(
    variant: Variant, secret: Code, lanes: tuple[Lane, ...], seconds: float
) -> Sequence[tuple[int, TracedGuess]]:
    """Let the strategies guess for ``seconds`` seconds; return their new steps."""
    return race(variant, secret, lanes, seconds)
