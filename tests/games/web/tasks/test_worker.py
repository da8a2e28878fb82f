"""The worker process, and the process that supervises it."""

import logging
import os
import signal
import subprocess
import sys
from time import sleep
from unittest.mock import Mock

import pytest
from django.db import DatabaseError
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from games.models import TaskWorker
from games.web.tasks import URGENT
from games.web.tasks.claims import claim
from games.web.tasks.worker import Worker, try_step
from mastermind_site import supervised
from tests.games.web.tasks import examples


@pytest.fixture(autouse=True)
def _the_connection_of_the_test_stays_open(monkeypatch):
    monkeypatch.setattr("games.web.tasks.worker.close_old_connections", lambda: None)


def test_a_worker_takes_back_tasks_at_its_start_and_returns_its_task_at_its_end(caplog):
    examples.note.enqueue("a")
    claim(URGENT, "one")
    worker = Worker("one", [])
    worker.begin()
    assert "note was left by a worker that is gone" in caplog.text
    assert TaskWorker.objects.get().name == "one"
    claim(URGENT, "one")
    worker.run(lambda: True)
    assert DBTaskResult.objects.get(task_path__endswith="note").status == "READY"


def test_a_stopping_worker_starts_no_task():
    """Otherwise the worker would take the task that it has just handed back."""
    examples.note.enqueue("a")
    worker = Worker("one", [])
    worker.run(lambda: True)
    worker.work(URGENT)
    assert DBTaskResult.objects.get(task_path__endswith="note").status == "READY"


def test_a_worker_ends_when_one_of_its_threads_ends(monkeypatch):
    """The supervisor then restarts it; otherwise tasks would stop without notice."""
    monkeypatch.setattr("games.web.tasks.worker.try_step", lambda step: None)
    worker = Worker("one", [URGENT])
    monkeypatch.setattr(worker.threads[0], "run", lambda: None)
    worker.run(lambda: False)


def test_links_in_emails_work_for_a_site_below_a_path(monkeypatch, settings):
    settings.FORCE_SCRIPT_NAME = "/below"
    links, worker = [], Worker("one", [URGENT])

    def look(step):
        links.append(reverse("choose"))
        worker.is_over.set()
        return True

    monkeypatch.setattr("games.web.tasks.worker.try_step", look)
    worker.threads[0].start()
    worker.threads[0].join()
    assert links == ["/below/you/choose/"]


def test_a_worker_continues_after_a_failure(caplog):
    assert try_step(Mock(side_effect=DatabaseError("no such table"))) is None
    assert try_step(lambda: True) is True
    assert "no such table" in caplog.text


def test_a_worker_stops_on_a_signal(tmp_path):
    """The worker runs in a separate process, which the server starts and stops."""
    command = [sys.executable, "manage.py", "run_worker"]
    env = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/new"}
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert "The database is older than the code" in process.stderr.readline()
        process.terminate()
        assert process.wait(timeout=600) == 0, process.stderr.read()


def test_a_worker_stops_when_its_server_is_gone(tmp_path):
    """This server is gone before the worker first checks."""
    command = [sys.executable, "manage.py", "run_worker", f"--server={os.getppid()}"]
    env = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path}/new"}
    ended = subprocess.run(command, env=env, stderr=subprocess.PIPE, timeout=600, check=False)
    assert ended.returncode == 0


@pytest.fixture
def _children_hear_sighup():
    """Restore the handling of SIGHUP, because processes under nohup ignore SIGHUP, and so do their
    children.
    """
    before = signal.signal(signal.SIGHUP, lambda *_: None)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def watch(monkeypatch):
    """A supervisor of a process that sleeps."""
    monkeypatch.setattr(supervised, "FIRST_PAUSE", 0)
    command = [sys.executable, "-S", "-c", "import time; time.sleep(60)"]
    watch = supervised.Supervised("long work", command, logging.getLogger("test"))
    watch.start()
    yield watch
    watch.stop()
    assert watch.process.poll() is not None


def wait_for_another(watch, process):
    while watch.process is process:
        sleep(0.01)
    assert watch.process.poll() is None


@pytest.mark.usefixtures("_children_hear_sighup")
def test_a_reload_replaces_the_worker(watch, caplog):
    first = watch.process
    watch.renew()
    wait_for_another(watch, first)
    assert caplog.text == ""


def test_a_killed_worker_is_restarted_and_the_log_says_so(watch, caplog):
    killed = watch.process
    os.kill(killed.pid, signal.SIGKILL)
    wait_for_another(watch, killed)
    # its own process group, so that Ctrl-C for the server does not reach the process
    assert os.getpgid(watch.process.pid) == watch.process.pid
    assert caplog.text.count("it is started again") == 1
