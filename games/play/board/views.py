"""Playing a game."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.insight.positions.evil import answered_beside
from games.models import Duel, Game, GameQuerySet, Hint
from games.models.base.refusals import PlayedInDuel
from games.people import limits
from games.people.sessions.current import NEWCOMER, identity_of
from games.play.board.forms import GuessForm, HintForm, ModeForm
from games.play.board.hints import free_advice
from games.play.board.page import PlayPage
from games.web.entry.row import row_from_query
from games.web.responses.pages import page_or_part, wants_fragment
from games.web.responses.refusals import on_refusal
from games.web.traffic.gate import solving

# Keys of the session.
HELP_IS_HIDDEN, WARNINGS_ARE_OFF = "help is hidden", "warnings are off"


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board of one game; posting to it makes a guess."""
    if request.method != "POST":
        try:
            game = own_game(request, game_id)
        except Http404:
            return passed_on(game_id)
        return shown(request, PlayPage(game, row_from_query(request.GET, game.variant)))
    game = own_game(request, game_id, identity_of(request).games.with_secret())
    form = GuessForm(request.POST, game, warns=not request.session.get(WARNINGS_ARE_OFF, False))
    typed = request.POST.get("code", "")
    if not form.is_valid():
        return shown(request, PlayPage(game, typed, form.problem, warned=form.warned), status=422)
    with on_refusal(lambda refusal: shown(request, PlayPage(game, typed, str(refusal)))):
        guess = answered_beside(game).play(**form.cleaned_data)
    if game.is_won:
        request.session.pop(NEWCOMER, None)
    return done(request, PlayPage(game, fresh=guess))


@require_POST
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """Help with the current row: recorded before it is shown."""
    game = own_game(request, game_id)
    form, row = HintForm(request.POST, game=game), request.POST.get("code", "")
    if not form.is_valid():
        return shown(request, PlayPage(game, row, form.problem), status=422)
    asked = [form.cleaned_data[name] for name in ("number", "kind", "detail")]
    position = position_of(request, game)
    if form.cleaned_data["kind"] == Hint.Kind.CHECK:  # of other kinds a row has only one each
        limits.count_check(request)
    with solving(game.variant, MEDIUM):  # what cannot be shown now is not recorded
        if free := free_advice(game, position, *asked):
            return shown(request, PlayPage(game, row, free=free, position=position))
        return moved(request, game, row, partial(game.take_hint, *asked))


@require_POST
def hide_candidates(request: HttpRequest, game_id: str) -> HttpResponse:
    """Close the panel that tells what is still possible."""
    game = own_game(request, game_id)
    return moved(request, game, request.POST.get("code", ""), game.hide_candidates)


@require_POST
def help_preference(request: HttpRequest, game_id: str) -> HttpResponse:
    """Hide all offers of help in this session or show them again; be warned or not."""
    game = own_game(request, game_id)
    if "show" in request.POST:
        request.session[HELP_IS_HIDDEN] = request.POST["show"] != "yes"
    if "warn" in request.POST:
        request.session[WARNINGS_ARE_OFF] = request.POST["warn"] != "yes"
    if "coach" in request.POST:
        request.session.pop(NEWCOMER, None)
    row = request.POST.get("code") or request.POST.get("row", "")
    is_setting = "coach" not in request.POST
    return done(request, PlayPage(game, row, is_setting=is_setting))


@require_POST
def choose_mode(request: HttpRequest, game_id: str) -> HttpResponse:
    """Hard mode, or not, before the first guess."""
    game, form = own_game(request, game_id), ModeForm(request.POST)
    row = request.POST.get("code", "")
    if not form.is_valid():
        return shown(request, PlayPage(game, row, form.problem), status=422)
    with on_refusal(lambda refusal: shown(request, PlayPage(game, row, str(refusal)))):
        game.choose(form.cleaned_data["mode"])
    return done(request, PlayPage(game, row, is_setting=True))


@require_POST
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Giving up: the secret is shown and the game counts as lost."""
    game = answered_beside(own_game(request, game_id))
    return moved(request, game, "", game.resign)


def moved(request: HttpRequest, game: Game, row: str, move: Callable[[], None]) -> HttpResponse:
    """Make a move that is no guess, and show the game; ``row`` is the one in progress."""
    with on_refusal(lambda refusal: shown(request, PlayPage(game, row, str(refusal)))):
        move()
    return done(request, PlayPage(game, row))


def position_of(request: HttpRequest, game: Game) -> FairPosition:
    """Return where a game stands, unless what follows would help another one of the player."""
    return FairPosition.of_game(request, game, back=game.get_absolute_url())


def own_game(request: HttpRequest, game_id: str, games: GameQuerySet | None = None) -> Game:
    """Return the game with this public id; somebody else's is not found.

    What is one side of a duel is played there, without hints, so nothing is done with it here.
    """
    own = identity_of(request).games if games is None else games
    game = get_object_or_404(own.select_related("player"), public_id=game_id)
    if duel := Duel.objects.of_game(game):
        with on_refusal(lambda refusal: led_to(request, duel)):
            raise PlayedInDuel
    return game


def passed_on(game_id: str) -> HttpResponse:
    """Lead from the address of somebody else's game, which they copied, to how it went."""
    game = get_object_or_404(Game.objects.released(), public_id=game_id)
    return redirect("result", game.public_id)


def led_to(request: HttpRequest, duel: Duel) -> HttpResponse:
    """Lead to a duel, from a page or from a part of one."""
    address = duel.get_absolute_url()
    return HttpResponseClientRedirect(address) if wants_fragment(request) else redirect(address)


def shown(request: HttpRequest, page: PlayPage, status: int = 200) -> HttpResponse:
    """Show the board: to htmx the part that changes, to everybody else the page."""
    game = page.game
    if page.works_out:
        page.position = position_of(request, game)
    page.is_coached = request.session.get(NEWCOMER, False)
    page.offers_help = not (game.is_hard or request.session.get(HELP_IS_HIDDEN, False))
    context = {
        "page": page,
        "game": game,
        "help_is_hidden": not page.offers_help,
        "warnings_are_off": request.session.get(WARNINGS_ARE_OFF, False),
    }
    return page_or_part(request, "play/board/play.html", "play/board/_game.html", context, status)


def done(request: HttpRequest, page: PlayPage) -> HttpResponse:
    """Answer a request that changed the game, so that reloading does not repeat it."""
    return shown(request, page) if wants_fragment(request) else redirect(page)
