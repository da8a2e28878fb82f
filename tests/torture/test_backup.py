"""A restore that is killed, on both databases."""

import subprocess
import sys
from collections import Counter
from time import sleep

import pytest

from tests.torture.server import Server


def begin_command(server, *command) -> subprocess.Popen:
    manage = [sys.executable, "manage.py", *command]
    return subprocess.Popen(manage, env=server.env, stderr=subprocess.DEVNULL)


# The step at which a restore is killed, and how many seconds later.
AT = [("lock", 0), ("database", 0), ("mark", 0), ("mark", 0.02), ("mark", 0.05), ("mark", 0.3)]
COUNT = "import django; django.setup(); from games.models import Player; "


def read_database(server) -> tuple[str, str]:
    """Start a process that reads the database; return its contents and the secret key of the
    site.
    """
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
    """Read the database as soon as the last restore has ended and the site can start."""
    for _ in range(100):
        try:
            return read_database(server)
        except subprocess.CalledProcessError as refused:
            assert "A restore is going on" in refused.stderr  # noqa: PT017
            sleep(0.1)
    raise TimeoutError


@pytest.mark.timeout(600)
def test_after_a_killed_restore_the_key_and_the_database_are_from_one_backup(tmp_path, database):
    """Only the command is killed; its work on PostgreSQL must end, too."""
    server = Server(tmp_path, VAR_DIR=str(tmp_path), **database)
    backups = {}
    for number in ("20", "9"):
        (tmp_path / "secret-key").unlink(missing_ok=True)
        server.migrate()
        server.manage("flush", "--noinput", "--verbosity=0")
        server.run("-m", "tools.demo", f"--players={number}")
        server.manage("backup", str(tmp_path / f"kept-{number}"))
        backups[number] = read_database(server)
    at, ended = backups["9"], Counter()
    for name, later in AT:
        other = "9" if at == backups["20"] else "20"
        restore = begin_command(server, "restore", str(tmp_path / f"kept-{other}"), "--overwrite")
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
