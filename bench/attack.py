"""What players notice while others ask for the most expensive things there are.

Two workers serve, as in production. First four players have the site to themselves, then
attackers go at it with real connections and without a pause, once all from one address and once
each from their own. Run by ``python -m bench.attack``; it takes about two minutes.
"""

from __future__ import annotations

import http.client
import multiprocessing
import os
import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path
from typing import NamedTuple

from bench.web import Browser, guesses
from tools.serving import serving

PORT, WORKERS = 8793, 2
PLAYERS, ATTACKERS = 4, 32
LONGEST_BEGINNING = 120.0  # seconds until all attackers are ready
SECONDS = 20.0
GIANT = {"pegs": "8", "colors": "12", "repeats": "yes", "limit": "20"}
UNANSWERED = (http.client.HTTPException, OSError, ValueError)
FAILED = {0, 429, *range(500, 600)}  # 0 where there was no answer
OPPONENTS = ("knuth", "entropy", "expected-size", "most-parts")


class Seen(NamedTuple):
    """How long each request took in seconds, and how often each status came."""

    times: list[float]
    statuses: Counter[int]

    def told(self, seconds: float) -> str:
        """Return what players felt, in a line."""
        return (
            f"{len(self.times) / seconds:6.1f} requests/s   p50 {self.percentile(50) * 1e3:6.0f} ms"
            f"   p99 {self.percentile(99) * 1e3:6.0f} ms   {self.failures} errors"
        )

    def percentile(self, place: int) -> float:
        return statistics.quantiles(self.times, n=100)[place - 1]

    @property
    def failures(self) -> int:
        return sum(count for status, count in self.statuses.items() if status in FAILED)


class Attacker:
    """Somebody without an account who has found out what costs most."""

    def __init__(self, browser: Browser, chance: random.Random) -> None:
        self.browser, self.chance = browser, chance
        self.permission = browser.begin_game()
        self.finished = self.begun("/", GIANT)
        for number in range(1, 4):
            self.guess(self.finished, number)
        self.send(f"{self.finished}resign/")
        self.running = self.begun("/", GIANT)
        self.guess(self.running, 1)
        self.assist = self.begun("/assist/", GIANT | {"strategy": "entropy"})
        self.revision = 0

    def send(self, path: str, **fields: str) -> None:
        self.browser.send(path, self.permission | fields)

    def begun(self, path: str, fields: dict[str, str]) -> str:
        """Begin something; return where it is."""
        for _ in range(20):
            self.send(path, **fields)
            if self.browser.status == 302:
                return self.browser.location or path
            time.sleep(1)
        raise ConnectionRefusedError(path)

    def guess(self, address: str, number: int) -> None:
        guessed = self.code()
        sent = {"number": str(number), "token": guessed, "code": guessed, "sure": guessed}
        self.send(address, **sent)

    def code(self) -> str:
        return "".join(self.chance.choices("123456789ABC", k=8))

    def race(self) -> None:
        """Watch two strategies think on the largest board."""
        self.send("/watch/", **GIANT, random="yes", strategy="knuth", rival="weighted")

    def learn(self) -> None:
        """Try another guess in the analysis of a game, and see the way of a strategy."""
        beside = self.chance.choice(OPPONENTS)
        self.browser.send(f"{self.finished}analysis/?guess=2&code={self.code()}&beside={beside}")

    def ask(self) -> None:
        """Ask for a hint."""
        asked = {"kind": "best", "number": "2", "strategy": self.chance.choice(OPPONENTS)}
        self.send(f"{self.running}hint/", **asked)

    def answer(self) -> None:
        """Answer a guess of the computer."""
        token, black = self.code(), self.chance.randrange(4)
        row = {"code": token, "token": token, "black": f"{black}", "white": "2", "said": "yes"}
        self.send(self.assist, **row, revision=str(self.revision))
        self.revision += self.browser.status == 302

    def look(self) -> None:
        """See what follows from the answers."""
        self.browser.send(self.assist)

    def log_in(self) -> None:
        self.send("/you/log-in/", name=self.code(), password="wrong")

    def go_on(self) -> None:
        """Ask for everything expensive in turn."""
        for ask in (self.race, self.learn, self.ask, self.answer, self.look, self.log_in):
            ask()


def play(number: int, seen: Seen, stop: Event) -> None:
    """Play one Classic game after the other, without a pause."""
    while not stop.is_set():
        browser = Timed(PORT, seen)
        with suppress(*UNANSWERED), closing(browser.connection):
            for send in guesses(browser):
                send()
                if stop.is_set():
                    return


