"""An upgrade during play: the old version serves players until the new version has migrated.

Set GAMES=100000 to measure the cost with 100,000 games in the database.
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

from bench.web import Browser, permission_in
from tests.torture.server import (
    UNANSWERED,
    Ledger,
    Server,
    compiled,
    guesses_in,
    guesses_in_postgres,
    missing,
    players,
)
from tools.serving import ROOT
from tools.with_postgres import find_programs, postgres

TABLES = "games/migrations"
SECOND_TABLES = f"{TABLES}/0002_duel_scores.py"  # the first migration after 1.0.0
KEY = "of the old one and of the new one"
GAMES, PLAYERS = int(os.environ.get("GAMES", "2000")), 8
TAKES_TURNS = 429  # the status for a client that sends too many requests
# one game in a hundred is won by chance; the others last ten guesses
CODES = ["1122", "3344", "5566", "1234", "4321", "2211", "6655", "4433", "1166", "2255"]
FILL = """
import django, sys
django.setup()
from datetime import timedelta
from django.utils import timezone
from games.models import Game, Guess, Player
from games.catalog.rules import CLASSIC
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
    """Players who send a guess again until it is accepted, and who finish their current game."""

    def __init__(self) -> None:
        super().__init__()
        self.phase = ""
        self.answers: Counter[tuple[str, int]] = Counter()
        self.slowest: Counter[str] = Counter()
        self.games: list[
            tuple[str, str, str]
            # For each game: its public id, and the phases of its start and end.
        ] = []

    def play(self, port, stop) -> None:
        while not stop.is_set():
            browser = Browser(port)
            with closing(browser.connection):
                self.play_to_the_end(browser)

    def play_to_the_end(self, browser) -> None:
        begun = self.phase
        permission = self.insist(browser, browser.begin_game)
        address = browser.location
        game = address.split("/")[2]
        for number, code in enumerate(CODES, start=1):
            self.think()
            sent = {"number": str(number), "token": f"t{number}", "code": code, "sure": code}
            send = partial(browser.send, address, permission | sent)
            if self.insist(browser, send, address) is None:
                break
            self.guesses.append((game, number, code))
        self.games.append((game, begun, self.phase))

    def think(self) -> None:
        time.sleep(0.2)

    def insist(self, browser, request, game=""):
        """Send a request until it is answered with a redirect; return the result of ``request``.

        Return None if the game has been won.
        """
        while True:
            phase, begun, status = self.phase, time.monotonic(), 0
            try:
                found = request()
                status = browser.status
            except ValueError:  # a page without a form
                status = browser.status
            except UNANSWERED:
                browser.connection.close()
                phase = self.phase  # the stop can cut off a request
            if game and status == 409 and b'id="guess"' not in browser.send(game):
                return None
            self.slowest[phase] = max(self.slowest[phase], time.monotonic() - begun)
            self.answers[phase, status] += 1
            if status == 302:
                return found
            self.think()

    def statuses(self, phase: str) -> set[int]:
        return {status for at, status in self.answers if at == phase}

    def summary(self) -> str:
        seen = Counter({key: n for key, n in self.answers.items() if key[1] != 302})
        return f"{len(self.guesses)} guesses, not taken at once: {dict(seen)}"


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """Return a folder with the code of the last release, or else of 1.0.0."""
    tagged = git("describe", "--tags", "--abbrev=0", "--match=v*", "HEAD~")
    return unpack(tagged or first_version(), tmp_path_factory.mktemp("before"))


def git(*words: str) -> str:
    """Return the output of a git command, or an empty text outside of a clone."""
    asked = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)  # noqa: S607
    return asked.stdout.strip()


def first_version() -> str:
    return git("log", "-1", "--diff-filter=A", "--format=%H~", "--", SECOND_TABLES)


