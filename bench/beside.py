"""Compare the CPU time of a first game, a board and a guess with a plain Mastermind."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice

from bench.figures import head, row
from bench.web import PORT, Browser, Send, guesses, pages, permission_in, seconds_in_turns
from tools.serving import ROOT, answering, serving

PLAIN_PORT = PORT + 1
ROUNDS = 120


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


def boards(browser: Browser) -> Iterator[Send]:
    """Yield requests for a board with three guesses, over and over."""
    for send in islice(guesses(browser), 3):
        send()
    return pages(browser, browser.game)


def first_games(browser: Browser) -> Iterator[Send]:
    """Yield requests that start a game, each by a new visitor."""
    while True:
        browser.forget()
        yield partial(browser.send, "/", permission_in(browser.send("/")))


# Each row: a name, the requests, and the most that they may cost, compared with the plain site.
REQUESTS = (
    ("a guess", guesses, 2.2),
    ("a board of three guesses", boards, 3.2),
    ("a first game", first_games, 2.2),
)


def main() -> None:
    head("CPU of one request in ms, median", "site", "plain", "times", "goal")
    with serving(PORT), plain_served():
        for name, asked, goal in REQUESTS:
            browsers = Browser(PORT), Browser(PLAIN_PORT)
            streams = ((browser, asked(browser)) for browser in browsers)
            site, plain = seconds_in_turns(ROUNDS, *streams, answer=302)
            row(name, site * 1e3, plain * 1e3, site / plain, goal)
