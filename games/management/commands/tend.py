"""Grade games every minute and prune every hour, until it is stopped. gunicorn starts it."""

import os
import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from games.housekeeping import keep_house

LAST_IN_LINE = 19  # of the processes that want the CPU: whoever plays goes first


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(LAST_IN_LINE)
        stopped, parent = Event(), os.getppid()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        # A server that was killed could not stop it.
        keep_house(lambda seconds: stopped.wait(seconds) or os.getppid() != parent)
