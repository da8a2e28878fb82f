"""Restore the database and the secret key together, even if the process is killed.

A restore keeps its files in one folder of ``VAR_DIR``. The copy that it loads contains a mark. If
the database has this mark, the process or the next start replaces the key, too.
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
                problem = "A restore is going on; start the site when it is done."
                raise WrongSettings(problem) from taken
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


def beside_no_restore(var: Path) -> AbstractContextManager[None]:
    """Return a context for a migration; raise :class:`WrongSettings` if a restore is running."""
    return _locked(var, fcntl.LOCK_SH, "A restore is going on; migrate when it is done.")


def beside_no_migration(var: Path) -> AbstractContextManager[None]:
    """Return a context for a restore; raise :class:`WrongSettings` if a migration is running."""
    problem = "The database is being migrated; restore when that is done."
    return _locked(var, fcntl.LOCK_EX, problem)


@contextmanager
def _locked(var: Path, kind: int, problem: str) -> Iterator[None]:
    """Lock the folder while the body runs; do without a lock if the folder cannot be opened."""
    with ExitStack() as lock:
        with suppress(FileNotFoundError, PermissionError):
            folder = os.open(var, os.O_RDONLY)
            lock.callback(os.close, folder)
            try:
                fcntl.flock(folder, kind | fcntl.LOCK_NB)
            except BlockingIOError as taken:
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
