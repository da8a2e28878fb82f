"""What ``migrate`` says of the database before the site starts."""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connections

from mastermind_site.sqlite import journal_mode


@register(Tags.database)
def sqlite_without_a_log(
    app_configs: Any, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Whether writes go to a log of their own; where that is not safe they are slower."""
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
