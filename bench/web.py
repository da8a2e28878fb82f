"""Measure a guess and some pages as a multiple of an empty view, in the same run.

One gunicorn worker serves all requests with the settings of production. Requests alternate with
requests for the empty view, so that a noisy machine slows down both.
"""

import http.client
import re
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, repeat
from urllib.parse import urlencode

from bench.figures import head, row
from games.catalog.rules import PRESETS
from tools.serving import serving

ROUNDS = 400
PORT = 8791  # port of every server that a benchmark starts
COLUMNS = ("ms", "× empty", "at most")
UNCHANGED = (
    *("/rules/", "/fair-play/", "/skill/", "/explore/?history=1122:1,1", "/preview.png"),
    *("/strategies/", "/strategies/knuth/", "/strategies/knuth/vs/simple/"),
    *("/strategies/knuth/tree/11-02/", "/strategies/knuth/tree.json"),
    *("/daily/feed/", "/robots.txt", "/sitemap.xml", "/manifest.webmanifest"),
)
LAB = tuple(
    f"/strategies/{path}{rules.board_query}"
    for rules in PRESETS.values()
    for path in ("", "knuth/", "knuth/vs/entropy/", "knuth/tree/")
)
# the password of an account that exists only in the bench's database
PASSWORD = "correct horse battery"
GIVE_PASSWORD = f"""
import django
django.setup()
from games.models import Player
user = Player.objects.by_name("Ada").user
user.set_password("{PASSWORD}")
user.save()
"""
FILL = (("-m", "tools.demo"), ("-c", GIVE_PASSWORD))
NAME_ON_A_LINE = re.compile(r'href="/players/([^"]+)/"')
# The browser raises these errors if the server fails to answer.
UNANSWERED = (http.client.HTTPException, OSError, ValueError)
CODES = ("1122", "3344", "5566", "1234", "4321")
Send = Callable[[], bytes]
visitors = count()


class Browser:
    """A browser with one connection, one IP address and a store of cookies."""

    def __init__(self, port: int = PORT) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self.forget()

    def forget(self) -> None:
        """Become a new visitor, with another IP address and no cookies."""
        self.cookies: dict[str, str] = {}
        number = next(visitors)
        self.address = f"10.200.{number // 250 % 250}.{number % 250}"

    def send(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> bytes:
        """Send a GET request, or a POST request with ``fields``; return the body of the answer."""
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers.setdefault("X-Forwarded-For", self.address)
        if fields is not None:
            headers["Origin"] = f"http://127.0.0.1:{self.connection.port}"
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        method = "GET" if fields is None else "POST"
        self.connection.request(method, path, urlencode(fields or {}), headers)
        response = self.connection.getresponse()
        self.status, self.location = response.status, response.headers["Location"]
        self.etag = response.headers["ETag"]
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition("=")
            self.cookies[name] = value.partition(";")[0]
        return response.read()

    def begin_game(self) -> dict[str, str]:
        """Start a Classic game; return the fields that every later POST request needs.

        ``game`` and ``location`` become the URL of the game. Raise ValueError if the site refused,
        for example because it is busy.
        """
        self.permission = permission_in(self.send("/"))
        self.send("/", self.permission)
        if self.location is None:
            raise ValueError(f"no game was begun: {self.status}")
        self.game: str = self.location
        return self.permission

    def guess(self, number: int, code: str) -> bytes:
        """Make a guess in the game, in the way that htmx sends it."""
        sent = {"number": str(number), "token": f"t{number}", "code": code, "sure": code}
        return self.send(self.game, self.permission | sent, **{"HX-Request": "true"})


def permission_in(page: bytes) -> dict[str, str]:
    """Return the CSRF token of a page as a field; empty if the page has no token."""
    tokens = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page.decode())
    return {"csrfmiddlewaretoken": tokens[0]} if tokens else {}


def guesses(browser: Browser) -> Iterator[Send]:
    """Yield functions; each sends the next guess of a game, whose board was requested before."""
    while True:
        browser.begin_game()
        for number, code in enumerate(CODES, start=1):
            if b'<form id="guess"' not in browser.send(browser.game):
                break
            yield partial(browser.guess, number, code)
        browser.send(f"{browser.game}resign/", browser.permission)


