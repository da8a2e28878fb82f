"""Write and read backups; a backup is one file with the database and the secret key.

A backup is written completely or not at all.
"""

import hashlib
import json
import os
import shutil
import tarfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from mastermind_site.durable import sync_folder
from mastermind_site.environment import is_strong

ABOUT, DATABASE = "mastermind-backup-1.json", "database"
VENDORS = ("sqlite", "postgresql")


# file name of a daily backup, with its UTC date
DATED = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].backup"
KEPT = 14  # the site keeps this many daily backups


class NoBackup(Exception):
    """The file is not a backup, or it is damaged; the message is a sentence."""


@dataclass(frozen=True)
class About:
    """What a backup stores about the copy of the database."""

    vendor: str
    secret_key: str
    digest: str  # digest of the copy, to detect damage
    migrations: Sequence[str]  # the names of the applied migrations

    def __post_init__(self) -> None:
        is_keyed = bool(self.secret_key) and type(self.secret_key) is str
        if self.vendor not in VENDORS or not is_keyed or not self.migrations:
            raise ValueError(self.vendor)


def of_today(folder: Path) -> Path:
    """Return the path of today's backup in a folder."""
    return folder / f"{datetime.now(UTC):%Y-%m-%d}.backup"


def forget_the_oldest(folder: Path) -> None:
    """Remove all daily backups from a folder except the newest ones."""
    for file in sorted(folder.glob(DATED))[:-KEPT]:
        file.unlink()


def age_of_newest(folder: Path) -> float | None:
    """Return the age of the newest daily backup in seconds; None if there is none."""
    written = [file.stat().st_mtime for file in folder.glob(DATED)]
    return round(max(0.0, time.time() - max(written)), 1) if written else None


def is_backup(file: Path) -> bool:
    """Return whether a file begins like a backup of this site."""
    try:
        with tarfile.open(file) as archive:
            return (first := archive.next()) is not None and first.name == ABOUT
    except Exception:  # each compression format raises its own errors
        return False


def write(file: Path, copy: Path, vendor: str, secret_key: str, migrations: Iterable[str]) -> None:
    """Write a backup with a copy of a database; when this returns, the backup is on the disk.

    The backup is written in the folder of the copy, which must be on the same disk. Only a complete
    backup replaces ``file``.
    """
    facts = About(vendor, secret_key, _digest(copy), sorted(migrations))
    about = json.dumps(asdict(facts)).encode()
    draft = copy.with_name("draft")
    with draft.open("wb") as target:
        with tarfile.open(fileobj=target, mode="w") as archive:
            line = tarfile.TarInfo(ABOUT)
            line.size = len(about)
            archive.addfile(line, BytesIO(about))
            archive.add(copy, arcname=DATABASE)
        target.flush()
        os.fsync(target.fileno())
    draft.replace(file)
    sync_folder(file.parent)


def extract(file: Path, copy: Path) -> About:
    """Extract the copy of the database from a backup; return the facts stored beside it.

    Raise :class:`NoBackup` if that fails.
    """
    try:
        about = _extract(file, copy)
    except OSError as error:
        raise NoBackup(f"{file} cannot be read: {error.strerror or error}.") from error
    except Exception as error:  # each compression format raises its own errors
        raise NoBackup(f"{file} is not a backup of this site, or only part of one.") from error
    if _digest(copy) != about.digest:
        raise NoBackup(f"{file} was damaged since it was written.")
    if not is_strong(about.secret_key):
        raise NoBackup(f"{file} has a secret key that can be guessed: the site did not write it.")
    return about


def _extract(file: Path, copy: Path) -> About:
    with tarfile.open(file) as archive:
        line, database = archive.extractfile(ABOUT), archive.extractfile(DATABASE)
        if not line or not database:
            raise ValueError(file)
        about = About(**json.load(line))
        with copy.open("wb") as target:
            shutil.copyfileobj(database, target)
    return about


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
