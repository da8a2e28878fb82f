"""Print the state of the site and what to do next: readiness, disk, locks, backup, tasks, refusals.

The exit code is 1 if something must be done. Refusals are counted in a log, for example "journalctl
-u mastermind --since -1h | manage.py doctor --log -".
"""

import os
import re
import sys
from argparse import ArgumentParser, FileType
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from socket import AF_UNIX, socket
from time import sleep
from typing import IO, Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import Error, connection

from games.web.tasks import LAB, URGENT
from games.web.tasks.claims import waiting
from mastermind_site.health import report
from mastermind_site.listening import join_address
from mastermind_site.sqlite import writers

LEAST_FREE = 1_000_000_000  # in bytes
OLDEST_BACKUP = 36 * 60 * 60  # in seconds
# A task that waits longer is a problem. The limits are in seconds; other queues have 600.
LONGEST_WAIT = {URGENT: 120}
LOOKS_AT_LOCKS = 20  # locks are checked this many times, every tenth of a second
REASON = re.compile(r'refused ([a-z-]+)|"refused": "([a-z-]+)"')
IMPATIENCE = {"sqlite": "PRAGMA busy_timeout = 2000", "postgresql": "SET lock_timeout = '2s'"}
# Sessions that block other sessions, and sessions with a lock that stops writes to a table. Such a
# lock is a problem even if no player waits now, for example at night.
BLOCKERS = """
    SELECT blocker FROM pg_stat_activity, unnest(pg_blocking_pids(pid)) AS blocker
    WHERE datname = current_database()
    UNION SELECT pid FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE datname = current_database() AND granted AND locktype = 'relation'
    AND mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
"""
SESSION = """
    SELECT concat_ws(' ', pid, usename, application_name, client_addr, state)
    FROM pg_stat_activity WHERE pid = %s
"""
MANAGE = f"{sys.executable} manage.py"  # a system’s own python3 lacks the packages
# What to do if a part has a problem; each sentence names the section that explains it.
REMEDIES = {
    "server": "The site does not answer: systemctl status mastermind, docs/alerts.md#sitedown",
    "database": "Free the database: docs/troubleshooting.md#the-database-is-locked-or-gone",
    "migrations": f"Run {MANAGE} migrate",
    "secret_key": "Put the key back before you restart: docs/troubleshooting.md#a-lost-secret-key",
    "static_files": f"Run {MANAGE} collectstatic --noinput, then restart",
    "worker": "Start a worker: docs/alerts.md#longworkwaits",
    "scheduler": "Look why the worker is late: docs/alerts.md#longworkwaits",
    "disk": "Make room on the disk: docs/alerts.md#disklow",
    "locks": "End what holds the lock, if it is not the site: "
    "docs/troubleshooting.md#the-database-is-locked-or-gone",
    "backup": f"Back up now with {MANAGE} backup: docs/alerts.md#nobackup",
    "tasks": "Look why tasks wait: docs/alerts.md#longworkwaits",
}


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--log", type=FileType("r"), help="a log of the site; - is the input")

    def handle(self, *args: Any, log: IO[str] | None, **options: Any) -> None:
        wrong: list[str] = []
        # without a limit, the commands would wait forever for the database
        with suppress(Error), connection.cursor() as cursor:
            cursor.execute(IMPATIENCE[connection.vendor])
        for part, is_well, said in findings():
            self.stdout.write(f"{part:<14}{said}")
            # the site starts its worker, and a second one would only prevent a restore
            is_with_server = part in ("worker", "scheduler") and "server" in wrong
            if not (is_well or is_with_server or part in wrong):
                wrong.append(part)
        if log:
            with log:
                found = Counter(one[1] or one[2] for line in log if (one := REASON.search(line)))
            said = ", ".join(f"{reason} {count}" for reason, count in found.most_common())
            self.stdout.write(f"{'refused':<14}{said or 'none'}")
        self.stdout.write("\nWhat to do next:" if wrong else "\nNothing to do.")
        for number, part in enumerate(wrong, start=1):
            self.stdout.write(f"{number}. {REMEDIES[part]}.")
        if wrong:
            sys.exit(1)


def findings() -> Iterator[tuple[str, bool, str]]:
    """Yield each part of the site, whether it works, and its facts."""
    found = report()
    yield "version", True, f"{found.pop('version')} ({found.pop('release')})"
    is_there = answers()
    yield (
        "server",
        is_there,
        "answers" if is_there else f"no answer on {join_address(settings.HOST, settings.PORT)}",
    )
    del found["ready"]
    free, age = found.pop("disk").get("free"), found.pop("backup").get("age")
    for part, facts in found.items():
        details = [f"{name}: {value}" for name, value in facts.items() if name != "ok" and value]
        yield part, facts["ok"], ", ".join(["ok" if facts["ok"] else "NOT OK", *details])
    if free is not None:
        yield "disk", free >= LEAST_FREE, f"{free / 1e9:.1f} GB free"
    is_young = age is not None and age <= OLDEST_BACKUP
    yield "backup", is_young, "none" if age is None else f"{age / 3600:.0f} hours old"
    with suppress(Error):  # another line already reports that the database does not answer
        held = holders()
        yield "locks", not held, ", ".join(map(name_of, held)) or "no process holds one for long"
        for queue, (count, oldest) in waiting().items():
            is_quick = oldest <= LONGEST_WAIT.get(queue, 600) or queue == LAB
            yield "tasks", is_quick, f"{queue}: {count} wait, the oldest for {oldest:.0f} s"


def answers() -> bool:
    """Return whether the site answers at the address in its settings."""
    http = HTTPConnection(settings.HOST, settings.PORT, timeout=5)
    try:
        if settings.HOST.startswith("unix:"):
            http.sock = socket(AF_UNIX)
            http.sock.connect(settings.HOST.removeprefix("unix:"))
        http.request("GET", "/healthz", headers={"Host": "localhost"})
        return http.getresponse().status == 200
    except OSError:
        return False
    finally:
        http.close()


def holders() -> list[int]:
    """Return the processes that block writers during several looks, not only for a moment."""
    held = {*blockers()} - {os.getpid()}
    for _ in range(LOOKS_AT_LOCKS if held else 0):
        sleep(0.1)
        held &= {*blockers()}
    return sorted(held)


def blockers() -> list[int]:
    """Return the processes that block writers now."""
    if connection.vendor == "sqlite":
        return writers(Path(connection.settings_dict["NAME"]))
    with connection.cursor() as cursor:
        cursor.execute(BLOCKERS)
        return [process for [process] in cursor.fetchall()]


def name_of(process: int) -> str:
    """Return a process id with its command or session, or only the id of an ended process."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(SESSION, [process])
            return str((cursor.fetchone() or [process])[0])
    with suppress(OSError):
        command = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
        return f"{process} {command}".strip()[:100]
    return str(process)
