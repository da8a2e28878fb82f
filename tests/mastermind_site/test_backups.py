"""A backup taken during play has all guests, and all guesses acknowledged before it."""

import gzip
import json
import lzma
import os
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import threading
import time
from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from games.models import Game, Guess, Player, TaskWorker
from games.models.base.long_work import LOST_AFTER
from games.web.tasks.worker import Worker
from mastermind_site import backups
from mastermind_site.environment import WrongSettings
from mastermind_site.management.commands.restore import Command
from mastermind_site.restoring import (
    FOLDER,
    MIGRATING,
    SERVING,
    Restore,
    alone,
    migrating,
    serving,
    settle,
)
from tests.cast import play, start

CODES = [f"{a}{b}{c}{d}" for a in "12" for b in "34" for c in "56" for d in "12"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


@pytest.fixture(autouse=True)
def _var_dir(settings, tmp_path):
    settings.VAR_DIR = tmp_path / "var"


def backup(file):
    call_command("backup", str(file))


@pytest.fixture
def whole(tmp_path):
    """Return the path of a backup, which is the only file of its folder."""
    backup(tmp_path / "kept")
    return tmp_path / "kept"


def restore(file, *options):
    call_command("restore", str(file), *options)


def files_in(var):
    """Return the names of the files in a folder, without those for locks."""
    return sorted({file.name for file in var.iterdir()} - {MIGRATING, SERVING})


class Ledger:
    """A player who plays without a pause, and every guess that was acknowledged."""

    def __init__(self):
        self.guest, self.guesses = Client(), []
        self.is_over, self.has_begun = threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.play)

    def __enter__(self):
        self.thread.start()
        assert self.has_begun.wait(600)
        return self

    def __exit__(self, *raised):
        self.is_over.set()
        self.thread.join()

    def wait_for_more(self):
        meanwhile = len(self.guesses)
        while len(self.guesses) == meanwhile and self.thread.is_alive():
            time.sleep(0.01)

    def play(self):
        try:
            while not self.is_over.is_set():
                game = start(self.guest, "6666")
                # The game allows ten guesses, so it is over afterwards.
                for code in CODES[:10]:
                    if play(self.guest, game, code).status_code == 302:
                        self.guesses.append((game.pk, code))
                        self.has_begun.set()
        finally:
            connections.close_all()


def kept():
    return set(Guess.objects.values_list("game_id", "code"))


def test_a_backup_under_load_has_every_guess_that_was_acknowledged_before_it(tmp_path):
    with Ledger() as ledger:
        before = list(ledger.guesses)
        backup(tmp_path / "kept")
        backup(tmp_path / "kept")  # this replaces the last backup
        ledger.wait_for_more()
    after = set(ledger.guesses)
    restore(tmp_path / "kept", "--overwrite")
    assert set(before) <= kept() < after
    game = Game.objects.get(pk=before[0][0])
    assert ledger.guest.get(game.get_absolute_url()).status_code == 200


def test_the_session_of_a_guest_is_valid_only_with_the_secret_key(tmp_path, settings):
    """As a control, with another key the same session belongs to no player."""
    guest = Client()
    game = start(guest, "6666")
    backup(tmp_path / "kept")
    key, settings.SECRET_KEY = settings.SECRET_KEY, "another machine's"
    restore(tmp_path / "kept", "--overwrite")
    assert guest.get(game.get_absolute_url()).status_code == 404
    settings.SECRET_KEY = (settings.VAR_DIR / "secret-key").read_text()
    assert key == settings.SECRET_KEY
    assert guest.get(game.get_absolute_url()).status_code == 200


def test_a_restore_replaces_a_damaged_secret_key(tmp_path, whole):
    kept = tmp_path / "var/secret-key"
    kept.parent.mkdir()
    kept.write_bytes(b"\xff\xfe")
    restore(whole, "--overwrite")
    about = backups.extract(whole, tmp_path / "copy")
    assert kept.read_text() == about.secret_key
    assert files_in(kept.parent) == ["secret-key"]


def test_a_restore_that_cannot_write_the_secret_key_changes_nothing(tmp_path, whole):
    Player.objects.create(name="Ada", name_key="ada")
    (tmp_path / "var").write_text("in the way of the folder")
    with pytest.raises(CommandError):
        restore(whole, "--overwrite")
    assert Player.objects.get().name == "Ada"


