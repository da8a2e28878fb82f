"""Help for somebody who holds a code, on a table or in their head."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.learn.assist.forms import AnswerForm, AssistForm, CorrectionForm, TellForm
from games.learn.assist.page import AssistPage
from games.models import Assist
from games.people import limits
from games.people.sessions.current import identity_of
from games.web.entry.row import row_from_query
from games.web.entry.setup import Setup
from games.web.responses.pages import page_or_part, wants_fragment
from games.web.responses.refusals import on_refusal
from games.web.traffic.gate import solving

ASSISTS_LISTED = 5  # assists of the same player that are listed


@require_http_methods(["GET", "HEAD", "POST"])
def new_assist(request: HttpRequest) -> HttpResponse:
    """Choosing the board and who is to help."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET)
    form = AssistForm(request.POST if is_post else None)
    if setup.rules and form.is_valid():
        player, strategy = limits.player_who_begins(request), form.cleaned_data["strategy"]
        return redirect(Assist.objects.begin(player, setup.rules.variant, strategy))
    kept = identity_of(request).assists.order_by("-begun_at")[:ASSISTS_LISTED]
    context = {"setup": setup, "form": form, "kept": kept}
    bad = setup.rules_form.errors or form.errors
    return render(request, "learn/assist/new_assist.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def assist(request: HttpRequest, assist_id: str) -> HttpResponse:
    """The rows and the next guess; posting to it answers a guess."""
    kept = own_assist(request, assist_id)
    if request.method != "POST":
        row = row_from_query(request.GET, kept.variant) if "row" in request.GET else ""
        return shown(request, page_of(request, kept, typed=row))
    form = AnswerForm(request.POST, kept)
    if not form.is_valid():
        return shown(request, page_of(request, kept, problem=form.problem, **form.sent), status=422)
    typed = form.sent["typed"]
    with solving(kept.variant, MEDIUM):  # an answer is kept if what follows from it can be shown
        with on_refusal(
            lambda refusal: shown(
                request, page_of(request, kept, typed=typed, problem=str(refusal))
            )
        ):
            kept.answer(**form.cleaned_data)
        return done(request, page_of(request, kept))


@require_POST
def correct(request: HttpRequest, assist_id: str, place: int) -> HttpResponse:
    """Another answer to a guess, or its removal."""
    kept = own_assist(request, assist_id)
    form = CorrectionForm(request.POST, kept)
    if not form.is_valid():
        return shown(request, page_of(request, kept, problem=form.problem), status=422)
    with solving(kept.variant, MEDIUM):
        with on_refusal(
            lambda refusal: shown(request, page_of(request, kept, problem=str(refusal)))
        ):
            form.apply(kept, place)
        return done(request, page_of(request, kept))


@require_POST
def tell(request: HttpRequest, assist_id: str) -> HttpResponse:
    """What the code was: every answer is held against it."""
    kept = own_assist(request, assist_id)
    form = TellForm(request.POST, kept)
    if not form.is_valid():
        return shown(request, page_of(request, kept, told_problem=form.problem), status=422)
    with on_refusal(
        lambda refusal: shown(request, page_of(request, kept, told_problem=str(refusal)))
    ):
        kept.tell(form.cleaned_data["revision"], form.cleaned_data["told"])
    return done(request, page_of(request, kept))


def page_of(request: HttpRequest, kept: Assist, **told: str) -> AssistPage:
    """Return the page of an assist as it stands, unless that is to be asked first."""
    return AssistPage(
        kept, partial(FairPosition.made_up, request, back=kept.get_absolute_url()), **told
    )


def own_assist(request: HttpRequest, assist_id: str) -> Assist:
    """Return the assist with this public id; somebody else's is not found."""
    return get_object_or_404(identity_of(request).assists, public_id=assist_id)


def shown(request: HttpRequest, page: AssistPage, status: int = 200) -> HttpResponse:
    """Show the rows: to htmx the part that changes, to everybody else the page."""
    context = {"page": page, "assist": page.assist}
    return page_or_part(
        request, "learn/assist/assist.html", "learn/assist/_assist.html", context, status
    )


def done(request: HttpRequest, page: AssistPage) -> HttpResponse:
    """Answer a request that changed the rows, so that reloading does not repeat it."""
    return shown(request, page) if wants_fragment(request) else redirect(page)
