"""The pages of the league, in which decision trees compete; entrants need no account."""

from functools import partial
from http import HTTPStatus

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.insight.fairness.position import FairPosition
from games.learn.league import judging
from games.learn.league.forms import (
    MOST_NAMES,
    CommonCodeForm,
    EntrantsForm,
    LeaveForm,
    SeasonForm,
    TreeForm,
)
from games.learn.league.page import SEASON_COLUMNS, EntrantPage, SeasonPage
from games.models import Entrant, Season
from games.models.league.season import UnknownKey
from games.people import limits
from games.people.limits import JOINS_AT_AN_ADDRESS, Use
from games.people.sessions.current import identity_of
from games.web.responses.files import spreadsheet
from games.web.responses.refusals import on_refusal
from games.web.traffic.visitors import address_of

SEASONS_LISTED = 50  # maximum number of seasons on the first page of the league


@require_http_methods(["GET", "HEAD", "POST"])
def league(request: HttpRequest) -> HttpResponse:
    """Show the seasons; on POST, open a new one if the player has an account."""
    is_post = request.method == "POST" and request.user.is_authenticated
    form = SeasonForm(request.POST if is_post else None)
    status = HTTPStatus.OK if request.method != "POST" else HTTPStatus.UNPROCESSABLE_ENTITY
    if form.is_valid():
        return redirect(limits.begin(request, partial(Season.objects.open, **form.cleaned_data)))
    listed = Season.objects.filter(is_listed=True).newest_first()[:SEASONS_LISTED]
    own = Season.objects.filter(opener=identity_of(request).key or 0).newest_first()
    context = {"form": form, "own": own, "seasons": [one for one in listed if not one.is_hidden]}
    return render(request, "learn/league/league.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def season(request: HttpRequest, code: str) -> HttpResponse:
    """Show a season; if the URL has a code, show how all trees break the code, too.

    On POST, the opener changes the season.
    """
    found = season_or_404(request, code)
    if request.method != "POST":
        return show_season(request, found)
    form = SeasonForm(request.POST, own_season(request, code))
    if not form.is_valid():
        return show_season(request, found, HTTPStatus.UNPROCESSABLE_ENTITY, change=form)
    Season.objects.filter(pk=found.pk).update(**form.cleaned_data)
    return redirect(found)


@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponseBase:
    """Add entrants to a season.

    The opener gets a table of keys; other visitors join a listed season and get one key.
    """
    found = season_or_404(request, code)
    is_own = is_opener(request, found)
    if not (is_own or found.is_listed):
        raise Http404
    form = EntrantsForm(request.POST, MOST_NAMES if is_own else 1)
    if not form.is_valid():
        return show_season(request, found, HTTPStatus.UNPROCESSABLE_ENTITY, names=form)
    refused = on_refusal(
        lambda refusal: show_season(request, found, names=form, problem=str(refusal))
    )
    with refused, transaction.atomic():
        limits.count_row(request)
        if not is_own:
            limits.spend(Use(JOINS_AT_AN_ADDRESS, (found.code, address_of(request))))
        keys = found.invite(form.cleaned_data["names"])
    if is_own:
        rows = ({"name": name, "key": key} for name, key in keys)
        return spreadsheet(("name", "key"), rows, f"keys-{found.code}.csv")
    [(name, key)] = keys
    tree = TreeForm(None, initial={"key": key})
    context = {"season": found, "name": name, "key": key, "form": tree}
    return render(request, "learn/league/key.html", context)


@sensitive_post_parameters()
@require_POST
def send_tree(request: HttpRequest, code: str) -> HttpResponse:
    """Judge a tree that a visitor pasted; show its results or its mistake."""
    season = season_or_404(request, code)
    form = TreeForm(request.POST)
    if not form.is_valid():
        return show_season(request, season, HTTPStatus.UNPROCESSABLE_ENTITY, tree=form)
    key, text = form.cleaned_data["key"], form.cleaned_data["tree"].encode()
    with on_refusal(lambda refusal: show_season(request, season, tree=form, wrong=str(refusal))):
        sent = judging.enter(season, key, text, address_of(request))
    return redirect(sent.entrant)


@require_http_methods(["GET", "HEAD", "POST"])
def entrant(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show an entrant with all versions of the tree.

    On POST, the opener or someone with the entrant's key removes the entrant.
    """
    found = season_or_404(request, code)
    one = get_object_or_404(found.entrants.select_related("counted"), number=number)
    if request.method != "POST":
        return show_entrant(request, one)
    form = LeaveForm(request.POST)
    if not is_opener(request, found):
        if not form.is_valid():
            return show_entrant(request, one, form.problem)
        with on_refusal(lambda refusal: show_entrant(request, one, str(refusal))):
            if found.entrant_with(form.cleaned_data["key"]) != one:
                return show_entrant(request, one, str(UnknownKey()))
    one.delete()
    return redirect(found)


@require_POST
def delete(request: HttpRequest, code: str) -> HttpResponse:
    own_season(request, code).delete()
    return redirect("league")


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return the table of a season as a file to download."""
    page = SeasonPage(season_or_404(request, code))
    columns = [*SEASON_COLUMNS, *(f"in_{number}" for number in page.numbers)]
    return spreadsheet(columns, page.table(), f"season-{page.season.code}.csv")


def season_or_404(request: HttpRequest, code: str) -> Season:
    """Return a season; raise Http404 if there is none or it is hidden from this visitor."""
    found = get_object_or_404(Season.objects.select_related("opener"), code=code)
    if found.is_hidden and not is_opener(request, found):
        raise Http404
    return found


def is_opener(request: HttpRequest, season: Season) -> bool:
    return season.opener_id == identity_of(request).key


def own_season(request: HttpRequest, code: str) -> Season:
    """Return a season that this visitor opened; raise Http404 for any other season."""
    found = season_or_404(request, code)
    if not is_opener(request, found):
        raise Http404
    return found


def show_season(
    request: HttpRequest, season: Season, status: int = HTTPStatus.OK, **forms: object
) -> HttpResponse:
    """Show a season; ``forms`` are invalid forms, which replace empty forms of the same name."""
    page, asked = SeasonPage(season), "code" in request.GET
    code = CommonCodeForm(request.GET if asked else None, season.variant)
    leave = partial(FairPosition.of_visitor, request)
    context = {
        "page": page,
        "is_opener": is_opener(request, season),
        "code": code,
        "ways": page.ways(code.cleaned_data["code"], leave) if code.is_valid() else [],
        "change": SeasonForm(None, season),
        "names": EntrantsForm(None, MOST_NAMES),
        "tree": TreeForm(None),
        "problem": "",
        "wrong": "",
        **forms,
    }
    if asked and code.errors:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "learn/league/season.html", context, status=status)


def show_entrant(request: HttpRequest, one: Entrant, problem: str = "") -> HttpResponse:
    """Show an entrant, and where the entrant's tree first differs from another tree."""
    leave = partial(FairPosition.of_visitor, request)
    context = {
        "page": EntrantPage(one, leave, request.GET.get("against", "")),
        "is_opener": is_opener(request, one.season),
        "form": LeaveForm(None),
        "problem": problem,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK
    return render(request, "learn/league/entrant.html", context, status=status)
