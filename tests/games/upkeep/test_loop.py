"""The housekeeper beside the server."""

import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from games.catalog.rules import PRESETS
from games.management.commands.tend import Command
from games.models import Game
from games.upkeep.loop import keep_house
from tests.cast import play, start

pytestmark = pytest.mark.django_db


def test_it_grades_and_prunes(client, game, capsys):
    play(client, game, "1122")
    Game.objects.update(moved_at=timezone.now() - timedelta(hours=49))
    large = start(client, "9876", PRESETS["bulls-and-cows"])
    play(client, large, "1234", "9876")
    keep_house(is_over=lambda seconds: True)
    game.refresh_from_db()
    large.refresh_from_db()
    assert game.status == "expired"
    assert large.luck is not None
    assert capsys.readouterr().out == ""


def test_it_goes_on_when_something_goes_wrong(monkeypatch, caplog):
    ran = []

    def run(command, **options):
        ran.append(command)
        if len(ran) == 1:
            raise DatabaseError("database is locked")

    monkeypatch.setattr("games.upkeep.loop.call_command", run)
    monkeypatch.setattr("games.upkeep.loop.close_old_connections", lambda: None)
    rounds = iter([False, False, True])
    keep_house(is_over=lambda seconds: next(rounds))
    assert ran == ["grade", "prune", "grade", "grade"]
    assert "grade has to wait" in caplog.text


def test_it_ends_in_the_middle_of_the_work(monkeypatch):
    """Else the server could not stop before thousands of guests are forgotten."""
    monkeypatch.setattr("games.upkeep.loop.call_command", lambda *args, **options: Command().stop())
    with pytest.raises(SystemExit):
        keep_house(is_over=lambda seconds: True)


def test_what_is_to_be_graded_is_found_by_an_index():
    plan = Game.objects.to_grade().values_list("pk").explain()
    assert "game_to_grade" in plan or connection.vendor == "postgresql"
    assert "TEMP B-TREE" not in plan


def test_it_is_over_when_it_is_told_so():
    """As a process of its own, which the server starts and stops."""
    manage = [sys.executable, "manage.py", "tend"]
    env = os.environ | {"DATABASE_URL": "sqlite://:memory:"}
    process = subprocess.Popen(manage, env=env, stderr=subprocess.PIPE, text=True)
    assert "grade has to wait" in process.stderr.readline()  # there are no tables
    process.terminate()
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0, said
