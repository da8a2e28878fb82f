"""Helpers for tests: players and their moves, in a browser or directly in the models."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from html import unescape
from typing import TypeVar
from unittest.mock import patch

from django.db import connection, models, transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC, Rules
from games.insight.fairness.position import FairPosition
from games.models import Daily, Duel, Game, Player, Refused, Side, Standing, new_token, today
from games.people.limits import TooMany, Use

HTMX = {"HX-Request": "true"}
PASSWORD = "correct horse battery"

Found = TypeVar("Found", bound=models.Model)


def sign_up(client: Client, name: str = "Ada", password: str = PASSWORD, **more):
    return client.post("/you/sign-up/", {"name": name, "password": password, **more})


def player_of(client: Client) -> Player | None:
    """Return the player of this client, or None if there is no player."""
    if user := client.session.get("_auth_user_id"):
        return Player.objects.filter(user=user).first()
    return Player.objects.filter(pk=client.session.get("player")).first()


def log_in(client: Client, name: str = "Ada", password: str = PASSWORD, **more):
    return client.post("/you/log-in/", {"name": name, "password": password, **more})


def led_to(response: HttpResponse, kind: type[Found]) -> Found:
    """Return the game or other object to which a redirect leads."""
    assert response.status_code == 302
    return kind.objects.get(public_id=response["Location"].split("/")[2])


def start(client: Client, secret: str, rules: Rules = CLASSIC) -> Game:
    """Start a game with the button, and replace its secret with a known code; return the game."""
    game = led_to(client.post("/", dict(rules.settings)), Game)
    Game.objects.filter(pk=game.pk).update(secret=secret)
    return Game.objects.get(pk=game.pk)


def start_daily(client: Client, day: date | None = None) -> Game:
    """Start the daily of a day, or of today; return the game.

    Its code is a code that no test guesses.
    """
    Daily.objects.get_or_create(day=day or today(), defaults={"secret": "4253"})
    return led_to(client.post(f"/daily/{day or today()}/"), Game)


def fields_in(form: str) -> dict[str, str]:
    """Return the hidden fields of a form on a page, without its token."""
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def guess_form_in(page: str) -> dict[str, str]:
    """Return the hidden fields of the guess form of a page; empty if there is no such form."""
    form = re.search(r'<form id="guess".*?</form>', page, re.DOTALL)
    return fields_in(form[0]) if form else {}


def form_of(client: Client, game: Game | Duel) -> dict[str, str]:
    """Return the hidden fields of the guess form of a game or duel, from its current page."""
    return guess_form_in(client.get(game.get_absolute_url()).text)


def fresh_form(client: Client, game: Game | Duel) -> dict[str, str]:
    """Return the fields of the guess form; if possible, do not render the page of the game."""
    if isinstance(game, Duel):
        own = Game.objects.filter(side__duel=game, player=player_of(client))
        now = own.order_by("side__round").last()
    else:
        now = Game.objects.get(pk=game.pk)
    if now and now.is_playing:
        return {"number": f"{now.next_number}", "token": new_token()}
    return form_of(client, game)


def play(client: Client, game: Game | Duel, *codes: str, **headers):
    """Make each guess with a new form; return the last response."""
    for code in codes:
        data = fresh_form(client, game) | {"code": code, "sure": code}
        response = client.post(game.get_absolute_url(), data, headers=headers)
    return response


def ask(client: Client, game: Game, kind: str, number: int | str, code: str = "", **headers):
    """Request this kind of help before guess ``number``; return the response."""
    sent = {"kind": kind, "number": number, "code": code}
    return client.post(f"{game.get_absolute_url()}hint/", sent, headers=headers)


def leave(game: Game, hours: float = 49) -> None:
    """Make the player of a game idle for some hours; a ranked game expires after 48 hours."""
    then = timezone.now() - timedelta(hours=hours)
    Game.objects.filter(pk=game.pk).update(started_at=then, moved_at=then)


def race_of(
    *players: Player, secret: str = "3632", patience: timedelta = Duel.Pace.LIVE.patience
) -> Duel:
    """Return a race of these players after its countdown, with a known code."""
    duel = Duel.objects.open(players[0], Duel.Kind.RACE, CLASSIC, patience)
    for player in players:
        duel.sit(player)
    if duel.is_waiting:
        duel.start()
    return after_countdown(duel, secret)


def after_countdown(duel: Duel, secret: str) -> Duel:
    """Return a race after its countdown, with a known code."""
    begun = timezone.now() - timedelta(seconds=1)
    Duel.objects.filter(pk=duel.pk).update(starts_at=begun)
    for rows in (Side.objects.filter(duel=duel), Game.objects.filter(side__duel=duel)):
        rows.update(secret=secret)
    return Duel.objects.get(pk=duel.pk)


def guessed(game: Game, *codes: str) -> Game:
    """Make these guesses directly in the model, in order; return the game."""
    for code in codes:
        game.play(code, game.next_number, token=f"{game.next_number}")
    return game


def position_of(game: Game) -> FairPosition:
    """Return the position of a game.

    Only tests need this function; no page of the site shows such a position.
    """
    return FairPosition.without_asking(game.variant, game.turns(), why="No page shows it.")


def refusal(act: Callable[..., object], *arguments) -> type[Refused] | None:
    """Return the kind of refusal that a call raises, or None if it succeeds."""
    try:
        act(*arguments)
    except Refused as refused:
        return type(refused)
    return None


def side_by_side(send: Callable[[int], object], times: int = 6) -> list[str]:
    """Call a function in several threads at the same moment; return the sorted results as texts.

    Each thread waits for the database as long as necessary, because the machine can be busy.
    """
    gate, answers = threading.Barrier(times), []

    def run(place: int) -> None:
        try:
            gate.wait(timeout=600)
            answers.append(str(send(place)))
        except Refused as refused:
            answers.append(refused.code)
        finally:
            connection.close()

    with patch("games.web.traffic.waiting.BRIEFLY", 600), ThreadPoolExecutor(times) as threads:
        list(threads.map(run, range(times)))
    return sorted(answers)


def ended(player: Player, counted: int, rules: Rules = CLASSIC, **columns) -> Game:
    """Return a game that has ended but is not counted yet.

    The game is lost if it has more guesses than the limit.
    """
    is_won = counted <= rules.limit
    usual = {
        "secret": "1" * rules.variant.pegs,
        "status": "won" if is_won else "lost",
        "guess_count": min(counted, rules.limit),
        "counted_guesses": counted,
        "is_ranked": True,
        "finished_at": timezone.now(),
    }
    return Game.objects.create(player=player, **rules.fields(), **usual | columns)


def finished(
    player: Player,
    *guesses: int,
    rules: Rules = CLASSIC,
    when: datetime | None = None,
    is_aided: bool = False,
) -> None:
    """Save ranked games with these numbers of guesses."""
    columns = {"finished_at": when or timezone.now(), "is_aided": is_aided}
    games = [ended(player, counted, rules, **columns) for counted in guesses]
    with transaction.atomic():
        locked = Player.objects.select_for_update().get(pk=player.pk)
        Standing.objects.add(locked, games)


def named(name: str, *guesses: int) -> Player:
    """Return a player with this name, an account and finished games."""
    player = Player()
    player.open_account(name, password_hash="!")
    finished(player, *guesses)
    return player


def refuse_use(use: Use) -> None:
    """Refuse a request, as if the limit of this use were reached."""
    raise TooMany(use.allowance)
