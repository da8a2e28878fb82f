"""Every recurring task works for 20 seconds at a time.

Then it lets other tasks run.
"""

from datetime import timedelta
from itertools import count

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from django_tasks.base import Task
from django_tasks_db.models import DBTaskResult

from games.catalog.rules import CLASSIC, PRESETS
from games.management.pruning import BATCH
from games.models import Bucket, Game, Player, Playout, PushSubscription, Seat, Side
from games.play.push import tasks as push  # noqa: F401 - it recurs only if PUSH_KEY is set
from games.web.tasks import QUEUES, WHILE, recurring
from games.web.tasks.recurring import schedule
from games.web.tasks.worker import do_next
from solver.rule.codes import Variant
from tests.cast import ended, leave, race_of

LONG_AGO = timezone.now() - timedelta(days=100)


def ranked_games_left_alone() -> None:
    for _ in range(2):
        game = Game.objects.start(Player.objects.create(), CLASSIC)
        game.take_hint(1, "facts")
        leave(game)


def races_in_which_somebody_is_late() -> None:
    for _ in range(2):
        race_of(Player.objects.create(), Player.objects.create())
    Side.objects.update(due_at=LONG_AGO)


def large_games_that_ended() -> None:
    for _ in range(2):
        game = ended(Player.objects.create(), 1, PRESETS["bulls-and-cows"])
        game.guesses.create(number=1, code="1234", black=1, white=1)


def abandoned_playouts() -> None:
    for strategy in ("knuth", "simple"):
        Playout.objects.ask(Variant(5, 6), strategy, strategy)
    Playout.objects.update(asked_at=LONG_AGO)


def races_over_days_that_started() -> None:
    for number in range(2):
        player = Player.objects.create()
        PushSubscription.objects.keep(player, f"https://gone/{number}", p256dh="", auth="")
        race_of(player, Player.objects.create(), patience=timedelta(days=3))
    Seat.objects.update(seen_at=LONG_AGO)


def many_guests() -> None:
    Player.objects.bulk_create(Player(created_at=LONG_AGO) for _ in range(BATCH + 1))


def many_buckets() -> None:
    Bucket.objects.bulk_create(Bucket(key=str(key), full_at=0) for key in range(BATCH + 1))


def many_sessions() -> None:
    keys = map(str, range(BATCH + 1))
    Session.objects.bulk_create(Session(session_key=key, expire_date=LONG_AGO) for key in keys)


# In each world, the task has at least two pieces of work.
WORLDS = {
    "games.management.tasks.expire_overdue": ranked_games_left_alone,
    "games.management.tasks.settle_duels": races_in_which_somebody_is_late,
    "games.management.tasks.grade_the_rest": large_games_that_ended,
    "games.management.tasks.forget_guests": many_guests,
    "games.management.tasks.forget_sessions": many_sessions,
    "games.management.tasks.forget_the_outdated": many_buckets,
    "games.play.push.tasks.notify_players": races_over_days_that_started,
    "games.learn.lab.tasks.stop_the_abandoned": abandoned_playouts,
    "games.learn.puzzles.tasks.make_puzzles_of_days": lambda: None,
}


@pytest.fixture
def _every_piece_takes_long(monkeypatch):
    clock = count(0.0, WHILE)
    monkeypatch.setattr(recurring, "monotonic", lambda: next(clock))
    monkeypatch.setattr("games.management.pruning.sleep", lambda seconds: None)


@pytest.mark.both_databases
@pytest.mark.usefixtures("_every_piece_takes_long")
@pytest.mark.parametrize("name", sorted(schedule))
def test_a_recurring_task_enqueues_itself_again_until_all_work_is_done(name):
    WORLDS[name]()
    DBTaskResult.objects.all().delete()
    task, _ = schedule[name]
    done = [task.call()]
    while len(done) < 9 and DBTaskResult.objects.ready().filter(task_path=name).exists():
        assert do_next(task.queue_name, "one")
        done.append(DBTaskResult.objects.finished().latest("finished_at").return_value)
    assert sum(map(bool, done)) >= 2
    assert max(done) <= BATCH
    assert done[-1] == 0


def test_every_recurring_task_is_registered_and_has_a_queue_of_the_worker():
    assert schedule.keys() == WORLDS.keys()
    for task, _ in schedule.values():
        assert isinstance(task, Task)
        assert task.queue_name in QUEUES
    assert {*QUEUES} <= {*settings.TASKS["default"]["QUEUES"]}
