"""Pruning: which rows are deleted, and when."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone
from hypothesis import given, strategies as st

from games.catalog.rules import CLASSIC
from games.management.pruning import at_leisure, delete_in_batches
from games.management.tasks import forget_guests, forget_the_outdated
from games.models import (
    Assist,
    Bucket,
    Challenge,
    Duel,
    Game,
    Player,
    Season,
    Seat,
    Side,
    Standing,
    Watch,
    new_token,
    today,
)
from games.models.duels.duel import INVITES_FOR, OVER_FOR, ROOM_LASTS
from games.web.tasks.recurring import schedule
from tests.cast import ended, finished, guessed, leave, named, race_of, start, start_daily


def prune() -> None:
    """Run every recurring task once."""
    for task, _ in schedule.values():
        task.call()


def test_abandoned_ranked_games_count_as_given_up(client, game):
    leave(guessed(game, "1122"))
    young, daily = start(Client(), "1111"), start_daily(Client())
    leave(young, hours=47)
    leave(daily, hours=1000)
    prune()
    for one in (game, young, daily):
        one.refresh_from_db()
    assert (game.status, game.counted_guesses) == ("expired", 11)
    assert (young.status, daily.status) == ("playing", "playing")
    assert {line.total for line in Standing.objects.filter(period="all")} == {11}


BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)  # when the test clock shows zero
HOUR = timedelta(hours=1)
BOARD = {"pegs": 4, "colors": 6, "repeats": True}
DOINGS = {
    "played": lambda player, when: Game.objects.create(
        player=player, secret="1122", moved_at=when, limit=10, **BOARD
    ),
    "watched": lambda player, when: Watch.objects.create(
        player=player, secret="1122", begun_at=when, **BOARD
    ),
    "held a code": lambda player, when: Assist.objects.create(
        player=player, begun_at=BEGINNING, moved_at=when, **BOARD
    ),
    "sat at a duel": lambda player, when: Seat.objects.create(
        duel=Duel.objects.create(kind=Duel.Kind.RACE, patience=timedelta(1), limit=10, **BOARD),
        number=1,
        player=player,
        seen_at=when,
    ),
    "opened a room": lambda player, when: Duel.objects.create(
        kind=Duel.Kind.ROOM, opener=player, opened_at=when, patience=HOUR, limit=10, **BOARD
    ),
    "set a challenge": lambda player, when: Challenge.objects.create(
        setter=player, secret="1122", set_at=when, limit=10, **BOARD
    ),
}


@given(
    last=st.sampled_from(["came", *DOINGS]),
    days=st.sampled_from([0, 29, 31, 364, 366]),
    long_ago=st.sets(st.sampled_from(list(DOINGS))),
    is_named=st.booleans(),
)
def test_guests_are_deleted_after_a_long_time_without_a_game(last, days, long_ago, is_named):
    """Guests are kept for a month after their last action, or for a year if they have a name."""
    when, before = (timezone.now() - timedelta(number) for number in (days, 400))
    player = Player.objects.create(created_at=when if last == "came" else before)
    if is_named:
        player.rename(new_token())
    for doing in long_ago - {last}:
        DOINGS[doing](player, before)
    if last in DOINGS:
        DOINGS[last](player, when)
    forget_guests.call()
    is_kept = days < (365 if is_named else 30)
    assert Player.objects.filter(pk=player.pk).exists() == is_kept


# what keeps an account, each with the time a year ago
REASONS = {
    "finished a game": lambda player, long_ago: ended(player, 5, moved_at=long_ago),
    "solved a puzzle": lambda player, long_ago: player.puzzles.create(
        grade=1, number=1, status="solved", moved_at=long_ago, ended_at=long_ago
    ),
    "opened a season": lambda player, long_ago: Season.objects.open(
        player, CLASSIC.variant, title="Algorithms", first_day=long_ago.date(), last_day=today()
    ),
    "logged in": lambda *_: User.objects.update(last_login=timezone.now()),
    "is staff": lambda *_: User.objects.update(is_staff=True),
    **{
        doing: lambda player, _, begin=begin: begin(player, timezone.now())
        for doing, begin in DOINGS.items()
    },
}


@pytest.mark.parametrize("reason", [None, *REASONS])
def test_an_account_that_never_finished_a_game_is_deleted_after_a_year(reason):
    long_ago = timezone.now() - timedelta(days=366)
    player = named("Ada")
    DOINGS["played"](player, long_ago)
    User.objects.update(last_login=long_ago)
    if reason:
        REASONS[reason](player, long_ago)
    Player.objects.filter(pk=player.pk).update(created_at=long_ago)
    forget_guests.call()
    assert User.objects.exists() == bool(reason)
    assert Player.objects.filter(pk=player.pk).exists() == bool(reason)


def test_pruning_pauses_after_every_piece_of_work(monkeypatch):
    """Without these pauses players could not write while the pruning runs."""
    clock, rests = iter([0.0, 2.0, 10.0, 11.0, 20.0]), []
    monkeypatch.setattr("games.management.pruning.monotonic", lambda: next(clock))
    monkeypatch.setattr("games.management.pruning.sleep", rests.append)
    assert list(at_leisure(iter([50, 7]))) == [50, 7]
    assert rests == [8.0, 4.0]


def test_rows_are_deleted_in_small_batches():
    """During a batch no player can write."""
    Bucket.objects.bulk_create(Bucket(key=str(number)) for number in range(130))
    assert list(delete_in_batches(Bucket.objects.all())) == [50, 50, 30]


def test_outdated_rows_are_deleted(client, game):
    named("Ada")
    finished(Player.objects.get(name="Ada"), 5, when=timezone.now() - timedelta(days=30))
    Bucket.objects.create(key="full", full_at=0)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    prune()
    assert {line.period for line in Standing.objects.all()} == {"all"}
    assert not Bucket.objects.filter(key="full").exists()
    assert not Session.objects.exists()


def kept_after(duel: Duel, **ago: timedelta) -> bool:
    """Set the times of a duel to these ages; return whether pruning keeps the duel."""
    when = {column: timezone.now() - age for column, age in ago.items()}
    Duel.objects.filter(pk=duel.pk).update(**when)
    prune()
    return Duel.objects.filter(pk=duel.pk).exists()


def test_a_room_is_closed_and_deleted_after_a_day_and_its_games_are_kept():
    room = Duel.objects.open(Player.objects.create(), Duel.Kind.ROOM, CLASSIC, timedelta(1))
    room.sit(Player.objects.create(), lambda: "Otter")
    room.start()
    assert kept_after(room, opened_at=ROOM_LASTS - timedelta(minutes=1))
    assert not kept_after(room, opened_at=ROOM_LASTS + timedelta(minutes=1))
    game = Game.objects.get()
    assert (game.status, game.is_held) == ("expired", False)


def test_an_ignored_invitation_is_deleted():
    duel = Duel.objects.open(Player.objects.create(), Duel.Kind.RACE, CLASSIC, timedelta(1))
    assert kept_after(duel, moved_at=INVITES_FOR - timedelta(minutes=1))
    assert not kept_after(duel, moved_at=INVITES_FOR + timedelta(minutes=1))


def test_a_duel_is_deleted_a_year_after_its_end_and_never_before():
    duel = race_of(Player.objects.create(), Player.objects.create())
    assert kept_after(duel, moved_at=OVER_FOR + timedelta(days=1))
    Side.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert kept_after(duel)
    assert Duel.objects.get().is_over
    assert kept_after(duel, moved_at=OVER_FOR - timedelta(days=1))
    assert not kept_after(duel, moved_at=OVER_FOR + timedelta(days=1))
    assert Game.objects.filter(is_held=False).count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="has no such log")
def test_an_hour_after_its_deletion_a_name_is_in_no_database_file(client):
    start(client, "3632")
    client.post("/you/name/", {"name": "Zeppelinesque"})
    database = Path(connection.settings_dict["NAME"])
    files = [database, database.with_name(f"{database.name}-wal")]
    client.post("/you/delete/")
    assert any(b"Zeppelinesque" in file.read_bytes() for file in files)  # before pruning
    forget_the_outdated.call()
    assert not any(b"Zeppelinesque" in file.read_bytes() for file in files)
