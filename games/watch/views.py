"""Setting a code and seeing the computer break it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.entry.setup import Setup
from games.identity.current import identity_of, new_or_current_player
from games.models import Watch
from games.site.responses import wants_fragment
from games.watch.forms import ShowForm, WatchForm
from games.watch.page import WatchPage

KEPT = 5  # games of the same player that are listed
THINKING_TIME = 0.4  # seconds of a request in which the computer guesses on


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_watch(request: HttpRequest) -> HttpResponse:
    """Setting a code on any board, and choosing who is to break it."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET)
    form = WatchForm(request.POST if is_post else None, setup.rules)
    if setup.rules and form.is_valid():
        player, variant = new_or_current_player(request), setup.rules.variant
        watch = Watch.objects.begin(player, variant, form.secret, form.strategies)
        watch.think(THINKING_TIME)
        return redirect(watch)
    context = {
        "setup": setup,
        "entry": setup.entry(form.problem_with("code")),
        "problem": "" if form.problem_with("code") else form.problem,
        "kept": identity_of(request).watches.order_by("-begun_at")[:KEPT],
    }
    bad = setup.rules_form.errors or form.errors
    return render(request, "watch/new_watch.html", context, status=422 if bad else 200)


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def watch(request: HttpRequest, watch_id: str) -> HttpResponse:
    """One step of a watched game; posting to it lets the computer think on."""
    game = get_object_or_404(Watch, public_id=watch_id)
    show = ShowForm(request.GET).show
    is_owner = identity_of(request).owns(game)
    if request.method != "POST":
        return shown(request, WatchPage(game, show, is_owner=is_owner))
    if not is_owner:
        raise Http404
    game.think(THINKING_TIME)
    page = WatchPage(game, show, is_owner=True)
    return shown(request, page) if wants_fragment(request) else redirect(page)


def shown(request: HttpRequest, page: WatchPage) -> HttpResponse:
    """Show the step: to htmx the part that changes, to everybody else the page."""
    template = "watch/_reply.html" if wants_fragment(request) else "watch/watch.html"
    address = request.build_absolute_uri(request.path)
    return render(request, template, {"page": page, "address": address})
