"""Fixtures for tests that run in every browser engine, started by ``make test-browsers``."""

import pytest
from django.conf import settings as django_settings
from django.test import override_settings

from games.models import Game
from tests.browser.conftest import REPLACED
from tests.engines.engines import ENGINES
from tests.engines.player import Player

SIZES = {"mouse": (1280, 800), "touch": (360, 740)}
PLAYED_IN = pytest.StashKey[list[str]]()


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.write_line(f"Played in {', '.join(config.stash.get(PLAYED_IN, []))}.")


@pytest.fixture(scope="session", autouse=True)
def _pages_are_listened_to():
    listener = "tests.engines.listener.Listener"
    with override_settings(MIDDLEWARE=[listener, *django_settings.MIDDLEWARE]):
        yield


@pytest.fixture(autouse=True)
def _the_address_of_all_engines_asks_for_little(monkeypatch):
    """Switch off the limit per IP address.

    Otherwise the page of a duel would have to wait on a busy machine.
    """
    monkeypatch.setattr(
        "games.web.traffic.turned_away.shares.charge", lambda address, seconds: None
    )


@pytest.fixture(scope="session", params=ENGINES)
def engine(request, tmp_path_factory):
    with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as engine:
        request.config.stash.setdefault(PLAYED_IN, []).append(f"{engine.name} {engine.version}")
        yield engine


@pytest.fixture
def player(engine, live_server, request):
    """Return a player on the home page, who has a mouse or, if the test asks for it, a finger."""
    pointer = getattr(request, "param", "mouse")
    player = Player(engine, live_server.url, pointer)
    engine.resize(*SIZES[pointer])
    player.open()
    player.engine.run("sessionStorage.clear(); localStorage.clear()")
    yield player
    unexpected = [line for line in player.complaints() if not any(map(line.__contains__, REPLACED))]
    assert unexpected == []


@pytest.fixture
def start(player):
    """Return a function that starts a Classic game with a known secret."""

    def begin(secret: str = "3632") -> None:
        player.tap(".welcome .button.main")
        player.wait_for("h1", "Guess 1 of 10")
        Game.objects.update(secret=secret)

    return begin
