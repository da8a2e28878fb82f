"""Do the site's long tasks until stopped: grade, prune, and others that pages enqueue.

gunicorn starts one; any number may run, on any machine with the same database.
"""

import os
import secrets
import signal
import socket
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand

from games.web.tasks import QUEUES
from games.web.tasks.worker import Worker

# Players go first. Not the last in line, though: a process that waits for the CPU while it
# holds the lock of the database would make the players wait for it.
POLITENESS = 5

# Python's own tracker clears up behind who ends at once, and need not say so.
QUIETLY = "ignore:resource_tracker"


class Command(BaseCommand):
    help = __doc__
    told = 0  # the signal to stop

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--queues", nargs="+", choices=QUEUES, default=QUEUES)
        parser.add_argument(
            "--name",
            default=f"{socket.gethostname()[:40]}-{secrets.token_hex(8)}",
            help="which no other worker has at the same time; under the name of one that was "
            "killed its work is taken up at once",
        )
        parser.add_argument("--server", type=int, help="the process which this one ends with")

    def handle(
        self, *args: Any, queues: Sequence[str], name: str, server: int | None, **options: Any
    ) -> None:
        os.nice(POLITENESS)
        os.environ["PYTHONWARNINGS"] = QUIETLY
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self.stop)
        worker = Worker(name, queues)
        # A server that was killed cannot stop what it started.
        worker.run(lambda: bool(self.told) or server not in (None, os.getppid()))
        if self.told != signal.SIGHUP:  # after which the next one has its name
            worker.leave()
        # At once: Python would wait for the process that calculates, and the task that waits for
        # it, too, would be taken for a failure, though it is handed back.
        os._exit(0)

    def stop(self, number: int, *frame: Any) -> None:
        self.told = number
