"""Pages to share: a result without codes, and a code for friends to break."""

import unicodedata
from functools import partial

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Challenge, Game
from games.models.play.challenge import GREETING_LENGTH
from games.people import limits
from games.people.accounts.decency import is_foul
from games.people.sessions.current import identity_of
from games.play.challenges.page import ChallengePage, ChallengeResult
from games.web.entry.forms import OwnCodeForm, ProblemForm, RulesForm
from games.web.entry.setup import Setup

NOT_PLAIN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # Unicode categories of invisible characters
JOINS_PICTOGRAMS = "\u200d"  # joins pictograms, for example 👩‍🚀


class GreetingForm(ProblemForm):
    """The greeting of a challenge: one line, or empty."""

    greeting = forms.CharField(
        required=False,
        max_length=GREETING_LENGTH,
        error_messages={"max_length": _("A greeting has at most %(limit_value)d characters.")},
    )

    def clean_greeting(self) -> str:
        """Return the greeting; this is not called for a long text, which would take long."""
        greeting: str = self.cleaned_data["greeting"]
        seen = greeting.replace(JOINS_PICTOGRAMS, "")
        if any(unicodedata.category(character) in NOT_PLAIN for character in seen):
            raise forms.ValidationError(_("A greeting is one line of plain text."))
        if is_foul(greeting):
            raise forms.ValidationError(_("Please choose other words. These could hurt people."))
        return greeting


@require_safe
def result(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the answers of a finished game to anyone, but not its codes.

    The player of the game shares the result here; the page invites other visitors to play.
    """
    game = get_object_or_404(Game.objects.released(), public_id=game_id)
    result = ChallengeResult(game, request.build_absolute_uri(request.path))
    is_own = identity_of(request).owns(game)
    return render(request, "play/challenges/result.html", {"result": result, "is_own": is_own})


@require_http_methods(["GET", "HEAD", "POST"])
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Show the page on which a player sets a code for friends, and save the code."""
    is_post = request.method == "POST"
    sent = request.POST if is_post else request.GET
    setup, greeting = Setup(sent, RulesForm), GreetingForm(sent)
    form = OwnCodeForm(request.POST if is_post else None, setup.rules)
    if setup.rules and form.is_valid() and greeting.is_valid():
        code = form.cleaned_data["code"]
        same = Challenge.objects.like(identity_of(request).key, setup.rules, code)
        how = {"rules": setup.rules, "secret": code, **greeting.cleaned_data}
        return redirect(limits.begin(request, partial(Challenge.objects.set_code, **how), same))
    context = {"setup": setup, "entry": setup.entry(form.problem), "greeting": greeting}
    bad = setup.rules_form.errors or form.errors or greeting.errors
    return render(
        request, "play/challenges/new_challenge.html", context, status=422 if bad else 200
    )


@require_POST
def challenge_from(request: HttpRequest, game_id: str) -> HttpResponse:
    """Make a challenge from the code of a game that the player has finished."""
    kept = identity_of(request).games.released().exclude(mode=Game.Mode.EVIL).with_secret()
    game = get_object_or_404(kept, public_id=game_id)
    same = Challenge.objects.like_game(game)
    return redirect(limits.begin(request, lambda _: Challenge.objects.from_game(game), same))


@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Show a friend's code; a POST request starts or continues the player's only attempt."""
    puzzle = get_object_or_404(Challenge.objects.select_related("setter"), public_id=challenge_id)
    if puzzle.is_hidden and not identity_of(request).owns(puzzle):
        raise Http404
    if request.method == "POST" and not identity_of(request).owns(puzzle):
        begun = identity_of(request).games.filter(challenge=puzzle)
        return redirect(limits.begin(request, puzzle.begin, unless=begun))
    return show_challenge(request, puzzle, GreetingForm({"greeting": puzzle.greeting}))


@require_POST
def greet(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """Save the greeting of the player's own challenge, or remove it."""
    own = Challenge.objects.filter(setter=identity_of(request).key)
    puzzle, form = get_object_or_404(own, public_id=challenge_id), GreetingForm(request.POST)
    if not form.is_valid():
        return show_challenge(request, puzzle, form, status=422)
    puzzle.greet(form.cleaned_data["greeting"])
    return redirect(puzzle)


def show_challenge(
    request: HttpRequest, puzzle: Challenge, greeting: GreetingForm, status: int = 200
) -> HttpResponse:
    """Show a challenge; readers who know the code also see results."""
    player = identity_of(request).player
    game = puzzle.games.filter(player=player).first()
    context = {
        "page": ChallengePage(puzzle, player, game),
        "challenge": puzzle,
        "address": request.build_absolute_uri(puzzle.get_absolute_url()),
        "greeting": greeting,
    }
    return render(request, "play/challenges/challenge.html", context, status=status)
