"""A room for a class or a party: codes for everybody in it, sent by somebody who looks on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.models import Duel, Player
from games.models.duels.duel import SentOut
from games.people import limits
from games.people.sessions.current import identity_of, other_guests
from games.play.rooms.forms import EnterForm
from games.play.rooms.page import COLUMNS, RoomPage, facts_of, table_of
from games.web.entry.forms import RulesForm
from games.web.entry.setup import Setup
from games.web.responses.files import csv_table, download
from games.web.responses.pages import wants_fragment
from games.web.responses.refusals import on_refusal

PATIENCE_IN_A_ROOM = timedelta(hours=1)


@require_http_methods(["GET", "HEAD", "POST"])
def rooms(request: HttpRequest) -> HttpResponse:
    """Show the game sizes for a room; posting one opens it."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET, RulesForm)
    if is_post and setup.rules:
        kind, patience = Duel.Kind.ROOM, PATIENCE_IN_A_ROOM
        opened = partial(Duel.objects.open, kind=kind, rules=setup.rules, patience=patience)
        return redirect("room", limits.begin(request, opened).code)
    status = 422 if setup.rules_form.errors else 200
    return render(request, "play/rooms/rooms.html", {"setup": setup}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The wall for its opener; for everybody else the door, and then their board."""
    duel = get_object_or_404(Duel.objects.rooms(), code=code)
    player = identity_of(request).player
    if player and duel.opener_id == player.pk:
        return shown(request, duel)
    if (seat := duel.seat_of(player)) and seat.left_at is None:
        return redirect("duel", duel.public_id)
    is_post = request.method == "POST"
    form = EnterForm(request.POST if is_post else None, duel)
    if duel.is_over or is_sent_out(request, duel):
        problem = "" if duel.is_over else str(SentOut())
        return door(request, duel, None, problem, status=409 if is_post else 200)
    if form.is_valid():
        own = identity_of(request).seats.filter(duel=duel)

        def sit(player: Player) -> None:
            with on_refusal(lambda refusal: door(request, duel, form, str(refusal))):
                duel.sit(player, form.chosen)

        limits.begin(request, sit, unless=own)
        return redirect("duel", duel.public_id)
    return door(request, duel, form)


@vary_on_headers("HX-Request")
@require_safe
def live(request: HttpRequest, code: str) -> HttpResponse:
    """What of the wall has changed, or nothing (204)."""
    duel = own_room(request, code)
    if request.GET.get("facts") == facts_of(duel):
        return HttpResponse(status=204)
    return shown(request, duel)


@require_POST
def send_code(request: HttpRequest, code: str) -> HttpResponse:
    """The next code for everybody."""
    duel = own_room(request, code)
    return moved(request, duel, duel.start)


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """The end of the room."""
    duel = own_room(request, code)
    return moved(request, duel, duel.close)


@require_POST
def dismiss(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Somebody is sent out, or let in again."""
    duel = own_room(request, code)
    seat = get_object_or_404(duel.seats, number=number)
    act = duel.let_in if "again" in request.POST else duel.dismiss
    return moved(request, duel, partial(act, seat))


@require_safe
def export(request: HttpRequest, code: str) -> HttpResponseBase:
    """Who needed how many guesses for which code, as a table."""
    duel = own_room(request, code)
    text = csv_table(dict.fromkeys(COLUMNS), table_of(duel))
    return download(text, "text/csv", f"room-{duel.code}.csv")


def own_room(request: HttpRequest, code: str) -> Duel:
    """Return the room that this visitor has opened; somebody else's is not found."""
    duel = get_object_or_404(Duel.objects.rooms(), code=code)
    if duel.opener_id is None or duel.opener_id != identity_of(request).key:
        raise Http404
    return duel


def shown(request: HttpRequest, duel: Duel, problem: str = "") -> HttpResponse:
    """Show the wall: to htmx the part that changes."""
    address = request.build_absolute_uri(reverse("room", args=[duel.code]))
    template = "play/rooms/_live.html" if wants_fragment(request) else "play/rooms/room.html"
    page = RoomPage(duel, address, request.get_host())
    return render(request, template, {"page": page, "problem": problem})


def moved(request: HttpRequest, duel: Duel, move: Callable[[], object]) -> HttpResponse:
    """Change the room, and answer so that reloading does not repeat it."""
    with on_refusal(lambda refusal: shown(request, duel, str(refusal))):
        move()
    return shown(request, duel) if wants_fragment(request) else redirect("room", duel.code)


def is_sent_out(request: HttpRequest, duel: Duel) -> bool:
    """Return whether the visitor was sent out, or another player of their browser."""
    sent_out = duel.seats.filter(is_sent_out=True)
    return sent_out.exists() and (
        sent_out.filter(player__in=other_guests(request)).exists()
        or sent_out.filter(player=identity_of(request).key or 0).exists()
    )


def door(
    request: HttpRequest, duel: Duel, form: EnterForm | None, problem: str = "", status: int = 200
) -> HttpResponse:
    """Ask for a name, or say why nobody is asked."""
    context = {"duel": duel, "form": form, "problem": problem}
    bad = status == 200 and form and form.errors
    return render(request, "play/rooms/door.html", context, status=422 if bad else status)
