"""What players notice while others ask for the most expensive things there are.

Two workers serve, as in production. Players have the site to themselves, then attackers go at it
with real connections and without a pause: at each expensive address of ``tests/addresses.py``
alone and at all of them, from one address and each from their own; and first at a page that does
nothing, to know what the attackers take of the machine. The players just before are
what an attack is compared with, as machines are busy with other things, too. It takes some ten
minutes, less with the names of addresses, ``all`` for the mix: ``python -m bench attack watch``.
"""

import os
import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from ctypes import c_bool, c_int
from itertools import cycle, repeat
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from bench.load import Seen
from bench.web import PORT, UNANSWERED, Browser, guesses
from tests.addresses import ADDRESSES
from tests.expensive import Ask, Request, Things
from tools.serving import serving

WORKERS = 2
PLAYERS, ATTACKERS = 4, 32
LONGEST_BEGINNING = 300.0  # seconds until all attackers are ready
SECONDS = 6.0
ALL, NOTHING = "all", -1
CONTROL = "nothing at all"  # what attackers and this machine cost where the site has nothing to do
SETTLED = 0.5  # seconds until what was asked last is answered
USED_UP = 2.0  # seconds in which attackers use up what everybody has
GIANT = {"pegs": "8", "colors": "12", "repeats": "yes", "limit": "20"}
FORK = get_context("fork")  # so that attackers have the settings of this process


def targets() -> dict[str, list[Ask]]:
    """Return what can be asked at each expensive address, and everything."""
    found = {name: list(address.costs) for name, address in ADDRESSES.items() if address.costs}
    last = {"delete": found.pop("delete")}  # an attacker who is deleted has nothing more to ask for
    all_of_them = [ask for asks in found.values() for ask in asks]
    return {CONTROL: [nothing]} | found | {ALL: all_of_them} | last


def nothing(its: Things, chance: random.Random) -> Request:
    return Request("/empty/")


class Attacker:
    """Somebody without an account who has found out what costs most."""

    def __init__(self, browser: Browser, chance: random.Random) -> None:
        self.browser, self.chance = browser, chance
        self.permission = browser.begin_game()
        finished = self.begun("/", GIANT)
        for number in range(1, 4):
            self.guess(finished, number)
        self.send(f"{finished}resign/")
        running = self.begun("/", GIANT)
        self.guess(running, 1)
        made = [
            self.begun("/challenges/", GIANT | {"code": self.code()}),
            self.begun("/watch/", {"random": "yes", "strategy": "knuth"}),
            self.begun("/assist/", GIANT | {"strategy": "entropy"}),
        ]
        ids = [address.split("/")[2] for address in (running, finished, *made)]
        self.things = Things(*ids, player="Player 1", **self.at_boards_with_others())

    def at_boards_with_others(self) -> dict[str, str]:
        """Return an evil game, a race, a room and an evening."""
        race = GIANT | {"kind": "race", "pace": "live", "rounds": "1"}
        evening = "".join(self.chance.choices("0123456789", k=22))
        self.begun(f"/duels/here/{evening}/", GIANT | {"code": self.code()})
        begun = {"evil": GIANT, "duels": race, "rooms": GIANT}
        evil, duel, room = (self.begun(f"/{at}/", sent).split("/")[2] for at, sent in begun.items())
        return {"evil": evil, "duel": duel, "room": room, "evening": evening}

    def send(self, path: str, **fields: str) -> None:
        self.browser.send(path, self.permission | fields)

    def begun(self, path: str, fields: dict[str, str]) -> str:
        """Begin something; return where it is."""
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

    def ask(self, asks: list[Ask]) -> None:
        """Ask one of these things, as expensive as it gets."""
        path, sent = self.chance.choice(asks)(self.things, self.chance)
        if sent is None:
            self.browser.send(path)
        else:
            self.send(path, **sent)


class Orders:
    """What the attackers, in a process of their own, are to do now."""

    def __init__(self) -> None:
        self.target = FORK.Value(c_int, NOTHING)  # its place in ``targets``
        self.is_spread = FORK.Value(c_bool, False)
        self.stop = FORK.Event()
        self.ready = FORK.Barrier(ATTACKERS + 1, timeout=LONGEST_BEGINNING)
        self.told = FORK.Queue()  # of the statuses that came, by target and whether they are spread


def street(beginning: str) -> Iterator[str]:
    """Yield the addresses that begin so, over and over."""
    return cycle([f"{beginning}.{place}" for place in range(250)])


def play(number: int, seen: Seen, stop: threading.Event) -> None:
    """Play one Classic game after the other, without a pause."""
    while not stop.is_set():
        # Nobody plays as quickly as this: it stands for many, each at their own address, who come
        # to any worker as through a proxy.
        browser = Timed(seen, street(f"172.16.{number}"))
        with suppress(*UNANSWERED):
            for send in guesses(browser):
                send()
                browser.connection.close()
                if stop.is_set():
                    return


