"""The pages of a game while it is played."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods, require_POST

from games.catalog.effort import MEDIUM
from games.insight.fairness.position import FairPosition
from games.insight.positions.evil import answer_beside
from games.models import Duel, Game, GameQuerySet, Hint, Refused
from games.models.base.refusals import PlayedInDuel
from games.people import limits
from games.people.sessions.current import NEWCOMER, Identity, identity_of
from games.play.board.forms import GuessForm, HintForm, ModeForm
from games.play.board.hints import free_advice
from games.play.board.page import PlayPage
from games.web.entry.row import row_from_query
from games.web.responses.board import Board
from games.web.responses.pages import go_to
from games.web.responses.refusals import on_refusal
from games.web.traffic.gate import solving

# session keys
HELP_IS_HIDDEN, WARNINGS_ARE_OFF = "help is hidden", "warnings are off"


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the board of a game; a POST request makes a guess."""
    if request.method != "POST":
        try:
            game = own_game(request, game_id)
        except Http404:  # visitors who don't own the game see its result
            released = get_object_or_404(Game.objects.released(), public_id=game_id)
            return redirect("result", released.public_id)
        return GameBoard(request, game).show(typed=row_from_query(request.GET, game.variant))
    game = own_game(request, game_id, game_with_secret)
    board, typed = GameBoard(request, game), request.POST.get("code", "")
    form = GuessForm(request.POST, game, warns=not request.session.get(WARNINGS_ARE_OFF, False))
    if not form.is_valid():
        return board.refuse(form.problem, typed=typed, warned=form.warned)
    try:
        guess = answer_beside(game).play(**form.cleaned_data)
    except Refused as refusal:
        return board.refuse(refusal, typed=typed)
    if game.is_won:
        request.session.pop(NEWCOMER, None)
    return board.after(fresh=guess)


@require_POST
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give a hint for the current row; it is recorded before it is shown."""
    game = own_game(request, game_id)
    board, row = GameBoard(request, game), request.POST.get("code", "")
    form = HintForm(request.POST, game=game)
    if not form.is_valid():
        return board.refuse(form.problem, typed=row)
    asked = {name: form.cleaned_data[name] for name in ("number", "kind", "detail")}
    position = board.position
    # Only checks are counted, because other hints are stored once per row.
    if form.cleaned_data["kind"] == Hint.Kind.CHECK:
        limits.count_check(request)
    with solving(game.variant, MEDIUM):  # a hint that cannot be shown is not recorded
        if free := free_advice(Hint(game=game, **asked), position):
            return board.show(typed=row, free=free)
        return board.move(partial(game.take_hint, **asked), typed=row)


@require_POST
def hide_candidates(request: HttpRequest, game_id: str) -> HttpResponse:
    """Close the panel with the possible codes."""
    game = own_game(request, game_id)
    return GameBoard(request, game).move(game.hide_candidates, typed=request.POST.get("code", ""))


@require_POST
def help_preference(request: HttpRequest, game_id: str) -> HttpResponse:
    """Hide or show all offers of help in this session, or turn warnings on or off."""
    game = own_game(request, game_id)
    if "show" in request.POST:
        request.session[HELP_IS_HIDDEN] = request.POST["show"] != "yes"
    if "warn" in request.POST:
        request.session[WARNINGS_ARE_OFF] = request.POST["warn"] != "yes"
    if "coach" in request.POST:
        request.session.pop(NEWCOMER, None)
    row = request.POST.get("code") or request.POST.get("row", "")
    return GameBoard(request, game).after(typed=row, is_setting="coach" not in request.POST)


@require_POST
def choose_mode(request: HttpRequest, game_id: str) -> HttpResponse:
    """Turn hard mode on or off before the first guess."""
    game, form = own_game(request, game_id), ModeForm(request.POST)
    board, row = GameBoard(request, game), request.POST.get("code", "")
    if not form.is_valid():
        return board.refuse(form.problem, typed=row)
    choose = partial(game.choose, form.cleaned_data["mode"])
    return board.move(choose, typed=row, is_setting=True)


@require_POST
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Give up: the secret is shown and the game counts as lost."""
    game = answer_beside(own_game(request, game_id))
    return GameBoard(request, game).move(game.resign)


class GameBoard(Board[PlayPage]):
    """The frame in which the board of a game is shown."""

    templates = "play/board/play.html", "play/board/_game.html"

    def __init__(self, request: HttpRequest, game: Game) -> None:
        super().__init__(request)
        self.game = game

    @cached_property
    def position(self) -> FairPosition:
        """The position of the game; raises AsksFirst if showing it could help elsewhere."""
        return FairPosition.of_game(self.request, self.game, back=self.game.get_absolute_url())

    def page(self, **told: Any) -> PlayPage:
        return PlayPage(self.game, **told)

    def context(self, page: PlayPage) -> dict[str, Any]:
        session = self.request.session
        if page.works_out:
            page.position = self.position
        page.is_coached = session.get(NEWCOMER, False)
        page.offers_help = not (self.game.is_hard or session.get(HELP_IS_HIDDEN, False))
        return {
            "page": page,
            "game": self.game,
            "help_is_hidden": not page.offers_help,
            "warnings_are_off": session.get(WARNINGS_ARE_OFF, False),
        }


def game_named(visitor: Identity, game_id: str) -> GameQuerySet:
    return visitor.games.filter(public_id=game_id)


def game_with_secret(visitor: Identity, game_id: str) -> GameQuerySet:
    return game_named(visitor, game_id).with_secret()


def own_game(
    request: HttpRequest,
    game_id: str,
    question: Callable[[Identity, str], GameQuerySet] = game_named,
) -> Game:
    """Return the visitor's game with this public id; raise 404 for another player's game.

    A game in a duel leads to the page of the duel, which has no hints.
    """
    visitor = identity_of(request)
    game = next(iter(visitor.ask(question, game_id)), None)
    if game is None:
        raise Http404
    game.is_of_account = visitor.account is not None
    if duel := Duel.objects.of_game(game):
        with on_refusal(lambda refusal: go_to(request, duel.get_absolute_url())):
            raise PlayedInDuel
    return game
