"""Measure how fast twelve programs play from one IP address, and what ten people notice.

Two workers serve, as in production. Each person has an IP address and makes a guess every two
seconds, first without the programs, then while they play. Each program has a key and plays without
a pause; if the server tells it to wait, it waits.
"""

import http.client
import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event

from bench.attack import FORK
from bench.figures import head, row
from bench.load import Seen, crowd
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

    def __init__(self, number: int, made: Counter[int], stop: Event) -> None:
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


def programs(made: Connection, stop: Event) -> None:
    """Let all programs play until told to stop; then send how many responses had each status."""
    counted: Counter[int] = Counter()
    crowd(lambda number: Program(number, counted, stop).play(), PROGRAMS)
    made.send(counted)


class Person:
    """A person who makes a guess every two seconds, and has made one already."""

    def __init__(self) -> None:
        self.arrive()
        next(self.sends)()

    def arrive(self) -> None:
        """Come as a new visitor."""
        self.browser = Browser()
        self.sends: Iterator[Send] = guesses(self.browser)

    def play(self, seen: Seen, until: float) -> None:
        """Play for a while; arrive again if a page is refused."""
        while time.monotonic() < until:
            start = time.perf_counter()
            try:
                next(self.sends)()
                seen.statuses[self.browser.status] += 1
            except (StopIteration, *UNANSWERED):
                seen.statuses[0] += 1
                self.browser.connection.close()
                self.arrive()
            seen.times.append(time.perf_counter() - start)
            time.sleep(THINKING)


def measure(name: str, people: list[Person]) -> None:
    """Let people play, and print the response times that they measured."""
    seen, until = Seen(), time.monotonic() + SECONDS
    crowd(lambda number: people[number].play(seen, until), len(people))
    row(name, len(seen.times) / SECONDS, seen.percentile(50) * 1e3, seen.failures)


def main() -> None:
    with serving(PORT, ("-c", FILL), workers=2, NEW_GAMES_PER_HOUR="100000"):
        head(f"guesses of {PEOPLE} people in {SECONDS:.0f} seconds", "a second", "ms", "failed")
        people = [Person() for _ in range(PEOPLE)]
        measure("alone", people)
        # The programs calculate in another process, as real programs do.
        (made, theirs), stop = FORK.Pipe(), FORK.Event()
        FORK.Process(target=programs, args=(theirs, stop), daemon=True).start()
        begun = time.monotonic()
        measure(f"beside {PROGRAMS} programs at one address", people)
        passed = time.monotonic() - begun
        stop.set()
        answers = made.recv()
    head(f"{PROGRAMS} programs at one address", "a second", "refused")
    row("guesses by key", answers[200] / passed, answers[429])
