"""A room for a class or a party: its opener sends codes, and all players break them."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from games.models import Duel, Player, Seat
from games.models.duels import controls
from games.models.duels.refusals import RoomLocked, SentOut
from games.people import limits
from games.people.sessions.current import identity_of, other_guests
from games.play.rooms.forms import MINUTES, EnterForm, SetUpForm
from games.play.rooms.page import COLUMNS, RoomPage, table_of
from games.web.entry.forms import RulesForm
from games.web.entry.setup import Setup
from games.web.responses.files import spreadsheet
from games.web.responses.pages import wants_fragment
from games.web.responses.refusals import on_refusal

PATIENCE_IN_A_ROOM = timedelta(hours=1)
KEY_LENGTH = 32
# The session key for the rooms that a device controls, and the maximum number of these rooms.
HELD, MOST_HELD = "rooms", 5


@require_http_methods(["GET", "HEAD", "POST"])
def rooms(request: HttpRequest) -> HttpResponse:
    """Show the game sizes for a room; a POST request opens a room."""
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
    """Show the controls to the opener's devices; show others the page for joining."""
    duel = get_object_or_404(Duel.objects.rooms(), code=code)
    player = identity_of(request).player
    if is_held_by(request, duel):
        return show_controls(request, page_of(request, duel))
    if (seat := duel.seat_of(player)) and seat.left_at is None:
        return redirect("duel", duel.public_id)
    is_post = request.method == "POST"
    form = EnterForm(request.POST if is_post else None, duel)
    form.initial["name"] = seat.name if seat else ""
    problem = why_outside(request, duel, seat)
    if duel.is_over or problem:
        return show_door(request, duel, None, problem)
    if form.is_valid():
        own = identity_of(request).seats.filter(duel=duel)
        other = duel.seats.filter(player__in=other_guests(request), left_at=None).first()

        def sit(player: Player) -> None:
            with on_refusal(lambda refusal: show_door(request, duel, form, str(refusal))):
                duel.sit(player, form.choose_name, shares_with=other.number if other else None)

        limits.begin(request, sit, unless=own)
        return redirect("duel", duel.public_id)
    return show_door(request, duel, form)


@vary_on_headers("HX-Request")
@require_safe
def live(request: HttpRequest, code: str) -> HttpResponse:
    """Show the changes on the page with the controls; answer 204 if there are none."""
    page = page_of(request, own_room(request, code))
    return answer_if_known(request, page, "room") or show_controls(request, page)


@vary_on_headers("HX-Request")
@require_safe
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """Show the room on a big screen, without controls; htmx gets only the changes."""
    page = page_of(request, own_room(request, code))
    template = "play/rooms/_wall.html" if wants_fragment(request) else "play/rooms/wall.html"
    return answer_if_known(request, page, "room-wall") or render(request, template, {"page": page})


@require_POST
def act(request: HttpRequest, code: str, move: Callable[[Duel], object]) -> HttpResponse:
    """Change the room, unless the button is from an outdated page."""
    duel = own_room(request, code)
    page = page_of(request, duel)
    if request.POST.get("stage", page.stage) != page.stage:
        return show_change(request, duel)
    return make_change(request, duel, partial(move, duel))


@require_POST
def send_code(request: HttpRequest, code: str) -> HttpResponse:
    """Send the next code, which counts toward a limit, to all players."""
    players = own_room(request, code).seats_taken  # a stranger's request does not count
    limits.spend_as_visitor(request, limits.BOARDS_OF_ROOMS.per(max(1, players)))
    return act(request, code, Duel.start)


@require_POST
def set_up(request: HttpRequest, code: str) -> HttpResponse:
    """Save who can join the room, and the time for each code."""
    duel, form = own_room(request, code), SetUpForm(request.POST)
    if not form.is_valid():
        return show_controls(request, page_of(request, duel), form.problem, status=422)
    chosen, one = form.cleaned_data, request.headers.get("HX-Trigger-Name", "")
    if one in chosen:  # another device can have changed the others since this page was loaded
        chosen = {one: chosen[one]}
    return make_change(request, duel, partial(controls.set_up, duel, **chosen))


