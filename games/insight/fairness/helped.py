"""Ask the visitor before the solver helps with an open game, and store the consent.

If a player has an open ranked game or the open daily game of today, the solver helps with any
position that this player makes up (``games.insight.fairness.position``).
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import wording
from games.models import Game, GameQuerySet
from games.people.sessions.current import identity_of
from games.web.responses.pages import go_to, wants_fragment
from games.web.responses.refusals import Instead
from games.web.traffic.problems import is_for_program, problem


class AsksFirst(Instead):
    """Raised if a page would help with open games; the visitor returns to ``back``."""

    def __init__(self, games: list[Game], back: str = "") -> None:
        super().__init__()
        self.games = games
        self.back = back

    def response(self, request: HttpRequest) -> HttpResponse:
        """Return the page that asks; for forms and htmx, return a redirect to this page."""
        back = self.back or request.get_full_path()
        path = reverse("helped", args=[self.games[0].public_id])
        if is_for_program(request):
            page = request.build_absolute_uri(path)
            sentence = question_about(self.games)
            return problem(_("This would be help"), sentence, 409, "asks-first", ask=page)
        if request.method in ("GET", "HEAD") and not wants_fragment(request):
            asked = _question(request, self.games, back)
        else:
            asked = go_to(request, f"{path}?{urlencode({'next': back})}")
        add_never_cache_headers(asked)
        return asked


def ask_first(
    request: HttpRequest, back: str = "", unless: Callable[[], bool] = lambda: False
) -> None:
    """Raise AsksFirst if the solver would help with an open game of the visitor.

    ``unless`` is called only if there is such a game; if it returns True, nothing is raised.
    """
    games = list(games_to_help(request))
    if games and not unless():
        raise AsksFirst(games, back)


def games_to_help(request: HttpRequest) -> GameQuerySet:
    """Return the visitor's open games that the solver would help with; none for guests."""
    identity = identity_of(request)
    games = identity.games if identity.account else Game.objects.none()
    return games.open_to_help().order_by("started_at")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def consent(request: HttpRequest, game_id: str) -> HttpResponse:
    """Ask before showing help; on POST, mark the games in the form as helped."""
    own = identity_of(request).games
    game = get_object_or_404(own, public_id=game_id)
    back = request.POST.get("next", request.GET.get("next", ""))
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = game.get_absolute_url()
    if request.method == "POST":
        # Ids are compared in Python: anyone can send a NUL, which PostgreSQL refuses.
        named = {game.public_id, *request.POST.getlist("game")}
        helped = [one.pk for one in own.unfinished() if one.public_id in named]
        Game.objects.unfinished().filter(pk__in=helped).update(is_aided=True)
    elif games := list(games_to_help(request)):
        return _question(request, games, back)
    return HttpResponseRedirect(back)


def unless_asking(request: HttpRequest, *args: Any, **kwargs: Any) -> object:
    """Return a key for the cache; None (do not cache) if the page asks the visitor first."""
    return None if games_to_help(request).exists() else ""


def _question(request: HttpRequest, games: list[Game], back: str) -> HttpResponse:
    context = {"games": games, "back": back, "sentence": question_about(games)}
    return render(request, "insight/fairness/own_game.html", context)


def question_about(games: list[Game]) -> str:
    """Return the sentence that explains why the page asks before it helps."""
    sentence = ngettext(
        "You have an open game. Until it is over, the solver counts as help for positions you"
        " enter, in every game size.",
        "You have %(number)s open games. Until they are over, the solver counts as help for"
        " positions you enter, in every game size.",
        len(games),
    )
    return sentence % {"number": wording.number(len(games))}
