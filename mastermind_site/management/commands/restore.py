"""Restore the site from a backup, with all games and accounts.

Stop the site first: the command refuses to run beside it, unless --while-running is given. A
database that is not empty is lost; it is replaced only with --overwrite. A restore that is killed
half-way is finished or undone by the next start or restore, which says so.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader

from games.models import TaskWorker
from games.models.base.long_work import LOST_AFTER, in_a
from mastermind_site import backups, postgres, sqlite
from mastermind_site.environment import WrongSettings
from mastermind_site.restoring import RUNS, Restore, alone
from mastermind_site.stopping import ending_in_order

ENGINE_NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--overwrite", action="store_true", help="lose what is there now")
        parser.add_argument(
            "--while-running",
            action="store_true",
            help="though the site runs: what is played meanwhile is lost; restart it then",
        )

    def handle(
        self, *args: Any, file: Path, overwrite: bool, while_running: bool, **options: Any
    ) -> None:
        restore = Restore(settings.VAR_DIR, connection.settings_dict)
        try:
            no_other = alone(settings.VAR_DIR, while_running)
            with ending_in_order(), restore.going_on() as lock, no_other:
                about = backups.extract(file, restore.copy)
                self.require_place(about, overwrite)
                self.require_version(file, about)
                self.require_tables(file, about, restore.copy)
                if not while_running:
                    self.require_rest()
                self.load(restore.copy, restore.promise(about.secret_key), lock)
        except (backups.NoBackup, WrongSettings, OSError) as error:
            raise CommandError(str(error)) from error
        except (RuntimeError, Error) as error:
            raise CommandError(f"Nothing was restored: {error}") from error
        if about.secret_key != settings.SECRET_KEY and not settings.SECRET_KEY_FILE:
            self.stderr.write(
                f"SECRET_KEY is set to another key than the backup has, which is in {restore.key} "
                "now. Until the two agree, guests are strangers and everyone has to log in again."
            )
        self.stdout.write("Restored. manage.py migrate brings it up to date; then start the site.")

    def require_place(self, about: backups.About, overwrite: bool) -> None:
        if about.vendor != connection.vendor:
            kept, here = ENGINE_NAMES[about.vendor], ENGINE_NAMES[connection.vendor]
            raise CommandError(f"The backup is of {kept}; DATABASE_URL asks for {here}.")
        if connection.introspection.table_names() and not overwrite:
            raise CommandError("The database is not empty; --overwrite would lose what it has.")

    def require_version(self, file: Path, about: backups.About) -> None:
        """Raise NoBackup if the backup is from a newer version of the site."""
        known = {".".join(one) for one in MigrationLoader(None).disk_migrations}
        if unknown := sorted(set(about.migrations) - known):
            problem = f"{file} is of a newer version, which knows {unknown[-1]}"
            raise backups.NoBackup(f"{problem}. Restore it with that version.")

    def require_tables(self, file: Path, about: backups.About, copy: Path) -> None:
        """Raise NoBackup if the copy lacks tables that its migrations create."""
        applied = [(app, name) for app, _, name in (one.partition(".") for one in about.migrations)]
        models = MigrationLoader(None).project_state(applied).apps.get_models()
        tables = {model._meta.db_table for model in models if not model._meta.proxy}
        is_sqlite = connection.vendor == "sqlite"
        found = (sqlite if is_sqlite else postgres).tables_of(copy)
        if missing := sorted(tables - found):
            raise backups.NoBackup(f"{file} is not whole: it has no table {missing[0]}.")

    def require_rest(self) -> None:
        """Refuse to replace the database if a worker runs, perhaps on another machine."""
        if TaskWorker._meta.db_table not in connection.introspection.table_names():
            return
        if TaskWorker.objects.filter(seen_at__gt=in_a(-LOST_AFTER)).exists():
            raise CommandError(RUNS)

    def load(self, copy: Path, mark: int, lock: IO[str]) -> None:
        if connection.vendor == "postgresql":
            postgres.load(connection.get_connection_params(), copy, own_tables(), mark, lock)
            return
        connection.ensure_connection()
        with connection.wrap_database_errors, closing(sqlite3.connect(copy)) as source:
            source.execute(f"PRAGMA user_version={mark}")
            sqlite.copy(source, connection.connection)


def own_tables() -> list[str]:
    """Return the site's tables in the database, including tables of a newer version."""
    ours = ("django_", *(f"{app.label}_" for app in apps.get_app_configs()))
    return [name for name in connection.introspection.table_names() if name.startswith(ours)]
