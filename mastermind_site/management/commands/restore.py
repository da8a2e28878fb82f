"""Make the site what it was when a backup was written, with all games and accounts.

Stop the site before. A database that has something in it is overwritten only with --overwrite;
what it had is lost. Everything is restored or nothing is.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from mastermind_site import backups, postgres, secret_key, sqlite
from mastermind_site.environment import WrongSettings
from mastermind_site.stopping import ending_in_order

OURS = {"django_migrations", "games_game"}  # tables that every version has
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="lose what is there now")

    def handle(self, *args: Any, file: Path, overwrite: bool, **options: Any) -> None:
        try:
            with ending_in_order(), backups.opened(file) as (about, copy):
                self.require_place(about, overwrite)
                self.require_games(file, copy)
                with self.keeping_key(about.secret_key):
                    self.load(copy)
        except (backups.NoBackup, WrongSettings, OSError) as error:
            raise CommandError(str(error)) from error
        except (RuntimeError, Error) as error:
            raise CommandError(f"Nothing was restored: {error}") from error
        self.stdout.write("Restored. manage.py migrate brings it up to date; then start the site.")

    def require_place(self, about: backups.About, overwrite: bool) -> None:
        if about.vendor != connection.vendor:
            kept, here = NAMES[about.vendor], NAMES[connection.vendor]
            raise CommandError(f"The backup is of {kept}; DATABASE_URL asks for {here}.")
        if connection.introspection.table_names() and not overwrite:
            raise CommandError("The database is not empty; --overwrite would lose what it has.")

    def require_games(self, file: Path, copy: Path) -> None:
        """Refuse what is not of this site, or of a version that knows more than this one."""
        database = postgres if connection.vendor == "postgresql" else sqlite
        if not database.tables_in(copy) >= OURS:
            raise backups.NoBackup(f"{file} has the database of another program: no games.")
        known = MigrationLoader(None).disk_migrations.keys()
        if unknown := sorted(".".join(one) for one in database.migrations_in(copy) - known):
            told = f"{file} is of a newer version, which knows {unknown[-1]}"
            raise backups.NoBackup(f"{told}. Restore it with that version.")

    def load(self, copy: Path) -> None:
        if connection.vendor == "postgresql":
            postgres.load(connection.get_connection_params(), copy, own_tables())
            return
        connection.ensure_connection()
        with connection.wrap_database_errors, closing(sqlite3.connect(copy)) as source:
            sqlite.copy(source, connection.connection)

    @contextmanager
    def keeping_key(self, key: str) -> Iterator[None]:
        """Keep the key where the site finds it; one in the environment is not ours to change."""
        path = settings.VAR_DIR / "secret-key"
        is_ours = path.exists() and path.read_bytes() == settings.SECRET_KEY.encode()
        with secret_key.replaced(path, key):
            yield
        if key != settings.SECRET_KEY and not is_ours:
            self.stderr.write(
                f"SECRET_KEY is set to another key than the backup has, which is in {path} now. "
                "Until the two agree, guests are strangers and everybody has to log in again."
            )


def own_tables() -> list[str]:
    """Return the tables of the site that there are, those of a newer version among them."""
    ours = ("django_", *(f"{app.label}_" for app in apps.get_app_configs()))
    return [name for name in connection.introspection.table_names() if name.startswith(ours)]
