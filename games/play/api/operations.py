"""The operations of the API, which do the same work as pages do."""

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NoReturn

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern
from django.utils.translation import gettext as _
from ninja import NinjaAPI, Query
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser
from ninja.security import HttpBearer

from games import wording
from games.catalog.effort import SMALL
from games.catalog.rules import Rules
from games.catalog.strategies import watchable
from games.insight.fairness.position import FairPosition
from games.insight.positions.outlook import outlook_with_guess
from games.learn.league.judging import enter
from games.learn.league.page import SeasonPage, results_of
from games.learn.league.views import season_or_404
from games.models import ApiKey, Game, GameQuerySet, StalePage
from games.models.base.columns import on_board
from games.people import limits
from games.people.sessions.current import identity_of
from games.play.api import refusals, shapes
from games.web.entry.forms import (
    CodeField,
    HistoryField,
    ProblemForm,
    RulesForm,
    StrategyField,
    VariantForm,
)
from games.web.traffic.visitors import address_of
from solver.rule.codes import Code, Variant
from solver.rule.feedback import feedback as feedback_of

GAMES_LISTED = 50
# every guess of a program has this token, so a repeated guess is not made again
BY_KEY = "by key"
A_TREE = {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}
REFUSALS = frozenset({400, 401, 403, 404, 409, 413, 422, 429, 503})


class StrictParser(Parser):
    """Reads bodies as JSON in which each name occurs once."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the body; raise Malformed if a name occurs twice."""
        body: dict[str, Any] = json.loads(request.body, object_pairs_hook=without_repeats)
        return body


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object; raise Malformed if a name occurs twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        [(name, _times)] = Counter(name for name, _value in pairs).most_common(1)
        raise refusals.Malformed(_("The body has “%(name)s” twice.") % {"name": name[:50]})
    return fields


api = NinjaAPI(
    title="Mastermind", version="1", openapi_url=None, docs_url=None, parser=StrictParser()
)


class ByKey(HttpBearer):
    """Finds the account of a request by its key."""

    def __call__(self, request: HttpRequest) -> ApiKey:
        """Return the key that was sent, and set the user to its owner; or raise NoKey."""
        key = ApiKey.objects.find(sent_key(request, refusals.NoKey()))
        if key is None:
            raise refusals.UnknownApiKey
        request.user = key.user
        setattr(request, "key", key)  # noqa: B010 - for the traffic control
        setattr(request, "who", f"account {key.user_id}")  # noqa: B010 - for the log
        if request.method != "GET":
            key.note_use()
        return key

    def authenticate(self, request: HttpRequest, token: str) -> ApiKey:
        """Raise NotImplementedError; required by the base class, but ``__call__`` replaces it."""
        raise NotImplementedError


def sent_key(request: HttpRequest, otherwise: refusals.NoKey) -> str:
    """Return the key that was sent; raise ``otherwise`` if there is none."""
    scheme, _space, sent = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise otherwise
    return sent


@api.exception_handler(Exception)
@api.exception_handler(Http404)
def pass_on(request: HttpRequest, error: Exception) -> NoReturn:
    """Raise the error again, so that the middleware answers as on pages."""
    raise error


@api.exception_handler(HttpError)
def refuse_request(request: HttpRequest, error: HttpError) -> NoReturn:
    """Raise Malformed for a request body that is not JSON, or has a name twice."""
    if isinstance(error.__cause__, refusals.Malformed):
        raise error.__cause__ from None
    raise refusals.Malformed(_("The body of the request isn’t JSON."), error.status_code) from None


@api.exception_handler(ValidationError)
def refuse_input(request: HttpRequest, error: ValidationError) -> NoReturn:
    """Raise Malformed for input of the wrong type; the message names the field."""
    first = error.errors[0]
    raise refusals.Malformed(f"{'.'.join(map(str, first['loc']))}: {first['msg']}.") from None


def operation(answer: Any, *, needs_key: bool = False, **more: Any) -> dict[str, Any]:
    """Return the settings of an operation: its answers, whether it needs a key, and ``more``."""
    responses = {200: answer, REFUSALS: shapes.ProblemShown}
    return {"response": responses, "auth": ByKey() if needs_key else None, **more}


@api.post("/games", **operation(shapes.GameShown, needs_key=True))
def begin(request: HttpRequest, rules: shapes.NewGame, response: HttpResponse) -> dict[str, Any]:
    """Start a game, or return an earlier game of this size that has no guess yet."""
    chosen = rules_of(RulesForm(rules.settings()))
    start = partial(Game.objects.start_by_key, rules=chosen)
    untouched = own_games(request).untouched(Game.Mode.BY_KEY, chosen)
    game = limits.begin(request, start, unless=untouched)
    limits.tell_limit(response, *getattr(request, "counted", ()))
    return show_game(request, game)


@api.get("/games", **operation(shapes.GamesShown, needs_key=True))
def list_games(
    request: HttpRequest, status: Literal["playing", "over"] | None = None, page: int = 1
) -> dict[str, Any]:
    """List the games that were started by key, the newest first."""
    games = own_games(request).with_secret()
    if status:
        games = games.unfinished() if status == "playing" else games.finished()
    newest = games.prefetch_related("guesses").order_by("-started_at", "-pk")
    part = Paginator(newest, GAMES_LISTED).get_page(page)
    listed = [show_game(request, game) for game in part]
    return {"games": listed, "page": part.number, "pages": part.paginator.num_pages}


