"""Check whether the migrations of this version have been applied."""

import logging
from collections.abc import Iterable
from functools import cache

from django.db import DatabaseError, OperationalError, ProgrammingError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

# How databases report a missing table or column: PostgreSQL with a code, SQLite in words.
NO_SUCH_TABLE = ("42P01", "42703")
WORDS = ("no such table", "no such column", "has no column")

logger = logging.getLogger(__name__)


def missing_migrations() -> tuple[str, ...]:
    """Return the newest migrations that are not applied; empty if the tables are newer."""
    applied = MigrationRecorder(connection).applied_migrations()
    return tuple(sorted(".".join(one) for one in _newest() if one not in applied))


@cache
def _newest() -> list[tuple[str, str]]:
    newest: list[tuple[str, str]] = MigrationLoader(None).graph.leaf_nodes()
    return newest


def is_outdated(error: BaseException | None) -> bool:
    """Return whether a database error means that a migration is missing.

    The first such error of a process is logged.
    """
    if not _lacks_something(error):
        return False
    try:
        missing = missing_migrations()
    except DatabaseError:
        return False
    if missing:
        _tell(missing)
    return bool(missing)


def _lacks_something(error: BaseException | None) -> bool:
    if not isinstance(error, OperationalError | ProgrammingError):
        return False
    code = getattr(error.__cause__, "sqlstate", None)
    return code in NO_SUCH_TABLE if code else any(words in str(error) for words in WORDS)


@cache
def _tell(missing: tuple[str, ...]) -> None:
    logger.error(sentence_of(missing))


def sentence_of(missing: Iterable[str]) -> str:
    """Return the sentence that tells an administrator what to do."""
    return (
        f"The database is older than the code: {' and '.join(missing)} is not applied. manage.py"
        " migrate does it; until then pages are answered with 503."
    )
