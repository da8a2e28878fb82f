"""One worker at a time claims a task, and another worker resumes the task of a dead worker."""

import re
from datetime import timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.db import OperationalError, connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.models import Recurrence, TaskWorker
from games.models.base.long_work import in_a
from games.web.tasks import LAB, QUEUES, UPKEEP, URGENT, for_a_while, worker
from games.web.tasks.claims import (
    DEATHS,
    FORGOTTEN_AFTER,
    LOOKS,
    RETRY_AFTER,
    Signs,
    claim,
    hand_back,
    running,
    settle,
    take_back,
)
from games.web.tasks.recurring import enqueue_due, schedule
from games.web.tasks.worker import do_next, retry_forever
from tests.cast import side_by_side
from tests.games.web.tasks import examples

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def seen():
    examples.seen.clear()
    return examples.seen


def the_task() -> DBTaskResult:
    return DBTaskResult.objects.get()


def work_off() -> None:
    """Run all tasks of all queues."""
    while any(do_next(queue, "one") for queue in QUEUES):
        pass


def beat(name: str, signs: Signs, ahead: timedelta = timedelta()) -> list[str]:
    """Let a worker give a sign of life; return the names of the dead workers whose tasks the worker
    takes back.

    The clock of the worker is ``ahead`` by some time.
    """
    TaskWorker.objects.see(name)
    TaskWorker.objects.filter(name=name).update(seen_at=timezone.now() + ahead)
    return [row.worker_ids[-1] for row in take_back(signs.dead() - {name})]


def test_times_are_compared_with_the_clock_of_the_database():
    TaskWorker.objects.see("one")
    period = timedelta(days=1, minutes=2)
    seen = TaskWorker.objects.annotate(now=Now(), then=in_a(period), before=in_a(-period)).get()
    assert (seen.then - seen.now, seen.now - seen.before) == (period, period)


