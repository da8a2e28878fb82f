"""Playing as a browser does, with and without htmx."""

import re

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC, Rules
from games.models import Game, Player, Standing


@pytest.fixture
def game(client):
    """A running Classic game of the client's player, whose secret is 3632."""
    return start(client, secret="3632")


def start(client: Client, secret: str) -> Game:
    response = client.post("/")
    [public_id] = re.findall(r"/games/(.+)/", response["Location"])
    Game.objects.filter(public_id=public_id).update(secret=secret)
    return Game.objects.get(public_id=public_id)


def form_of(client: Client, game: Game) -> dict[str, str]:
    """Return the hidden fields of the guess form, as the page has them."""
    page = client.get(game.get_absolute_url()).text
    form = re.search(r'<form id="guess".*?</form>', page, re.DOTALL)
    fields = re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form[0]) if form else []
    return {name: value for name, value in fields if name != "csrfmiddlewaretoken"}


def play(client: Client, game: Game, *codes: str, **headers):
    """Guess each code with a fresh page; return the last response."""
    for code in codes:
        data = form_of(client, game) | {"code": code}
        response = client.post(game.get_absolute_url(), data, headers=headers)
    return response


def ask(client: Client, game: Game, kind: str, number: int | str, code: str = "", **headers):
    """Ask for help of a kind before guess ``number``."""
    sent = {"kind": kind, "number": number, "code": code}
    return client.post(f"{game.get_absolute_url()}hint/", sent, headers=headers)


def finished(
    player: Player, *guesses: int, rules: Rules = CLASSIC, when=None, is_aided=False
) -> None:
    """Put finished games on record; more guesses than the limit means it was lost."""
    games = [
        Game.objects.create(
            player=player,
            secret="1" * rules.variant.pegs,
            status="won" if taken <= rules.limit else "lost",
            guess_count=min(taken, rules.limit),
            counted_guesses=taken,
            is_aided=is_aided,
            is_ranked=True,
            finished_at=when or timezone.now(),
            **rules.fields(),
        )
        for taken in guesses
    ]
    with transaction.atomic():
        Standing.objects.record(player.pk, games)


def named(name: str, *guesses: int) -> Player:
    player = Player.objects.create()
    player.rename(name)
    finished(player, *guesses)
    return player


HTMX = {"HX-Request": "true"}


@pytest.fixture
def player(db):
    return Player.objects.create()


PASSWORD = "correct horse battery"


def sign_up(client: Client, name: str = "Ada", password: str = PASSWORD, **more):
    return client.post("/you/sign-up/", {"name": name, "password": password, **more})


def log_in(client: Client, name: str = "Ada", password: str = PASSWORD, **more):
    return client.post("/you/log-in/", {"name": name, "password": password, **more})


@pytest.fixture
def account(client):
    """The account Ada, logged in in the client."""
    assert sign_up(client)["Location"] == "/you/"
    return User.objects.get()
