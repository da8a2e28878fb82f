"""Run the site's long tasks until stopped: grading, pruning, and others that pages enqueue.

gunicorn starts one worker; more can run on any machine that uses the same database.
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

# Web workers go first. But this process must not come last: if it waits for a processor while it
# holds the lock of the database, players wait, too.
POLITENESS = 5

# Silences a warning of Python's resource tracker, which cleans up after a process that ends at
# once.
QUIETLY = "ignore:resource_tracker"


class Command(BaseCommand):
    help = __doc__
    told = 0  # the signal that stopped the worker; 0 while it runs

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
        # A killed server cannot stop its worker, so the worker stops when its parent is gone.
        worker.run(lambda: bool(self.told) or server not in (None, os.getppid()))
        if self.told != signal.SIGHUP:  # after a reload, the next worker has the same name
            worker.leave()
        # Exit at once. Otherwise Python would wait for the calculating process, and the task that
        # waits for its result would count as failed although it was handed back.
        os._exit(0)

    def stop(self, number: int, *frame: Any) -> None:
        self.told = number