def test_daily_backups_are_kept_for_two_weeks(settings, tmp_path, monkeypatch):
    settings.BACKUP_DIR = folder = tmp_path / "backups"
    assert backups.of_today(tmp_path).match(backups.DATED)
    dated, by_hand = [folder / f"2026-11-{day:02}.backup" for day in range(1, 17)], folder / "hand"
    for today in (dated[0], dated[-1]):
        monkeypatch.setattr(backups, "of_today", lambda _, today=today: today)
        call_command("backup")
        for file in (*dated[1:-1], by_hand) if today == dated[0] else ():
            file.write_text("another backup")
    assert sorted(folder.iterdir()) == [*dated[2:], by_hand]
    assert backups.is_backup(dated[-1])
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def fill_the_disk(*given):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("place", "name", "fault", "ending"),
    [
        (backups.os, "fsync", fill_the_disk, CommandError),
        (backups.os, "fsync", lambda *_: os.kill(os.getpid(), signal.SIGHUP), SystemExit),
        (backups, "_digest", lambda *_: os.kill(os.getpid(), signal.SIGTERM), SystemExit),
    ],
)
def test_a_failed_or_interrupted_backup_keeps_the_previous_backup(
    tmp_path, monkeypatch, place, name, fault, ending, whole
):
    before = whole.read_bytes()
    monkeypatch.setattr(place, name, fault)
    with pytest.raises(ending, match=r"cannot be written: No space|129|143"):
        backup(whole)
    assert whole.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_an_interrupted_restore_leaves_no_copied_files(tmp_path, monkeypatch, whole):
    monkeypatch.setattr(backups, "_digest", lambda file: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(SystemExit):
        restore(whole, "--overwrite")
    assert files_in(tmp_path / "var") == []


class Killed(BaseException):
    """Raised to end a restore as a kill would."""


def kill_restore(monkeypatch, place, name, after=False):
    """Make a restore end before or after one of its steps, without any cleanup."""
    step = getattr(place, name)

    def end(*given):
        if after:
            step(*given)
        monkeypatch.setattr(Restore, "_settle", lambda restore: None)
        raise Killed

    monkeypatch.setattr(place, name, end)


STEPS = [
    (backups, "_extract", False, "old"),
    (backups, "_digest", True, "old"),
    (Restore, "promise", False, "old"),
    (Restore, "promise", True, "old"),
    (Command, "load", False, "old"),
    (Command, "load", True, "new"),
    (Path, "replace", True, "new"),
    (shutil, "rmtree", False, "new"),
]


@pytest.mark.parametrize(
    ("place", "name", "after", "left"), STEPS, ids=lambda one: getattr(one, "__name__", str(one))
)
def test_a_killed_restore_is_finished_or_undone(
    tmp_path, monkeypatch, capsys, place, name, after, left
):
    Player.objects.create(name="new", name_key="new")
    backup(tmp_path / "kept")
    Player.objects.update(name="old")
    key = tmp_path / "var/secret-key"
    key.parent.mkdir()
    key.write_text("old")
    with monkeypatch.context() as patch:
        kill_restore(patch, place, name, after)
        with pytest.raises(Killed):
            restore(tmp_path / "kept", "--overwrite")
    assert (key.parent / FOLDER).exists()
    connection.close()
    settle(key.parent, connection.settings_dict)
    found = "old" if key.read_text() == "old" else "new"
    assert (Player.objects.get().name, found) == (left, left)
    assert files_in(key.parent) == ["secret-key"]
    done = {"old": "had changed nothing: repeat it", "new": "is finished now"}[left]
    assert capsys.readouterr().err == f"A restore was killed; it {done}.\n"


def test_the_site_does_not_start_during_a_restore(tmp_path):
    settle(tmp_path / "var", connection.settings_dict)  # no restore is unfinished
    going_on = Restore(tmp_path / "var", connection.settings_dict)
    with going_on.going_on(), pytest.raises(WrongSettings, match="A restore is going on"):
        settle(tmp_path / "var", connection.settings_dict)
    assert list((tmp_path / "var").iterdir()) == []


def test_a_restore_and_a_migration_never_run_together(tmp_path, whole):
    (tmp_path / "var").mkdir()
    with migrating(tmp_path / "var"):
        call_command("migrate", verbosity=0)
        with pytest.raises(CommandError, match="is being migrated"):
            restore(whole, "--overwrite", "--while-running")
    with alone(tmp_path / "var", while_running=True):
        with pytest.raises(CommandError, match="A restore is going on"):
            call_command("migrate", verbosity=0)
        serving(tmp_path / "var").__enter__()
    assert not (tmp_path / "var" / FOLDER).exists()


def test_a_killed_restore_stays_unfinished_while_another_database_is_configured(
    tmp_path, monkeypatch
):
    going_on = Restore(tmp_path / "var", connection.settings_dict)
    with monkeypatch.context() as patch, going_on.going_on():
        going_on.promise("new")
        patch.setattr(Restore, "_settle", lambda restore: None)
    away = {"sqlite": str(tmp_path), "postgresql": "nowhere"}[connection.vendor]
    with pytest.raises(WrongSettings, match="A restore was not finished"):
        settle(tmp_path / "var", connection.settings_dict | {"NAME": away})
    assert (tmp_path / "var" / FOLDER / "secret-key").read_text() == "new"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="pg_dump says it in its own words")
