"""Which errors of a database mean that a migration is missing."""

import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError

from games.models.base import tables


class OfTheDriver(Exception):
    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


def refused(kind: type[Exception], text: str, sqlstate: str | None = None) -> Exception:
    error = kind(text)
    error.__cause__ = OfTheDriver(sqlstate) if sqlstate else None
    return error


@pytest.mark.parametrize(
    ("error", "is_lacking"),
    [
        (refused(OperationalError, "no such table: games_bucket"), True),
        (refused(OperationalError, "no such column: games_game.mood"), True),
        (refused(OperationalError, "table games_game has no column named mood"), True),
        (refused(OperationalError, "database is locked"), False),
        (refused(ProgrammingError, "relation does not exist", "42P01"), True),
        (refused(ProgrammingError, "column does not exist", "42703"), True),
        (refused(ProgrammingError, "no such table", "42601"), False),
        (refused(OperationalError, "connection refused", "08006"), False),
        (refused(DatabaseError, "no such table"), False),
        (refused(ValueError, "no such table"), False),
        (None, False),
    ],
    ids=str,
)
@pytest.mark.parametrize("missing", [("games.0099_mood",), ()])
def test_a_missing_table_or_column_counts_as_outdated_only_if_a_migration_is_missing(
    monkeypatch, error, is_lacking, missing
):
    monkeypatch.setattr(tables, "missing_migrations", lambda: missing)
    assert tables.is_outdated(error) == (is_lacking and bool(missing))
