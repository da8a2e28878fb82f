"""The whole site on a database of its own, served as in production."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def serving(port: int, *fill: Sequence[str], workers: int = 1, **more: str) -> Iterator[str]:
    """Serve on 127.0.0.1 as long as the context lasts; give the address of the first page.

    ``fill`` are arguments for Python, which is run with each of them to fill the database before;
    ``more`` is for its environment.

    Raises ``TimeoutError`` if the server does not answer within ten seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
            "PORT": str(port),
            "WEB_WORKERS": str(workers),
            "HOUSEKEEPING": "no",  # it would take the CPU that is measured
            **more,
        }
        for command in ("migrate", "collectstatic"):
            manage = [sys.executable, "manage.py", command, "--noinput", "--verbosity=0"]
            subprocess.run(manage, env=env, check=True)
        for arguments in fill:
            subprocess.run([sys.executable, *arguments], env=env, check=True)
        gunicorn = [sys.executable, "-m", "gunicorn", "--log-level=warning"]
        with open(f"{folder}/log", "wb") as log:
            server = subprocess.Popen(gunicorn, env=env, stdout=log, stderr=log)
        try:
            yield answering(f"http://127.0.0.1:{port}/")
        finally:
            server.terminate()
            server.wait()


def answering(address: str) -> str:
    """Return the address as soon as it answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address, timeout=10).close()  # noqa: S310
            return address
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"{address} does not answer")
