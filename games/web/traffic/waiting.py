"""A bound on a worker's threads that wait for a database lock, so that others can continue.

SQLite has one writer at a time; on PostgreSQL a row or a table may be locked. Half of the threads
may wait for as long as DATABASE_PATIENCE says. The others wait while those make progress, and not
at all once that stops for a moment or one has timed out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

BRIEFLY = 0.4  # seconds: many times what a write takes
WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
USABLE = {0, 2}  # of psycopg.pq.TransactionStatus: no transaction, or one in which all went well


class Room:
    """Places to wait in, and whether those who wait there come through."""

    def __init__(self, places: int) -> None:
        self.places = BoundedSemaphore(places)
        self.moved = time.monotonic()
        self.is_stuck = False  # the last one waited in vain

    def left(self) -> float:
        """Return for how many seconds it is worth waiting for a place."""
        return 0.0 if self.is_stuck else max(0.0, self.moved + BRIEFLY - time.monotonic())

    @contextmanager
    def place(self, patience: float) -> Iterator[bool]:
        """Give whether there is a place, kept until the context ends."""
        if not self.places.acquire(timeout=patience):
            yield False
            return
        self.moved = time.monotonic()
        try:
            yield True
            self.moved, self.is_stuck = time.monotonic(), False
        except OperationalError:
            self.is_stuck = True
            raise
        finally:
            self.places.release()


room = Room(max(1, settings.WEB_THREADS // 2))


def on_sqlite(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement; one that may have to wait for the lock needs a place to wait in."""
    if context["connection"].in_atomic_block or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    while True:
        with room.place(room.left()) as is_mine:
            if is_mine:
                return execute(sql, params, many, context)
        if not room.left():
            raise OperationalError("too many wait for the database")


def on_postgresql(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement; without a place to wait, it waits hardly at all for locks.

    It is not refused, because what it needs may not be locked.
    """
    with room.place(0) as is_mine:
        if is_mine:
            return execute(sql, params, many, context)
    driver = context["connection"].connection
    limit = f"SET LOCAL lock_timeout = {max(10, round(room.left() * 1000))}"
    if not context["connection"].in_atomic_block:
        errors = context["connection"].wrap_database_errors  # of its commit, too
        with errors, driver.transaction():  # a pooler may give the next one another connection
            driver.execute(limit)
            return execute(sql, params, many, context)
    driver.execute(limit)
    try:
        return execute(sql, params, many, context)
    finally:
        if driver.pgconn.transaction_status in USABLE:  # else this goes with the transaction
            driver.execute("SET LOCAL lock_timeout TO DEFAULT")


BOUNDED = {"sqlite": on_sqlite, "postgresql": on_postgresql}


def bound_waits(connection: BaseDatabaseWrapper, **signal: Any) -> None:
    """Bound those who wait on a connection that was just made."""
    bounded = BOUNDED.get(connection.vendor)
    if bounded and bounded not in connection.execute_wrappers:
        connection.execute_wrappers.append(bounded)


connection_created.connect(bound_waits)