def test_a_full_disk_during_the_copy_is_reported(tmp_path, monkeypatch):
    def fill(source, target):
        target.execute("PRAGMA max_page_count=1")
        target.execute("CREATE TABLE games (secret)")

    monkeypatch.setattr("mastermind_site.sqlite.copy", fill)
    with pytest.raises(CommandError, match="cannot be copied: database or disk is full"):
        backup(tmp_path / "kept")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_overwrites_no_other_file(tmp_path):
    Player.objects.create(name="Ada", name_key="ada")
    (tmp_path / "games").write_text("other")
    with pytest.raises(CommandError, match="is no backup: it is left"):
        backup(tmp_path / "games")
    assert (tmp_path / "games").read_text() == "other"
    backup(tmp_path / "kept")
    Player.objects.all().delete()
    with pytest.raises(CommandError, match="The database is not empty"):
        restore(tmp_path / "kept")
    assert not Player.objects.exists()
    restore(tmp_path / "kept", "--overwrite")
    assert Player.objects.get().name == "Ada"


def shorten(file):
    file.write_bytes(file.read_bytes()[:3000])


def turn_over(file):
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def pack_and_turn_over(file):
    content = bytearray(lzma.compress(file.read_bytes()))
    content[len(content) // 2] ^= 255
    file.write_bytes(content)


def claim(**told):
    """Return a function that changes the metadata in a backup."""

    def change(file):
        with tarfile.open(file) as archive:
            about = json.load(archive.extractfile(backups.ABOUT)) | told
        # if two members have the same name, the last is read
        with tarfile.open(file, "a") as archive:
            line = tarfile.TarInfo(backups.ABOUT)
            line.size = len(text := json.dumps(about).encode())
            archive.addfile(line, BytesIO(text))

    return change


def without_a_database(file):
    (other := file.with_name("other")).write_bytes(b"x" * 9999)
    backups.write(file, other, connection.vendor, settings.SECRET_KEY, ["games.0001_initial"])


def without_a_table(file):
    """Write a backup that lacks a table, as an attacker or a damaged disk could make it."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_standing RENAME TO games_elsewhere")
        backup(file)
        cursor.execute("ALTER TABLE games_elsewhere RENAME TO games_standing")


def test_a_running_site_is_restored_only_on_request(tmp_path, whole):
    Player.objects.create(name="Ada", name_key="ada")
    (tmp_path / "var").mkdir()
    runs = "The site runs, or did a minute ago: stop it first"
    with serving(tmp_path / "var"):  # its worker has not started yet
        with pytest.raises(CommandError, match=runs):
            restore(whole, "--overwrite")
        TaskWorker.objects.see("one")
    with pytest.raises(CommandError, match=runs):
        restore(whole, "--overwrite")
    assert Player.objects.get().name == "Ada"
    with serving(tmp_path / "var"):
        restore(whole, "--overwrite", "--while-running")
    assert not Player.objects.exists()
    with alone(tmp_path / "var", while_running=False), pytest.raises(WrongSettings):
        serving(tmp_path / "var").__enter__()


def test_a_stopped_site_is_restored_at_once_and_a_killed_site_a_minute_later(whole):
    worker = Worker("one", [])
    worker.run(lambda: True)
    worker.leave()
    restore(whole, "--overwrite")
    TaskWorker.objects.create(name="one", seen_at=timezone.now() - 2 * LOST_AFTER)
    restore(whole, "--overwrite")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks no database")
def test_restore_does_not_need_the_key_that_it_replaces(tmp_path):
    """The test needs its own process, because without a key no other command starts."""
    (tmp_path / "var").mkdir()
    (tmp_path / "var/secret-key").write_text("\0")
    env = os.environ | {"VAR_DIR": str(tmp_path / "var"), "SECRET_KEY": "", "DATABASE_URL": ""}
    command = [sys.executable, "manage.py", "restore", "nothing"]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert ended.stderr == "CommandError: nothing cannot be read: No such file or directory.\n"
    assert (tmp_path / "var/secret-key").read_text() == "\0"


def of_a_newer_version(file):
    newest = MigrationRecorder.Migration.objects.create(app="games", name="0099_next")
    backup(file)
    newest.delete()


@pytest.fixture
def _another_program():
    """Turn the database into one that has tables, but no games."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE games_game RENAME TO chess_game")
        yield
        cursor.execute("ALTER TABLE chess_game RENAME TO games_game")


