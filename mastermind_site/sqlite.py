"""Choose the SQLite library of this process.

SQLite before 3.51.3 (backports: 3.50.7 and 3.44.6) can corrupt a database in WAL mode if several
connections write and checkpoint at once. The ``pysqlite3`` wheel contains a repaired version. It
replaces the standard module before Django is loaded, because one process must never use two copies
of SQLite on the same file.
"""

import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

LONG_STATEMENT = 600  # in seconds
REPAIRED = (3, 51, 3)
# The names of two limits of SQLite, and their numbers in its interface.
SQLITE_LIMITS = {"COLUMN": 2, "VARIABLE_NUMBER": 9}
BACKPORTS = {(3, 50): 7, (3, 44): 6}  # for each older release, the first patch without the bug


def is_wal_safe(version: tuple[int, int, int]) -> bool:
    """Return whether this SQLite version is free of the WAL-reset bug.

    >>> is_wal_safe((3, 40, 1)), is_wal_safe((3, 44, 6)), is_wal_safe((3, 53, 4))
    (False, True, True)
    """
    major, minor, patch = version
    return version >= REPAIRED or patch >= BACKPORTS.get((major, minor), sys.maxsize)


def use_fixed_sqlite() -> None:
    """Replace a ``sqlite3`` module that has the bug with ``pysqlite3``, if that is installed."""
    if is_wal_safe(sqlite3.sqlite_version_info):
        return
    try:
        import pysqlite3
    except ImportError:
        return
    tell_limits(pysqlite3.dbapi2)
    pysqlite3.connect = pysqlite3.dbapi2.connect
    for module in (pysqlite3, pysqlite3.dbapi2):
        vars(module).update(
            {f"SQLITE_LIMIT_{name}": number for name, number in SQLITE_LIMITS.items()}
        )
    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2


def tell_limits(module: Any) -> None:
    """Add ``getlimit`` to a module's connections if it is missing, because Django 6.0 calls it."""
    if hasattr(module.Connection, "getlimit"):
        return
    with closing(module.connect(":memory:")) as connection:
        options = dict(
            line.partition("=")[::2] for (line,) in connection.execute("PRAGMA compile_options")
        )
    limits = {number: int(options[f"MAX_{name}"]) for name, number in SQLITE_LIMITS.items()}

    class Connection(module.Connection):  # type: ignore[misc]
        def getlimit(self, category: int, /) -> int:
            return limits[category]

    module.connect = partial(module.connect, factory=Connection)


def journal_mode() -> str:
    """Return ``WAL`` if that is safe; otherwise the slower ``DELETE``."""
    return "WAL" if is_wal_safe(sys.modules["sqlite3"].sqlite_version_info) else "DELETE"


def address(file: Path) -> str:
    """Return the URL of a database file, in the form of ``DATABASE_URL``.

    >>> address(Path("/srv/my games/50%.sqlite3"))
    'sqlite:////srv/my%20games/50%25.sqlite3'
    """
    return f"sqlite:///{quote(str(file))}"


def options(named: Mapping[str, Any], patience: float) -> dict[str, Any]:
    """Return the options of the database; the options ``named`` in its URL have priority.

    A statement waits for a lock at most ``patience`` seconds; 0 means no limit, so that a migration
    gets its turn while people play. With ``synchronous=FULL``, an acknowledged guess is on the
    disk. With ``IMMEDIATE``, writers queue instead of failing half-way.
    """
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": patience or LONG_STATEMENT,
        "init_command": (
            f"PRAGMA journal_mode={journal_mode()};"
            "PRAGMA synchronous=FULL;"
            "PRAGMA journal_size_limit=67108864;"
            "PRAGMA secure_delete=ON;"  # SQLite overwrites deleted names and codes
        ),
        **named,
    }


def mark_of(database: Mapping[str, Any]) -> str:
    """Return the mark of the last restore in a database, given in the form of ``DATABASES``.

    Raise ``RuntimeError`` if the database does not answer.
    """
    if not Path(database["NAME"]).exists():
        return ""
    module = sys.modules["sqlite3"]
    try:
        with closing(module.connect(database["NAME"])) as connection:
            return str(connection.execute("PRAGMA user_version").fetchone()[0])
    except module.DatabaseError as error:
        raise RuntimeError(str(error)) from error


def tables_of(copy: Path) -> set[str]:
    """Return the names of the tables in a copy; empty if the file is not a database."""
    module = sys.modules["sqlite3"]
    try:
        with closing(module.connect(copy)) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return {name for (name,) in found}
    except module.DatabaseError:
        return set()


def copy(source: Any, target: Any) -> None:
    """Copy the current database of a connection to another; raise an error if that fails.

    Players can continue, because a reader of the log does not block a writer.
    """
    source.backup(target, pages=-1)


def writers(database: Path) -> list[int]:
    """Return the processes that hold the write lock, as far as the system shows them.

    On Linux, a writer in WAL mode locks byte 120 of the file ``-shm``, which ``/proc/locks`` lists.
    """
    found = []
    for file in (database, database.with_name(f"{database.name}-shm")):
        with suppress(OSError):
            inode = file.stat().st_ino
            for line in Path("/proc/locks").read_text().splitlines():
                # A line is like "1: POSIX ADVISORY WRITE 6883 fe:00:2533375 120 120"; "->" marks a
                # process that waits.
                *_, mode, process, place, first, _last = line.split()
                is_file = place.rpartition(":")[2] == str(inode) and "->" not in line
                if is_file and mode == "WRITE" and (file == database or int(first) <= 120):
                    found.append(int(process))
    return found
