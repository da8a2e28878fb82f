"""Writes a database with some games of this version, from which test_upgrade.py starts.

    python -m tests.mastermind_site.kept_games

Each release runs this once. The file is named after the version and is never changed afterwards.
"""

import os
import sqlite3
import subprocess
import sys
import tomllib
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
RELEASES = Path(__file__).with_name("releases")
KEY = "of the release, and of the version after it"
FOR_AS_LONG_AS_THERE_ARE_TESTS = timedelta(days=36_500)
GUESSED = ("1122", "3344")  # guesses of a guest's running game


def settings_for(database: Path) -> dict[str, str]:
    """Return the environment of a process that uses this database."""
    return {
        "DATABASE_URL": f"sqlite:///{database}",
        "DEBUG": "true",
        "DJANGO_SETTINGS_MODULE": "mastermind_site.settings",
        "SECRET_KEY": KEY,
        "ALLOWED_HOSTS": "testserver",
        "LOG_LEVEL": "ERROR",
    }


def play_a_little() -> None:
    """Fill the tables with a guest, and an account that has one object of every kind."""
    from django.contrib.sessions.models import Session
    from django.core.management import call_command
    from django.db.models import F
    from django.test import Client

    from games.models import Challenge, Game
    from tests.cast import ask, led_to, play, sign_up, start
    from tests.games.conftest import things

    call_command("migrate", verbosity=0)
    ada, guest = Client(), Client()
    sign_up(ada, "Owner")
    things(ada)
    given_up = start(ada, "112233", rules_of(6, 8))
    ask(ada, given_up, "panel", 1)
    ada.post(f"{given_up.get_absolute_url()}resign/")
    ada.post("/challenges/", {"code": "4455"})
    challenge = Challenge.objects.get(secret="4455")
    play(guest, led_to(guest.post(challenge.get_absolute_url()), Game), *GUESSED)
    Session.objects.update(expire_date=F("expire_date") + FOR_AS_LONG_AS_THERE_ARE_TESTS)


def rules_of(pegs: int, colors: int):
    from games.catalog.rules import CLASSIC
    from solver.rule.codes import Variant

    return CLASSIC._replace(variant=Variant(pegs, colors))


def main() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    with TemporaryDirectory() as folder:
        database = Path(folder, "games.sqlite3")
        play = "import django; django.setup(); from tests.mastermind_site import kept_games as kept"
        command = [sys.executable, "-c", f"{play}; kept.play_a_little()"]
        subprocess.run(command, env=os.environ | settings_for(database), cwd=ROOT, check=True)
        with closing(sqlite3.connect(database)) as kept:
            # `migrate` writes these rows again, one for each model and each permission.
            kept.executescript("DELETE FROM auth_permission; DELETE FROM django_content_type")
            (RELEASES / f"{version}.sql").write_text("\n".join(kept.iterdump()) + "\n")


if __name__ == "__main__":
    main()
