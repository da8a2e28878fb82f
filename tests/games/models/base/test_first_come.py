"""Two requests create the same row, which has a secret.

One row is kept. No statement fails, because PostgreSQL would log a failed statement with the
secret. The other request comes exactly between looking for the row and inserting it.
``tools/with_postgres.py`` reads the log afterwards.
"""

import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import DatabaseError, connection

from games.catalog.rules import CLASSIC, PRESETS
from games.models import Challenge, Daily, Game, Player, today
from games.models.base.refusals import Gone
from games.models.play.game import GameQuerySet

pytestmark = pytest.mark.both_databases

SECRET = "61656165"  # no other test uses this code, because all tests write to the same log
GIANT = PRESETS["giant"]


def begin_the_daily(player):
    return Daily(day=today()).begin(player)


def begin_the_daily_of_others(player):
    Daily.objects.get_or_create(day=today(), defaults={"secret": SECRET})
    return begin_the_daily(player)


def begin_a_game(player):
    return Game.objects.start(player, GIANT)


def set_a_challenge(player):
    return Challenge.objects.set_code(player, GIANT, SECRET)


def take_a_challenge_on(player):
    setter = Player.objects.get_or_create(name="Setter", name_key="setter")[0]
    return Challenge.objects.set_code(setter, GIANT, SECRET).begin(player)


WAYS = (
    (begin_the_daily, "games_daily"),
    (begin_the_daily_of_others, "games_game"),
    (begin_a_game, "games_game"),
    (set_a_challenge, "games_challenge"),
    (take_a_challenge_on, "games_game"),
)


@pytest.fixture(autouse=True)
def _secrets_are_known(monkeypatch):
    for module in ("daily", "game"):
        monkeypatch.setattr(f"games.models.play.{module}.new_secret", lambda variant: SECRET)


@contextmanager
def another_quicker(act, player, table):
    """Let another request create the row just before this request inserts the row.

    Yield the statements that the database refused.
    """
    refused, made = [], []

    def wrapper(execute, sql, params, many, context):
        if f'INTO "{table}"' in sql and not made:
            made.append(None)
            made[0] = act(player)
        try:
            return execute(sql, params, many, context)
        except DatabaseError:
            refused.append(f"{sql} {params}")
            raise

    with connection.execute_wrapper(wrapper):
        yield refused
    assert made[0] is not None


def log_of_the_server() -> str:
    path = os.environ.get("POSTGRES_LOG")
    return Path(path).read_text(errors="replace") if path else ""


@pytest.mark.parametrize(("act", "table"), WAYS, ids=lambda one: getattr(one, "__name__", ""))
def test_the_second_request_gets_the_row_of_the_first(player, act, table):
    with another_quicker(act, player, table) as refused:
        made = act(player)
    assert refused == []
    assert SECRET not in log_of_the_server()
    assert type(made).objects.get(pk=made.pk).secret == SECRET
    assert act(player) == made


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", [begin_a_game, begin_the_daily, set_a_challenge])
def test_a_deleted_player_is_reported(act):
    player = Player.objects.create()
    Player.objects.filter(pk=player.pk).delete()
    with pytest.raises(Gone):
        act(player)


@pytest.mark.django_db(transaction=True)
def test_a_game_that_ended_in_the_meantime_does_not_block_a_new_one(monkeypatch):
    """A row prevents the insert, but has gone when the request tries to read it."""
    player = Player.objects.create()
    make, others = GameQuerySet.bulk_create, []

    def in_the_way(rows, *made, **how):
        if not others:
            row = {"player": player, "secret": "1111", "is_ranked": True, **CLASSIC.fields()}
            others.append(Game.objects.create(**row))
            kept = make(rows, *made, **how)
            others[0].resign()
            return kept
        return make(rows, *made, **how)

    monkeypatch.setattr(GameQuerySet, "bulk_create", in_the_way)
    game = Game.objects.start(player)
    assert (game.is_playing, game != others[0]) == (True, True)