def test_a_task_is_run_by_one_worker_and_its_result_is_stored(seen):
    examples.note.enqueue("a")
    assert do_next(URGENT, "one")
    assert not do_next(URGENT, "two")
    row = the_task()
    assert (row.status, row.return_value, row.worker_ids) == ("SUCCESSFUL", "a", ["one"])
    assert seen == ["a"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_never_take_the_same_task():
    for number in range(20):
        examples.note.enqueue(str(number))

    def work(place: int) -> int:
        taken = 0
        while taken < 10 and claim(URGENT, f"{place}"):
            taken += 1
        return taken

    assert side_by_side(work, 2) == ["10", "10"]
    assert [len(row.worker_ids) for row in running()] == [1] * 20


def test_waiting_tasks_can_be_handed_to_the_older_version_before_a_downgrade(seen):
    """The command is in docs/operations.md."""
    page = (Path(__file__).parents[4] / "docs/operations.md").read_text()
    [command] = re.findall(r'manage.py shell -c "(.*queue_name.*)"$', page, re.M)
    for queue in QUEUES:
        examples.note.using(queue_name=queue).enqueue(queue)
    exec(command)  # noqa: S102 - it is our own
    while do_next("short", "an older worker"):
        pass
    assert sorted(seen) == sorted(QUEUES)


@pytest.mark.parametrize("queue", ["short", "long"])
def test_upkeep_runs_tasks_in_queues_of_an_older_version(seen, queue, settings):
    """Servers of that version may enqueue tasks during an upgrade."""
    assert queue in settings.TASKS["default"]["QUEUES"]
    examples.note.using(queue_name=queue).enqueue("old")
    assert [do_next(other, "one") for other in QUEUES if other != UPKEEP] == [False] * 4
    assert do_next(UPKEEP, "one")
    assert seen == ["old"]


def test_a_task_of_higher_priority_runs_first(seen):
    examples.note.enqueue("later")
    examples.note.using(priority=10).enqueue("first")
    while do_next(URGENT, "one"):
        pass
    assert seen == ["first", "later"]


def test_an_idle_worker_never_locks_the_database():
    """An idle worker uses no transaction and no write, because on SQLite each of them would be a
    lock.
    """
    with CaptureQueriesContext(connection) as asked:
        assert claim(URGENT, "one") is None
    assert [query["sql"].split()[0] for query in asked] == ["SELECT"]


WRONG = [timedelta(hours=1), timedelta(hours=-1), timedelta()]


@pytest.mark.parametrize("ahead", WRONG, ids=str)
def test_the_task_of_a_dead_worker_is_resumed_whatever_its_clock_was(seen, ahead):
    examples.note.enqueue("a")
    claim(URGENT, "killed")
    beat("killed", Signs(), ahead)
    other = Signs()
    assert [beat("other", other) for _ in range(LOOKS + 1)] == [[]] * LOOKS + [["killed"]]
    assert do_next(URGENT, "other")
    assert (seen, the_task().worker_ids) == (["a"], ["killed", "other"])


def test_a_worker_that_gives_no_signs_of_life_counts_as_dead_after_a_day():
    """The worker of django-tasks-db, which may run beside ours, gives no signs."""
    examples.note.enqueue("a")
    claim(URGENT, "quiet")
    assert not list(take_back(()))
    running().update(started_at=timezone.now() - FORGOTTEN_AFTER - timedelta(hours=1))
    assert len(list(take_back(()))) == 1


@pytest.mark.parametrize("ahead", WRONG, ids=str)
def test_a_worker_with_a_wrong_clock_takes_no_task_from_a_living_worker(ahead):
    examples.note.enqueue("a")
    examples.think.enqueue("b")
    claim(URGENT, "right")
    claim(LAB, "wrong")
    right, wrong = Signs(), Signs()
    taken = [beat("right", right) + beat("wrong", wrong, ahead) for _ in range(3 * LOOKS)]
    assert taken == [[]] * 3 * LOOKS


def test_a_living_worker_keeps_its_task_when_its_clock_is_changed():
    examples.note.enqueue("a")
    claim(URGENT, "one")
    one, two = Signs(), Signs()
    for ahead in (timedelta(), timedelta(hours=9), timedelta(hours=-9), timedelta()):
        assert beat("one", one, ahead) + beat("two", two) == []


def test_a_worker_that_counts_as_dead_cannot_finish_a_task_of_another_worker():
    examples.note.enqueue("a")
    slow = claim(URGENT, "slow")
    list(take_back({"slow"}))
    claim(URGENT, "other")
    settle(slow, "SUCCESSFUL", return_value="slow")
    assert (the_task().status, the_task().return_value) == ("RUNNING", None)


def test_a_task_that_kills_its_workers_is_marked_as_failed():
    examples.note.enqueue("a")
    for _ in range(DEATHS):
        assert claim(URGENT, "killed")
        list(take_back({"killed"}))
    assert claim(URGENT, "killed") is None
    assert (the_task().status, the_task().finished_at is None) == ("FAILED", False)


def test_a_stopped_worker_returns_its_task_to_the_queue(seen):
    for text in "ab":
        examples.note.enqueue(text)
        claim(URGENT, f"worker {text}")
    hand_back("worker a")
    assert do_next(URGENT, "worker c")
    assert not do_next(URGENT, "worker c")
    assert (seen, done_by()) == (["a"], [["worker c"]])


def done_by() -> list[list[str]]:
    return [row.worker_ids for row in DBTaskResult.objects.successful()]


def test_a_failed_task_is_logged_and_its_row_contains_no_secrets(caplog):
    examples.stumble.enqueue()
    assert do_next(URGENT, "one")
    row = the_task()
    assert (row.status, row.exception_class_path, row.traceback) == (
        "FAILED",
        "builtins.ValueError",
        "",
    )
    assert "stumble failed" in caplog.text
    assert "Traceback" in caplog.text


def test_a_task_is_retried_after_a_database_error(caplog):
    examples.find_it_locked.enqueue()
    assert do_next(URGENT, "one")
    assert not do_next(URGENT, "one")
    row = the_task()
    assert (row.status, row.worker_ids) == ("READY", [])
    assert timedelta() < row.run_after - timezone.now() <= RETRY_AFTER
    assert "find_it_locked has to wait: database is locked" in caplog.text


def test_a_task_of_a_newer_version_waits_for_workers_of_that_version(caplog):
    examples.note.enqueue("a")
    DBTaskResult.objects.update(task_path="tests.games.web.tasks.examples.unheard_of")
    assert do_next(URGENT, "one")
    assert (the_task().status, the_task().worker_ids) == ("READY", [])


def test_the_result_of_a_task_is_stored_even_after_a_long_database_outage(monkeypatch):
    monkeypatch.setattr(worker, "sleep", lambda seconds: None)
    monkeypatch.setattr(worker, "close_old_connections", lambda: None)
    keep = Mock(side_effect=[OperationalError, OperationalError, None])
    retry_forever(keep)
    assert keep.call_count == 3


def test_a_recurring_task_is_enqueued_once_per_period(monkeypatch):
    enqueue_due()
    first = DBTaskResult.objects.count()
    enqueue_due()
    assert DBTaskResult.objects.count() == first
    Recurrence.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    enqueue_due()
    assert DBTaskResult.objects.count() == first  # the first tasks still wait
    work_off()
    Recurrence.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    enqueue_due()
    assert DBTaskResult.objects.count() == 2 * first


def test_a_recurring_task_is_due_even_if_a_wrong_clock_postponed_it():
    enqueue_due()
    work_off()
    done = DBTaskResult.objects.count()
    enqueue_due()
    assert DBTaskResult.objects.count() == done
    Recurrence.objects.update(due_at=timezone.now() + timedelta(days=999))
    enqueue_due()
    assert DBTaskResult.objects.ready().count() == len(schedule)


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_workers_enqueue_a_recurring_task_once():
    def look(place: int) -> str:
        enqueue_due()
        return "looked"

    assert side_by_side(look, 2) == ["looked"] * 2
    paths = list(DBTaskResult.objects.values_list("task_path", flat=True))
    assert len(paths) == len(set(paths)) == Recurrence.objects.count()


def test_at_least_one_piece_of_work_is_yielded_even_if_no_time_is_left():
    assert list(for_a_while("abc", seconds=0)) == ["a"]
    assert list(for_a_while("abc", seconds=60)) == ["a", "b", "c"]