@require_POST
def dismiss(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Remove a player from the room, or let them in again."""
    duel = own_room(request, code)
    seat = get_object_or_404(duel.seats, number=number)
    act = controls.let_in if "again" in request.POST else controls.dismiss
    return make_change(request, duel, partial(act, duel, seat))


@require_http_methods(["GET", "HEAD", "POST"])
def hold(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Let another device of the opener control the room, with a secret URL."""
    duel = get_object_or_404(Duel.objects.rooms(), code=code)
    if not constant_time_compare(key, key_of(duel)):
        raise Http404
    if request.method == "POST":
        limits.count_session(request)
        request.session[HELD] = [*request.session.get(HELD, ()), duel.public_id][-MOST_HELD:]
        return redirect("room", duel.code)
    return render(request, "play/rooms/hold.html", {"duel": duel})


@require_safe
def export(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return a table to download, with each player's guesses for each code."""
    duel = own_room(request, code)
    return spreadsheet(COLUMNS, table_of(duel), f"room-{duel.code}.csv")


def is_held_by(request: HttpRequest, duel: Duel) -> bool:
    """Return whether this visitor opened the room, or controls it from another device."""
    is_opener = duel.opener_id is not None and duel.opener_id == identity_of(request).key
    return is_opener or duel.public_id in request.session.get(HELD, ())


def own_room(request: HttpRequest, code: str) -> Duel:
    """Return a room that this visitor controls; raise Http404 for other rooms.

    If the letters have changed since a page was loaded, the page's room id is used.
    """
    named = request.GET.get("room", "").replace("\0", "")  # PostgreSQL refuses a NUL
    same = Q(code=code) | Q(public_id=named)
    duel = Duel.objects.rooms().filter(same).first()
    if duel is None or not is_held_by(request, duel):
        raise Http404
    return duel


def key_of(duel: Duel) -> str:
    """Return the secret part of the URL with which another device controls a room."""
    return salted_hmac("room", duel.public_id).hexdigest()[:KEY_LENGTH]


def page_of(request: HttpRequest, duel: Duel) -> RoomPage:
    address = request.build_absolute_uri(reverse("room", args=[duel.code]))
    return RoomPage(duel, address)


def answer_if_known(request: HttpRequest, page: RoomPage, name: str) -> HttpResponse | None:
    """Return a 204 if the page is up to date, a redirect if the letters changed, or else None."""
    if (code := page.duel.code) not in request.path.upper():
        return HttpResponse(status=204, headers={"HX-Redirect": reverse(name, args=[code])})
    return HttpResponse(status=204) if request.GET.get("facts") == page.facts else None


def show_controls(
    request: HttpRequest, page: RoomPage, problem: str = "", status: int = 200
) -> HttpResponse:
    """Show the controls; htmx gets only the part that changes."""
    duel, is_part = page.duel, wants_fragment(request)
    template = "play/rooms/_live.html" if is_part else "play/rooms/room.html"
    remote = reverse("room-hold", args=[duel.code, key_of(duel)])
    context = {"page": page, "problem": problem, "minutes": MINUTES}
    context["is_changed"] = is_part and request.GET.get("settings") != page.settings
    context["is_opener"] = duel.opener_id == identity_of(request).key
    context |= {"remote": request.build_absolute_uri(remote)}
    return render(request, template, context, status=status)


def show_change(request: HttpRequest, duel: Duel) -> HttpResponse:
    """Return the answer after a change, so that reloading does not repeat it."""
    if not wants_fragment(request):
        return redirect("room", duel.code)
    response = show_controls(request, page_of(request, duel))
    if duel.code not in request.path:
        response["HX-Redirect"] = reverse("room", args=[duel.code])
    return response


def make_change(request: HttpRequest, duel: Duel, move: Callable[[], object]) -> HttpResponse:
    with on_refusal(lambda refusal: show_controls(request, page_of(request, duel), str(refusal))):
        move()
    return show_change(request, duel)


def is_sent_out(request: HttpRequest, duel: Duel) -> bool:
    """Return whether the opener has removed the visitor or another guest of this browser."""
    sent_out = duel.seats.filter(is_sent_out=True)
    own = Q(player__in=other_guests(request)) | Q(player=identity_of(request).key or 0)
    return sent_out.filter(own).exists()


def why_outside(request: HttpRequest, duel: Duel, seat: Seat | None) -> str:
    """Return a sentence on why the visitor cannot join an open room; empty if they can."""
    if duel.is_over:
        return ""
    if is_sent_out(request, duel):
        return str(SentOut())
    return str(RoomLocked()) if duel.is_locked and seat is None else ""


def show_door(
    request: HttpRequest, duel: Duel, form: EnterForm | None, problem: str = ""
) -> HttpResponse:
    """Ask for a name; if there is no form, say why the visitor cannot join."""
    context = {"duel": duel, "form": form, "problem": problem}
    status = 422 if form and form.errors else 200
    if form is None and request.method == "POST":
        status = 409
    return render(request, "play/rooms/door.html", context, status=status)
