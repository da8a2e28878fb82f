"""Run the whole site with a temporary database, as in production."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.with_postgres import free_port

ROOT = Path(__file__).parents[1]


class Server:
    """A gunicorn server with two workers."""

    def __init__(self, folder: Path, code: Path = ROOT, **env: str) -> None:
        self.folder, self.code = folder, code
        folder.mkdir(exist_ok=True)
        self.port = int(env.get("PORT") or free_port())
        self.log = folder / "log"
        self.env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
            "PORT": str(self.port),
            # the worker for tasks would add to the processor time that is measured
            "HOUSEKEEPING": "no",
            **env,
        }

    def migrate(self) -> None:
        self.manage("migrate", "--verbosity=0")

    def manage(self, *command: str) -> None:
        self.run("manage.py", *command)

    def run(self, *arguments: str, stdout: int | None = None) -> subprocess.CompletedProcess[str]:
        """Run Python with the settings of the server."""
        env = self.env | {"LD_PRELOAD": ""}
        words = [sys.executable, *arguments]
        return subprocess.run(words, cwd=self.code, env=env, check=True, stdout=stdout, text=True)

    def start(self) -> None:
        """Start the server; raise OSError if its port is taken, or if it does not answer."""
        with socket.create_server(("127.0.0.1", self.port)):
            pass  # another server on this port would seem to be this one
        command = [sys.executable, "-m", "gunicorn", "--log-level=warning"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=self.code, env=self.env, stdout=log, stderr=log, start_new_session=True
            )
        try:
            answering(f"{self.address}healthz")
        except BaseException:
            self.stop()
            raise

    @property
    def address(self) -> str:
        """The URL of the first page."""
        return f"http://127.0.0.1:{self.port}/"

    def stop(self) -> None:
        """Stop the server as an upgrade does."""
        self.process.terminate()
        self.process.wait()


@contextmanager
def serving(port: int, *fill: Sequence[str], workers: int = 1, **more: str) -> Iterator[Server]:
    """Run a server inside a context, and yield it.

    ``fill`` contains the arguments of Python runs that fill the database first; ``more`` are
    environment variables.
    """
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), PORT=str(port), WEB_WORKERS=str(workers), **more)
        server.migrate()
        server.manage("collectstatic", "--noinput", "--verbosity=0")
        for arguments in fill:
            server.run(*arguments)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def answering(address: str) -> str:
    """Return the URL as soon as the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address, timeout=10).close()  # noqa: S310
            return address
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"{address} does not answer")