def attack(number: int, seen: dict[tuple[int, bool], Seen], orders: Orders) -> None:
    """Send expensive requests without a pause, whatever is answered."""
    asks = list(targets().values())
    browser = Timed(Seen(), street(f"192.168.{number}"))
    chance = random.Random(number)  # noqa: S311 - nobody is to be surprised
    attacker = None
    while attacker is None:
        with suppress(*UNANSWERED):
            attacker = Attacker(browser, chance)
    orders.ready.wait()
    os.nice(19)  # in truth they calculate elsewhere; on Linux it is this thread's alone
    with closing(browser.connection):
        while not orders.stop.is_set():
            target, is_spread = orders.target.value, orders.is_spread.value
            if target == NOTHING:
                browser.connection.close()  # the server does not keep it for so long
                time.sleep(0.05)
                continue
            browser.seen = seen[target, is_spread]
            # Nobody has used up a share in an attack before.
            address = f"10.{int(is_spread)}.{target}.{number if is_spread else 0}"
            browser.addresses = repeat(address)
            with suppress(*UNANSWERED):
                attacker.ask(asks[target])


class Timed(Browser):
    """A browser that takes the time, and says from which addresses a proxy would see it come."""

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


def crowd(run: Callable[..., None], size: int, *arguments: object) -> None:
    """Let this many do the same at once until they are told to stop."""
    with ThreadPoolExecutor(size) as threads:
        list(threads.map(lambda number: run(number, *arguments), range(size)))


def attackers(orders: Orders) -> None:
    seen: dict[tuple[int, bool], Seen] = defaultdict(Seen)
    crowd(attack, ATTACKERS, seen, orders)
    orders.told.put({how: one.statuses for how, one in seen.items()})


def measured(seconds: float) -> Seen:
    """Return what players see for so long."""
    seen, stop = Seen(), threading.Event()
    threading.Timer(seconds, stop.set).start()
    crowd(play, PLAYERS, seen, stop)
    return seen


def workers() -> set[int]:
    """Return the numbers of the processes that serve."""
    found = set()
    for _ in range(40):
        browser = Browser()
        with closing(browser.connection):
            found.add(int(browser.send("/empty/")))
    return found


def peak_memory(processes: set[int]) -> float:
    """Return the most memory that one of the processes ever had, in MB."""
    told = [Path(f"/proc/{process}/status").read_text() for process in processes]
    return max(int(status.partition("VmHWM:")[2].split()[0]) / 1024 for status in told)


class Attack(NamedTuple):
    """What players saw right before an attack and during it, and what the attackers were told.

    ``memory`` is the most that a worker has had by then, in MB: what needs much makes it jump.
    """

    name: str
    alone: Seen
    attacked: Seen
    answers: Counter[int]
    memory: float

    @property
    def left(self) -> float:
        """The share of their requests that players still make."""
        return len(self.attacked.times) / len(self.alone.times)

    @property
    def slower(self) -> float:
        """How many times as long the slowest one in a hundred takes."""
        return self.attacked.percentile(99) / self.alone.percentile(99)

    def __str__(self) -> str:
        answers = dict(sorted(self.answers.items()))
        return (
            f"  {self.name:<34} {self.left:5.0%} left, p99 × {self.slower:4.1f}  "
            f" {self.attacked.told(SECONDS)}   {self.memory:4.0f} MB   {answers}"
        )


class Figures(NamedTuple):
    """What came of each attack."""

    attacks: list[Attack]

    @property
    def worst(self) -> Attack:
        return min(self.attacks, key=lambda one: min(one.left / 0.5, 3 / one.slower))

    @property
    def memory(self) -> float:
        return self.attacks[-1].memory


def figures(names: Sequence[str] = (), settings: str = "bench.settings") -> Figures:
    """Serve, attack the addresses with these names or all, and return what came of it."""
    places = list(targets())
    with serving(PORT, ("-m", "bench", "crowd"), workers=WORKERS, DJANGO_SETTINGS_MODULE=settings):
        orders = Orders()
        process = FORK.Process(target=attackers, args=(orders,))
        process.daemon = True
        process.start()
        orders.ready.wait()
        found, serve = [], workers()
        for name in names or places:
            for is_spread in (False, True):
                alone = measured(SECONDS)
                orders.is_spread.value, orders.target.value = is_spread, places.index(name)
                time.sleep(USED_UP)
                seen = measured(SECONDS)
                orders.target.value = NOTHING
                time.sleep(SETTLED)
                found.append((name, is_spread, alone, seen, peak_memory(serve)))
        orders.stop.set()
        told = orders.told.get(timeout=120)
        process.join()
    return Figures(
        [
            Attack(
                f"{name}, {'each from its own' if is_spread else 'from one address'}",
                alone,
                seen,
                told.get((places.index(name), is_spread), Counter()),
                memory,
            )
            for name, is_spread, alone, seen, memory in found
        ]
    )


def main(*names: str) -> None:
    print(f"\n{PLAYERS} players, {ATTACKERS} attackers, {WORKERS} workers, {SECONDS:.0f} s each")
    found = figures(names)
    for one in found.attacks:
        print(one)
    print(f"  the worst: {found.worst.name} (at least 50% left, p99 at most × 3)")
    print(f"  a worker had {found.memory:.0f} MB at most (at most 250)")
