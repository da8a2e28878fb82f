"""Starting a game and playing it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers

from games.board import Board
from games.examples import knuth_breaks
from games.forms import GuessForm, NumberForm
from games.models import Game, Refused
from games.players import new_or_current_player, own_games
from games.responses import wants_fragment
from games.rows import row_from_query

SAMPLE_SECRET = "3632"  # the game that Knuth's article shows


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """The first page; posting to it starts a game."""
    if request.method == "POST":
        return redirect(Game.objects.start(new_or_current_player(request)))
    unfinished = own_games(request).unfinished().order_by("-started_at")
    context = {"unfinished": unfinished[:3], "sample": knuth_breaks(SAMPLE_SECRET)}
    return render(request, "games/start.html", context)


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, game_id: str) -> HttpResponse:
    """The board of one game; posting to it makes a guess."""
    if request.method != "POST":
        game = own_game(request, game_id)
        return shown(request, Board(game, row_from_query(request.GET, game.variant.codes)))
    game = get_object_or_404(own_games(request).with_secret(), public_id=game_id)
    form, typed = GuessForm(request.POST, game=game), request.POST.get("code", "")
    if not form.is_valid():
        return shown(request, Board(game, typed, form.problem), status=422)
    try:
        guess = game.play(**form.cleaned_data)
    except Refused as refusal:
        return shown(request, Board(game, typed, str(refusal)), status=409)
    return done(request, Board(game, fresh=guess))


@never_cache
@vary_on_headers("HX-Request")
@require_POST
def hint(request: HttpRequest, game_id: str) -> HttpResponse:
    """Help with the current row: recorded before it is shown."""
    game = own_game(request, game_id)
    form, row = NumberForm(request.POST), request.POST.get("row", "")
    if not form.is_valid():
        return shown(request, Board(game, row, form.problem), status=422)
    try:
        game.take_hint(form.cleaned_data["number"])
    except Refused as refusal:
        return shown(request, Board(game, row, str(refusal)), status=409)
    return done(request, Board(game, row))


@never_cache
@vary_on_headers("HX-Request")
@require_POST
def resign(request: HttpRequest, game_id: str) -> HttpResponse:
    """Giving up: the secret is shown and the game counts as lost."""
    game = own_game(request, game_id)
    try:
        game.resign()
    except Refused as refusal:
        return shown(request, Board(game, problem=str(refusal)), status=409)
    return done(request, Board(game))


def own_game(request: HttpRequest, game_id: str) -> Game:
    """Return the game with this public id; somebody else's is not found."""
    return get_object_or_404(own_games(request), public_id=game_id)


def shown(request: HttpRequest, board: Board, status: int = 200) -> HttpResponse:
    """Show the board: to htmx the part that changes, to everybody else the page."""
    template = "games/_reply.html" if wants_fragment(request) else "games/play.html"
    return render(request, template, {"board": board, "game": board.game}, status=status)


def done(request: HttpRequest, board: Board) -> HttpResponse:
    """Answer a request that changed the game, so that reloading does not repeat it."""
    return shown(request, board) if wants_fragment(request) else redirect(board)
