"""If the code is newer than the database, visitors and operators read a sentence about it."""

import logging

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from games.models import Bucket
from games.models.base import tables
from games.web.tasks.worker import may_pass, try_step
from mastermind_site import checks

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.migrations]


@pytest.fixture
def newest():
    """Drop a table, as if the migration that creates it had not run; return its name."""
    tables._tell.cache_clear()
    newest = MigrationRecorder.Migration.objects.filter(app="games").latest("name")
    newest.delete()
    with connection.schema_editor() as editor:
        editor.delete_model(Bucket)
    yield f"games.{newest.name}"
    with connection.schema_editor() as editor:
        editor.create_model(Bucket)
    newest.save(force_insert=True)


def logged(caplog):
    return [line.getMessage() for line in caplog.records if line.levelno >= logging.WARNING]


def test_a_visitor_reads_that_the_site_is_being_updated(newest, caplog):
    visitor = Client(raise_request_exception=False)
    for _ in range(2):
        response = visitor.post("/you/log-in/", {"name": "Ada", "password": "something"})
        assert (response.status_code, response["Retry-After"]) == (503, "30")
        assert "The site is being updated. Your games are safe" in response.text
    assert logged(caplog) == [tables.sentence_of([newest])]
    assert visitor.get("/rules/").status_code == 200


def test_a_worker_logs_a_missing_migration_once_and_keeps_its_tasks(newest, caplog):
    for _ in range(2):
        assert try_step(Bucket.objects.count) is None
    assert logged(caplog) == [tables.sentence_of([newest])]
    with pytest.raises(DatabaseError) as lacking:
        Bucket.objects.count()
    assert may_pass(lacking.value)


def test_the_server_logs_a_missing_migration_at_its_start(newest, caplog):
    checks.tell()
    assert f"{tables.sentence_of([newest])} " in logged(caplog)
