"""Grade games every minute and prune every hour, until it is stopped. gunicorn starts it."""

import os
import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from games.housekeeping import keep_house

# Whoever plays goes first. Not the last in line, though: a process that waits for the CPU while it
# holds the lock of the database would make the players wait for it.
POLITENESS = 5


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(POLITENESS)
        stopped, parent = Event(), os.getppid()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        # A server that was killed could not stop it.
        keep_house(lambda seconds: stopped.wait(seconds) or os.getppid() != parent)
