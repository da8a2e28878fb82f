"""Checks of the deployment, for ``migrate``, ``check --deploy`` and the start of the server."""

from __future__ import annotations

import grp
import logging
import pwd
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.checks import (
    CheckMessage,
    Error,
    Info,
    Tags,
    Warning,
    register,
    run_checks,
)
from django.db import Error as DatabaseError, connection, connections

from games.models.base.tables import missing_migrations, sentence_of
from mastermind_site.sqlite import journal_mode
from mastermind_site.storage import StaticFilesStorage

OPERATION = "operation"
DURABLE = {  # Without these settings of each database, an acknowledged guess could be lost.
    "sqlite": {"PRAGMA synchronous": {"2", "3"}},
    "postgresql": {
        "SHOW fsync": {"on"},
        "SHOW full_page_writes": {"on"},
        "SHOW synchronous_commit": {"on", "local", "remote_write", "remote_apply"},
    },
}

TIME_OUTS = ("lock_timeout", "statement_timeout")

logger = logging.getLogger(__name__)


@register(Tags.security, OPERATION, deploy=True)
def proxies(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Check that the proxy sends the IP addresses of visitors."""
    reasons = {
        "HTTPS is set": settings.HTTPS,
        "HOST is a socket": settings.HOST.startswith("unix:"),
    }
    why = next((reason for reason, holds in reasons.items() if holds), None)
    if why is None or settings.BEHIND_PROXY:
        return []
    return [
        Warning(
            f"{why}, and BEHIND_PROXY is not set.",
            hint="There is a proxy in front. Without BEHIND_PROXY all visitors share one address, "
            "and the limits of one.",
            id="games.W001",
        )
    ]


@register(Tags.database)
def sqlite_without_a_log(
    app_configs: Any, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Check that SQLite uses a write-ahead log, which makes writes faster."""
    vendors = {connections[alias].vendor for alias in databases or ()}
    if "sqlite" not in vendors or journal_mode() == "WAL":
        return []
    return [
        Warning(
            f"SQLite {sqlite3.sqlite_version} can damage a database in WAL mode, and there is no "
            "pysqlite3 for this Python and machine: the slower DELETE mode is used.",
            hint="No game is at risk. It writes some 40 times a second instead of 340, and who "
            "reads waits for who writes. A Python with SQLite 3.51.3 or newer is quicker, and so "
            "is PostgreSQL (DATABASE_URL).",
            id="mastermind_site.W001",
        )
    ]


@register(Tags.database, OPERATION)
def durability(
    app_configs: Any, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Check that the database keeps what it has acknowledged, and that its journal is fast."""
    if not databases:
        return []
    try:
        return [*promises_not_kept(), *slow_journal()]
    except DatabaseError as error:
        problem = f"The database does not answer: {type(error).__name__}."
        return [Warning(problem, id="games.W002")]


def promises_not_kept() -> Iterator[CheckMessage]:
    for question, right in DURABLE.get(connection.vendor, {}).items():
        if (answer := answer_to(question)) not in right:
            yield Warning(
                f"The database answers {answer} to {question}.",
                hint="A guess that was acknowledged can be lost when the power fails.",
                id="games.W003",
            )


def slow_journal() -> Iterator[CheckMessage]:
    """Yield a warning if SQLite did not accept the journal mode."""
    asked = connection.settings_dict["OPTIONS"].get("init_command", "")
    if "journal_mode=WAL" in asked and (mode := answer_to("PRAGMA journal_mode")) != "wal":
        yield Warning(
            f"SQLite keeps its journal as {mode.upper()}, not as WAL.",
            hint="Nothing is lost, but it writes several times slower, and whoever writes keeps "
            "all readers out: the disk cannot do WAL.",
            id="games.W004",
        )


def answer_to(question: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return str(cursor.fetchone()[0]).lower()


# ``migrate`` repairs this problem, but first runs all other database checks. So this check runs
# only with --deploy.
@register(Tags.database, OPERATION, deploy=True)
def tables(
    app_configs: Any, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Check that the migrations of this version were applied."""
    try:
        missing = missing_migrations() if databases else ()
    except DatabaseError:  # another check reports this error
        missing = ()
    return [Error(sentence_of(missing), id="games.E002")] if missing else []


@register(Tags.database, OPERATION)
def pool(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Check that connections to PostgreSQL are kept; a new connection costs more than a guess."""
    database = connection.settings_dict
    if connection.vendor != "postgresql" or database["OPTIONS"].get("pool"):
        return []
    if database["CONN_MAX_AGE"] != 0:
        return []
    problem = "Each request makes a connection to PostgreSQL of its own: there is no pool."
    return [Warning(problem, id="games.W005")]


@register(Tags.database, OPERATION, deploy=True)
def patience(
    app_configs: Any, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Check that the database has time-outs if it is behind a pooler.

    A pooler ignores the time-outs of a connection.
    """
    if not (databases and settings.BEHIND_POOLER and connection.vendor == "postgresql"):
        return []
    try:
        missing = [name for name in TIME_OUTS if answer_to(f"SHOW {name}") == "0"]
    except DatabaseError:  # another check reports this error
        return []
    user = connection.settings_dict["USER"]
    return [
        Warning(
            f"{name} is 0 behind the pooler: a lock can hold every thread.",
            hint=f"ALTER ROLE {user} SET {name} = '2s'; and RECONNECT in the pooler.",
            id="games.W007",
        )
        for name in missing
    ]


@register(OPERATION)
def misspelt(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Check that every line of ``.env`` is a setting."""
    return [
        Warning(
            f"{name} is no setting.",
            hint=f"{meant} is one." if meant else "docs/operations.md has all of them.",
            id="games.W006",
        )
        for name, meant in settings.MISSPELT
    ]


@register(OPERATION, deploy=True)
def look(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Check that the static files of this version were collected."""
    if not isinstance(staticfiles_storage, StaticFilesStorage):
        return []
    ignored = StaticFilesConfig.ignore_patterns
    listed = (path for finder in get_finders() for path, _ in finder.list(ignored))
    if not (missing := set(listed) - staticfiles_storage.hashed_files.keys()):
        return []
    return [
        Info(
            f"{settings.STATIC_ROOT} is without {min(missing)}: pages do not look as they should.",
            hint="Run manage.py collectstatic, then restart the server.",
            id="games.I002",
        )
    ]


@register(Tags.security, OPERATION, deploy=True)
def modes(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Check that other users of the machine cannot read passwords, codes or the key."""
    return [
        Info(
            f"{file} can be read by other users of this machine.",
            hint=f"chmod 600 {file}, or 640 with a group that has the site’s user alone in it.",
            id="games.I001",
        )
        for file in private_files()
        if file.exists() and is_shared(file) and file.parent.stat().st_mode & 0o011
    ]


def private_files() -> Iterator[Path]:
    yield settings.BASE_DIR / ".env"
    if settings.SECRET_KEY_FILE:
        yield settings.SECRET_KEY_FILE
    if connection.vendor == "sqlite":
        for suffix in ("", "-wal", "-shm"):
            yield Path(f"{connection.settings_dict['NAME']}{suffix}")


def is_shared(file: Path) -> bool:
    """Return whether more than one user, not counting root, can use a file."""
    found = file.stat()
    if found.st_mode & 0o007:
        return True
    group = members(found.st_gid) if found.st_mode & 0o070 else set()
    return len({found.st_uid, *group} - {0}) > 1


def members(group: int) -> set[int]:
    """Return the ids of the users of a group; empty if the group has no name."""
    try:
        named = grp.getgrgid(group).gr_mem
    except KeyError:
        named = []
    return {one.pw_uid for one in pwd.getpwall() if one.pw_gid == group or one.pw_name in named}


def tell() -> None:
    """Run the checks when the server starts, and log their messages."""
    for found in run_checks(
        tags=[OPERATION], include_deployment_checks=True, databases=["default"]
    ):
        logger.log(max(found.level, logging.WARNING), "%s %s", found.msg, found.hint or "")
