"""Two servers share one PostgreSQL; one is restarted, one is killed, and no guess is lost."""

import os
import random
import re
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

import pytest

from bench.web import Browser
from tests.torture.proxy import proxy
from tests.torture.server import Ledger, Server, guesses_in_postgres, missing, players
from tools.with_postgres import find_programs, postgres

PLAYERS, SECONDS = 100, float(os.environ.get("SECONDS", "120"))
A_MOMENT = 5.0  # in seconds: when all clients have noticed that a server was killed


class Door(NamedTuple):
    """A way for players to reach the servers."""

    port: int


class Crowd(Ledger):
    """Players who pause between guesses, with the times of their failed requests."""

    def __init__(self) -> None:
        super().__init__()
        self.failed_at: list[float] = []

    def think(self) -> None:
        time.sleep(random.uniform(1, 3))

    def fail(self) -> None:
        super().fail()
        self.failed_at.append(time.monotonic())


@pytest.fixture(scope="module")
def database():
    if (programs := find_programs()) is None:
        pytest.skip("no PostgreSQL")
    with postgres(programs) as env:
        yield env["DATABASE_URL"]


@contextmanager
def machines(folder, database: str):
    """Run two servers, each with two workers and a worker for long tasks."""
    servers = []
    for name in ("one", "two"):
        (folder / name).mkdir()
        key = "of the one machine and of the other"
        env = {"DATABASE_URL": database, "SECRET_KEY": key, "HOUSEKEEPING": "yes"}
        servers.append(Server(folder / name, **env))
        servers[-1].migrate()
    try:
        for server in servers:
            server.start()
        yield servers
    finally:
        for server in servers:
            server.kill_all()


@contextmanager
def at(server: Server, browser: Browser) -> Iterator[Browser]:
    """Yield a browser with the same cookies, connected directly to one of the servers."""
    there = Browser(server.port)
    there.cookies = dict(browser.cookies)
    with closing(there.connection):
        yield there


def rows(page: bytes) -> list[bytes]:
    """Return the rows of a board with their feedback."""
    return re.findall(rb'<li class="row[^>]*><span class="number">.*?</li>', page, re.DOTALL)


@pytest.mark.timeout(400)
def test_acknowledged_guesses_survive_a_restart_and_a_kill(tmp_path, database):
    crowd = Crowd()
    with machines(tmp_path, database) as (one, two), proxy(tmp_path, one.port, two.port) as port:
        with players(Door(port), crowd, PLAYERS):
            time.sleep(SECONDS / 4)
            two.restart()
            time.sleep(SECONDS / 4)
            at_rest, killed_at = len(crowd.failed_at), time.monotonic()
            one.kill_all()
            time.sleep(SECONDS / 2)
        late = [at - killed_at for at in crowd.failed_at if at - killed_at > A_MOMENT]
        kept = guesses_in_postgres(database)
        print(
            f"{len(crowd.guesses)} acknowledged, {len(missing(crowd, kept))} lost; failed: "
            f"{at_rest} around the restart, {crowd.failures - at_rest} of {PLAYERS} players "
            f"around the kill, {len(late)} later"
        )
        assert len(crowd.guesses) > PLAYERS * SECONDS / 10
        assert missing(crowd, kept) == []
        assert (at_rest, late) == (0, [])
        assert crowd.failures < PLAYERS / 2
        assert one.tracebacks() + two.tracebacks() == 0


def test_both_servers_show_the_same_games(tmp_path, database):
    with machines(tmp_path, database) as (one, two):
        browser = Browser(one.port)
        with closing(browser.connection):
            permission = browser.begin_game()
        for number, server in enumerate((one, two, one), start=1):
            sent = {"number": str(number), "token": f"t{number}", "code": "1122", "sure": "1122"}
            with at(server, browser) as there:
                there.send(browser.location, permission | sent, **{"HX-Request": "true"})
        seen = []
        for server in (one, two):
            with at(server, browser) as there:
                seen.append(rows(there.send(browser.location)))
    assert seen[0] == seen[1]
    assert sum(b"1122" in row for row in seen[0]) == 3
