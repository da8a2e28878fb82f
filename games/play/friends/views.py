"""The page with all ways to play with people you know."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.catalog.rules import CLASSIC
from games.models import Duel, Group, Player
from games.people import limits
from games.people.sessions.current import identity_of
from games.play.friends.forms import LettersForm, OpenerForm


@require_http_methods(["GET", "HEAD", "POST"])
def friends(request: HttpRequest) -> HttpResponse:
    """Show all ways to play with friends; find a game by its letters, or open a race on POST."""
    letters = LettersForm(request.GET if "code" in request.GET else None)
    if letters.is_valid():
        return redirect(letters.cleaned_data["code"])
    form = OpenerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():

        def open_race(opener: Player) -> Duel:
            how = (Duel.Kind.RACE, CLASSIC, Duel.Pace.LIVE.patience)
            duel = Duel.objects.open(opener, *how, name=form.cleaned_data["name"])
            if "several" not in request.POST and (seat := duel.seat_of(opener)):
                duel.get_ready(seat)
            return duel

        return redirect(limits.begin(request, open_race))
    player = identity_of(request).player
    name = request.POST.get("name") or (player.seats.last_name() if player else "")
    groups = Group.objects.of(player) if player else ()
    context = {"groups": groups, "letters": letters, "form": form, "player": player, "name": name}
    bad = letters.errors or form.errors
    return render(request, "play/friends/friends.html", context, status=422 if bad else 200)
