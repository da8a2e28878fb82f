"""A server that is stopped in its first seconds ends and leaves no process."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tools.with_postgres import free_port

CONFIGURED = "gunicorn.conf.py"
MOMENTS, LATEST = 8, 3.2  # number of stops, and the latest in seconds


def processes(mark: str) -> list[str]:
    """Return the command line of each process that has this mark in its environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (place / "environ").read_bytes():
                found.append((place / "cmdline").read_text())
    return found


def stop_server(folder: Path, number: int, seconds: float) -> tuple[int, str]:
    """Stop a server with a signal after some seconds; return its exit status and output."""
    mark = f"MARK={folder.name}-{number}-{seconds}"
    places = {"VAR_DIR": str(folder), "PORT": str(free_port()), "MARK": mark.partition("=")[2]}
    with subprocess.Popen(
        [sys.executable, "-m", "gunicorn"],
        env=os.environ | places,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        process_group=0,
    ) as server:
        time.sleep(seconds)
        # Ctrl-C reaches all processes of the group
        tell = os.killpg if number == signal.SIGINT else os.kill
        tell(server.pid, number)
        try:
            said, _ = server.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            # Python can lose a Ctrl-C while it starts.
            assert (number, seconds) == (signal.SIGINT, 0)
            tell(server.pid, number)
            said, _ = server.communicate(timeout=15)
    assert processes(mark) == []
    return server.returncode, said


@pytest.mark.timeout(300)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_stopped_early_ends_quietly(tmp_path, number):
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(migrate, env=os.environ | {"VAR_DIR": str(tmp_path)}, check=True)
    ended = []
    for moment in range(MOMENTS):
        code, said = stop_server(tmp_path, number, LATEST * moment / MOMENTS)
        ended.append(code)
        # before Python reads our configuration, Ctrl-C can interrupt its imports
        assert "Traceback" not in said or (number == signal.SIGINT and CONFIGURED not in said)
        assert code in (0, -number)
    print(f"ended as {ended}")
    assert 0 in ended
