"""An upgrade under play: the oldest version serves on while the newest migrates, and goes.

GAMES=100000 tells what that costs with so many games in the database.
"""

import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from collections import Counter
from contextlib import closing
from functools import partial
from io import BytesIO

import pytest

from bench.web import Browser
from tests.torture.server import ROOT, UNANSWERED, Ledger, Server, kept_in, missing, players
from tests.torture.test_machines import kept_in as kept_in_postgres
from tools.with_postgres import find_programs, postgres

# The oldest version whose migrations are still those of today.
OLDEST = "2d0724c44df319db6ab894b623814126d5b8ea8d"
KEY = "of the old one and of the new one"
GAMES, PLAYERS = int(os.environ.get("GAMES", "2000")), 8
# None of these games is won, so that all of them are long: ten guesses.
CODES = ["1122", "3344", "5566", "1234", "4321", "2211", "6655", "4433", "1166", "2255"]
FILL = """
import django, sys
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Guess, Player
from games.variants import CLASSIC
over = dict(status="lost", guess_count=10, counted_guesses=11, is_ranked=True)
for some in range(0, int(sys.argv[1]), 1000):
    players = Player.objects.bulk_create(Player() for _ in range(50)) * 20
    games = Game.objects.bulk_create(
        Game(player=player, secret="1235", finished_at=timezone.now() - timedelta(hours=some + n),
             **over, **CLASSIC.fields()) for n, player in enumerate(players)
    )
    Guess.objects.bulk_create(
        Guess(game=game, number=number, token=f"t{number}", code=code, black=0, white=0)
        for game in games for number, code in enumerate(sys.argv[2:], start=1)
    )
"""


class Stayers(Ledger):
    """Players who send a guess again until it is taken, and end the game that they are in."""

    def __init__(self) -> None:
        super().__init__()
        self.phase = ""
        self.answers: Counter[tuple[str, int]] = Counter()
        self.slowest: Counter[str] = Counter()
        self.games: list[tuple[str, str, str]] = []  # public id, phase when begun, when ended

    def play(self, port, stop) -> None:
        while not stop.is_set():
            browser = Browser(port)
            with closing(browser.connection):
                self.play_to_the_end(browser)

    def play_to_the_end(self, browser) -> None:
        begun = self.phase
        permission = self.insisted(browser, browser.begin_game)
        address = browser.location
        game = address.split("/")[2]
        for number, code in enumerate(CODES, start=1):
            self.think()
            sent = {"number": str(number), "token": f"t{number}", "code": code, "sure": code}
            self.insisted(browser, partial(browser.send, address, permission | sent))
            self.guesses.append((game, number, code))
        self.games.append((game, begun, self.phase))

    def think(self) -> None:
        time.sleep(0.2)

    def insisted(self, browser, request):
        """Send a request until it is answered by a redirect; return what it returns."""
        while True:
            phase, begun, status = self.phase, time.monotonic(), 0
            try:
                found = request()
                status = browser.status
            except ValueError:  # a page without a form
                status = browser.status
            except UNANSWERED:
                browser.connection.close()
            self.slowest[phase] = max(self.slowest[phase], time.monotonic() - begun)
            self.answers[phase, status] += 1
            if status == 302:
                return found
            self.think()

    def statuses(self, phase: str) -> set[int]:
        return {status for at, status in self.answers if at == phase}

    def told(self) -> str:
        seen = Counter({key: n for key, n in self.answers.items() if key[1] != 302})
        return f"{len(self.guesses)} guesses, not taken at once: {dict(seen)}"


@pytest.fixture(scope="module")
def oldest(tmp_path_factory):
    """The oldest version; a clone that is shallow, and a folder that is none, have not got it."""
    archive = subprocess.run(["git", "archive", OLDEST], cwd=ROOT, capture_output=True)  # noqa: S607
    if archive.returncode:
        pytest.skip("no oldest version here: it takes a whole clone (git fetch --unshallow)")
    folder = tmp_path_factory.mktemp("oldest")
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as code:
        code.extractall(folder, filter="data")
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """The address of an empty database, and a function that says which guesses are in it."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.sqlite3", lambda: kept_in(tmp_path / "games.sqlite3")
    elif programs := find_programs():
        with postgres(programs) as env:
            yield env["DATABASE_URL"], lambda: kept_in_postgres(env["DATABASE_URL"])
    else:
        pytest.skip("no PostgreSQL")


def filled(folder, code, address) -> Server:
    """Return the old version, ready to serve, with games in its database."""
    server = Server(folder, code, DATABASE_URL=address, SECRET_KEY=KEY)
    server.migrate()
    server.manage("collectstatic", "--noinput", "--verbosity=0")
    fill = [sys.executable, "-c", FILL, str(GAMES), *CODES]
    subprocess.run(fill, cwd=code, env=server.env, check=True)
    return server


@pytest.mark.timeout(600)
def test_players_go_on_through_an_upgrade(tmp_path, oldest, database):
    address, kept = database
    old = filled(tmp_path, oldest, address)
    new = Server(tmp_path, PORT=str(old.port), DATABASE_URL=address, SECRET_KEY=KEY)
    stayers = Stayers()
    old.start()
    try:
        with players(old, stayers, PLAYERS):
            seconds = upgrade(old, new, stayers)
    finally:
        old.kill_all()
        new.kill_all()
    print(f"{GAMES} games: {seconds}; slowest: {dict(stayers.slowest)}; {stayers.told()}")
    crossed = [game for game, begun, ended in stayers.games if begun != "new" == ended]
    assert len(crossed) >= PLAYERS / 2
    assert missing(stayers, kept()) == []
    assert stayers.statuses("before") == stayers.statuses("migrated") == {302}
    assert stayers.statuses("migrating") <= {302, 500}  # what the oldest version answers then
    assert reasons(old) <= {"database is locked"}
    assert stayers.statuses("new") <= {302, 0}


def reasons(server) -> set[str]:
    """Return what the database refused."""
    log = server.log.read_text(errors="replace")
    return set(re.findall(r"^django\.db\.utils\.\w+: (.*)$", log, re.MULTILINE))


def upgrade(old, new, stayers):
    """Go through an upgrade; return how many seconds its steps took."""
    stayers.phase = "before"
    time.sleep(2)
    stayers.phase, begun = "migrating", time.monotonic()
    new.migrate()
    migrated = time.monotonic()
    stayers.phase = "migrated"
    time.sleep(4)
    stayers.phase, stopped = "new", time.monotonic()
    old.process.send_signal(signal.SIGTERM)
    old.process.wait()
    new.start()
    return {"migrate": migrated - begun, "nobody serves": time.monotonic() - stopped}
