"""The pages of duels, in which people and computers break codes at one board."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.catalog.effort import SMALL
from games.models import Duel, Game, Group, Player, Refused, Seat, StalePage
from games.models.duels.refusals import SentOut, SitsHere
from games.models.duels.seat import host_of
from games.people import limits
from games.people.sessions.current import identity_of, other_guests
from games.play.board.forms import GuessForm
from games.play.duels.forms import ComputerForm, DuelForm, PhraseForm, SeatForm
from games.play.duels.kinds import offers, page_of
from games.play.duels.page import DuelPage
from games.play.duels.pulse import pulse_of, revision_shown
from games.play.duels.tasks import require_place
from games.web.entry.forms import CodeForm, RulesForm
from games.web.entry.row import row_from_query
from games.web.entry.setup import Setup
from games.web.responses.board import Board
from games.web.responses.pages import go_to, page_or_part, wants_fragment
from games.web.responses.refusals import on_refusal

# The form starts with these values.
FIRST = {"kind": Duel.Kind.RACE, "pace": Duel.Pace.LIVE, "rounds": "1"}


@require_http_methods(["GET", "HEAD", "POST"])
def duels(request: HttpRequest) -> HttpResponse:
    """Show the page about duels; a POST request opens a duel."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET, RulesForm)
    form = DuelForm(request.POST) if is_post else DuelForm(FIRST | request.GET.dict())
    if is_post and setup.rules and form.is_valid():
        how = {name: form.cleaned_data[name] for name in ("kind", "rounds", "name")}
        patience = form.cleaned_data["pace"]
        opened = partial(Duel.objects.open, rules=setup.rules, patience=patience, **how)
        return redirect(limits.begin(request, opened))
    bad = setup.rules_form.errors or (is_post and form.errors)
    visitor = identity_of(request)
    kinds, chosen = offers(), form["kind"].value()
    context = {
        "setup": setup,
        "form": form,
        "problem": form.problem if is_post else "",
        "kinds": kinds,
        "chosen": chosen if chosen in kinds else next(iter(kinds)),
        "player": visitor.player,
        "name": request.POST.get("name") or visitor.seats.last_name(),
    }
    return render(request, "play/duels/duels.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def duel(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Show a duel; a POST request sets a code or makes a guess."""
    found = duel_at(duel_id)
    if not found.kind_rules.is_public and (way := way_into_room(request, found)):
        return way
    board = DuelBoard(request, found)
    if request.method != "POST":
        return board.show(sent={"row": row_from_query(request.GET, found.variant)})
    seat = own_seat(request, found)
    if found.is_setting and "number" not in request.POST:  # otherwise a guess was sent again
        return set_code(board, seat)
    games = Game.objects.filter(side__duel=found, side__round=found.round, side__seat=seat)
    game = games.first()
    if game is None:
        return board.refuse(StalePage())
    form = GuessForm(request.POST, game, warns=False)
    if not form.is_valid():
        return board.refuse(form.problem, warned=form.warned)
    with on_refusal(board.refuse):
        found.guess(seat, **form.cleaned_data)
    return board.after(fresh=form.cleaned_data["number"])


def set_code(board: DuelBoard, seat: Seat) -> HttpResponse:
    """Set a code for the other player."""
    form = CodeForm(board.request.POST, board.duel.variant)
    if not form.is_valid():
        return board.refuse(form.problem)
    with on_refusal(board.refuse):
        board.duel.set_code(seat, form.cleaned_data["code"])
    return board.after()


def way_into_room(request: HttpRequest, room: Duel) -> HttpResponse | None:
    """Return a redirect for visitors who are not in a room; None for its players.

    Strangers and removed players must type the letters, so new letters keep them out.
    """
    seat = room.seat_of(identity_of(request).player)
    if seat and not seat.left_at:
        return None
    if (seat and not seat.is_sent_out) or room.opener_id == identity_of(request).key:
        return go_to(request, reverse("room", args=[room.code]))
    if seat:
        messages.warning(request, str(SentOut()))
    return go_to(request, reverse("friends"))


@require_safe
def now(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Show the changes since a page was made; if there are none, ``pulse`` has answered before."""
    found = duel_at(duel_id)
    if not wants_fragment(request):
        return redirect(found)
    since = as_time(request.GET.get("since", ""))
    board = DuelBoard(request, found)
    page = board.page(since=since)
    if not (page.seat or found.kind_rules.is_public) or page.stage != request.GET.get("stage"):
        return anew()
    if page.board_key == request.GET.get("board"):
        return render(request, "play/duels/_now.html", board.context(page))
    response = page_or_part(request, board.templates, board.context(page))
    response["HX-Retarget"] = "#duel"
    return response


@require_POST
def here(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Record that a player has the page open; go on if others have left or are late.

    A page whose player has lost the seat loads again. The wall of a room never had a seat.
    """
    found = duel_at(duel_id)
    if seat := identity_of(request).seats.filter(duel=found, left_at=None).first():
        found.see(seat, has_script=True)
        found.start_without_the_gone()
    found.settle()
    was_seated = request.headers.get("HX-Trigger") == "here"
    return anew() if was_seated and seat is None else HttpResponse(status=204)


@require_POST
def sit(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Seat the visitor under the name sent; in a race, also mark them as ready."""
    found = open_duel_at(duel_id)
    board, form = DuelBoard(request, found), SeatForm(request.POST, found)
    if not form.is_valid():
        return board.refuse(form.problem)
    own = identity_of(request).seats.filter(duel=found)
    others = found.seats.filter(player__in=other_guests(request))
    with on_refusal(board.refuse):
        if found.kind_rules.shares_code and not own.exists() and others.exists():
            raise SitsHere

    def take_seat(player: Player) -> Seat:
        with on_refusal(board.refuse):
            return found.sit(player, form.choose_name)

    # a newcomer sits in one transaction; computers must not calculate inside it
    return board.move(partial(found.join, limits.begin(request, take_seat, unless=own)))


@require_POST
def seat_computer(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Give a seat to a computer; refuse if too many computers are waiting to think."""
    found = open_duel_at(duel_id)
    own_seat(request, found)
    board, form = DuelBoard(request, found), ComputerForm(request.POST, found)
    if not form.is_valid():
        return board.refuse(form.problem)

    def take_seat() -> None:
        if found.variant.size > SMALL:
            require_place(found)
        with limits.counting(request):
            found.seat_computer(**form.cleaned_data)

    return board.move(take_seat)


@require_POST
def ready(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Mark the player as ready for a race."""
    found = open_duel_at(duel_id)
    return DuelBoard(request, found).move(partial(found.get_ready, own_seat(request, found)))


@require_POST
def begin(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Let the host of a race start it with the present players."""
    found = open_duel_at(duel_id)
    if own_seat(request, found) != host_of(found.seats.all()) or not found.kind_rules.starts:
        raise Http404
    return DuelBoard(request, found).move(found.start)


@require_POST
def leave(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Leave a duel; a player who leaves during a round gives up."""
    found = duel_at(duel_id)
    return DuelBoard(request, found).move(partial(found.leave, own_seat(request, found)))


@require_POST
def say(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Send one of the phrases."""
    found = open_duel_at(duel_id)
    seat, form = own_seat(request, found), PhraseForm(request.POST)
    if not form.is_valid():
        return DuelBoard(request, found).refuse(form.problem)
    found.say(seat, form.cleaned_data["phrase"])
    return HttpResponse(status=204) if wants_fragment(request) else redirect(found)


@require_POST
def count_out(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Continue a duel without its absent players."""
    found = open_duel_at(duel_id)
    if own_seat(request, found).left_at:
        raise Http404
    return DuelBoard(request, found).move(found.count_out)


@require_POST
def again(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Open or join a rematch, and mark the player as ready."""
    found = open_duel_at(duel_id)
    seat, kind = own_seat(request, found), request.POST.get("kind", "")
    board = DuelBoard(request, found)
    if seat.player is None:
        raise Http404
    if kind not in ("", *found.kind_rules.rematches):
        return board.refuse(_("A rematch is of the same kind, or a best of three."))
    before = found.rematch
    if before is None:
        rows = 1 + found.seats.computers().count()
    else:
        rows = before.is_open and before.seat_of(seat.player) is None
    with on_refusal(board.refuse), limits.counting(request, rows):
        following = found.again(seat, kind)
    return redirect(following)


@require_POST
def keep_group(request: HttpRequest, duel_id: str) -> HttpResponse:
    """Keep the people of a duel or room as a group, to play again another day."""
    found, player = duel_at(duel_id), identity_of(request).player
    if player is None or not is_keeper(found, player):
        raise Http404
    if found.group_id is None:
        limits.count_row(request)
    return redirect(Group.objects.keep(found, player))


class DuelBoard(Board[DuelPage]):
    templates = "play/duels/duel.html", "play/duels/_duel.html"

    def __init__(self, request: HttpRequest, duel: Duel) -> None:
        super().__init__(request)
        self.duel = duel
        if request.method == "POST":
            duel.asker = limits.digest_of(request)

    def page(self, **told: Any) -> DuelPage:
        """Return the page; its pulse is read first, so that the next poll shows later changes."""
        pulse = pulse_of(self.duel.public_id)
        return page_of(
            self.duel,
            player=identity_of(self.request).player,
            address=self.request.build_absolute_uri(self.duel.get_absolute_url()),
            pulse=pulse if pulse.partition(".")[0] == revision_shown(self.duel) else "",
            **told,
        )

    def context(self, page: DuelPage) -> dict[str, Any]:
        return {"page": page, "duel": self.duel}

    def show(self, status: int = 200, **told: Any) -> HttpResponse:
        """Show the duel; if its board is gone, make htmx load the whole page again."""
        page = self.page(**told)
        if wants_fragment(self.request) and not page.board:
            return anew()
        return page_or_part(self.request, self.templates, self.context(page), status)

    def refuse(self, problem: Refused | str, name: str = "problem", **told: Any) -> HttpResponse:
        """Show a problem with the input; after a refusal, show the duel as it is now."""
        if isinstance(problem, Refused):
            self.duel = duel_at(self.duel.public_id)
        return super().refuse(problem, name, sent=self.request.POST, **told)

    def move(self, act: Callable[[], object], **told: Any) -> HttpResponse:
        """Make a move other than a guess or a code, then load the page."""
        with on_refusal(self.refuse):
            act()
        return redirect(self.duel)


def is_keeper(found: Duel, player: Player) -> bool:
    """Return whether a player can keep the others as a group; in a room, only its opener can.

    A room promises its players to delete everything after a day.
    """
    if not found.kind_rules.opener_plays:
        return found.opener_id == player.pk
    people = found.seats.filter(player__isnull=False)
    return people.filter(player=player).exists() and people.count() > 1


def duel_at(duel_id: str) -> Duel:
    """Return the duel or room with this public id, or raise Http404."""
    return get_object_or_404(Duel, public_id=duel_id)


def open_duel_at(duel_id: str) -> Duel:
    """Return the duel with this public id; raise Http404 for a room, which its opener starts."""
    return get_object_or_404(Duel.objects.begun_by_players(), public_id=duel_id)


def own_seat(request: HttpRequest, found: Duel) -> Seat:
    """Return the visitor's seat; raise Http404 without one."""
    seat = identity_of(request).seats.filter(duel=found).first()
    if seat is None or (seat.left_at and found.kind_rules.can_come_back):
        raise Http404
    found.see(seat)
    return seat


def anew() -> HttpResponse:
    """Return a response after which the browser loads the whole page again."""
    response = HttpResponse(status=204)
    response["HX-Refresh"] = "true"
    return response


def as_time(seconds: str) -> datetime | None:
    """Return the time that a page sent back, or None if the text is invalid."""
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(float(seconds), UTC)
    return None
