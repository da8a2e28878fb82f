"""The reports for monitoring, such as ``/readyz``."""

import os
import time
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Recurrence, TaskWorker
from games.models.base.long_work import LOST_AFTER
from mastermind_site import health

pytestmark = pytest.mark.both_databases

WELL = {
    "ready": True,
    "database": {"ok": True},
    "migrations": {"ok": True, "missing": []},
    "secret_key": {"ok": True},
    "static_files": {"ok": True},
    "worker": {"ok": True, "age": 0.0},
    "scheduler": {"ok": True, "age": 0.0},
    "backup": {"ok": True, "age": None},
}


@pytest.fixture(autouse=True)
def _no_backup(settings, tmp_path):
    settings.BACKUP_DIR = tmp_path / "backups"


def ask_readyz() -> tuple[int, dict]:
    response = Client().get("/readyz")
    found = response.json()
    del found["version"], found["release"]
    assert found.pop("disk")["free"] > 0
    for name in ("worker", "scheduler"):
        if age := found[name].get("age"):
            found[name]["age"] = round(age, -1)  # a busy machine takes seconds
    return response.status_code, found


def test_livez_answers_without_a_database(client, monkeypatch):
    monkeypatch.setattr(connection, "cursor", None)
    assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "ok\n")


def test_a_healthy_site_is_ready_and_its_report_is_cached(at_work, client, settings, monkeypatch):
    assert ask_readyz() == (200, WELL)
    monkeypatch.setattr(health, "REPORT_KEPT", 600)
    found = client.get("/readyz").json()
    assert (found["version"], len(found["release"])) == (settings.SITE_VERSION, 12)
    monkeypatch.setattr(health, "report", None)
    assert client.get("/readyz").json() == found


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_reports_are_available_with_any_host_name_and_without_tls(at_work, settings, path):
    """Monitors use the IP address of the machine or container, not the name of the site."""
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["play.example.org"], True
    assert Client(headers={"host": "10.0.0.7:8000"}).get(path).status_code == 200


def test_the_age_of_the_newest_backup_is_reported_but_does_not_affect_readiness(at_work, settings):
    settings.BACKUP_DIR.mkdir()
    for name in ("2026-11-20.backup", "2026-11-21.backup", "by-hand.backup"):
        (settings.BACKUP_DIR / name).touch()
    os.utime(settings.BACKUP_DIR / "2026-11-20.backup", (0, 0))
    os.utime(settings.BACKUP_DIR / "2026-11-21.backup", (0, time.time() - 10**6))
    status, found = ask_readyz()
    assert (status, found["ready"], found["backup"]["age"] // 100) == (200, True, 10**4)


def test_a_report_writes_no_row(at_work):
    with CaptureQueriesContext(connection) as queries:
        ask_readyz()
    asked_for = {query["sql"].split()[0] for query in queries}
    assert asked_for == {"SELECT", "SAVEPOINT", "UPDATE", "RELEASE"}
    assert TaskWorker.objects.filter(name="").count() == 0


def test_a_read_only_database_is_reported(at_work, monkeypatch):
    error = DatabaseError("attempt to write a readonly database: postgres://user:password@host")
    monkeypatch.setattr("django.db.models.query.QuerySet.update", Mock(side_effect=error))
    unready = {"ready": False, "database": {"ok": False, "error": "DatabaseError"}}
    assert ask_readyz() == (503, WELL | unready)


def test_a_health_report_waits_only_once_for_an_unavailable_database(at_work, monkeypatch):
    fail = Mock(side_effect=DatabaseError("couldn't get a connection after 2.00 sec"))
    monkeypatch.setattr(connection, "ensure_connection", fail)
    asking = ("database", "migrations", "worker", "scheduler")
    away = {name: {"ok": False, "error": "DatabaseError"} for name in asking}
    assert ask_readyz() == (503, WELL | {"ready": False} | away)
    assert fail.call_count == 1


def test_a_missing_migration_is_reported(at_work):
    newest = MigrationRecorder.Migration.objects.filter(app="games").latest("name")
    newest.delete()
    unready = {"ready": False, "migrations": {"ok": False, "missing": [f"games.{newest.name}"]}}
    assert ask_readyz() == (503, WELL | unready)


@pytest.mark.parametrize(
    ("kept", "ok"), [(b"the key", True), (b"another", False), (b"\xff", False), (None, False)]
)
def test_a_key_that_a_restart_would_not_find_is_reported(at_work, settings, tmp_path, kept, ok):
    settings.SECRET_KEY, settings.SECRET_KEY_FILE = "the key", tmp_path / "secret-key"
    if kept:
        settings.SECRET_KEY_FILE.write_bytes(kept)
    status, found = ask_readyz()
    assert (status == 200, found["secret_key"]["ok"]) == (ok, ok)


def test_missing_static_files_are_reported(at_work, settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    backend = "mastermind_site.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": backend}}
    assert ask_readyz() == (503, WELL | {"ready": False, "static_files": {"ok": False}})


def test_a_worker_without_signs_of_life_is_reported(at_work):
    TaskWorker.objects.update(seen_at=timezone.now() - 2 * LOST_AFTER)
    assert ask_readyz() == (503, WELL | {"ready": False, "worker": {"ok": False, "age": 120}})
    TaskWorker.objects.all().delete()
    assert health.worker() == {"ok": False, "age": None}


def test_the_state_of_a_worker_is_unknown_if_its_last_sign_of_life_is_in_the_future(at_work):
    """The clock was wrong, so the report cannot say when the worker was last seen."""
    TaskWorker.objects.update(seen_at=timezone.now() + timedelta(hours=1))
    assert health.worker() == {"ok": False, "age": None}
    TaskWorker.objects.see("another")
    assert health.worker()["ok"]


def test_a_due_task_that_is_not_enqueued_is_reported(at_work):
    Recurrence.objects.update(due_at=timezone.now() - 2 * LOST_AFTER)
    assert ask_readyz() == (503, WELL | {"ready": False, "scheduler": {"ok": False, "age": 120}})
