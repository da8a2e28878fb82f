"""The site as in production, on a database of its own, and players who keep a ledger."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from bench.web import UNANSWERED, Browser
from tools.serving import answering
from tools.with_postgres import free_port

ROOT = Path(__file__).parents[2]
CODES = ("1122", "3344", "5566", "1234", "4321", "2211", "6655")


class Server:
    """gunicorn with two workers; it can be killed, and started again on what is left."""

    def __init__(self, folder: Path, code: Path = ROOT, **env: str) -> None:
        self.folder, self.code = folder, code
        folder.mkdir(exist_ok=True)
        self.port = int(env.get("PORT") or free_port())
        self.log = folder / "log"
        self.env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "bench.settings",
            "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
            "PORT": str(self.port),
            "HOUSEKEEPING": "no",
            **env,
        }

    def migrate(self) -> None:
        self.manage("migrate", "--verbosity=0")

    def manage(self, *command: str) -> None:
        self.told(*command, stdout=None)

    def told(self, *command: str, stdout: int | None = subprocess.PIPE) -> str:
        """Return what a command says."""
        words = [sys.executable, "manage.py", *command]
        env = self.env | {"LD_PRELOAD": ""}
        found = subprocess.run(words, cwd=self.code, env=env, check=True, stdout=stdout, text=True)
        return found.stdout

    def start(self) -> None:
        """Serve from now on."""
        command = [sys.executable, "-m", "gunicorn", "--log-level=warning"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self.code,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        answering(f"http://127.0.0.1:{self.port}/healthz")

    def restart(self) -> None:
        """Stop it as an upgrade does, and start it again."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        self.start()

    def workers(self) -> list[int]:
        """Return the numbers of the processes that serve, and of what does the long work."""
        found = []
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                after_name = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(after_name[1]) == self.process.pid:
                    found.append(int(folder.name))
        return found

    def kill(self, *processes: int) -> None:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def kill_all(self) -> None:
        """End everything at once, as a machine that loses its power does."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def tracebacks(self) -> int:
        return self.log.read_text(errors="replace").count("Traceback")


@contextmanager
def serving(folder: Path, **env: str) -> Iterator[Server]:
    """Serve as long as the context lasts."""
    server = Server(folder, **env)
    server.migrate()
    server.start()
    try:
        yield server
    finally:
        server.kill_all()


class Ledger:
    """The guesses that were acknowledged, by game, and how often each status was seen."""

    def __init__(self) -> None:
        self.guesses: list[tuple[str, int, str]] = []
        self.failures = 0

    def play(self, port: int, stop: threading.Event) -> None:
        """Play one game after the other, whatever happens to the server."""
        while not stop.is_set():
            try:
                browser = Browser(port)
                with closing(browser.connection):
                    self.play_a_game(browser, stop)
            except UNANSWERED:
                self.fail()
                time.sleep(0.05)

    def play_a_game(self, browser: Browser, stop: threading.Event) -> None:
        permission, address = browser.begin_game(), browser.location or ""
        for number, code in enumerate(CODES, start=1):
            self.think()
            sent = {"number": str(number), "token": f"t{number}", "code": code, "sure": code}
            page = browser.send(address, permission | sent, **{"HX-Request": "true"})
            if browser.status != 200:
                return self.fail()
            self.guesses.append((address.split("/")[2], number, code))
            if b"You broke the code" in page or stop.is_set():
                return

    def think(self) -> None:
        """Wait as long as a player does before a guess: here not at all."""

    def fail(self) -> None:
        """Note that a request was not answered, or not as it should be."""
        self.failures += 1


@contextmanager
def players(server: Server, ledger: Ledger, size: int = 4) -> Iterator[None]:
    """Let some play as long as the context lasts."""
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
    """Return the guesses that were acknowledged and are gone."""
    return [guess for guess in ledger.guesses if guess not in kept]


GUESSES = "SELECT public_id, number, code FROM games_guess JOIN games_game g ON g.id = game_id"


def kept_in_postgres(address: str) -> set[tuple[str, int, str]]:
    """Return the guesses in a PostgreSQL."""
    import psycopg

    with psycopg.connect(address) as connection:
        return set(connection.execute(GUESSES).fetchall())


def kept_in(database: Path) -> set[tuple[str, int, str]]:
    """Return the guesses in an SQLite, which has to be sound."""
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
