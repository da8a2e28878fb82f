"""Measure what players notice while attackers request the most expensive pages.

Two workers serve, as in production. Players first have the site to themselves. Then attackers send
requests without a pause: to each expensive URL of ``tests/addresses.py``, then to all of them,
mixed. Each attack comes from one IP address, then from one for each attacker. The first attack is
on a page that does nothing; it shows how much of the machine the attackers use. Each attack is
compared with the time just before it, because the machine also does other work.

It takes some twenty minutes; ``python -m bench attack watch`` attacks one URL, and ``all`` means
all mixed. ``python -m bench attack mail`` measures how long emails and computer players wait while
attackers start many duels with computers.
"""

import os
import random
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import count, cycle, product, repeat
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from statistics import fmean
from typing import NamedTuple

from bench.figures import most_megabytes
from bench.load import Seen, crowd
from bench.web import PORT, UNANSWERED, Browser, guesses, permission_in
from tests.addresses import ADDRESSES
from tests.expensive import Ask, Request, Things
from tools.serving import serving

WORKERS = 2
PLAYERS, ATTACKERS = 4, 32
LONGEST_BEGINNING = 300.0  # all attackers must be ready after this many seconds
SECONDS = 6.0
ALL = "all"
# name of the attack on an empty page; it shows what the attackers themselves cost
CONTROL = "nothing at all"
USED_UP = 2.0  # attackers reach the limit of their IP address within this many seconds
GIANT = {"pegs": "8", "colors": "12", "repeats": "yes", "limit": "20"}
FORK = get_context("fork")  # forked attackers inherit the settings of this process


def targets() -> dict[str, list[Ask]]:
    """Return the requests of each attack: on one expensive URL, or on all of them mixed."""
    found = {name: list(address.costs) for name, address in ADDRESSES.items() if address.costs}
    # Deleting the attacker's account must come last.
    last = {"delete": found.pop("delete")}
    all_of_them = [ask for asks in found.values() for ask in asks]
    return {CONTROL: [nothing]} | found | {ALL: all_of_them} | last


def nothing(its: Things, chance: random.Random) -> Request:
    return Request("/empty/")


