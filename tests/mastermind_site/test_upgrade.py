"""A database of the oldest version there are migrations from goes on: its games and its guests."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

HERE = Path(__file__).parent
GUEST = "xb1m4kr54khus8koh0xw9aym5haov6g3"  # the session of the guest whose game goes on

# In a process of its own, as an upgrade is.
UPGRADED = f"""
import json, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.test import Client
from games.models import Game
from tests.cast import play
guest = Client()
guest.cookies["session"] = "{GUEST}"
game = Game.objects.get(status="playing")
stranger = Client().get(game.get_absolute_url()).status_code
answered = [play(guest, game, code).status_code for code in ("3355", "4455")]
print(json.dumps({{
    "answered": answered,
    "stranger": stranger,
    "games": sorted(Game.objects.values_list("status", "guess_count")),
    "codes": list(game.guesses.order_by("number").values_list("code", flat=True)),
}}))
"""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("upgraded")
    with closing(sqlite3.connect(folder / "games.sqlite3")) as database:
        database.executescript((HERE / "first_release.sql").read_text())
    settings = {
        "DATABASE_URL": f"sqlite:///{folder}/games.sqlite3",
        "DEBUG": "true",
        "DJANGO_SETTINGS_MODULE": "mastermind_site.settings",
        "SECRET_KEY": "of the first release, and of this one",
        "ALLOWED_HOSTS": "testserver",
        "LOG_LEVEL": "ERROR",
    }
    ended = subprocess.run(
        [sys.executable, "-c", UPGRADED],
        env=os.environ | settings,
        cwd=HERE.parents[1],
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(ended.stdout)


def test_a_guest_goes_on_with_the_game_of_before(upgraded):
    assert upgraded["codes"] == ["1122", "3344", "3355", "4455"]
    assert upgraded["answered"] == [302, 302]
    assert upgraded["stranger"] == 404


def test_every_game_is_what_it_was(upgraded):
    assert upgraded["games"] == [["resigned", 1], ["won", 4], ["won", 4]]
