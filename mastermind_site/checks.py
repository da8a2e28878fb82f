"""Checks of the deployment, for ``migrate``, ``check --deploy`` and the start of the server."""

from __future__ import annotations

import grp
import logging
import pwd
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.checks import CheckMessage, Error, Info, Tags, Warning, register, run_checks
from django.db import Error as DatabaseError, connection

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
Messages = Iterator[CheckMessage]

logger = logging.getLogger(__name__)


def check(
    *tags: str, of_database: bool = False, deploy: bool = False
) -> Callable[[Callable[[], Messages]], Callable[..., list[CheckMessage]]]:
    """Make a check from a function that yields messages.

    A check ``of_database`` runs only if Django was asked to check databases.
    """

    def enter(find: Callable[[], Messages]) -> Callable[..., list[CheckMessage]]:
        def run(databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
            return list(find()) if databases or not of_database else []

        return register(run, *tags, deploy=deploy)

    return enter


@check(Tags.security, OPERATION, deploy=True)
def proxies() -> Messages:
    """Check that the proxy sends the IP addresses of visitors."""
    reasons = {
        "HTTPS is set": settings.HTTPS,
        "HOST is a socket": settings.HOST.startswith("unix:"),
    }
    why = next((reason for reason, holds in reasons.items() if holds), None)
    if why and not settings.BEHIND_PROXY:
        yield Warning(
            f"{why}, and BEHIND_PROXY is not set.",
            hint="There is a proxy in front. Without BEHIND_PROXY all visitors share one address, "
            "and the limits of one.",
            id="games.W001",
        )


@check(Tags.database, of_database=True)
def sqlite_without_a_log() -> Messages:
    """Check that SQLite uses a write-ahead log, which makes writes faster."""
    if connection.vendor == "sqlite" and journal_mode() != "WAL":
        yield Warning(
            f"SQLite {sqlite3.sqlite_version} can damage a database in WAL mode, and there is no "
            "pysqlite3 for this Python and machine: the slower DELETE mode is used.",
            hint="No game is at risk. It writes some 40 times a second instead of 340, and who "
            "reads waits for who writes. A Python with SQLite 3.51.3 or newer is quicker, and so "
            "is PostgreSQL (DATABASE_URL).",
            id="mastermind_site.W001",
        )


@check(Tags.database, OPERATION, of_database=True)
def durability() -> Messages:
    """Check that the database keeps what it has acknowledged, and that its journal is fast."""
    try:
        yield from promises_not_kept()
        yield from slow_journal()
    except DatabaseError as error:
        problem = f"The database does not answer: {type(error).__name__}."
        yield Warning(problem, id="games.W002")


def promises_not_kept() -> Messages:
    for question, right in DURABLE.get(connection.vendor, {}).items():
        if (answer := answer_to(question)) not in right:
            yield Warning(
                f"The database answers {answer} to {question}.",
                hint="A guess that was acknowledged can be lost when the power fails.",
                id="games.W003",
            )


def slow_journal() -> Messages:
    """Yield a warning if SQLite did not accept the journal mode."""
    asked = connection.settings_dict["OPTIONS"].get("init_command", "")
    if "journal_mode=WAL" in asked and (mode := answer_to("PRAGMA journal_mode")) != "wal":
        yield Warning(
            f"SQLite keeps its journal as {mode.upper()}, not as WAL.",
            hint="The disk cannot do WAL. Nothing is lost, but writes take several times as long, "
            "and no one can read meanwhile.",
            id="games.W004",
        )


def answer_to(question: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return str(cursor.fetchone()[0]).lower()


# ``migrate`` repairs this problem, but first runs all other database checks. So this check runs
# only with --deploy.
@check(Tags.database, OPERATION, of_database=True, deploy=True)
def tables() -> Messages:
    """Check that the migrations of this version were applied."""
    with suppress(DatabaseError):  # another check reports this error
        if missing := missing_migrations():
            yield Error(sentence_of(missing), id="games.E002")


@check(Tags.database, OPERATION)
def pool() -> Messages:
    """Check that connections to PostgreSQL are kept; a new connection costs more than a guess."""
    database = connection.settings_dict
    is_kept = database["OPTIONS"].get("pool") or database["CONN_MAX_AGE"] != 0
    if connection.vendor == "postgresql" and not is_kept:
        problem = "Each request makes a connection to PostgreSQL of its own: there is no pool."
        yield Warning(problem, id="games.W005")


@check(Tags.database, OPERATION, of_database=True, deploy=True)
def patience() -> Messages:
    """Check that the database has time-outs if it is behind a pooler.

    A pooler ignores the time-outs of a connection.
    """
    if not (settings.BEHIND_POOLER and connection.vendor == "postgresql"):
        return
    user = connection.settings_dict["USER"]
    with suppress(DatabaseError):  # another check reports this error
        for name in TIME_OUTS:
            if answer_to(f"SHOW {name}") == "0":
                yield Warning(
                    f"{name} is 0 behind the pooler: a lock can hold every thread.",
                    hint=f"ALTER ROLE {user} SET {name} = '2s'; and RECONNECT in the pooler.",
                    id="games.W007",
                )


@check(OPERATION)
def misspelt() -> Messages:
    """Check that every line of ``.env`` is a setting."""
    for name, meant in settings.MISSPELT:
        yield Warning(
            f"{name} is no setting.",
            hint=f"{meant} is one." if meant else "docs/operations.md has all of them.",
            id="games.W006",
        )


@check(OPERATION, deploy=True)
def look() -> Messages:
    """Check that the static files of this version were collected."""
    if not isinstance(staticfiles_storage, StaticFilesStorage):
        return
    ignored = StaticFilesConfig.ignore_patterns
    listed = {path for finder in get_finders() for path, _ in finder.list(ignored)}
    if missing := listed - staticfiles_storage.hashed_files.keys():
        yield Info(
            f"{settings.STATIC_ROOT} is without {min(missing)}: pages do not look as they should.",
            hint="Run manage.py collectstatic, then restart the server.",
            id="games.I002",
        )


@check(Tags.security, OPERATION, deploy=True)
def modes() -> Messages:
    """Check that other users of the machine cannot read passwords, codes or the key."""
    for file in private_files():
        if file.exists() and is_shared(file) and file.parent.stat().st_mode & 0o011:
            yield Info(
                f"{file} can be read by other users of this machine.",
                hint=f"chmod 600 {file}, or 640 with a group that has the site’s user alone in it.",
                id="games.I001",
            )


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
