"""Restore the database and the secret key together, even if the process is killed.

A restore keeps its files in one folder of ``VAR_DIR``. The copy that it loads contains a mark. If
the database has this mark, the process or the next start replaces the key, too.

Locks are on files that are open for writing: on NFS, Linux turns these into locks for all machines.
"""

import fcntl
import os
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from mastermind_site import postgres, sqlite
from mastermind_site.durable import sync_folder, write
from mastermind_site.environment import WrongSettings, make_private_folder

FOLDER = "restore"  # name of a folder in VAR_DIR
MIGRATING, SERVING = "migrating", "serving"  # names of files in VAR_DIR, for locks
GOING_ON = "A restore is going on; {act} when it is done."
RUNS = (
    "The site runs, or did a minute ago: stop it first. With --while-running what is played "
    "meanwhile is lost, and it has to be restarted."
)


class Restore:
    """The files of an unfinished restore, in a folder that only one process can use at a time."""

    def __init__(self, var: Path, database: Mapping[str, Any]) -> None:
        self.folder = var / FOLDER
        self.key = var / "secret-key"
        self.database = database
        self.is_loaded = False

    @property
    def copy(self) -> Path:
        """The path of the copy of the database."""
        return self.folder / "database"

    @contextmanager
    def going_on(self) -> Iterator[IO[str]]:
        """Run the body as the only restore; then make the key and the database match.

        Yield the lock, which every process that loads data must hold. Raise :class:`WrongSettings`
        if another restore is running.
        """
        make_private_folder(self.folder)
        with (self.folder / "lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as taken:
                raise WrongSettings(GOING_ON.format(act="start the site")) from taken
            try:
                yield lock
            finally:
                self._settle()

    def promise(self, key: str) -> int:
        """Store a key that replaces the site's once the database has the mark; return the mark."""
        mark = 1 + secrets.randbelow(2**31 - 1)
        write(self.folder / "secret-key", key)
        write(self.folder / "mark", str(mark))
        return mark

    def _settle(self) -> None:
        """Replace the key if the database was replaced; remove all other files."""
        mark = self.folder / "mark"
        if mark.exists() and mark.read_text() == self._mark_of_the_database():
            # the process was killed after it had moved the key
            with suppress(FileNotFoundError):
                (self.folder / "secret-key").replace(self.key)
            sync_folder(self.key.parent)
            self.is_loaded = True
        shutil.rmtree(self.folder)

    def _mark_of_the_database(self) -> str:
        is_sqlite = self.database["ENGINE"] == "django.db.backends.sqlite3"
        mark_of = sqlite.mark_of if is_sqlite else postgres.mark_of
        return mark_of(self.database)


def migrating(var: Path) -> AbstractContextManager[None]:
    """Return a context for a migration; raise :class:`WrongSettings` if a restore is running."""
    return _locked(var / MIGRATING, fcntl.LOCK_SH, GOING_ON.format(act="migrate"))


def serving(var: Path) -> AbstractContextManager[None]:
    """Return a context for a server; raise :class:`WrongSettings` if a restore is running."""
    return _locked(var / SERVING, fcntl.LOCK_SH, GOING_ON.format(act="start the site"))


@contextmanager
def alone(var: Path, while_running: bool) -> Iterator[None]:
    """Lock out migrations and servers until the ``with`` block, a restore, ends.

    Raise :class:`WrongSettings` if one runs; a server is allowed if ``while_running``.
    """
    problem = "The database is being migrated; restore when that is done."
    with ExitStack() as locks:
        locks.enter_context(_locked(var / MIGRATING, fcntl.LOCK_EX, problem))
        if not while_running:
            locks.enter_context(_locked(var / SERVING, fcntl.LOCK_EX, RUNS))
        yield


@contextmanager
def _locked(file: Path, kind: int, problem: str) -> Iterator[None]:
    """Lock a file while the body runs; do without a lock if that is impossible."""
    with ExitStack() as lock:
        with suppress(OSError):
            opened = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
            lock.callback(os.close, opened)
            try:
                fcntl.flock(opened, kind | fcntl.LOCK_NB)
            except (BlockingIOError, PermissionError) as taken:  # the latter on SMB
                raise WrongSettings(problem) from taken
        yield


def settle(var: Path, database: Mapping[str, Any]) -> None:
    """Finish or undo a killed restore, and print which of the two was done.

    Raise :class:`WrongSettings` if a restore is running or the database does not answer.
    """
    restore = Restore(var, database)
    if not restore.folder.exists():
        return
    try:
        with restore.going_on():
            pass
    except (OSError, RuntimeError) as error:
        problem = f"A restore was not finished, and {restore.folder} tells no more: {error}"
        raise WrongSettings(problem) from error
    done = "is finished now" if restore.is_loaded else "had changed nothing: repeat it"
    print(f"A restore was killed; it {done}.", file=sys.stderr)
