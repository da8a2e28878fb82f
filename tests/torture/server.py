"""A real server of the site, and players who record each acknowledged guess."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from bench.web import UNANSWERED, Browser
from tools import serving as tools_serving

CODES = ("1122", "3344", "5566", "1234", "4321", "2211", "6655")


def compiled(name: str, folder: Path) -> Path:
    """Return the library that a C file beside this module makes; it needs a compiler."""
    if (compiler := shutil.which("gcc") or shutil.which("cc")) is None:
        pytest.skip("no C compiler")
    library, source = folder / f"{name}.so", Path(__file__).with_name(f"{name}.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def children(process: int) -> list[int]:
    """Return the ids of the child processes of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            if int(after_name[1]) == process:
                found.append(int(folder.name))
    return found


class Server(tools_serving.Server):
    """A server that can be killed and then started again with its data."""

    def output_of(self, *command: str) -> str:
        """Return the output of a ``manage.py`` command."""
        return str(self.run("manage.py", *command, stdout=subprocess.PIPE).stdout)

    def restart(self) -> None:
        """Stop the server and start it again."""
        self.stop()
        self.start()

    def workers(self) -> list[int]:
        """Return the ids of the processes that serve requests and of the worker for long tasks."""
        return children(self.process.pid)

    def kill(self, *processes: int) -> None:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def kill_all(self) -> None:
        """Kill all processes of the server at once, as a power cut does."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def tracebacks(self) -> int:
        return self.log.read_text(errors="replace").count("Traceback")


@contextmanager
def serving(folder: Path, **env: str) -> Iterator[Server]:
    """Run a server as long as the context lasts; yield the server."""
    server = Server(folder, **env)
    server.migrate()
    server.start()
    try:
        yield server
    finally:
        server.kill_all()


class Ledger:
    """The acknowledged guesses of each game, and the number of failed requests."""

    def __init__(self) -> None:
        self.guesses: list[tuple[str, int, str]] = []
        self.failures = 0

    def play(self, port: int, stop: threading.Event) -> None:
        """Play one game after another, whatever happens to the server."""
        while not stop.is_set():
            try:
                browser = Browser(port)
                with closing(browser.connection):
                    self.play_a_game(browser, stop)
            except UNANSWERED:
                self.fail()
                time.sleep(0.05)

    def play_a_game(self, browser: Browser, stop: threading.Event) -> None:
        browser.begin_game()
        for number, code in enumerate(CODES, start=1):
            self.think()
            page = browser.guess(number, code)
            if browser.status != 200:
                return self.fail()
            self.guesses.append((browser.game.split("/")[2], number, code))
            if b"You broke the code" in page or stop.is_set():
                return

    def think(self) -> None:
        """Wait as long as a player would before a guess; these players do not wait."""

    def fail(self) -> None:
        """Count a request that was not answered or got a wrong response."""
        self.failures += 1


@contextmanager
def players(server: Server, ledger: Ledger, size: int = 4) -> Iterator[None]:
    """Let some players play as long as the context lasts."""
    stop = threading.Event()
    threads = [threading.Thread(target=ledger.play, args=(server.port, stop)) for _ in range(size)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def missing(ledger: Ledger, kept: set[tuple[str, int, str]]) -> list[tuple[str, int, str]]:
    """Return the acknowledged guesses that are lost."""
    return [guess for guess in ledger.guesses if guess not in kept]


GUESSES = "SELECT public_id, number, code FROM games_guess JOIN games_game g ON g.id = game_id"


def guesses_in_postgres(address: str) -> set[tuple[str, int, str]]:
    """Return the guesses in a PostgreSQL database."""
    import psycopg

    with psycopg.connect(address) as connection:
        return set(connection.execute(GUESSES).fetchall())


def guesses_in(database: Path) -> set[tuple[str, int, str]]:
    """Return the guesses in an SQLite database, which must not be damaged."""
    from mastermind_site.sqlite import use_fixed_sqlite

    use_fixed_sqlite()
    sqlite3 = sys.modules["sqlite3"]
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute(GUESSES).fetchall()
    connection.close()
    assert len({(game, number) for game, number, _ in rows}) == len(rows)
    return set(rows)
