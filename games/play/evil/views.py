"""The pages of evil mode, in which the computer changes its code."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods

from games.models import Game
from games.people import limits
from games.people.sessions.current import identity_of
from games.play.evil.page import EvilPage
from games.web.entry.forms import RulesForm
from games.web.entry.setup import Setup
from games.web.responses.revalidation import shared


@shared
@require_http_methods(["GET", "HEAD", "POST"])
def evil(request: HttpRequest) -> HttpResponse:
    """Show evil mode and its winners for a game size; a POST starts a game."""
    setup = Setup(request.POST if request.method == "POST" else request.GET, RulesForm)
    if request.method == "POST" and setup.rules:
        untouched = identity_of(request).games.untouched(Game.Mode.EVIL, setup.rules)
        start = partial(Game.objects.start_evil, rules=setup.rules)
        return redirect(limits.begin(request, start, unless=untouched))
    page = EvilPage.of(setup.rules) if setup.rules else None
    context = {"setup": setup, "page": page, "you": identity_of(request).key}
    status = 422 if setup.rules_form.errors else 200
    response = render(request, "play/evil/evil.html", context, status=status)
    # Caches must not keep this page, because the figures can be ready later.
    if page and page.is_busy:
        add_never_cache_headers(response)
    return response
