"""On SQLite one writes at a time; few threads of a worker wait for it, so that others may read."""

from __future__ import annotations

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

BRIEFLY = 0.4  # seconds: many times what a write takes
WRITES = ("BEGIN IMMEDIATE", "INSERT", "UPDATE", "DELETE")

room = BoundedSemaphore(max(1, settings.WEB_THREADS // 2))


def bounded(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Execute a statement; one that may have to wait for the lock needs room to wait in."""
    if context["connection"].in_atomic_block or not sql.startswith(WRITES):
        return execute(sql, params, many, context)
    if not room.acquire(timeout=BRIEFLY):
        raise OperationalError("too many wait for the database")
    try:
        return execute(sql, params, many, context)
    finally:
        room.release()


def bound(connection: BaseDatabaseWrapper, **signal: Any) -> None:
    """Bound the writers of a connection that was just made."""
    if connection.vendor == "sqlite" and bounded not in connection.execute_wrappers:
        connection.execute_wrappers.append(bounded)


connection_created.connect(bound)