def unpack(version, folder):
    """Return the folder into which the code of a version was unpacked."""
    archive = subprocess.run(["git", "archive", version], cwd=ROOT, capture_output=True)  # noqa: S607
    if archive.returncode:
        pytest.skip("no older version here: it takes a whole clone (git fetch --unshallow)")
    with tarfile.open(fileobj=BytesIO(archive.stdout)) as code:
        code.extractall(folder, filter="data")
    return folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """Yield the address of an empty database, and a function that returns the guesses stored in
    it.
    """
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/games.sqlite3", lambda: guesses_in(tmp_path / "games.sqlite3")
    elif programs := find_programs():
        with postgres(programs) as env:
            yield env["DATABASE_URL"], lambda: guesses_in_postgres(env["DATABASE_URL"])
    else:
        pytest.skip("no PostgreSQL")


def fill_server(folder, code, address) -> Server:
    """Return a server with the old version, ready to start, with games in its database."""
    server = Server(folder, code, DATABASE_URL=address, SECRET_KEY=KEY)
    server.migrate()
    server.manage("collectstatic", "--noinput", "--verbosity=0")
    fill = [sys.executable, "-c", FILL, str(GAMES), *CODES]
    subprocess.run(fill, cwd=code, env=server.env, check=True)
    return server


@pytest.mark.timeout(600)
def test_players_continue_during_an_upgrade(tmp_path, before, database):
    address, kept = database
    old = fill_server(tmp_path, before, address)
    new = Server(tmp_path, PORT=str(old.port), DATABASE_URL=address, SECRET_KEY=KEY)
    stayers = Stayers()
    old.start()
    try:
        with players(old, stayers, PLAYERS):
            seconds = upgrade(old, new, stayers)
            seconds |= go_back(new, old, stayers)
    finally:
        old.kill_all()
        new.kill_all()
    print(f"{GAMES} games: {seconds}; slowest: {dict(stayers.slowest)}; {stayers.summary()}")
    crossed = [game for game, begun, ended in stayers.games if begun != "new" == ended]
    assert len(crossed) >= PLAYERS / 2
    assert missing(stayers, kept()) == []
    assert stayers.statuses("before") | stayers.statuses("migrated") <= {302, TAKES_TURNS}
    assert stayers.statuses("migrating") <= {302, TAKES_TURNS, 503}
    assert reasons(old) <= {"database is locked"}
    assert stayers.statuses("new") <= {302, TAKES_TURNS, 0}
    assert stayers.statuses("back") <= {302, TAKES_TURNS, 0}
    returned = [game for game, begun, ended in stayers.games if begun != "back" == ended]
    assert len(returned) >= PLAYERS / 2


def reasons(server) -> set[str]:
    """Return the reasons for which the database refused statements."""
    log = server.log.read_text(errors="replace")
    return set(re.findall(r"^django\.db\.utils\.\w+: (.*)$", log, re.MULTILINE))


def upgrade(old, new, stayers):
    """Carry out an upgrade; return how many seconds each step took."""
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


def go_back(new, old, stayers):
    """Serve the older code again on the newer database; return how many seconds the return took."""
    time.sleep(6)
    stayers.phase, stopped = "back", time.monotonic()
    new.process.send_signal(signal.SIGTERM)
    new.process.wait()
    old.start()
    seconds = time.monotonic() - stopped
    time.sleep(6)
    return {"back": seconds}


LAST = "the last one with other tables"
GUEST = "a guest"
# The names of players; ``ways`` says on which versions each player starts and ends a game.
NAMES = ["Ada", "Grace", "Alan", "Barbara"]
PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def clock(tmp_path_factory):
    """Return a library that gives a process a clock of its own."""
    return str(compiled("clock", tmp_path_factory.mktemp("clock")))


@pytest.fixture(params=["1.0.0", LAST])
def older(request, tmp_path_factory):
    """Return a folder with the code of an older version."""
    version = first_version()
    if request.param == LAST:
        version = git("log", "-1", "--format=%H~", "--", TABLES)
    return unpack(version, tmp_path_factory.mktemp("older"))


