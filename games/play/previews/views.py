"""Preview pictures of links, and the site's icons.

They are the same for all readers, so caches can keep them for a while.
"""

from collections.abc import Callable
from datetime import date

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.catalog.colors import PAGE
from games.insight.positions.puzzles import puzzle_named
from games.models import Challenge, Daily, Duel, Game, Player, PuzzleName
from games.play.previews import cards
from games.play.previews.cards import Card
from games.play.previews.pictures import picture
from games.web.responses.revalidation import readable_elsewhere, revalidated
from solver.deduction.puzzles import Grade

# Caches keep a picture for this many seconds, because names and scores in it can change.
PICTURE_CACHED = 60 * 60


def as_picture(card: Callable[..., Card]) -> Callable[..., HttpResponse]:
    """Return a view that answers with a picture; ``card`` returns the card of the picture."""

    @require_safe
    def view(request: HttpRequest, /, **parts: object) -> HttpResponse:
        return draw_card(request, card(**parts))

    return view


@readable_elsewhere
@revalidated(by=lambda _request, card: card, kept=PICTURE_CACHED)
def draw_card(request: HttpRequest, card: Card) -> HttpResponse:
    return HttpResponse(picture(card), content_type="image/png")


site = as_picture(cards.of_the_site)


@as_picture
def result(game_id: str) -> Card:
    """Return the card of a finished game: the player, the number of guesses, and the answers."""
    released = Game.objects.released().select_related("player", "daily")
    return cards.of_result(get_object_or_404(released, public_id=game_id))


@as_picture
def challenge(challenge_id: str) -> Card:
    """Return the card of a challenge: its setter, and the score to beat."""
    challenges = Challenge.objects.select_related("setter")
    shown = get_object_or_404(challenges, public_id=challenge_id)
    if shown.is_hidden:
        raise Http404
    return cards.of_challenge(shown)


@as_picture
def duel(duel_id: str) -> Card:
    opened = Duel.objects.select_related("opener")
    return cards.of_duel(get_object_or_404(opened, public_id=duel_id))


@as_picture
def daily(day: date) -> Card:
    if not Daily.exists_on(day):
        raise Http404
    return cards.of_daily(Daily.of(day))


@as_picture
def player(name: str) -> Card:
    """Return the card of a player, with the number of guesses that the player needs."""
    shown = Player.objects.by_name(name)
    if shown is None:
        raise Http404
    return cards.of_player(shown)


@as_picture
def puzzle(grade: Grade, number: int | None = None, day: date | None = None) -> Card:
    """Return the card of a puzzle: its rows and a covered code."""
    name = PuzzleName(grade, number, day)
    if not name.exists:
        raise Http404
    return cards.of_puzzle(name, puzzle_named(name).turns)


@require_safe
@revalidated(kept=PICTURE_CACHED)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for programs that do not read its URL from a page."""
    return redirect(static("icons/icon-48.png"))


@require_safe
@revalidated(kept=PICTURE_CACHED)
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest for installing the site as an app.

    The app keeps the address bar, so that pages can be shared.
    """
    paper, _slate = PAGE["paper"]
    facts = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Break the code in as few guesses as you can."),
        "start_url": reverse("start"),
        "display": "minimal-ui",
        "background_color": paper,
        "theme_color": paper,
        "icons": [icon("any", 192), icon("any", 512), icon("maskable", 512)],
    }
    return JsonResponse(facts, content_type="application/manifest+json")


def icon(purpose: str, pixels: int) -> dict[str, str]:
    name = f"icons/{'icon' if purpose == 'any' else purpose}-{pixels}.png"
    size = f"{pixels}x{pixels}"
    return {"src": static(name), "sizes": size, "type": "image/png", "purpose": purpose}
