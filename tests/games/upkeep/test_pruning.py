"""What is cleared away, and when."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import Assist, Bucket, Challenge, Game, Player, Standing
from games.upkeep.pruning import REST, at_leisure
from tests.cast import finished, named, play, start

pytestmark = pytest.mark.django_db


def test_games_left_alone_count_as_given_up(client, game):
    old = timezone.now() - timedelta(hours=49)
    play(client, game, "1122")
    Game.objects.update(moved_at=old)
    young = start(Client(), "1111")
    call_command("prune")
    game.refresh_from_db()
    young.refresh_from_db()
    assert (game.status, game.counted_guesses, young.status) == ("expired", 11, "playing")
    assert Standing.objects.get(period="all").total == 11


def test_guests_who_do_not_come_back_are_forgotten():
    long_ago, longer_ago = (timezone.now() - timedelta(days=days) for days in (31, 366))
    for _ in range(120):
        Game.objects.start(Player.objects.create(created_at=long_ago))
    named("Ada", 4)
    kept = [Player.objects.create(created_at=long_ago) for _ in range(3)]
    Game.objects.all().update(moved_at=long_ago)
    Game.objects.start(kept[0])
    Challenge.objects.create(
        setter=kept[1], pegs=4, colors=6, repeats=True, limit=10, secret="1122"
    )
    Assist.objects.create(player=kept[2], pegs=4, colors=6, repeats=True)
    Player.objects.filter(name="Ada").update(created_at=long_ago)
    call_command("prune")
    assert set(Player.objects.values_list("name", flat=True)) == {"Ada", ""}
    assert Player.objects.count() == 4
    Player.objects.filter(name="Ada").update(created_at=longer_ago)
    Game.objects.filter(player__name="Ada").update(moved_at=longer_ago)
    call_command("prune")
    assert not Player.objects.filter(name="Ada").exists()


def test_it_rests_after_every_piece_of_work(monkeypatch):
    """Else nobody who plays would get to write meanwhile."""
    clock, rests = iter([0.0, 2.0, 10.0, 11.0]), []
    monkeypatch.setattr("games.upkeep.pruning.monotonic", lambda: next(clock))
    monkeypatch.setattr("games.upkeep.pruning.sleep", rests.append)
    assert list(at_leisure(["two seconds", "one"])) == ["two seconds", "one"]
    assert rests == [2.0 * REST, 1.0 * REST]


def test_accounts_are_kept():
    old = timezone.now() - timedelta(days=1000)
    user = User.objects.create(username="ada")
    Player.objects.create(user=user, created_at=old)
    call_command("prune")
    assert Player.objects.count() == 1


def test_what_is_out_of_date_is_gone(client, game):
    named("Ada")
    finished(Player.objects.get(name="Ada"), 5, when=timezone.now() - timedelta(days=30))
    Bucket.objects.create(key="full", full_at=0)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    call_command("prune")
    assert [line.period for line in Standing.objects.all()] == ["all"]
    assert not Bucket.objects.filter(key="full").exists()
    assert not Session.objects.exists()