class Book:
    """A player's record of their games, which the pages must match."""

    def __init__(self, port: int, name: str) -> None:
        self.browser, self.name, self.games = Browser(port), name, 0
        if name != GUEST:
            self.act("/you/sign-up/", "/you/sign-up/", name=name, password=PASSWORD)

    def at(self, server) -> "Book":
        """Move the player's browser to another server; return this book."""
        cookies, self.browser = self.browser.cookies, Browser(server.port)
        self.browser.cookies = cookies
        return self

    def act(self, page: str, address: str, **fields: str) -> None:
        """Send the form of a page until the form is accepted.

        A limit can refuse the first tries, until it has noticed the new clock.
        """
        for _ in range(5):
            permission = permission_in(self.browser.send(page))
            self.browser.send(address, permission | fields)
            self.browser.connection.close()  # the next request reconnects
            if self.browser.status == 302:
                return
            time.sleep(2)
        raise AssertionError(self.name, address, self.browser.status)

    def give_up(self, begun_at, ended_at, day: str = "") -> None:
        """Start a game on one server, and give it up on another server."""
        self.at(begun_at).act("/", f"/daily/{day}/" if day else "/")
        game = self.browser.location
        self.at(ended_at).act("/rules/" if day else game, f"{game}resign/")
        self.games += not day


def flat(page: bytes) -> str:
    """Return the text of a page, without its buttons."""
    return " ".join(re.sub(r"<button.*?</button>|<[^>]*>", " ", page.decode()).split())


def lines_of(page: bytes) -> list[tuple[str, float, str, int]]:
    """Return the rows of a leaderboard: rank, score, name and number of games."""
    rows = re.findall(r'<tr id="player-.*?</tr>', page.decode(), re.DOTALL)
    cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
    found = [[flat(cell.encode()) for cell in row] for row in cells]
    return [(rank, float(score), name, int(games)) for rank, name, score, _, games, *_ in found]


@pytest.mark.timeout(600)
def test_two_versions_run_side_by_side(tmp_path, older, clock):
    """The newer version has a clock that is an hour ahead and is set back by two hours in the
    middle.
    """
    noon = 12 * 3600 - int(time.time()) % 86400
    shared = {"SECRET_KEY": KEY, "NEW_GAMES_PER_HOUR": "9999", "LD_PRELOAD": clock}
    shared |= {"DATABASE_URL": f"sqlite:///{tmp_path}/games.sqlite3"}
    old, new = (
        Server(folder, code, AHEAD=str(noon + ahead), VAR_DIR=str(folder), **shared)
        for folder, code, ahead in ((tmp_path / "old", older, 0), (tmp_path / "new", ROOT, 3600))
    )
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + noon))
    new.migrate()
    for server in (old, new):
        server.manage("collectstatic", "--noinput", "--verbosity=0")
        server.start()
    try:
        books = [Book(old.port, name) for name in NAMES]
        books.append(Book(old.port, GUEST))
        ways = [(old, old), (new, old), (old, new), (new, new), (old, old)]
        for number, (book, way) in enumerate(zip(books, ways, strict=True)):
            for game in range(31 + number):
                book.give_up(*way)
                if book.name == "Grace" and game == 15:
                    new.env["AHEAD"] = str(noon - 3600)
                    new.restart()
            book.give_up(*way, day=day)
        old.process.send_signal(signal.SIGTERM)
        old.process.wait()
        reader = Browser(new.port)
        board = lines_of(reader.send("/leaderboard/"))
        placed = flat(reader.send(f"/daily/{day}/board/"))
        told = {name: flat(reader.send(f"/players/{name}/")) for name in NAMES}
        reader.connection.close()
    finally:
        old.kill_all()
        new.kill_all()
    accounts = sorted((book for book in books if book.name != GUEST), key=lambda one: -one.games)
    assert [(name, games) for _, _, name, games in board] == [
        (book.name, book.games) for book in accounts
    ]
    scores = [score for _, score, _, _ in board]
    assert scores == sorted(scores)
    assert scores[0] > 11
    assert [name for name in NAMES if name in placed] == NAMES
    for book in accounts:
        assert f"Games {book.games} Average 11.00 " in told[book.name]
    assert old.tracebacks() + new.tracebacks() == 0
