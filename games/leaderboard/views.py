"""Who breaks the code in how many guesses."""

import re
from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.identity.current import current_player, identity_of
from games.leaderboard.forms import LeaderboardForm
from games.leaderboard.page import (
    Leaderboard,
    Page,
    last_page,
    lines_on,
    page_of,
    page_with,
)
from games.models import Player

PAGE_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


@never_cache
@require_safe
def standings(request: HttpRequest) -> HttpResponse:
    """The players of a board, the best first."""
    board = asked_for(request)
    page = page_of(board, number_asked_for(request))
    if page.has_previous and not page.shown:
        return redirect(address_of(board, last_page(board)))
    return shown(request, board, page)


@never_cache
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """Where a player stands on a board: the one of this browser unless a name is given."""
    board, name = asked_for(request), request.GET.get("name", "").strip()
    player = Player.objects.named(name) if name else current_player(request)
    line = board.lines.filter(player=player).first() if player else None
    if line is None:
        problem = f"{name or 'You'} cannot be found here: no finished game on this leaderboard."
        return shown(request, board, page_of(board, 1), problem)
    return redirect(f"{address_of(board, page_with(board, line))}#player-{line.player_id}")


def asked_for(request: HttpRequest) -> Leaderboard:
    """Return the leaderboard that the address asks for; there is none out of bounds."""
    sent = request.GET
    return read(tuple((name, sent[name]) for name in LeaderboardForm.base_fields if name in sent))


@lru_cache(maxsize=256)
def read(asked: tuple[tuple[str, str], ...]) -> Leaderboard:
    """Return the leaderboard that these settings stand for. Few are asked for all the time."""
    form = LeaderboardForm(dict(asked))
    if not form.is_valid():
        raise Http404
    board: Leaderboard = form.cleaned_data["leaderboard"]
    return board


def number_asked_for(request: HttpRequest) -> int:
    """Return the number of the page that the address asks for: the first if that is none."""
    asked = request.GET.get("page", "")
    return int(asked) if PAGE_NUMBER.fullmatch(asked) else 1


def address_of(board: Leaderboard, page: int) -> str:
    """Return where a page of a leaderboard is found."""
    return f"{reverse('leaderboard')}?{board.query}&page={page}"


def shown(request: HttpRequest, board: Leaderboard, page: Page, problem: str = "") -> HttpResponse:
    """Show a page of a leaderboard, with the ``problem`` of who was not found on it."""
    you = identity_of(request).key
    context = {
        "board": board,
        "page": page,
        "query": f"{board.query}&",
        "standings": lines_on(page, board, you),
        "you": you,
        "problem": problem,
        "name": request.GET.get("name", ""),
    }
    return render(request, "leaderboard/leaderboard.html", context, status=404 if problem else 200)
