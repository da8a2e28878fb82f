"""The indexes of the database: each serves a purpose that no other index serves."""

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.models import Q

from games.models import Game, Player
from tests.cast import guessed, start

ON_POSTGRES = pytest.mark.skipif(connection.vendor != "postgresql", reason="only there")
BY_A_GUESS = {"guess_count", "moved_at"}  # columns that every guess changes
MANY = 5_000
# bytes of index for a game with five guesses, a third less than before
MOST_BYTES = 700

pytestmark = pytest.mark.both_databases


def orders(model):
    """Return, for each index without a condition, its columns in order."""
    declared = [*model._meta.indexes, *model._meta.constraints]
    return [
        [field.lstrip("-") for field in one.fields]
        for one in declared
        if getattr(one, "fields", None) and one.condition is None
    ]


def test_a_foreign_key_has_no_index_if_another_index_starts_with_its_column():
    superfluous = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.local_fields
        if field.db_index and any(order[0] == field.name for order in orders(model))
    ]
    assert superfluous == []


def test_the_database_has_exactly_the_declared_indexes():
    found, wanted = set(), set()
    for model in apps.get_app_config("games").get_models():
        table, fields = model._meta.db_table, model._meta.local_fields
        wanted |= {index.name for index in model._meta.indexes}
        wanted |= {(table, field.column) for field in fields if field.db_index and not field.unique}
        with connection.cursor() as cursor:
            there = connection.introspection.get_constraints(cursor, table)
        named = {index.name for index in model._meta.indexes}
        found |= {
            name if name in named else (table, *about["columns"])
            for name, about in there.items()
            if about["index"] and not (about["unique"] or about["primary_key"])
        }
    assert found == wanted


def columns_of(condition: Q) -> set[str]:
    """Return the columns that a condition reads."""
    parts = [columns_of(part) if isinstance(part, Q) else {part[0]} for part in condition.children]
    return {name.split("__")[0] for part in parts for name in part}


def in_indexes(model) -> set[str]:
    declared = [*model._meta.indexes, *model._meta.constraints]
    kept = [one for one in declared if not isinstance(one, models.CheckConstraint)]
    keys = {name.lstrip("-") for one in kept for name in one.fields}
    return keys.union(*(columns_of(one.condition) for one in kept if one.condition))


def test_columns_that_a_guess_changes_are_in_no_index():
    """The end of a game changes indexed columns; columns in conditions count, too."""
    assert {"finished_at", "status", "luck"} <= in_indexes(Game)
    assert BY_A_GUESS & in_indexes(Game) == set()


def written(table: str) -> tuple[int, int]:
    """Return the number of updates of rows in this transaction, and how many were HOT updates."""
    asked = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relname = %s"
    with connection.cursor() as cursor:
        cursor.execute(asked, [table])
        return cursor.fetchone()


@ON_POSTGRES
def test_a_guess_changes_no_index_of_games(client):
    # The first guess also stores the start of the game, so it changes more columns.
    game = guessed(start(client, "3632"), "1111")
    before = written("games_game")
    guessed(game, "1122", "1133", "2244", "5566")
    after = written("games_game")
    assert [new - old for old, new in zip(before, after, strict=True)] == [4, 4]
    game.resign()
    assert [new - old for old, new in zip(after, written("games_game"), strict=True)] == [1, 0]


@ON_POSTGRES
def test_a_database_page_has_free_space_for_the_next_guesses_of_its_games():
    with connection.cursor() as cursor:
        cursor.execute("SELECT reloptions FROM pg_class WHERE relname = 'games_game'")
        assert cursor.fetchone() == (["fillfactor=80"],)


@ON_POSTGRES
def test_the_indexes_of_many_games_are_small():
    # Rebuild the indexes, because rows that earlier tests rolled back take space in them.
    with connection.cursor() as cursor:
        cursor.execute("REINDEX TABLE games_game; REINDEX TABLE games_guess")
    player = Player.objects.create()
    Game.objects.bulk_create(
        Game(
            player=player,
            secret="1122",
            status="won",
            guess_count=5,
            counted_guesses=5,
            is_ranked=True,
            luck=50,
            finished_at=player.created_at,
            pegs=4,
            colors=6,
            repeats=True,
            limit=10,
        )
        for _ in range(MANY)
    )
    size = "SELECT pg_indexes_size('games_game') + pg_indexes_size('games_guess')"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO games_guess (game_id, number, code, black, white, token, played_at)"
            " SELECT id, number, '1234', 1, 1, left(md5(id || '-' || number), 22), now()"
            " FROM games_game, generate_series(1, 5) AS number"
        )
        cursor.execute(size)
        [taken] = cursor.fetchone()
    assert taken / MANY < MOST_BYTES
