"""A process beside the server, which is restarted whenever it ends."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Sequence
from logging import Logger
from threading import Event, Thread
from time import monotonic

STEADY_AFTER = 10.0  # in seconds; a process that lives this long has started successfully
# The first and the longest pause before a restart, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0


class Supervised(Thread):
    """A thread that starts a command, and restarts it whenever it ends.

    gunicorn has no hook for the end of a process that it did not start.
    """

    def __init__(self, name: str, command: Sequence[str], log: Logger) -> None:
        super().__init__(name=name, daemon=True)
        self.command, self.log = command, log
        self.is_over, self.is_renewed = Event(), Event()
        self.process = self.spawn()

    def run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            start = monotonic()
            self.process.wait()
            is_steady = monotonic() - start > STEADY_AFTER
            pause = FIRST_PAUSE if is_steady else min(2 * pause, LONGEST_PAUSE)
            if self.is_over.is_set():
                return
            if self.is_renewed.is_set():
                self.is_renewed.clear()
                self.process = self.spawn()
                continue
            self.log.error(
                "The process for %s (pid:%s) has ended; it is started again.",
                self.name,
                self.process.pid,
            )
            if self.is_over.wait(pause):
                return
            self.process = self.spawn()

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the process in a new group, so that Ctrl-C reaches only the server."""
        return subprocess.Popen(self.command, process_group=0)  # noqa: S603

    def renew(self) -> None:
        """End the process, so that the next one has the current code and settings."""
        self.is_renewed.set()
        self.process.send_signal(signal.SIGHUP)

    def stop(self) -> None:
        """Stop the process, and wait for it."""
        self.is_over.set()
        while self.is_alive():  # the thread can be about to start a new process
            self.process.terminate()
            self.join(timeout=0.5)