class Timed(Browser):
    """A browser that times its requests and sends an IP address in the header of a proxy."""

    def __init__(self, seen: Seen, addresses: Iterator[str]) -> None:
        super().__init__()
        self.connection.timeout = 30
        self.seen, self.addresses = seen, addresses

    def send(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> bytes:
        start, self.status = time.perf_counter(), 0
        try:
            return super().send(path, fields, **headers | {"X-Forwarded-For": next(self.addresses)})
        except UNANSWERED:
            self.connection.close()
            raise
        finally:
            self.seen.times.append(time.perf_counter() - start)
            self.seen.statuses[self.status] += 1


class Attacker:
    """An attacker without an account, who knows the most expensive requests."""

    def __init__(self, browser: Timed, chance: random.Random) -> None:
        self.browser, self.chance = browser, chance
        self.permission = browser.begin_game()
        finished = self.start("/", GIANT)
        for number in range(1, 4):
            self.guess(finished, number)
        self.send(f"{finished}resign/")
        running = self.start("/", GIANT)
        self.guess(running, 1)
        made = [
            self.start("/challenges/", GIANT | {"code": self.code()}),
            self.start("/watch/", {"random": "yes", "strategy": "knuth"}),
            self.start("/assist/", GIANT | {"strategy": "entropy"}),
        ]
        ids = [address.split("/")[2] for address in (running, finished, *made)]
        more = self.at_boards_with_others() | {"entrant_key": self.key_of_season()}
        self.things = Things(*ids, player="Player 1", **more)

    def at_boards_with_others(self) -> dict[str, str]:
        """Start one of each: evil game, race, room, evening at one screen; return their ids."""
        race = GIANT | {"kind": "race", "pace": "live", "rounds": "1"}
        evening = "".join(self.chance.choices("0123456789", k=22))
        self.start(f"/duels/here/{evening}/", GIANT | {"code": self.code()})
        begun = {"evil": GIANT, "duels": race, "rooms": GIANT}
        evil, duel, room = (self.start(f"/{at}/", sent).split("/")[2] for at, sent in begun.items())
        return {"evil": evil, "duel": duel, "room": room, "evening": evening}

    def key_of_season(self) -> str:
        """Join the season of ``bench.crowd``; return the key for sending trees."""
        joining = f"/league/{Things._field_defaults['season']}/entrants/"
        page = self.send(joining, names=f"Attacker {self.chance.randrange(10**6)}")
        [key] = re.findall(rb'id="key"[^>]*>([\w-]+)<', page)
        return str(key, "ascii")

    def send(self, path: str, **fields: str) -> bytes:
        return self.browser.send(path, self.permission | fields)

    def start(self, path: str, fields: dict[str, str]) -> str:
        """Begin a game or a duel with a POST request; return its URL."""
        for _ in range(60):
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

    def attack(self, asks: list[Ask], seen: Seen, address: str, stop: Event) -> None:
        """Send requests, chosen at random from ``asks``, without a pause; ignore the responses."""
        self.browser.seen, self.browser.addresses = seen, repeat(address)
        with closing(self.browser.connection):
            while not stop.is_set():
                with suppress(*UNANSWERED):
                    self.ask(asks)

    def ask(self, asks: list[Ask]) -> None:
        """Choose one of these requests, and send it in its most expensive form."""
        path, sent = self.chance.choice(asks)(self.things, self.chance)
        if sent is None:
            self.browser.send(path)
        else:
            self.send(path, **sent)


def street(beginning: str) -> Iterator[str]:
    """Yield 250 IP addresses with this beginning, then the same ones again, without end."""
    return cycle([f"{beginning}.{place}" for place in range(250)])


# No single player is as quick as these. Each represents many players, each with an IP address;
# their requests reach any worker, as through a proxy.
CROWDS = [street(f"172.16.{number}") for number in range(PLAYERS)]


def play(seen: Seen, stop: threading.Event, number: int) -> None:
    """Play one Classic game after another without a pause."""
    while not stop.is_set():
        browser = Timed(seen, CROWDS[number])
        with suppress(*UNANSWERED):
            for send in guesses(browser):
                send()
                browser.connection.close()
                if stop.is_set():
                    return


def attackers(orders: Connection, stop: Event) -> None:
    """Get all attackers ready; then run each attack from ``orders`` until ``stop`` is set."""
    them = crowd(ready, ATTACKERS)
    orders.send("ready")
    # Real attackers use other machines. On Linux, this applies to threads started from here on.
    os.nice(19)
    while order := orders.recv():
        seen, (name, addresses) = Seen(), order
        asks = targets()[name]
        crowd(lambda n: them[n].attack(asks, seen, addresses[n], stop), ATTACKERS)  # noqa: B023
        orders.send(seen.statuses)


def ready(number: int) -> Attacker:
    """Return an attacker who has started every kind of game that can be attacked."""
    browser = Timed(Seen(), street(f"192.168.{number}"))
    chance = random.Random(number)  # noqa: S311 - no one is to be surprised
    while True:
        with suppress(*UNANSWERED), closing(browser.connection):
            return Attacker(browser, chance)


def measure_players(seconds: float) -> Seen:
    """Return the response times of the players over a number of seconds."""
    seen, stop = Seen(), threading.Event()
    threading.Timer(seconds, stop.set).start()
    crowd(partial(play, seen, stop), PLAYERS)
    return seen


def workers() -> set[int]:
    """Return the process ids of the web workers."""
    found = set()
    for _ in range(40):
        browser = Browser()
        with closing(browser.connection):
            found.add(int(browser.send("/empty/")))
    return found


class Attack(NamedTuple):
    """What players noticed before and during an attack, and which answers the attackers got.

    ``memory`` is the peak memory of a worker so far, in MB.
    """

    name: str
    alone: Seen
    attacked: Seen
    answers: Counter[int]
    memory: int

    @property
    def left(self) -> float:
        """The number of players' requests during the attack, as a share of the number before."""
        return len(self.attacked.times) / len(self.alone.times)

    @property
    def slower(self) -> float:
        """How many times longer players waited during the attack (99th percentile)."""
        return self.attacked.percentile(99) / self.alone.percentile(99)

    def __str__(self) -> str:
        answers = dict(sorted(self.answers.items()))
        return (
            f"  {self.name:<34} {self.left:5.0%} left, p99 × {self.slower:4.1f}  "
            f" {self.attacked.describe(SECONDS)}   {self.memory:4} MB   {answers}"
        )


def least_left(attacks: Sequence[Attack]) -> float:
    """Return the share of the players' requests that each attack should leave.

    It is half of them. Where attackers and players share few cores, even attacks on the empty page
    leave less; then it is four fifths of what these leave.
    """
    on_nothing = [one.left for one in attacks if one.name.startswith(CONTROL)]
    return min(0.5, 0.8 * fmean(on_nothing or [1]))


def worst(attacks: Sequence[Attack]) -> Attack:
    least = least_left(attacks)
    return min(attacks, key=lambda one: min(one.left / least, 3 / one.slower))


def run_attacks(names: Sequence[str] = (), settings: str = "bench.settings") -> list[Attack]:
    """Start a server, attack the URLs with these names (or all), and return the results."""
    found: list[Attack] = []
    with serving(PORT, ("-m", "bench", "crowd"), workers=WORKERS, DJANGO_SETTINGS_MODULE=settings):
        (orders, theirs), stop = FORK.Pipe(), FORK.Event()
        FORK.Process(target=attackers, args=(theirs, stop), daemon=True).start()
        if not orders.poll(LONGEST_BEGINNING):
            raise TimeoutError("the attackers did not get ready")
        orders.recv()
        serve = workers()
        for name, is_spread in product(names or targets(), (False, True)):
            alone = measure_players(SECONDS)
            stop.clear()
            # These IP addresses are new, so no earlier attack has used up their limits.
            places = range(ATTACKERS) if is_spread else [0] * ATTACKERS
            orders.send((name, [f"10.{len(found)}.0.{place}" for place in places]))
            time.sleep(USED_UP)
            beside = measure_players(SECONDS)
            stop.set()
            where = "each from its own" if is_spread else "from one address"
            statuses = orders.recv()
            memory = max(map(most_megabytes, serve))
            found.append(Attack(f"{name}, {where}", alone, beside, statuses, memory))
            print(found[-1], flush=True)
        orders.send(None)
    return found


FLOODS, MAILS_EVERY, FLOOD_SECONDS = 6, 0.5, 60.0  # the last two are in seconds
RACE = GIANT | {"kind": "race", "pace": "live", "rounds": "1"}
WAITS = """
import django, statistics
django.setup()
from django_tasks_db.models import DBTaskResult
tasks = DBTaskResult.objects.filter(priority=0).exclude(started_at=None)
for task, name in (("send_link", "a mail"), ("think", "the first computer of a visitor")):
    rows = tasks.filter(task_path__endswith=f".{task}")
    times = [(row.started_at - row.enqueued_at).total_seconds() for row in rows]
    middle, longest = statistics.median(times), max(times)
    print(f"    {name:<32} {len(times):4} began, median {middle:5.1f}, at most {longest:5.1f}")
left = DBTaskResult.objects.ready().filter(queue_name="thoughts").count()
print(f"    {left} thoughts were left")
"""


def flood(stop: threading.Event, address: str) -> None:
    """Start duels with two computers on the largest board, without a pause."""
    browser = Timed(Seen(), repeat(address))
    with suppress(*UNANSWERED):
        permission = browser.begin_game()
        browser.guess(1, "1122")
        while not stop.is_set():
            browser.send("/duels/", permission | RACE)
            duel = browser.location or "/"
            for _ in range(2):
                browser.send(
                    f"{duel}computer/", permission | {"strategy": "simple", "memory": "100"}
                )
            browser.send(f"{duel}begin/", permission)


def write(stop: threading.Event) -> None:
    """Request password links by email now and then, each from a different IP address."""
    browser = Timed(Seen(), street("172.17.0"))
    permission = permission_in(browser.send("/you/forgotten/"))
    for number in count():
        if stop.wait(MAILS_EVERY):
            return
        with suppress(*UNANSWERED):
            browser.send("/you/forgotten/", permission | {"email": f"{number}@example.org"})


def press(stop: threading.Event, is_spread: bool, number: int) -> None:
    """Do the part of one visitor: the last one asks for emails, and all others flood."""
    if number == FLOODS:
        write(stop)
    while not stop.is_set():
        flood(stop, f"10.9.0.{number if is_spread else 0}")


def print_waits() -> None:
    """Print how long tasks waited during the floods, and how many computer moves were left."""
    print(f"\nHow long tasks wait beside {FLOODS} floods of races with computers, in seconds")
    mail = {"HOUSEKEEPING": "yes", "EMAIL_URL": "smtp://127.0.0.1:1/?from=play@example.org"}
    for is_spread in (False, True):
        print("  each from its own" if is_spread else "  from one address", flush=True)
        stop = threading.Event()
        with serving(PORT, workers=WORKERS, **mail) as server:
            threading.Timer(FLOOD_SECONDS, stop.set).start()
            crowd(partial(press, stop, is_spread), FLOODS + 1)
            server.run("-c", WAITS)


def main(*names: str) -> None:
    if names == ("mail",):
        return print_waits()
    if unknown := ", ".join(set(names) - targets().keys()):
        sys.exit(f"There is no attack on {unknown}. Choose from: {', '.join(targets())}")
    print(f"\n{PLAYERS} players, {ATTACKERS} attackers, {WORKERS} workers, {SECONDS:.0f} s each")
    found = run_attacks(names)
    least = least_left(found)
    print(f"  the worst: {worst(found).name} (at least {least:.0%} left, p99 at most × 3)")
    print(f"  a worker had {found[-1].memory} MB at most (at most 250)")
    if not names:
        print_waits()
