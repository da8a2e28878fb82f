"""The Solver: the computer breaks a player's code, or helps to break a friend's code."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.learn.assist.forms import AnswerForm, AssistForm, CorrectionForm, TellForm
from games.learn.assist.page import AssistPage
from games.models import Assist, Refused
from games.people import limits
from games.people.sessions.current import identity_of
from games.web.entry.row import row_from_query
from games.web.entry.setup import Setup
from games.web.responses.board import Board
from games.web.traffic.gate import solving

ASSISTS_LISTED = 5  # at most this many earlier games with the Solver are listed


@require_http_methods(["GET", "HEAD", "POST"])
def new_assist(request: HttpRequest) -> HttpResponse:
    """Show the page on which a player chooses the game size and the strategy."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET)
    form = AssistForm(request.POST if is_post else None)
    if setup.rules and form.is_valid():
        how = {"variant": setup.rules.variant, "strategy": form.cleaned_data["strategy"]}
        return redirect(limits.begin(request, partial(Assist.objects.begin, **how)))
    kept = identity_of(request).assists.order_by("-begun_at")[:ASSISTS_LISTED]
    context = {"setup": setup, "form": form, "kept": kept}
    bad = setup.rules_form.errors or form.errors
    return render(request, "learn/assist/new_assist.html", context, status=422 if bad else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def assist(request: HttpRequest, assist_id: str) -> HttpResponse:
    """Show the rows and the next guess; a POST request answers a guess."""
    kept = own_assist(request, assist_id)
    board = AssistBoard(request, kept)
    if request.method != "POST":
        row = row_from_query(request.GET, kept.variant) if "row" in request.GET else ""
        return board.show(typed=row)
    form = AnswerForm(request.POST, kept)
    if not form.is_valid():
        return board.refuse(form.problem, **form.sent)
    # an answer is saved only if the server has time to compute its consequences
    with solving(kept.variant, MEDIUM):
        try:
            kept.answer(**form.cleaned_data)
        except Refused as refusal:
            return board.refuse(refusal, typed=form.sent["typed"])
        return board.after()


@require_POST
def correct(request: HttpRequest, assist_id: str, place: int) -> HttpResponse:
    """Change the answer to a guess, or remove the guess."""
    kept = own_assist(request, assist_id)
    board, form = AssistBoard(request, kept), CorrectionForm(request.POST, kept)
    if not form.is_valid():
        return board.refuse(form.problem)
    with solving(kept.variant, MEDIUM):
        return board.move(partial(form.apply, kept, place))


@require_POST
def tell(request: HttpRequest, assist_id: str) -> HttpResponse:
    """Save the player's code and compare every answer with it."""
    kept = own_assist(request, assist_id)
    board, form = AssistBoard(request, kept), TellForm(request.POST, kept)
    if not form.is_valid():
        return board.refuse(form.problem, "told_problem")
    try:
        kept.tell(form.cleaned_data["revision"], form.cleaned_data["told"])
    except Refused as refusal:
        return board.refuse(refusal, "told_problem")
    return board.after()


class AssistBoard(Board[AssistPage]):
    """The page with the player's rows; with an open ranked game, it first asks for consent."""

    templates = "learn/assist/assist.html", "learn/assist/_assist.html"

    def __init__(self, request: HttpRequest, kept: Assist) -> None:
        super().__init__(request)
        self.kept = kept
        self.leave = partial(FairPosition.of_visitor, request, back=kept.get_absolute_url())

    def page(self, **told: Any) -> AssistPage:
        return AssistPage(self.kept, self.leave, **told)

    def context(self, page: AssistPage) -> dict[str, Any]:
        return {"page": page, "assist": self.kept}


def own_assist(request: HttpRequest, assist_id: str) -> Assist:
    return get_object_or_404(identity_of(request).assists, public_id=assist_id)
