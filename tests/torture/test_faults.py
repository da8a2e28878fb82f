"""Killed workers and power cuts lose no guess."""

import os
import shutil
import time
from pathlib import Path

import pytest

from tests.torture.server import Ledger, Server, compiled, guesses_in, missing, players, serving

KILLS = int(os.environ.get("KILLS", "15"))
CUTS = int(os.environ.get("CUTS", "8"))


def test_a_killed_worker_loses_no_guess(tmp_path):
    ledger = Ledger()
    with serving(tmp_path) as server:
        with players(server, ledger):
            for number in range(KILLS):
                until_guessed(ledger, len(ledger.guesses) + 1)
                time.sleep(number / KILLS)  # kill at another moment each time
                server.kill(*server.workers())
        kept = guesses_in(tmp_path / "games.sqlite3")
    print(f"{KILLS} kills, {len(ledger.guesses)} acknowledged, {ledger.failures} unanswered")
    assert len(ledger.guesses) > KILLS
    assert ledger.failures > 0
    assert missing(ledger, kept) == []
    # As a control, the check must notice a missing guess.
    lost = ledger.guesses[len(ledger.guesses) // 2]
    assert missing(ledger, kept - {lost}) == [lost]


def until_guessed(ledger: Ledger, count: int) -> None:
    """Wait until the server has acknowledged this number of guesses, because workers need time to
    start.
    """
    while len(ledger.guesses) < count:
        time.sleep(0.05)


@pytest.fixture(scope="session")
def durable(tmp_path_factory):
    """Return a library that makes a file system keep only synchronized data."""
    return compiled("durable", tmp_path_factory.mktemp("durable"))


def cut_power(folder: Path, durable: Path, cuts: int, **env: str) -> tuple[int, int]:
    """Cut the power this number of times; return the numbers of acknowledged and of lost
    guesses.
    """
    acknowledged = lost = 0
    for number in range(cuts):
        place = folder / str(number)
        disk = place / "disk"
        disk.mkdir(parents=True)
        server = Server(place, LD_PRELOAD=str(durable), DURABLE=str(disk), **env)
        server.migrate()
        shutil.copy(place / "games.sqlite3", disk)
        server.start()
        ledger = Ledger()
        with players(server, ledger):
            time.sleep(2)
            server.kill_all()
        acknowledged += len(ledger.guesses)
        lost += len(missing(ledger, guesses_in(disk / "games.sqlite3")))
    return acknowledged, lost


def test_a_power_cut_loses_no_guess(tmp_path, durable):
    acknowledged, lost = cut_power(tmp_path, durable, CUTS)
    print(f"{CUTS} cuts, {acknowledged} acknowledged")
    assert acknowledged > CUTS
    assert lost == 0


def test_without_full_synchronization_a_power_cut_would_lose_guesses(tmp_path, durable):
    """The control for the test above: without full synchronization, guesses are lost."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.torture.careless"}
    acknowledged, lost = cut_power(tmp_path, durable, 2, **settings)
    print(f"the control lost {lost} of {acknowledged}")
    assert lost > 0
