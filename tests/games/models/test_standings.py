"""What a player's games add up to, and which means are beyond belief."""

import random
import threading
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from games.catalog.references import references_for
from games.catalog.rules import CLASSIC, PRESETS
from games.models import Game, Player, Standing
from games.models.standing import FOREVER, Key
from solver.skill import skill_and_luck
from tests.cast import finished, named, play, start

pytestmark = pytest.mark.django_db


def test_standings_kept_before_there_were_best_games_learn_them():
    """What the migration does is what recording the same games does."""
    for days, guesses in ((0, 5), (1, 4), (6, 4), (9, 3)):
        ada = Player.objects.get_or_create()[0]
        finished(ada, guesses, when=timezone.now() - timedelta(days=days))
    recorded = set(Standing.objects.values_list("period", "last_day", "best_game__counted_guesses"))
    Standing.objects.update(best_game=None)
    import_module("games.migrations.0005_best_games_so_far").find_best_games(apps, None)
    found = set(Standing.objects.values_list("period", "last_day", "best_game__counted_guesses"))
    assert found == recorded


def test_large_boards_are_graded_later(client):
    game = start(client, "9876", PRESETS["bulls-and-cows"])
    play(client, game, "1234", "9876")
    game.refresh_from_db()
    assert game.luck is None
    call_command("grade")
    game.refresh_from_db()
    assert (game.skill, game.luck) == skill_and_luck(game.variant, game.turns())


def test_games_that_end_at_once_are_all_counted(transactional_db):
    """On PostgreSQL the lock on the player's row, on SQLite the one writer keeps them in line."""
    ada = named("Ada")
    gate = threading.Barrier(6)

    def finish() -> None:
        try:
            gate.wait(timeout=30)
            for _ in range(3):
                finished(ada, 4)
        finally:
            connection.close()

    threads = [threading.Thread(target=finish) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(Standing.objects.values_list("games", "total")) == {(18, 72)}


@pytest.mark.parametrize(("games", "mean"), [(30, 3.86), (100, 4.07), (1000, 4.25)])
def test_a_mean_beyond_the_optimum_is_flagged(games, mean):
    named("Ada", 4)
    everything = Standing.objects.all()
    everything.update(games=games, mean=mean)
    assert everything.too_good().count() == 9
    assert all(line.is_too_good for line in everything)
    everything.update(mean=mean + 0.02)
    assert everything.too_good().count() == 0
    assert not any(line.is_too_good for line in everything)


def test_an_optimal_player_is_not_flagged():
    """Sixty of them play a hundred games each, and are looked at after every game."""
    lengths = references_for(CLASSIC.variant)[0].lengths
    rng = random.Random(1977)
    flagged = 0
    for _ in range(60):
        line = Standing.begun(0, Key(CLASSIC, False, "all", FOREVER))
        for guesses in rng.choices(range(1, 7), lengths, k=100):
            line.add(Game(counted_guesses=guesses))
            flagged += line.is_too_good
    assert flagged == 0
