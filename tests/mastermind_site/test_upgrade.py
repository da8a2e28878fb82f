"""An upgrade from any release keeps the games, guests and accounts in the database."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from django.db.migrations.loader import MigrationLoader

from tests.mastermind_site.kept_games import GUESSED, RELEASES, ROOT, settings_for

FILES = sorted(RELEASES.glob("*.sql"))
NEXT = ("3355", "4455")
GAMES = "SELECT public_id, secret, status, guess_count, counted_guesses FROM games_game ORDER BY 1"

# A script that runs in a separate process, like a real upgrade.
UPGRADE = f"""
import json, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from games.models import Game
from tests.cast import play
with connection.cursor() as cursor:
    kept = cursor.execute({GAMES!r}).fetchall()
guest, account = Client(), Client()
for session in Session.objects.all():
    browser = account if "_auth_user_id" in session.get_decoded() else guest
    browser.cookies["session"] = session.session_key
game = Game.objects.get(status="playing", challenge__isnull=False)
address = game.get_absolute_url()
stranger = Client().get(address).status_code
answered = [play(guest, game, code).status_code for code in {NEXT}]
print(json.dumps({{
    "answered": answered,
    "stranger": stranger,
    "games": kept,
    "codes": list(game.guesses.order_by("number").values_list("code", flat=True)),
    "seen": [account.get(page).status_code for page in ("/you/", "/you/password/", "/duels/")],
}}))
"""


@pytest.fixture(scope="module", params=FILES, ids=lambda file: file.stem)
def release(request, tmp_path_factory):
    """Return the path of a database that a release has written."""
    database = tmp_path_factory.mktemp("release") / "games.sqlite3"
    with closing(sqlite3.connect(database)) as kept:
        kept.executescript(request.param.read_text())
    return database


@pytest.fixture(scope="module")
def games(release):
    with closing(sqlite3.connect(release)) as kept:
        return [list(game) for game in kept.execute(GAMES)]


@pytest.fixture(scope="module")
def upgraded(release, games):
    ended = subprocess.run(
        [sys.executable, "-c", UPGRADE],
        env=os.environ | settings_for(release),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(ended.stdout)


def test_a_guest_of_the_released_version_continues_a_game(upgraded):
    assert upgraded["codes"] == [*GUESSED, *NEXT]
    assert upgraded["answered"] == [302, 302]
    assert upgraded["stranger"] == 404


def test_every_game_of_the_released_version_is_unchanged(upgraded, games):
    assert upgraded["games"] == games
    assert {status for _, _, status, _, _ in games} >= {"playing", "resigned", "won"}


def test_an_account_of_the_released_version_is_still_logged_in(upgraded):
    assert upgraded["seen"] == [200, 200, 200]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_migrations_of_a_release_are_not_changed_afterwards(file):
    """Otherwise databases of the release would have other tables than new databases."""
    text = file.read_text()
    with closing(sqlite3.connect(":memory:")) as kept:
        kept.executescript(text)
        newest = kept.execute("SELECT max(name) FROM django_migrations WHERE app = 'games'")
        apps = MigrationLoader(None).project_state(("games", *newest.fetchone())).apps
        for about in [
            model._meta for model in apps.get_models() if model._meta.app_label == "games"
        ]:
            columns = kept.execute(f"PRAGMA table_info({about.db_table})").fetchall()
            found = {name: bool(is_required) for _, name, _, is_required, *_ in columns}
            assert found == {field.column: not field.null for field in about.local_fields}
            declared = [one.name for one in (*about.constraints, *about.indexes)]
            assert [name for name in declared if f'"{name}"' not in text] == []


def test_at_least_one_release_is_tested():
    assert FILES[0].stem == "1.0.0"
