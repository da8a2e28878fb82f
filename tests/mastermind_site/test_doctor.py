"""The command ``doctor``, which says what is wrong and what to do next."""

import os
import re
import sqlite3
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from threading import Event, Thread
from time import sleep
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.models import Bucket, Recurrence, TaskWorker
from games.web.tasks import LAB, QUEUES
from mastermind_site import backups
from mastermind_site.logs import FORMATTERS
from mastermind_site.management.commands import doctor
from tests.cast import play, start
from tests.games.web.tasks import examples

ROOT = Path(__file__).parents[2]


@pytest.fixture
def _well(settings, tmp_path, monkeypatch, at_work):
    """Set up a site that answers, with a worker, a backup and free space on the disk."""
    settings.BACKUP_DIR = tmp_path
    backups.of_today(tmp_path).touch()
    monkeypatch.setattr(doctor, "answers", lambda: True)
    monkeypatch.setattr(doctor, "LEAST_FREE", 1)
    monkeypatch.setattr(doctor, "LOOKS_AT_LOCKS", 1)


def run_doctor(**options) -> tuple[int, str]:
    """Run ``doctor``; return its exit status and its output."""
    said = StringIO()
    try:
        call_command("doctor", stdout=said, **options)
    except SystemExit as end:
        return int(end.code), said.getvalue()
    return 0, said.getvalue()


@pytest.mark.both_databases
@pytest.mark.usefixtures("_well")
def test_a_healthy_site_needs_no_action():
    code, said = run_doctor()
    assert code == 0
    assert said.endswith("\nNothing to do.\n")
    parts = [line.split()[0] for line in said.partition("\n\n")[0].splitlines()]
    assert list(dict.fromkeys(parts)) == [
        *("version", "server", "database", "migrations", "secret_key", "static_files"),
        *("worker", "scheduler", "disk", "backup", "locks", "tasks"),
    ]
    assert parts.count("tasks") == len(QUEUES)


def stop_the_site(monkeypatch) -> None:
    """Stop the site and so its worker, for which doctor needs no remedy."""
    monkeypatch.setattr(doctor, "answers", lambda: False)
    TaskWorker.objects.all().delete()
    Recurrence.objects.all().delete()


def let_a_mail_wait(monkeypatch) -> None:
    examples.note.enqueue("a")
    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(minutes=3))


def lock_the_database(monkeypatch) -> None:
    locked = Mock(side_effect=DatabaseError("database is locked"))
    monkeypatch.setattr("django.db.models.query.QuerySet.update", locked)


WRONG = {
    "server": stop_the_site,
    "database": lock_the_database,
    "worker": lambda patch: TaskWorker.objects.all().delete(),
    "scheduler": lambda patch: Recurrence.objects.all().delete(),
    "disk": lambda patch: patch.setattr(doctor, "LEAST_FREE", 2**70),
    "backup": lambda patch: patch.setattr(doctor, "OLDEST_BACKUP", -1),
    "locks": lambda patch: patch.setattr(doctor, "blockers", lambda: [os.getppid(), os.getpid()]),
    "tasks": let_a_mail_wait,
}


@pytest.mark.both_databases
@pytest.mark.usefixtures("_well")
@pytest.mark.parametrize("part", WRONG)
def test_doctor_reports_each_fault_with_its_remedy(part, monkeypatch):
    WRONG[part](monkeypatch)
    code, said = run_doctor()
    assert code == 1
    assert said.partition("What to do next:\n")[2] == f"1. {doctor.REMEDIES[part]}.\n"


@pytest.mark.usefixtures("_well")
def test_a_process_that_writes_for_a_moment_is_not_reported(monkeypatch):
    looks = iter([[os.getppid()], []])
    monkeypatch.setattr(doctor, "blockers", lambda: next(looks))
    assert run_doctor()[0] == 0


@pytest.mark.usefixtures("_well")
def test_waiting_play_outs_are_not_reported():
    examples.think.enqueue("a")
    DBTaskResult.objects.update(enqueued_at=timezone.now() - timedelta(hours=3))
    code, said = run_doctor()
    assert code == 0
    assert re.search(rf"{LAB}: 1 wait, the oldest for 108\d\d s", said)


def test_each_remedy_links_to_an_existing_section():
    for remedy in doctor.REMEDIES.values():
        for page, anchor in re.findall(r"(docs/\w+\.md)#([\w-]+)", remedy):
            titles = re.findall(r"^#+ (.*)", (ROOT / page).read_text(), re.M)
            assert anchor in {title.lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_doctor_counts_refusals_in_the_log_by_reason(log_format, caplog, tmp_path):
    client = Client()
    game = start(client, secret="3632")
    play(client, game, "3632")
    for _ in range(2):
        client.post(reverse("resign", args=[game.public_id]))
    log = tmp_path / "log"
    formatter = FORMATTERS[log_format]()
    log.write_text("\n".join(formatter.format(one) for one in caplog.records))
    _, said = run_doctor(log=log.open())
    assert "refused       game-over 2\n" in said


HOLD = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('BEGIN IMMEDIATE'); "
HOLD += "c.execute('DELETE FROM games_bucket'); print('held', flush=True); sys.stdin.read()"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite in any case")
def test_doctor_names_the_process_that_locks_the_database(tmp_path):
    """The test runs ``doctor`` beside a shell that has not committed its transaction."""
    file = tmp_path / "games.sqlite3"
    env = os.environ | {"DATABASE_URL": f"sqlite:///{file}", "VAR_DIR": str(tmp_path)}
    manage = [sys.executable, "manage.py"]
    with sqlite3.connect(file) as made:
        made.execute("CREATE TABLE games_bucket (key TEXT)")
    hold = [sys.executable, "-c", HOLD, str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(hold, **pipes) as holder:
        assert holder.stdout.readline() == "held\n"
        ended = subprocess.run([*manage, "doctor"], env=env, capture_output=True, text=True)
        holder.stdin.close()
    assert ended.returncode == 1, ended.stderr
    assert re.search(r"^database +NOT OK, error: OperationalError$", ended.stdout, re.M)
    assert re.search(rf"^locks +{holder.pid} .*python", ended.stdout, re.M), ended.stdout


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a query of PostgreSQL")
@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_doctor_names_the_session_that_blocks_others():
    Bucket.objects.create(key="held", full_at=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [own] = cursor.fetchone()
        with transaction.atomic():
            cursor.execute("LOCK TABLE games_bucket IN SHARE MODE")
            assert doctor.blockers() == [own], "also if no one waits"
            assert doctor.name_of(own).startswith(f"{own} postgres ")
    assert doctor.blockers() == []
    waiting = Event()

    def wait() -> None:
        waiting.set()
        Bucket.objects.filter(key="held").update(full_at=1)
        connection.close()

    thread = Thread(target=wait)
    with transaction.atomic():
        Bucket.objects.filter(key="held").update(full_at=2)
        thread.start()
        waiting.wait()
        for _ in range(100):
            if found := doctor.blockers():
                break
            sleep(0.05)
    thread.join()
    assert found == [own]


def test_a_command_ends_quietly_if_its_reader_closes_the_pipe():
    command = f"{sys.executable} manage.py help --commands | true"
    ended = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, stderr=subprocess.PIPE, check=True)
    assert ended.stderr == b""
