"""Compare the CPU time of a first game, a board and a guess with a plain Mastermind."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.figures import head, row
from bench.web import PORT, Browser
from tools.serving import ROOT, answering, serving

PLAIN_PORT = PORT + 1
ROUNDS = 120
CODES = ("1122", "3344", "5566")
GOALS = {"a guess": 2.2, "a board of three guesses": 3.2, "a first game": 2.2}


@contextmanager
def plain_served() -> Iterator[None]:
    """Serve the plain Mastermind with one worker, like the site."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gunicorn", "--config=python:bench", "--threads=4"]
        command += [f"--bind=127.0.0.1:{PLAIN_PORT}", "--log-level=warning", "bench.plain"]
        env = os.environ | {"PLAIN_DATABASE": f"{folder}/plain.sqlite3"}
        server = subprocess.Popen(command, cwd=ROOT, env=env)
        try:
            answering(f"http://127.0.0.1:{PLAIN_PORT}/empty/")
            yield
        finally:
            server.terminate()
            server.wait()


class Cost:
    """A server, and the CPU time that each kind of request costs it."""

    def __init__(self, port: int) -> None:
        self.port = port
        # The page sends a process id. On Linux, this formula turns it into the id of its CPU clock.
        self.clock = ~int(Browser(port).send("/empty/")) << 3 | 2
        self.seconds: dict[str, list[float]] = {name: [] for name in GOALS}

    def measure(self, name: str, send: Callable[[], bytes]) -> None:
        begun = time.clock_gettime(self.clock)
        send()
        self.seconds[name].append(time.clock_gettime(self.clock) - begun)

    def play(self) -> None:
        """Start a first game, play three guesses and open its board."""
        browser = Browser(self.port)
        browser.send("/")
        token = {"csrfmiddlewaretoken": browser.cookies.get("csrftoken", "")}
        self.measure("a first game", lambda: browser.send("/", token))
        address = browser.location or ""
        for number, code in enumerate(CODES, start=1):
            sent = token | {"number": str(number), "token": f"t{number}", "code": code}
            guess = sent | {"sure": code}
            self.measure(
                "a guess",
                lambda: browser.send(address, guess, **{"HX-Request": "true"}),  # noqa: B023
            )
        self.measure("a board of three guesses", lambda: browser.send(address))
        self.check(browser.send(address))

    def check(self, board: bytes) -> None:
        """Raise RuntimeError if the board misses a guess, unless the game was won earlier."""
        if board.count(b"black") < len(CODES) and b"You broke the code" not in board:
            raise RuntimeError(f"a board has not its {len(CODES)} guesses: {board!r:.500}")


def main() -> None:
    with serving(PORT), plain_served():
        costs = Cost(PORT), Cost(PLAIN_PORT)
        for _ in range(ROUNDS):
            for cost in costs:
                cost.play()
    head("CPU of one request in ms, median", "site", "plain", "times", "goal")
    for name, goal in GOALS.items():
        site, plain = (statistics.median(cost.seconds[name]) * 1e3 for cost in costs)
        row(name, site, plain, site / plain, goal)
