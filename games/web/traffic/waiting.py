"""Limit how many threads of a worker wait for a database lock.

SQLite has one writer at a time; on PostgreSQL a row or table can be locked. Half of the threads can
wait as long as DATABASE_PATIENCE says. The other threads wait only while the first half gets locks.
They stop after a moment without progress, or when a thread has timed out.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

BRIEFLY = 0.4  # in seconds; a write takes only a small part of this time
WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")
USABLE = {0, 2}  # in these states, a psycopg transaction can run another statement


class Room:
    """Places for waiting threads, with a record of whether they still get locks."""

    def __init__(self, places: int) -> None:
        self.places = BoundedSemaphore(places)
        self.moved = time.monotonic()
        self.is_stuck = False  # whether the last waiting thread got no lock

    def seconds_left(self) -> float:
        """Return how many seconds it is worth waiting for a place."""
        return 0.0 if self.is_stuck else max(0.0, self.moved + BRIEFLY - time.monotonic())

    @contextmanager
    def place(self, patience: float) -> Iterator[bool]:
        """Reserve a place to wait until the context ends; yield whether a place was free."""
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
    """Execute a statement; if the statement could wait for the lock, take a place first.

    Raise OperationalError if no place is free.
    """
    if context["connection"].in_atomic_block or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    while True:
        with room.place(room.seconds_left()) as is_mine:
            if is_mine:
                return execute(sql, params, many, context)
        if not room.seconds_left():
            raise OperationalError("too many wait for the database")


def on_postgresql(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement; if too many others wait for locks, wait only for a moment.

    The statement is executed even then, because its rows are perhaps not locked.
    """
    with room.place(0) as is_mine:
        if is_mine:
            return execute(sql, params, many, context)
    driver = context["connection"].connection
    limit = f"SET LOCAL lock_timeout = {max(10, round(room.seconds_left() * 1000))}"
    if not context["connection"].in_atomic_block:
        # this context also translates errors of the commit
        errors = context["connection"].wrap_database_errors
        # One transaction is used, because a pooler can change the connection between statements.
        with errors, driver.transaction():
            driver.execute(limit)
            return execute(sql, params, many, context)
    driver.execute(limit)
    try:
        return execute(sql, params, many, context)
    finally:
        # If the setting cannot be reset here, the end of the transaction resets it.
        if driver.pgconn.transaction_status in USABLE:
            driver.execute("SET LOCAL lock_timeout TO DEFAULT")


BOUNDED = {"sqlite": on_sqlite, "postgresql": on_postgresql}


def limit_waits(connection: BaseDatabaseWrapper, **signal: Any) -> None:
    """Limit the waits of the statements on a new connection."""
    bounded = BOUNDED.get(connection.vendor)
    if bounded and bounded not in connection.execute_wrappers:
        connection.execute_wrappers.append(bounded)


connection_created.connect(limit_waits)
