"""Grade games every minute and prune every hour, until it is stopped. gunicorn starts it."""

import os
import signal
from time import sleep
from typing import Any, NoReturn

from django.core.management.base import BaseCommand

from games.upkeep.loop import keep_house

# Whoever plays goes first. Not the last in line, though: a process that waits for the CPU while it
# holds the lock of the database would make the players wait for it.
POLITENESS = 5


class Command(BaseCommand):
    help = __doc__
    is_told = False  # to stop

    def handle(self, *args: Any, **options: Any) -> None:
        os.nice(POLITENESS)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.stop)
        parent = os.getppid()

        def is_over(seconds: float) -> bool:
            if not self.is_told:
                sleep(seconds)
            return self.is_told or os.getppid() != parent  # a killed server could not stop it

        keep_house(is_over)

    def stop(self, *received: Any) -> NoReturn:
        """End at once, even in the middle of the work: a transaction that is open is rolled back.

        Where a signal finds Python in a destructor, what is raised is lost: hence the note.
        """
        self.is_told = True
        raise SystemExit
