"""The first page, on which games start."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from games import wording
from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import LEFT_FOR, OPEN_FOR, Game, Refused, StillOpen
from games.people import limits
from games.people.sessions.current import NEWCOMER, current_player, identity_of, other_guests
from games.play.home.page import HomePage
from games.web.entry.forms import RulesForm, html
from games.web.responses.pages import wants_fragment
from games.web.responses.refusals import on_refusal
from games.web.responses.revalidation import shared


class NewGameForm(RulesForm):
    mode = forms.ChoiceField(
        label=_("Allowed guesses"),
        choices=[
            (Game.Mode.PLAIN, _("any code")),
            (Game.Mode.HARD, _("only codes that fit all feedback (hard mode, no hints)")),
        ],
        required=False,
        error_messages={"invalid_choice": _("Hard mode is “hard” or empty.")},
        widget=forms.Select({"class": "field"}),
    )

    @property
    def in_html(self) -> SafeString:
        """The HTML of the fields, from a cache unless a mode is chosen."""
        return html(self) if self.cleaned_data.get("mode") else super().in_html


@shared
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Show the first page; on POST, start a game of the chosen size."""
    sent = request.POST if request.method == "POST" else request.GET
    form = NewGameForm(sent)
    rules = form.cleaned_data["rules"] if form.is_valid() else None
    if request.method == "POST" and rules:
        return redirect_to_game(request, rules, form.cleaned_data["mode"])
    context = {"form": form, "rules": rules, "is_custom": not form.fields.keys().isdisjoint(sent)}
    if not wants_fragment(request):
        first = rules if rules and rules in PRESETS.values() else CLASSIC
        visitor, is_new = identity_of(request), request.session.get(NEWCOMER, False)
        is_regular = (visitor.account or visitor.guest) is not None and not is_new
        context["page"] = HomePage(visitor, first, is_regular)
        if others := other_guests(request):
            context |= {"others": others, "player": current_player(request)}
    template = (
        "play/home/_preview_reply.html" if wants_fragment(request) else "play/home/start.html"
    )
    return render(request, template, context, status=422 if form.errors else 200)


def redirect_to_game(request: HttpRequest, rules: Rules, mode: str) -> HttpResponse:
    """Redirect to a new game, or ask what to do with an open game of this size."""
    start, own = partial(Game.objects.start, rules=rules, mode=mode), identity_of(request).games
    with on_refusal(partial(still_open, request), StillOpen):
        return redirect(limits.begin(request, start, unless=own.open_on(rules)))


def still_open(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """Show the page with the open game, which must end before a new game."""
    context = {
        "refusal": refusal,
        "left_for": wording.hours(LEFT_FOR),
        "open_for": wording.days(OPEN_FOR.days),
    }
    return render(request, "play/home/still_open.html", context)