@api.get("/games/{slug:game_id}", **operation(shapes.GameShown, needs_key=True))
def read_game(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """Return a game that was started by key."""
    return show_game(request, own_game(request, game_id))


@api.put(
    "/games/{slug:game_id}/guesses/{int:number}", **operation(shapes.GameShown, needs_key=True)
)
def guess(request: HttpRequest, game_id: str, number: int, body: shapes.NewGuess) -> dict[str, Any]:
    """Make the guess with this number. A repeated request changes nothing."""
    game = own_game(request, game_id)
    code = code_of(game.variant, body.guess)
    try:
        game.play(code, number, BY_KEY)
    except StalePage:
        raise refusals.NotTheNextGuess from None
    return show_game(request, game)


@api.post("/games/{slug:game_id}/resign", **operation(shapes.GameShown, needs_key=True))
def resign(request: HttpRequest, game_id: str) -> dict[str, Any]:
    """Give up: the code is shown, and the game counts as not solved."""
    game = own_game(request, game_id)
    game.resign()
    return show_game(request, game)


@api.get("/feedback", **operation(shapes.TurnShown))
def feedback(request: HttpRequest, asked: Query[shapes.TwoCodes]) -> dict[str, Any]:
    """Return how a code of yours answers a guess."""
    variant = rules_of(VariantForm(asked.settings())).variant
    guess, secret = code_of(variant, asked.guess), code_of(variant, asked.secret)
    return {"guess": guess, **feedback_of(guess, secret)._asdict()}


@api.get(
    "/suggestion", **operation(shapes.Suggested, openapi_extra={"security": [{}, {"ByKey": []}]})
)
def suggestion(request: HttpRequest, asked: Query[shapes.PositionSent]) -> dict[str, Any]:
    """Return a good guess after some turns, for game sizes up to Classic.

    A player with an open ranked game or daily gets no suggestion, because it would be help.
    """
    if "Authorization" in request.headers:
        ByKey()(request)
    variant = rules_of(VariantForm(asked.settings())).variant
    if variant.size > SMALL:
        raise refusals.TooLargeHere(codes=wording.codes(SMALL))
    sent = {"history": asked.history, "strategy": asked.strategy}
    known = valid(SuggestionForm(sent, variant)).cleaned_data
    history, strategy = known["history"], known["strategy"]
    outlook = outlook_with_guess(FairPosition.of_visitor(request, variant, history), strategy)
    if outlook.suggestion is None:
        raise refusals.NoCodeFits(headline=outlook.headline)
    return outlook.suggestion.facts() | {"strategy": strategy}


@api.get("/seasons/{slug:letters}", **operation(shapes.SeasonShown))
def read_season(request: HttpRequest, letters: str) -> dict[str, Any]:
    """Return a season of the league with its table, in which our strategies have no rank."""
    season = season_or_404(request, letters.upper())
    return {
        "season": season.code,
        "url": request.build_absolute_uri(season.get_absolute_url()),
        "title": season.title,
        "first_day": season.first_day,
        "last_day": season.last_day,
        "table": [line.facts() for line in SeasonPage(season).lines],
        **on_board(season.variant),
    }


@api.put(
    "/seasons/{slug:letters}/tree",
    **operation(
        shapes.TreeJudged, openapi_extra={"security": [{"ByKey": []}], "requestBody": A_TREE}
    ),
)
def send_tree(request: HttpRequest, letters: str, response: HttpResponse) -> dict[str, Any]:
    """Send a tree with the key of an entrant; the last tree before the season ends counts."""
    season = season_or_404(request, letters.upper())
    key = sent_key(request, refusals.NoEntrantKey())
    sent = enter(season, key, request.body, address_of(request))
    limits.tell_limit(response, *limits.uses_of_tree(sent.entrant.digest, address_of(request)))
    setattr(request, "key", sent.entrant)  # noqa: B010 - it has a share, like the key of an account
    return {"season": season.code, "entrant": sent.entrant.name, **results_of(sent)}


class SuggestionForm(ProblemForm):
    """The turns so far, and one of the strategies that can be watched."""

    strategy = StrategyField(watchable)

    def __init__(self, data: Any, variant: Variant) -> None:
        super().__init__(data)
        self.fields["history"] = HistoryField(variant)


def valid(form: Any) -> Any:
    """Return a valid form; raise Malformed with the problem of an invalid one."""
    if not form.is_valid():
        raise refusals.Malformed(form.problem)
    return form


def rules_of(form: VariantForm) -> Rules:
    """Return the rules that were sent, or raise Malformed with the form's sentence."""
    rules: Rules = valid(form).cleaned_data["rules"]
    return rules


def code_of(variant: Variant, text: str) -> Code:
    """Return the code that was sent; raise Malformed with the field's sentence if it is invalid."""
    try:
        return str(CodeField(variant).clean(text))
    except forms.ValidationError as error:
        raise refusals.Malformed(error.messages[0]) from None


def own_games(request: HttpRequest) -> GameQuerySet:
    """Return the account's games that programs play with a key."""
    return identity_of(request).games.by_key()


def own_game(request: HttpRequest, game_id: str) -> Game:
    """Return a game that a program plays for this account; raise Http404 for any other game."""
    games = own_games(request).with_secret().select_related("player")
    return get_object_or_404(games, public_id=game_id)


def show_game(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Return a game as programs see it."""
    return shapes.GameShown.of(game, request.build_absolute_uri(game.get_absolute_url()))


# The URLs are made while the module loads, which happens in one thread, because ninja refuses to
# make them twice.
VIEWS: dict[str, Callable[..., HttpResponse]] = {
    str(one.pattern): one.callback for one in api.urls[0] if isinstance(one, URLPattern)
}
