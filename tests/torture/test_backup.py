"""A backup of a real server under load, restored and compared with the acknowledged guesses."""

import signal
import subprocess
import sys
from collections import Counter
from time import monotonic, sleep

import pytest
from django.conf import settings

from mastermind_site.backups import extract
from tests.torture.server import Ledger, Server, kept_in, missing, players, serving

# Number of kills; the last one comes after this multiple of the usual time.
MOMENTS, LATEST = 12, 2.0


def test_everything_acknowledged_before_a_backup_is_restored(tmp_path):
    """The control: guesses acknowledged after the backup are missing."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    before, after = Ledger(), Ledger()
    with serving(here, VAR_DIR=str(here), STATIC_DIR=str(settings.STATIC_ROOT)) as server:
        with players(server, before):
            sleep(3)
        with players(server, after):
            sleep(1)
            server.manage("backup", str(tmp_path / "kept"))
            sleep(1)
    server.env |= {"DATABASE_URL": f"sqlite:///{there}/games.sqlite3", "VAR_DIR": str(there)}
    server.manage("restore", str(tmp_path / "kept"))
    kept = kept_in(there / "games.sqlite3")
    print(
        f"{len(before.guesses)} guesses before, {len(missing(after, kept))} missing of later ones"
    )
    assert len(before.guesses) > 10
    assert missing(before, kept) == []
    assert missing(after, kept)
    assert (there / "secret-key").read_text() == (here / "secret-key").read_text()


def begun(server, *command) -> subprocess.Popen:
    manage = [sys.executable, "manage.py", *command]
    return subprocess.Popen(manage, env=server.env, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_stopped_or_killed_backup_leaves_a_complete_one(tmp_path, number, database):
    """It is killed while Python starts, the database is copied, or the file is written."""
    server = Server(tmp_path, VAR_DIR=str(tmp_path), **database)
    server.migrate()
    server.run("-m", "tools.demo", "--players=20")
    place = tmp_path / "backups"
    place.mkdir()
    start, ended = monotonic(), []
    server.manage("backup", str(place / "kept"))
    whole = monotonic() - start
    for moment in range(MOMENTS):
        backup = begun(server, "backup", str(place / "kept"))
        sleep(whole * LATEST * moment / MOMENTS)
        backup.send_signal(number)
        ended.append(backup.wait())
        extract(place / "kept", tmp_path / "copy")
        strays = {path.name for path in place.iterdir()} - {"kept"}
        assert number == signal.SIGKILL or strays == set()
        assert all(name.startswith(".backup-") for name in strays)
    print(f"ended as {Counter(ended)}, strays {len(strays)}")
    assert {0} < set(ended)


# The step during which a restore is killed, or the seconds after which it is.
AT = [("lock", 0), ("database", 0), ("mark", 0), ("mark", 0.02), ("mark", 0.05), ("mark", 0.3)]
COUNT = "import django; django.setup(); from games.models import Player; "


def found(server) -> tuple[str, str]:
    """Start the site's commands; return the content of the database, and the site's key."""
    tell = "from django.conf import settings; print(Player.objects.count(), settings.SECRET_KEY)"
    told = subprocess.run(
        [sys.executable, "-c", COUNT + tell],
        env=server.env,
        check=True,
        capture_output=True,
        text=True,
    )
    count, key = told.stdout.split()
    return count, key


def next_start(server) -> tuple[str, str]:
    """Return the same as soon as the site starts, which waits until the last restore has ended."""
    for _ in range(100):
        try:
            return found(server)
        except subprocess.CalledProcessError as refused:
            assert "A restore is going on" in refused.stderr  # noqa: PT017
            sleep(0.1)
    raise TimeoutError


@pytest.mark.timeout(600)
def test_a_restore_that_is_killed_leaves_key_and_database_of_one_backup(tmp_path, database):
    """Only the command is killed; its work in PostgreSQL must not continue by itself."""
    server = Server(tmp_path, VAR_DIR=str(tmp_path), **database)
    backups = {}
    for number in ("20", "9"):
        (tmp_path / "secret-key").unlink(missing_ok=True)
        server.migrate()
        server.manage("flush", "--noinput", "--verbosity=0")
        server.run("-m", "tools.demo", f"--players={number}")
        server.manage("backup", str(tmp_path / f"kept-{number}"))
        backups[number] = found(server)
    at, ended = backups["9"], Counter()
    for name, later in AT:
        other = "9" if at == backups["20"] else "20"
        restore = begun(server, "restore", str(tmp_path / f"kept-{other}"), "--overwrite")
        while restore.poll() is None and not (tmp_path / "restore" / name).exists():
            sleep(0.001)
        sleep(later)
        restore.kill()
        restore.wait()
        was_left = (tmp_path / "restore").exists()
        at = next_start(server)
        assert at in backups.values()
        assert not (tmp_path / "restore").exists()
        ended[was_left, at == backups[other]] += 1
    assert at == next_start(server)
    print(f"left something, restored: {dict(ended)}")
    assert any(was_left for was_left, _ in ended)
