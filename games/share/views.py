"""What a player passes on: a result without its secret, and a code for friends to break."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.entry.forms import RulesForm
from games.entry.setup import Setup
from games.identity.current import identity_of, new_or_current_player
from games.identity.limits import spend_new_game
from games.models import Challenge, Game
from games.share.forms import ChallengeForm
from games.share.results import Result


@require_safe
def result(request: HttpRequest, game_id: str) -> HttpResponse:
    """How a finished game went, for everybody: its answers, never its codes."""
    game = get_object_or_404(Game.objects.finished(), public_id=game_id)
    address = request.build_absolute_uri(request.path)
    return render(request, "share/result.html", {"result": Result(game, address)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_challenge(request: HttpRequest) -> HttpResponse:
    """Setting a code of one's own for friends, on any board."""
    is_post = request.method == "POST"
    setup = Setup(request.POST if is_post else request.GET, RulesForm)
    form = ChallengeForm(request.POST if is_post else None, setup.rules)
    if setup.rules and form.is_valid():
        player = new_or_current_player(request)
        return redirect(Challenge.objects.set_by(player, setup.rules, form.cleaned_data["code"]))
    context = {"setup": setup, "entry": setup.entry(form.problem)}
    bad = setup.rules_form.errors or form.errors
    return render(request, "share/new_challenge.html", context, status=422 if bad else 200)


@require_POST
def challenge_from(request: HttpRequest, game_id: str) -> HttpResponse:
    """Passing on the code of a game that the player has finished."""
    game = get_object_or_404(identity_of(request).games.finished().with_secret(), public_id=game_id)
    return redirect(Challenge.objects.set_by(game.player, game.rules, game.secret))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, challenge_id: str) -> HttpResponse:
    """A friend's code; posting to it begins or goes on with this player's one attempt."""
    puzzle = get_object_or_404(Challenge, public_id=challenge_id)
    reader = identity_of(request)
    is_setter = reader.owns(puzzle)
    if request.method == "POST" and not is_setter:
        spend_new_game(request)
        return redirect(puzzle.begin(new_or_current_player(request)))
    context = {
        "challenge": puzzle,
        "address": request.build_absolute_uri(request.path),
        "is_setter": is_setter,
        "game": reader.games.filter(challenge=puzzle).first(),
        "others": puzzle.games.finished()
        .select_related("player")
        .order_by("counted_guesses", "finished_at")[:50],
    }
    return render(request, "share/challenge.html", context)
