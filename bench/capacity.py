"""Measure how many players one core serves, and how many new visitors a server admits.

A core serves a number of players if 99 of 100 guesses take less than 200 ms. The number is doubled
until guesses are slower; bisection then finds the largest number.

Players think between guesses. A guess is timed from the moment of its player's decision, including
any wait before it is sent. The measurement takes some twenty minutes on an idle machine. The result
is per core that the server and its database used, because the simulated players use the machine,
too.
"""

from __future__ import annotations

import argparse
import heapq
import os
import random
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from bench.load import Seen, cores_used, crowd
from bench.web import PORT, UNANSWERED, Browser
from tools.serving import serving
from tools.with_postgres import find_programs, postgres

LONGEST = 0.2  # 99 of 100 guesses must be answered within this many seconds
THINK = (3.0, 9.0)  # a player thinks about a guess for between 3 and 9 seconds
FIRST = 50  # number of players in the first test
HALVINGS = 3
HANDS = 128  # maximum number of requests at the same moment
CODES = ("1122", "3344", "5566", "1234", "4321", "2211", "6655", "1523", "3615", "2463")


class Guesser:
    """A simulated player, who plays one game after another."""

    def __init__(self, port: int) -> None:
        self.browser = Browser(port)
        self.left: list[tuple[int, str]] = []

    def act(self) -> None:
        """Make the next guess, or begin a game. Raises ``ValueError`` if it was refused."""
        if self.left:
            if b"You broke the code" in self.browser.guess(*self.left.pop()):
                self.left.clear()
        else:
            self.browser.begin_game()
            self.left = list(enumerate(CODES, start=1))[::-1]
        self.browser.connection.close()
        if self.browser.status not in (200, 302):
            raise ValueError(self.browser.status)


def newcomers(port: int, at_once: int, seconds: float) -> str:
    """Let new visitors start a first game each; return a sentence with the result.

    ``at_once`` visitors act at the same time, without a pause; each has an IP address of its own.
    Refused visitors are not timed.
    """
    seen, end = Seen(), time.monotonic() + seconds

    def arrive(_hand: int) -> None:
        while (begun := time.monotonic()) < end:
            browser = Browser(port)
            try:
                browser.send("/", {})
                status = browser.status
            except UNANSWERED:
                status = 0
            browser.connection.close()
            seen.statuses[status] += 1
            seen.times += [time.monotonic() - begun] if status == 302 else []

    crowd(arrive, at_once)
    return f"{at_once} newcomers at once: {seen.describe(seconds)}"


class Crowd:
    """Simulated players; a pool of threads sends the guess of each player who has decided."""

    def __init__(self, players: int, port: int, seconds: float) -> None:
        self.begun = time.monotonic()
        # at this moment all players have started
        self.counted_from = self.begun + 2 * THINK[1]
        self.end = self.counted_from + seconds
        self.lock = threading.Lock()
        self.seen = Seen()
        self.chance = random.Random(1)  # noqa: S311 - for how long they think
        self.due = [
            (self.begun + self.chance.uniform(0, THINK[1]), number, Guesser(port))
            for number in range(players)
        ]
        heapq.heapify(self.due)

    def play(self) -> None:
        crowd(self.lend_a_hand, HANDS)

    def lend_a_hand(self, _hand: int) -> None:
        while time.monotonic() < self.end:
            with self.lock:
                turn = heapq.heappop(self.due) if self.due else None
            if turn is None:
                time.sleep(0.01)
                continue
            due, number, player = turn
            time.sleep(max(0.0, due - time.monotonic()))
            self.serve(player, due)
            with self.lock:
                again = time.monotonic() + self.chance.uniform(*THINK)
                heapq.heappush(self.due, (again, number, player))

    def serve(self, player: Guesser, due: float) -> None:
        is_guess, status = bool(player.left), 200
        try:
            player.act()
        except UNANSWERED:
            player.left.clear()
            status = 0
        if due > self.counted_from:
            self.seen.statuses[status] += 1
            self.seen.times += [time.monotonic() - due] if is_guess else []


class Load(NamedTuple):
    """The response times of some players, and how many cores each part of the site used."""

    players: int
    seen: Seen
    seconds: float
    used: dict[str, float]

    @property
    def is_well(self) -> bool:
        return self.seen.percentile(99) <= LONGEST and not self.seen.failures

    def __str__(self) -> str:
        server, database = self.used["gunicorn"], self.used["postgres"]
        return (
            f"{self.players:5} players {self.seen.describe(self.seconds)}  "
            f"{server:4.2f} + {database:4.2f} cores  "
            f"{self.players / (server + database):5.0f} players a core"
        )


def measure(players: int, seconds: float) -> Load:
    """Let ``players`` players play for some seconds after all have started; return the load."""
    crowd = Crowd(players, PORT, seconds)
    _, used = cores_used(crowd.play)
    load = Load(players, crowd.seen, seconds, used)
    print(f"    {load}", flush=True)
    return load


def capacity(seconds: float) -> Load | None:
    """Return the largest load at which guesses were quick; None if guesses were always slow."""
    best, well, too_many = None, 0, FIRST
    while (seen := measure(too_many, seconds)).is_well:
        best, well, too_many = seen, too_many, 2 * too_many
    for _ in range(HALVINGS):
        between = (well + too_many) // 2
        if (seen := measure(between, seconds)).is_well:
            best, well = seen, between
        else:
            too_many = between
    return best


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="of each step")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    kinds = ["SQLite", *(["PostgreSQL"] if find_programs() else [])]
    parser.add_argument("--databases", nargs="+", choices=kinds, default=kinds)
    parser.add_argument("--newcomers", action="store_true", help="and no other players")
    chosen = parser.parse_args(words)
    print(f"Players who think {THINK[0]:.0f} to {THINK[1]:.0f} s; {os.cpu_count()} cores here")
    for kind in chosen.databases:
        for workers in chosen.workers:
            print(f"  {kind}, {workers} workers", flush=True)
            place: AbstractContextManager[dict[str, str]] = nullcontext({})
            if kind == "PostgreSQL" and (programs := find_programs()):
                place = postgres(programs)
            with place as env, serving(PORT, workers=workers, **env):
                for at_once in (1, 6):
                    print(f"    {newcomers(PORT, at_once, chosen.seconds)}", flush=True)
                if not chosen.newcomers:
                    print(f"  = {capacity(chosen.seconds) or 'too slow for anybody'}")
