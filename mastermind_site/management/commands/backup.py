"""Write a backup of the database and the secret key while the site runs.

FILE appears when the backup is complete. It contains everything, so only its owner can read it.
manage.py restore reads it. Without FILE, the backup is today's in BACKUP_DIR, where the last 14
daily backups are kept.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder

from mastermind_site import backups, postgres, sqlite
from mastermind_site.environment import WrongSettings, make_private_folder
from mastermind_site.stopping import ending_in_order

DRAFT = ".backup-"  # prefix of the files that a killed backup leaves behind


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        if file:
            self.write(file)
            return
        folder = settings.BACKUP_DIR
        try:
            make_private_folder(folder, "BACKUP_DIR")
        except WrongSettings as wrong:
            raise CommandError(str(wrong)) from wrong
        self.write(backups.of_today(folder))
        backups.forget_the_oldest(folder)

    def write(self, file: Path) -> None:
        if os.path.lexists(file) and not backups.is_backup(file):
            raise CommandError(f"{file} exists and is no backup: it is left as it is.")
        if "games_game" not in connection.introspection.table_names():
            raise CommandError("There is nothing to keep: the database has no games.")
        try:
            with ending_in_order(), TemporaryDirectory(dir=file.parent, prefix=DRAFT) as folder:
                copy = Path(folder) / "copy"
                self.copy(copy)
                applied = MigrationRecorder(connection).applied_migrations()
                known = map(".".join, applied)
                backups.write(file, copy, connection.vendor, settings.SECRET_KEY, known)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror or error}.") from error
        except (RuntimeError, Error) as error:
            raise CommandError(f"The database cannot be copied: {error}") from error
        self.stdout.write(f"{file} has the database and the secret key.")

    def copy(self, copy: Path) -> None:
        if connection.vendor == "postgresql":
            postgres.dump(connection.get_connection_params(), copy)
            return
        connection.ensure_connection()
        with connection.wrap_database_errors, closing(sqlite3.connect(copy)) as target:
            sqlite.copy(connection.connection, target)
            target.execute("PRAGMA journal_mode=DELETE")
