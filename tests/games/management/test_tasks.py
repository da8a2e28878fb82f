"""The recurring tasks, and the grading of games by the worker."""

from datetime import date, timedelta
from unittest.mock import Mock

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.catalog.rules import CLASSIC, PRESETS
from games.management import tasks
from games.management.tasks import DONE_FOR
from games.models import Entrant, Game, Recurrence, Season, TaskWorker
from games.play.push import tasks as push_tasks  # noqa: F401 - the site loads it with PUSH_KEY
from games.web.tasks import QUEUES, THOUGHTS
from games.web.tasks.recurring import enqueue_due
from games.web.tasks.worker import do_next
from tests.cast import play, start

LARGE = PRESETS["bulls-and-cows"]


def work_off(*queues: str) -> list[str]:
    """Run all tasks of some queues; return their names."""
    for queue in queues:
        while do_next(queue, "worker"):
            pass
    return [name.rpartition(".")[2] for name in done().values_list("task_path", flat=True)]


def done():
    return DBTaskResult.objects.successful().order_by("finished_at")


def test_a_game_that_is_graded_when_it_ends_enqueues_no_task(client, game):
    play(client, game, "1122", "3632")
    assert not DBTaskResult.objects.exists()


@pytest.mark.both_databases
def test_grading_is_enqueued_in_the_transaction_that_ends_the_game(client):
    game = start(client, "9876", LARGE)
    with transaction.atomic():
        play(client, game, "1234", "9876")
        assert DBTaskResult.objects.exists()
        transaction.set_rollback(True)
    assert not DBTaskResult.objects.exists()


def test_a_game_on_a_large_board_is_graded_once_by_the_worker(client, monkeypatch):
    game = start(client, "9876", LARGE)
    play(client, game, "1234", "9876")
    tasks.grade.enqueue(game.pk)
    tasks.grade.enqueue(game.pk + 1)  # the id of a deleted game
    assert Game.objects.get().luck is None
    graded, work_out = [], tasks.skill_and_luck
    monkeypatch.setattr(tasks, "skill_and_luck", lambda *on: graded.append(on) or work_out(*on))
    assert work_off(THOUGHTS) == ["grade"] * 3
    assert graded == [(game.variant, game.turns())]
    assert Game.objects.get().luck is not None


def test_the_games_of_one_player_do_not_fill_the_queue_and_are_graded_later(monkeypatch):
    monkeypatch.setattr(tasks, "GRADES", tasks.GRADES._replace(of_one=2))

    def end(player):
        game = start(player, "9876", LARGE)
        play(player, game, "1234", "9876")
        return game.pk

    busy, other = Client(), Client()
    first, *_ = [end(busy) for _ in range(tasks.GRADES.of_one + 2)]
    theirs = end(other)
    rows = DBTaskResult.objects.ready().filter(task_path=tasks.grade.module_path)
    assert len(rows) == tasks.GRADES.of_one + 1
    assert [row.args_kwargs["args"] for row in rows][:2] == [[first], [theirs]]
    assert work_off(THOUGHTS) == ["grade"] * len(rows)
    assert Game.objects.to_grade().count() == 2
    third = end(busy)
    ungraded = Game.objects.to_grade()

    def work_out(*on):
        if ungraded.count() == 2:
            return 50, 50
        ungraded.get(pk=third).grade(50, 50)  # the queue grades it meanwhile
        raise ValueError  # a game that fails does not stop the others

    monkeypatch.setattr(tasks, "skill_and_luck", work := Mock(side_effect=work_out))
    assert tasks.grade_the_rest.call() == 3
    assert (work.call_count, ungraded.count()) == (2, 1)


@pytest.mark.both_databases
def test_ungraded_games_are_found_with_an_index():
    plan = Game.objects.to_grade().values_list("pk").explain()
    assert "game_not_graded" in plan or connection.vendor == "postgresql"
    assert "TEMP B-TREE" not in plan


@pytest.mark.both_databases
def test_a_finished_task_is_deleted_after_a_day():
    enqueue_due()
    work_off(*QUEUES)
    for name, age in (("quiet", DONE_FOR + timedelta(hours=1)), ("busy", timedelta())):
        TaskWorker.objects.create(name=name, seen_at=timezone.now() - age)
    old = done().first()
    DBTaskResult.objects.filter(pk=old.pk).update(finished_at=timezone.now() - 2 * DONE_FOR)
    assert tasks.forget_the_outdated.call() == 2
    assert (done().count(), Recurrence.objects.count()) == (8, 9)
    assert TaskWorker.objects.get().name == "busy"


@pytest.mark.both_databases
def test_a_season_and_its_entrants_are_deleted_a_year_after_its_last_day(player, it_is):
    last = date(2026, 11, 20)
    facts = {"title": "Autumn", "first_day": last, "last_day": last}
    Season.objects.open(player, CLASSIC.variant, **facts).invite(["Ada"])
    it_is(last + timedelta(days=365))
    tasks.forget_the_outdated.call()
    assert Season.objects.exists()
    it_is(last + timedelta(days=366))
    tasks.forget_the_outdated.call()
    assert not Entrant.objects.exists()
