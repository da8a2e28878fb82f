"""Tests of the real pages in a real browser; a message on the console fails the test."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.catalog.rules import CLASSIC
from games.models import Game
from games.people.sessions.current import NEWCOMER
from tests.browser.looks import todays
from tests.cast import start as start_game
from tools.ensure_browser import find_browser, system_browser

# Statuses that the site uses as answers, so their message on the console is no error.
EXPECTED = ("status of 422", "status of 409", "status of 404")
# htmx sends these events if a newer request replaces an older one.
REPLACED = ("htmx:sendAbort", "htmx:afterRequest")

# This option saves a process, and a tenth of the time of the tests.
FRUGAL = "--in-process-gpu"
PATIENCE = 120_000  # milliseconds; generous, because a busy machine can delay a page

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(config, items):
    """Skip browser tests if there is no browser, except in continuous integration.

    `make test` runs only a third of the browser tests; the date decides which third.
    """
    here = [item for item in items if item.path.is_relative_to(os.path.dirname(__file__))]
    if here and not find_browser() and os.environ.get("CI") != "true":
        for item in here:
            item.add_marker(pytest.mark.skip(reason="no Chromium: set CHROMIUM to its path"))
    of_other_days = set(here).difference(todays(here, days=3))
    items[:] = [item for item in items if item not in of_other_days]
    config.hook.pytest_deselected(items=of_other_days)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    executable = system_browser()
    args = [*browser_type_launch_args.get("args", ()), FRUGAL]
    frugal = browser_type_launch_args | {"args": args}
    return frugal | ({"executable_path": executable} if executable else {})


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    return browser_context_args | {"locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def contexts(browser: Browser, browser_context_args):
    """Return a function that opens a browser context with a long timeout."""

    @contextmanager
    def open_context(**kind) -> Iterator[BrowserContext]:
        with browser.new_context(**browser_context_args | kind) as context:
            context.set_default_timeout(PATIENCE)
            yield context

    return open_context


@pytest.fixture
def another(contexts):
    """Return a function that opens a browser context, which is closed when the test ends."""
    with ExitStack() as opened:
        yield lambda **kind: opened.enter_context(contexts(**kind))


@pytest.fixture
def context(contexts):
    with contexts() as context:
        yield context


@pytest.fixture
def complaints(context: BrowserContext):
    """Yield the list of errors and warnings on the consoles of all pages of the test."""
    heard: list[str] = []

    def note(kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            heard.append(f"{kind}: {text}")

    def listen(page: Page) -> None:
        page.on("console", lambda line: note(line.type, line.text))
        page.on("pageerror", lambda error: heard.append(f"error: {error}"))

    context.on("page", listen)
    yield heard
    context.remove_listener("page", listen)


@pytest.fixture(autouse=True)
def _browser_is_content(complaints):
    yield
    ignored = EXPECTED + REPLACED
    unexpected = [line for line in complaints if not any(part in line for part in ignored)]
    assert unexpected == []


@pytest.fixture(autouse=True)
def _no_request_is_turned_away(monkeypatch):
    """Switch off the limit per IP address, and let requests wait at the gate on a busy machine."""
    monkeypatch.setattr(
        "games.web.traffic.turned_away.shares.charge", lambda address, seconds: None
    )
    monkeypatch.setattr("games.web.traffic.gate.PATIENCE", PATIENCE / 1000)


@pytest.fixture
def start(live_server, context: BrowserContext):
    """Return a function that starts a Classic game with a known secret."""

    def begin(secret: str = "3632", context: BrowserContext = context) -> Page:
        page = context.new_page()
        page.goto(live_server.url)
        page.locator(".welcome .button.main").click()
        page.wait_for_url("**/games/*/")
        Game.objects.filter(pk=Game.objects.latest("pk").pk).update(secret=secret)
        return page

    return begin


@pytest.fixture
def opened(live_server, settings, context: BrowserContext):
    """Return a function that opens a page directly, as a returning visitor."""

    def open_page(player: Client, path: str, context: BrowserContext = context) -> Page:
        name = settings.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": player.cookies[name].value, "url": live_server.url}
        context.add_cookies([cookie])
        page = context.new_page()
        page.goto(live_server.url + path)
        return page

    return open_page


@pytest.fixture
def board(opened, context: BrowserContext):
    """Return a function that opens a game with a known secret.

    The player has won before, unless ``is_new`` is given.
    """

    def begin(
        secret: str = "3632", rules=CLASSIC, context: BrowserContext = context, is_new: bool = False
    ) -> Page:
        player = Client()
        game = start_game(player, secret, rules)
        if not is_new:
            session = player.session
            session.pop(NEWCOMER)
            session.save()
        return opened(player, game.get_absolute_url(), context)

    return begin


@pytest.fixture
def without_script(contexts):
    with contexts(java_script_enabled=False) as context:
        yield context


@pytest.fixture
def phone(contexts):
    with contexts(viewport={"width": 360, "height": 740}, has_touch=True) as context:
        yield context
