"""Killed workers and power cuts lose no guess; a lock delays only requests that need it."""

import os
import shutil
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from bench.web import Browser
from tests.torture.server import UNANSWERED, Ledger, Server, kept_in, missing, players, serving

WRITERS = 24
READ = ("/", "/rules/", "/leaderboard/", "/explore/", "/daily/")  # pages that need no lock
HELD_UP = 300  # seconds after which a request counts as waiting for the lock
KILLS = int(os.environ.get("KILLS", "15"))
CUTS = int(os.environ.get("CUTS", "8"))


def test_a_killed_worker_loses_no_guess(tmp_path):
    ledger = Ledger()
    with serving(tmp_path) as server:
        with players(server, ledger):
            for number in range(KILLS):
                until_guessed(ledger, len(ledger.guesses) + 1)
                time.sleep(number / KILLS)  # each kill comes at another moment
                server.kill(*server.workers())
        kept = kept_in(tmp_path / "games.sqlite3")
    print(f"{KILLS} kills, {len(ledger.guesses)} acknowledged, {ledger.failures} unanswered")
    assert len(ledger.guesses) > KILLS
    assert ledger.failures > 0
    assert missing(ledger, kept) == []
    # the control: without one stored guess, the check must find it missing
    lost = ledger.guesses[len(ledger.guesses) // 2]
    assert missing(ledger, kept - {lost}) == [lost]


def until_guessed(ledger: Ledger, count: int) -> None:
    """Wait until the server has acknowledged this number of guesses, because workers need time to
    start.
    """
    while len(ledger.guesses) < count:
        time.sleep(0.05)


@pytest.fixture(scope="session")
def durable(tmp_path_factory):
    """Return a library that makes a file system keep only synchronized data; building the library
    needs a compiler.
    """
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    library = tmp_path_factory.mktemp("durable") / "durable.so"
    source = Path(__file__).with_name("durable.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


def cut(folder: Path, durable: Path, cuts: int, **env: str) -> tuple[int, int]:
    """Cut the power this number of times; return the numbers of acknowledged and of lost
    guesses.
    """
    acknowledged = lost = 0
    for number in range(cuts):
        place = folder / str(number)
        disk = place / "disk"
        disk.mkdir(parents=True)
        server = Server(place, LD_PRELOAD=str(durable), DURABLE=str(disk), **env)
        server.migrate()
        shutil.copy(place / "games.sqlite3", disk)
        server.start()
        ledger = Ledger()
        with players(server, ledger):
            time.sleep(2)
            server.kill_all()
        acknowledged += len(ledger.guesses)
        lost += len(missing(ledger, kept_in(disk / "games.sqlite3")))
    return acknowledged, lost


def test_a_power_cut_loses_no_guess(tmp_path, durable):
    acknowledged, lost = cut(tmp_path, durable, CUTS)
    print(f"{CUTS} cuts, {acknowledged} acknowledged")
    assert acknowledged > CUTS
    assert lost == 0


def test_without_full_synchronization_a_power_cut_would_lose_guesses(tmp_path, durable):
    """The control for the test above: without full synchronization, guesses are lost."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.torture.careless"}
    acknowledged, lost = cut(tmp_path, durable, 2, **settings)
    print(f"the control lost {lost} of {acknowledged}")
    assert lost > 0


@contextmanager
def locked(folder: Path, database: dict[str, str]) -> Iterator[None]:
    """Lock the games against writing by other connections for as long as the context lasts."""
    if database:
        import psycopg

        with psycopg.connect(database["DATABASE_URL"]) as connection:
            connection.execute("LOCK TABLE games_game IN EXCLUSIVE MODE")
            yield
        return
    connection = sqlite3.connect(folder / "games.sqlite3", isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    yield
    connection.close()


@contextmanager
def writers(server: Server) -> Iterator[None]:
    """Let many clients start one game after another while the context lasts."""
    stop = threading.Event()

    def write(browser: Browser, permission: dict[str, str]) -> None:
        with closing(browser.connection):
            while not stop.wait(0.2):
                with suppress(*UNANSWERED):
                    browser.send("/", permission | {"pegs": "3"})

    browsers = [Browser(server.port) for _ in range(WRITERS)]
    threads = [threading.Thread(target=write, args=(one, one.begin_game())) for one in browsers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def slowest(server: Server, rounds: int) -> float:
    """Return the time of the slowest page, while each client reads a few pages."""
    took = []
    for _ in range(rounds):
        # A new client for each round, because a client that reads all the time would be
        # rate-limited.
        browser = Browser(server.port)
        browser.connection.timeout = HELD_UP
        with closing(browser.connection):
            for path in READ:
                begun = time.monotonic()
                browser.send(path)
                took.append(time.monotonic() - begun)
                assert browser.status == 200, path
                time.sleep(0.1)
    return max(took)


def test_a_lock_delays_only_requests_that_need_it(tmp_path, database):
    """Requests that need the lock wait as long as it is held; other requests must not wait at
    all.
    """
    patience = {"DATABASE_PATIENCE": str(2 * HELD_UP)}
    with serving(tmp_path, **database, **patience) as server, writers(server):
        free = slowest(server, 8)
        with locked(tmp_path, database):
            found = slowest(server, 16)
    print(f"the slowest page beside {WRITERS} writers: {free:.2f} s, with a lock {found:.2f} s")