@pytest.mark.usefixtures("_another_program")
def test_a_database_of_another_program_is_refused(tmp_path):
    with pytest.raises(CommandError, match="There is nothing to keep: the database has no games"):
        backup(tmp_path / "kept")


def of_another_kind(file):
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    about = backups.extract(file, copy := file.with_name("other"))
    backups.write(file, copy, other, about.secret_key, about.migrations)


DAMAGES = (
    (lambda file: file.unlink(), "cannot be read: No such file"),
    (lambda file: file.write_text("SQLite format 3"), "is not a backup of this site"),
    (lambda file: tarfile.open(file, "w").close(), "is not a backup of this site"),
    (shorten, "is not a backup of this site, or only part of one"),
    (turn_over, "was damaged since it was written"),
    (pack_and_turn_over, "is not a backup of this site, or only part of one"),
    (claim(vendor="oracle"), "is not a backup of this site"),
    (claim(secret_key=None), "is not a backup of this site"),
    (claim(migrations=[]), "is not a backup of this site"),
    (claim(secret_key="k" * 50), "has a secret key that can be guessed"),
    (without_a_database, "is not whole: it has no table"),
    (without_a_table, "is not whole: it has no table games_standing"),
    (of_a_newer_version, "is of a newer version, which knows games.0099_next. Restore it with"),
    (of_another_kind, "The backup is of .*; DATABASE_URL asks for"),
)


def test_a_damaged_backup_is_refused_and_changes_nothing(tmp_path):
    whole, file = tmp_path / "whole", tmp_path / "kept"
    backup(whole)
    Player.objects.create(name="Ada", name_key="ada")
    for damage, sentence in DAMAGES:
        shutil.copy(whole, file)
        damage(file)
        with pytest.raises(CommandError, match=sentence):
            restore(file, "--overwrite")
        assert Player.objects.get().name == "Ada", sentence
        assert not (tmp_path / "var/secret-key").exists(), sentence


def test_a_restore_drops_tables_of_a_newer_version(whole):
    """Otherwise the table would already exist when a migration wants to create it."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE games_later (game bigint REFERENCES games_game (id))")
    restore(whole, "--overwrite")
    assert "games_later" not in connection.introspection.table_names()


def test_a_backup_is_one_private_file_and_can_be_packed_by_hand(tmp_path, whole):
    assert stat.S_IMODE(whole.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    (tmp_path / "kept.gz").write_bytes(gzip.compress(whole.read_bytes()))
    restore(tmp_path / "kept.gz", "--overwrite")
    assert (tmp_path / "var/secret-key").exists()


@pytest.mark.parametrize(
    ("name", "why"), [("nothing/kept", "No such file or directory"), ("a" * 300, "name too long")]
)
def test_an_invalid_file_is_reported(tmp_path, name, why):
    with pytest.raises(CommandError, match=f"cannot be written: .*{why}"):
        backup(tmp_path / name)
