"""Run the site's long tasks until stopped.

gunicorn starts one worker; more can run on any machine with the same database.
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

# The worker has a lower priority than web workers, but not the lowest: if it waits for a processor
# while it holds the database's lock, players wait, too.
POLITENESS = 5

# Silences a warning of Python's resource tracker when a process ends at once.
QUIETLY = "ignore:resource_tracker"


class Command(BaseCommand):
    help = __doc__
    told = 0  # signal that stopped the worker; 0 while it runs

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
        # A killed server can't stop its worker, so the worker stops if its parent process changes.
        worker.run(lambda: bool(self.told) or server not in (None, os.getppid()))
        if self.told != signal.SIGHUP:  # a reload starts a new worker with the same name
            worker.leave()
        # Exit at once. Otherwise Python would wait for the calculating process, and then mark the
        # task as failed, although it was handed back.
        os._exit(0)

    def stop(self, number: int, *frame: Any) -> None:
        self.told = number
