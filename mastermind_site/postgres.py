"""What the site asks of PostgreSQL."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

from mastermind_site.environment import WrongSettings


def require_driver() -> None:
    """Raise :class:`WrongSettings` unless what speaks to PostgreSQL is installed."""
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise WrongSettings(
            "DATABASE_URL asks for PostgreSQL, whose driver is not installed: "
            "python -m pip install --require-hashes -r requirements-postgres.txt"
        )


def options(named: Mapping[str, Any], threads: int, patience: float) -> dict[str, Any]:
    """Return the options of the database; those ``named`` in its address come last and hold.

    A worker keeps a connection for each of its threads. No statement takes longer than so many
    seconds of patience, or waits longer for a lock; 0 is for ever. Values are sent beside their
    statement, so that one that is cancelled is logged without them: they may be a running secret.

    >>> options({"sslmode": "require", "options": "-c lock_timeout=9"}, threads=4, patience=2)
    ... # doctest: +NORMALIZE_WHITESPACE
    {'pool': {'min_size': 1, 'max_size': 8, 'timeout': 2}, 'server_side_binding': True,
     'sslmode': 'require',
     'options': '-c lock_timeout=2000 -c statement_timeout=2000 -c lock_timeout=9'}
    """
    limit = round(patience * 1000)
    limits = f"-c lock_timeout={limit} -c statement_timeout={limit}"
    return {
        "pool": {"min_size": 1, "max_size": max(8, threads), "timeout": 2},
        "server_side_binding": True,
        **named,
        "options": f"{limits} {named.get('options', '')}".strip(),
    }