def attack(number: int, seen: Seen, stop: Event, spread: bool, ready: Barrier) -> None:
    """Send expensive requests without a pause, whatever is answered."""
    browser = Timed(PORT, seen, f"198.51.100.{number}" if spread else "198.51.100.1")
    chance = random.Random(number)  # noqa: S311 - nobody is to be surprised
    attacker = None
    while attacker is None:
        with suppress(*UNANSWERED):
            attacker = Attacker(browser, chance)
    ready.wait()
    os.nice(19)  # in truth they calculate elsewhere; on Linux it is this thread's alone
    with closing(browser.connection):
        while not stop.is_set():
            with suppress(*UNANSWERED):
                attacker.go_on()


class Timed(Browser):
    """A browser that takes the time, and says from which address a proxy would see it come."""

    def __init__(self, port: int, seen: Seen, address: str = "192.0.2.1") -> None:
        super().__init__(port)
        self.connection.timeout = 30
        self.seen, self.address = seen, address

    def send(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> bytes:
        start, self.status = time.perf_counter(), 0
        try:
            return super().send(path, fields, **headers | {"X-Forwarded-For": self.address})
        except UNANSWERED:
            self.connection.close()
            raise
        finally:
            self.seen.times.append(time.perf_counter() - start)
            self.seen.statuses[self.status] += 1


def crowd(run: Callable[..., None], size: int, *arguments: object) -> Seen:
    """Let so many do the same at once until they are told to stop; return what they saw."""
    seen = Seen([], Counter())
    threads = [
        threading.Thread(target=run, args=(number, seen, *arguments)) for number in range(size)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


def attackers(
    stop: Event, spread: bool, ready: Barrier, told: multiprocessing.Queue[Counter[int]]
) -> None:
    told.put(crowd(attack, ATTACKERS, stop, spread, ready).statuses)


def measured(seconds: float) -> Seen:
    """Return what players see for so long."""
    stop = multiprocessing.Event()
    threading.Timer(seconds, stop.set).start()
    return crowd(play, PLAYERS, stop)


def under_attack(spread: bool) -> tuple[Seen, Counter[int]]:
    """Return what players see while attackers, in a process of their own, are at work."""
    stop = multiprocessing.Event()
    told: multiprocessing.Queue[Counter[int]] = multiprocessing.Queue()
    ready = multiprocessing.Barrier(ATTACKERS + 1, timeout=LONGEST_BEGINNING)
    process = multiprocessing.Process(
        target=attackers, args=(stop, spread, ready, told), daemon=True
    )
    process.start()
    ready.wait()
    seen = measured(SECONDS)
    stop.set()
    statuses = told.get(timeout=120)
    process.join()
    return seen, statuses


def workers() -> set[int]:
    """Return the numbers of the processes that serve."""
    found = set()
    for _ in range(40):
        browser = Browser(PORT)
        with closing(browser.connection):
            found.add(int(browser.send("/empty/")))
    return found


def peak_memory(process: int) -> float:
    """Return the most memory that a process ever had, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


class Figures(NamedTuple):
    """What players saw alone and under each attack, and the most memory of a worker in MB."""

    alone: Seen
    attacked: dict[str, Seen]
    answers: dict[str, Counter[int]]
    memory: float


def figures(settings: str = "bench.settings") -> Figures:
    """Serve, attack from one address and from many, and return what came of it."""
    attacked, answers = {}, {}
    alone = Seen([], Counter())
    with serving(PORT, settings, workers=WORKERS):
        for name, spread in (("from one address", False), ("each from its own", True)):
            seen = measured(SECONDS / 2)  # before each, as other programs are busy here, too
            alone.times.extend(seen.times)
            alone.statuses.update(seen.statuses)
            attacked[name], answers[name] = under_attack(spread)
        return Figures(alone, attacked, answers, max(map(peak_memory, workers())))


def main() -> None:
    print(f"\n{PLAYERS} players, {ATTACKERS} attackers, {WORKERS} workers")
    found = figures()
    for name, seen in {"alone": found.alone, **found.attacked}.items():
        print(f"  {name:<18} {seen.told(SECONDS)}")
    for name, statuses in found.answers.items():
        print(f"  attackers {name} were answered {dict(sorted(statuses.items()))}")
    print(f"  a worker had {found.memory:.0f} MB at most (at most 250)")


if __name__ == "__main__":
    main()
