"""Fixtures with players, and with a worker, for the tests of the site."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Recurrence, TaskWorker
from tests.games.conftest import account, game  # noqa: F401


@pytest.fixture
def at_work(db):
    """Create a worker that was just seen, and a recurring task that is due in an hour."""
    TaskWorker.objects.see("worker")
    Recurrence.objects.create(name="prune", due_at=timezone.now() + timedelta(hours=1))
