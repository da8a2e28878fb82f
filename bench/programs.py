"""Measure how fast twelve programs play from one IP address, and what ten people notice.

Two workers serve, as in production. Each person has an IP address and makes a guess every two
seconds, first without the programs, then while they play. Each program has a key and plays without
a pause; if the server tells it to wait, it waits.
"""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.connection import Connection

from bench.figures import head, row
from bench.load import Seen
from bench.web import PORT, UNANSWERED, Browser, Send, guesses
from tools.serving import serving

PROGRAMS, PEOPLE, SECONDS, THINKING = 12, 10, 20.0, 2.0
CODES = ("1122", "1344", "5566", "1234", "4321", "6612")
FILL = f"""
import django
django.setup()
from games.models import ApiKey, Player
from games.models.base.ids import digest_of
for number in range({PROGRAMS}):
    user = Player().open_account(f"Program {{number}}", "!")
    ApiKey.objects.create(user=user, name="bench", digest=digest_of(f"program{{number}}"))
"""


class Program:
    """A program that plays with a key. All programs share one IP address."""

    def __init__(self, number: int, made: Counter[int], stop: threading.Event) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
        self.headers = {
            "Authorization": f"Bearer program{number}",
            "X-Forwarded-For": "10.99.0.1",
            "Content-Type": "application/json",
        }
        self.made, self.stop = made, stop

    def send(self, method: str, path: str, body: dict[str, str]) -> dict[str, str]:
        """Send a request again and again until it is answered."""
        while not self.stop.is_set():
            self.connection.request(method, f"/api/v1{path}", json.dumps(body), self.headers)
            answer = self.connection.getresponse()
            told = json.loads(answer.read())
            self.made[answer.status] += method == "PUT" or answer.status != 200
            if answer.status in (200, 409):
                return dict(told)
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        return {"status": "stopped"}

    def play(self) -> None:
        """Play one game after the other."""
        with closing(self.connection):
            while not self.stop.is_set():
                game = self.send("POST", "/games", {})
                for number, code in enumerate(CODES, start=1):
                    if game["status"] == "playing":
                        path = f"/games/{game['id']}/guesses/{number}"
                        game = self.send("PUT", path, {"guess": code})
                if game["status"] == "playing":
                    self.send("POST", f"/games/{game['id']}/resign", {})


def programs(orders: Connection) -> None:
    """Let all programs play until told to stop; then send how many responses had each status."""
    made: Counter[int] = Counter()
    stop = threading.Event()
    with ThreadPoolExecutor(PROGRAMS) as threads:
        for number in range(PROGRAMS):
            threads.submit(Program(number, made, stop).play)
        orders.send("started")
        orders.recv()
        stop.set()
    orders.send(made)


def person(send: Iterator[Send], browser: Browser, seen: Seen, until: float) -> None:
    """Make a guess every two seconds; start again as a new visitor if a page is refused."""
    while time.monotonic() < until:
        start = time.perf_counter()
        try:
            next(send)()
            seen.statuses[browser.status] += 1
        except (StopIteration, *UNANSWERED):
            seen.statuses[0] += 1
            browser.connection.close()
            browser = Browser()
            send = guesses(browser)
        seen.times.append(time.perf_counter() - start)
        time.sleep(THINKING)


def people(browsers: list[tuple[Iterator[Send], Browser]]) -> Seen:
    """Return the response times that ten people measured."""
    seen, until = Seen(), time.monotonic() + SECONDS
    with ThreadPoolExecutor(PEOPLE) as threads:
        for send, browser in browsers:
            threads.submit(person, send, browser, seen, until)
    return seen


def at_the_board() -> list[tuple[Iterator[Send], Browser]]:
    """Return ten people, each of whom has made a guess."""
    browsers = [Browser() for _ in range(PEOPLE)]
    sends = [guesses(browser) for browser in browsers]
    for send in sends:
        next(send)()
    return list(zip(sends, browsers, strict=True))


def tell(name: str, seen: Seen) -> None:
    row(name, len(seen.times) / SECONDS, seen.percentile(50) * 1e3, seen.failures)


def main() -> None:
    context = get_context("fork")  # the programs calculate in another process, as real programs do
    with serving(PORT, ("-c", FILL), workers=2, NEW_GAMES_PER_HOUR="100000"):
        head(f"guesses of {PEOPLE} people in {SECONDS:.0f} seconds", "a second", "ms", "failed")
        them = at_the_board()
        tell("alone", people(them))
        here, there = context.Pipe()
        child = context.Process(target=programs, args=(there,))
        child.start()
        here.recv()
        begun = time.monotonic()
        tell(f"beside {PROGRAMS} programs at one address", people(them))
        passed = time.monotonic() - begun
        here.send("stop")
        made = here.recv()
        child.join()
    head(f"{PROGRAMS} programs at one address", "a second", "refused")
    row("guesses by key", made[200] / passed, made[429])
