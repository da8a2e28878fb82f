"""Pages with a player's statistics."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.models import Duel, Player, state_of, today
from games.people.accounts.feeds import feed_key_of
from games.people.sessions.current import current_player, identity_of, other_guests
from games.people.sessions.store import open_sessions
from games.people.statistics.open_duels import open_duels
from games.people.statistics.page import AboutPlayer, puzzle_record_of
from games.web.entry.forms import RulesForm


@require_safe
def you(request: HttpRequest) -> HttpResponse:
    """Show the player's own page: the account, the statistics, the games."""
    player = current_player(request)
    context: dict[str, object] = {"player": player, "others": other_guests(request)}
    context |= {"open_sessions": open_sessions(request)}
    if player:
        about = about_player(request, player, is_you=True)
        hidings = player.hidings.filter(undone_at=None) if player.is_moderated else None
        context |= {"about": about, "record": puzzle_record_of(player), "hidings": hidings}
        context |= {"duels": open_duels(identity_of(request))}
        context |= {"rooms": list(Duel.objects.rooms_opened_by(player))}
        context |= {"feed": reverse("duel-feed", args=[feed_key_of(player)])}
    return render(request, "people/statistics/you.html", context)


@require_POST
def own_page(request: HttpRequest) -> HttpResponse:
    """Save whether search engines may list the player's page.

    A listed page shows the time of day of every game.
    """
    own = Player.objects.filter(pk=identity_of(request).key or 0)
    own.update(is_open=request.POST.get("open") == "yes")
    return redirect("you")


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    """Show the public statistics of a named player, without codes or running games."""
    shown = Player.objects.by_name(name)
    if shown is None:
        raise Http404
    context = {"player": shown, "about": about_player(request, shown, is_you=False)}
    return render(request, "people/statistics/player.html", context)


def about_player(request: HttpRequest, player: Player, is_you: bool) -> AboutPlayer:
    """Return the data of both player pages: the statistics of a game size, and a page of games."""
    form = RulesForm(request.GET) if "pegs" in request.GET else None
    wanted = form.cleaned_data["rules"] if form and form.is_valid() else None
    number = request.GET.get("page", "1")
    has_times = is_you or player.is_open
    return AboutPlayer(player, state_of(player), today(), wanted, number, is_you, has_times)
