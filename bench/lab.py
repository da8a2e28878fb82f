"""What the lab costs: its pages, nodes that nobody has seen yet, and work beside the players.

A node is worked out in a process beside the worker of the site, so both are counted.
"""

import re
from html import unescape

from bench.figures import head, row
from bench.load import cpu_of, descendants
from bench.web import (
    COLUMNS,
    PORT,
    ROUNDS,
    Browser,
    costs,
    guesses,
    most_expensive,
    pages,
    permission_in,
    tell,
)
from games.catalog.rules import PRESETS
from tools.serving import serving

PAGES = (
    *("/strategies/", "/strategies/knuth/", "/strategies/knuth/vs/entropy/"),
    *("/strategies/knuth/tree/", "/explore/"),
)
MOST_NODES = 30
ASKED = ("knuth", "entropy", "expected-size", "most-parts", "weighted")
BOARD = {"pegs": "6", "colors": "7", "repeats": "yes"}  # minutes of work for each of them


def seconds_of(browser: Browser, path: str, server: set[int], address: str) -> float:
    """Return the seconds of a processor that a page takes the worker and what calculates.

    Each comes from another address, or they would soon have had their share of the gate.
    """
    start = cpu_of(server)
    browser.connection.close()
    browser.send(path, **{"X-Forwarded-For": address})
    if browser.status != 200:
        raise RuntimeError(f"{path} was answered {browser.status}")
    return cpu_of(server) - start


def nodes(browser: Browser, tree: str, query: str) -> list[str]:
    """Return where the nodes below the root of a tree are."""
    page = unescape(browser.send(tree + query).decode())
    return sorted(set(re.findall(rf'href="({tree}[\d-]+/[^"]*)"', page)))[:MOST_NODES]


def most_expensive_node(strategy: str, query: str) -> float:
    """Return the most seconds that a node below the root takes to be seen for the first time."""
    browser, tree = Browser(), f"/strategies/{strategy}/tree/"
    worker = int(browser.send("/empty/"))
    server = {worker} | descendants(worker)
    return max(
        seconds_of(browser, path, server, f"198.51.100.{number}")
        for number, path in enumerate(nodes(browser, tree, query))
    )


def ask_for_work(browser: Browser) -> None:
    """Have five strategies played out, which takes longer than what is measured."""
    address = "/strategies/?" + "&".join(f"{name}={value}" for name, value in BOARD.items())
    permission = permission_in(browser.send(address))
    for strategy in ASKED:
        browser.send("/strategies/", {**permission, **BOARD, "strategy": strategy})
        if browser.status != 302:
            raise RuntimeError(f"{strategy} was answered {browser.status}")


def beside_work() -> tuple[float, float]:
    """Return what an empty view and a guess cost while five evaluations wait and run."""
    with serving(PORT, HOUSEKEEPING="yes"):
        ask_for_work(Browser())
        player = Browser()
        return costs(player, guesses(player))


def main() -> None:
    with serving(PORT):
        head("the lab", *COLUMNS)
        paths = [f"{path}{rules.board_query}" for rules in PRESETS.values() for path in PAGES]
        tell(*most_expensive(Browser(), pages, paths, ROUNDS // 20), 10)
        at_rest = costs(player := Browser(), guesses(player))
        for board, most in (("super", 300), ("giant", 1000)):
            seconds = most_expensive_node("knuth", PRESETS[board].board_query)
            row(f"a new node on {board}", f"{seconds * 1e3:.2f}", "", f"{most} ms")
    empty, guess = beside_work()
    more = (guess / empty) / (at_rest[1] / at_rest[0]) - 1
    tell("a guess beside five played out", (empty, guess), 6)
    row("which is more than at rest", "", f"{more:+.1%}", "+10%")
