"""The pages of the leaderboard."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Player
from games.people.leaderboard.forms import Asked, LeaderboardForm
from games.people.leaderboard.lines import (
    LeaderboardPage,
    last_page,
    lines_on,
    own_row,
    page_of,
    page_with,
    would_be,
)
from games.people.leaderboard.page import Leaderboard
from games.people.sessions.current import current_player, identity_of
from games.web.responses.revalidation import shared


@shared
@require_safe
def standings(request: HttpRequest) -> HttpResponse:
    """Show the players of a leaderboard, the best first."""
    board, number = requested_page(request)
    page = page_of(board, number)
    if page.has_previous and not page.shown:
        return redirect(address_of(board, last_page(board)))
    return show_page(request, board, page)


@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Redirect to the line of the player with this name; without a name, to the visitor's line."""
    board, name = requested_page(request).board, request.GET.get("name", "").strip()
    player = Player.objects.by_name(name) if name else current_player(request)
    is_own_as_guest = player is not None and not name and not player.has_account
    # a guest's line is shown only to that guest
    seen = board.everybody if is_own_as_guest else board.lines
    line = seen.filter(player=player).first() if player else None
    if line is None:
        problem = (
            _("%(name)s has no finished game on this leaderboard.") % {"name": name}
            if name
            else _("You have no finished game on this leaderboard.")
        )
        return show_page(request, board, page_of(board, 1), problem)
    return redirect(f"{address_of(board, page_with(board, line))}#player-{line.player_id}")


def requested_page(request: HttpRequest) -> Asked:
    """Return the requested page, or raise 404 if the leaderboard has no such page."""
    asked = LeaderboardForm.read(request.GET)
    if asked is None:
        raise Http404
    return asked


def address_of(board: Leaderboard, page: int) -> str:
    """Return the URL of a page of a leaderboard."""
    return f"{reverse('leaderboard')}?{board.query}&page={page}"


def show_page(
    request: HttpRequest, board: Leaderboard, page: LeaderboardPage, problem: str = ""
) -> HttpResponse:
    """Show a page of a leaderboard; ``problem`` says that a player was not found."""
    who = identity_of(request)
    you = who.key
    own = own_row(board, who.guest)
    context = {
        "board": board,
        "page": page,
        "query": f"{board.query}&",
        "standings": lines_on(page, board, you, own),
        "is_guest": own is not None,
        "would_be": would_be(board, own),
        "you": you,
        "problem": problem,
        "name": request.GET.get("name", ""),
    }
    return render(
        request, "people/leaderboard/leaderboard.html", context, status=404 if problem else 200
    )
