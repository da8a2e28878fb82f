"""The pages of groups, with their score, next duel and code of the week."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.catalog.rules import CLASSIC
from games.models import Duel, Group, Member, Player
from games.models.duels.refusals import SitsHere
from games.people import limits
from games.people.accounts.forms import NameField, refuse_lookalike
from games.people.sessions.current import identity_of, other_guests
from games.play.groups.page import GroupPage
from games.web.entry.forms import ProblemForm
from games.web.responses.refusals import on_refusal


class MemberForm(ProblemForm):
    """The form for a member's name, which other members read and which can be empty."""

    name = NameField(required=False)

    def __init__(self, data: Any, group: Group, player: Player | None) -> None:
        super().__init__(data)
        self.others = group.members.exclude(player=player).select_related("player")

    def choose_name(self) -> str:
        """Return the name; raise NameTaken if another member's name looks like it."""
        name: str = self.cleaned_data["name"]
        refuse_lookalike(name, self.others)
        return name


@require_POST
def groups(request: HttpRequest) -> HttpResponse:
    """Start a group with one member."""

    def start(player: Player) -> Group:
        group = Group.objects.create(**CLASSIC.fields())
        group.join(player, player.seats.last_name)
        return group

    return redirect(limits.begin(request, start))


@require_http_methods(["GET", "HEAD", "POST"])
def group(request: HttpRequest, group_id: str) -> HttpResponse:
    """Show a group; on POST, join it, or change the member's name."""
    found = get_object_or_404(Group.objects.exclude(members=None), public_id=group_id)
    if request.method != "POST":
        return show_group(request, found)
    form = MemberForm(request.POST, found, identity_of(request).player)
    if not form.is_valid():
        return show_group(request, found, form.problem, status=422)
    own = found.members.filter(player=identity_of(request).key or 0)
    with on_refusal(lambda refusal: show_group(request, found, str(refusal))):
        limits.begin(request, partial(found.join, name=form.choose_name), unless=own)
    return redirect(found)


@require_POST
def play(request: HttpRequest, group_id: str) -> HttpResponse:
    """Join the open duel of the group or open a new duel."""
    found, member = own_group(request, group_id)
    start = request.POST.get("start", "")
    is_in = member.player.seats.filter(duel=found.duel_to_join(member.player, start)).exists()
    refused = on_refusal(lambda refusal: show_group(request, found, str(refusal)))
    with refused, limits.counting(request, rows=not is_in):
        duel = found.open_duel(member, start)
        if duel.kind_rules.opener_plays:
            take_seat(request, duel, member)
    return redirect(duel)


def take_seat(request: HttpRequest, duel: Duel, member: Member) -> None:
    """Seat a member, who is ready; raise SitsHere if the browser has a seat already.

    If there are more than two members, the one who opened the duel starts it, once all are there.
    """
    if duel.kind_rules.shares_code and duel.seats.filter(player__in=other_guests(request)).exists():
        raise SitsHere
    duel.asker = limits.digest_of(request)
    seat = duel.sit(member.player, lambda: member.name)
    waits = duel.opener_id == member.player_id and member.group.members.count() > 2
    if duel.is_waiting and duel.kind_rules.starts and not waits:
        duel.get_ready(seat)


@require_POST
def week(request: HttpRequest, group_id: str) -> HttpResponse:
    """Start or continue the player's only game at this week's code."""
    found, member = own_group(request, group_id)
    challenge = found.this_week()
    begun = challenge.games.filter(player=member.player)
    return redirect(limits.begin(request, challenge.begin, unless=begun))


@require_POST
def leave(request: HttpRequest, group_id: str) -> HttpResponse:
    """Leave a group; when the last member leaves, delete the group."""
    found, member = own_group(request, group_id)
    member.delete()
    if not found.members.exists():
        found.delete()
    return redirect("friends")


def own_group(request: HttpRequest, group_id: str) -> tuple[Group, Member]:
    """Return a group and the visitor's membership; raise Http404 without one."""
    found = get_object_or_404(Group, public_id=group_id)
    member = found.member_of(identity_of(request).player)
    if member is None:
        raise Http404
    return found, member


def show_group(
    request: HttpRequest, found: Group, problem: str = "", status: int = 200
) -> HttpResponse:
    address = request.build_absolute_uri(found.get_absolute_url())
    page = GroupPage(found, identity_of(request).player, address)
    name = request.POST.get("name", page.member.name if page.member else "")
    context = {"page": page, "group": found, "problem": problem, "name": name}
    return render(request, "play/groups/group.html", context, status=status)