def seconds_in_turns(
    rounds: int, *streams: tuple[Browser, Iterator[Send]], answer: int = 304
) -> list[float]:
    """Return the median processor seconds of the requests of each stream, sent in turns.

    Raise RuntimeError if a status is neither 200 nor ``answer``.
    """
    # The empty page is a process id. On Linux, this formula turns it into the id of its CPU clock.
    clocks = [~int(browser.send("/empty/")) << 3 | 2 for browser, _ in streams]
    seconds: list[list[float]] = [[] for _ in streams]
    for _, *sends in zip(range(rounds), *(requests for _, requests in streams), strict=False):
        for send, clock, (browser, _), times in zip(sends, clocks, streams, seconds, strict=True):
            start = time.clock_gettime(clock)
            send()
            times.append(time.clock_gettime(clock) - start)
            if browser.status not in (200, answer):
                raise RuntimeError(f"a request was answered {browser.status}")
    return list(map(statistics.median, seconds))


def costs(browser: Browser, requests: Iterator[Send], rounds: int = ROUNDS) -> list[float]:
    """Return the median processor seconds of an empty view and of one of these requests."""
    return seconds_in_turns(rounds, (browser, pages(browser, "/empty/")), (browser, requests))


def pages(browser: Browser, path: str) -> Iterator[Send]:
    """Yield requests for a page, over and over."""
    return repeat(lambda: browser.send(path))


def players(browser: Browser) -> Iterator[Send]:
    """Yield requests for the pages of different players, so that no page is cached."""
    for name in NAME_ON_A_LINE.findall(browser.send("/leaderboard/").decode()):
        yield partial(browser.send, f"/players/{name}/")


def a_player_at_home(browser: Browser) -> Iterator[Send]:
    """Yield requests for the first page by a player who has an open game."""
    next(guesses(browser))()
    return pages(browser, "/")


def unchanged_page(browser: Browser, path: str) -> Iterator[Send]:
    """Yield requests for a page that the browser has cached and that has not changed."""
    browser.send(path)  # this answer can set a cookie that changes the page
    browser.send(path)
    etag = browser.etag

    def send() -> bytes:
        body = browser.send(path, **{"If-None-Match": etag})
        if browser.status != 304:
            raise RuntimeError(f"{path} was made again")
        return body

    return repeat(send)


def most_expensive(
    browser: Browser,
    ask: Callable[[Browser, str], Iterator[Send]],
    paths: Iterable[str],
    rounds: int,
) -> tuple[str, list[float]]:
    """Return the most expensive page, and the costs of an empty view and of this page."""
    found = {path: costs(browser, ask(browser, path), rounds) for path in paths}
    return max(found.items(), key=lambda item: item[1][1] / item[1][0])


def page_of_account(browser: Browser, path: str) -> Iterator[Send]:
    """Yield requests for a page from a logged-in player with many games."""
    permission = permission_in(browser.send("/you/log-in/"))
    sent = {**permission, "name": "Ada", "password": PASSWORD}
    answer = browser.send("/you/log-in/", sent)
    if browser.status != 302:
        raise RuntimeError(f"no one could log in: {answer.decode()}")
    return pages(browser, path)


# Each row: a name, the requests, and their maximum cost as a multiple of an empty view's cost.
PAGES: tuple[tuple[str, Callable[[Browser], Iterator[Send]], float], ...] = (
    ("the first page to a stranger", partial(pages, path="/"), 5),
    ("a guess by htmx", guesses, 5),
    ("the first page to a player", a_player_at_home, 6),
    ("the leaderboard to a player", partial(page_of_account, path="/leaderboard/"), 5),
    ("their own page", partial(page_of_account, path="/you/"), 5),
    ("their page to others", partial(pages, path="/players/ada/"), 5),
    ("the first look at a player", players, 25),
)


def main() -> None:
    with serving(PORT, *FILL):
        head(f"CPU of one request, median of {ROUNDS}", *COLUMNS)
        path, found = most_expensive(Browser(), unchanged_page, UNCHANGED, ROUNDS // 4)
        tell(f"{path} again, unchanged", found, 1.5)
        tell(*most_expensive(Browser(), pages, LAB, ROUNDS // 20), 10)
        for name, asked, most in PAGES:
            browser = Browser()
            tell(name, costs(browser, asked(browser)), most)


def tell(name: str, found: list[float], most: float) -> None:
    """Print the cost of a request: in milliseconds, and divided by that of an empty view."""
    empty, asked = found
    row(name, f"{asked * 1e3:.2f}", f"{asked / empty:.1f}", most)
