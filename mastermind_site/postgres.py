"""What the site asks of PostgreSQL."""

from collections.abc import Mapping
from typing import Any


def options(named: Mapping[str, Any], threads: int, patience: float) -> dict[str, Any]:
    """Return the options of the database; those ``named`` in its address come last and hold.

    A worker keeps a connection for each of its threads. No statement takes longer than so many
    seconds of patience, or waits longer for a lock; 0 is for ever.

    >>> options({"sslmode": "require", "options": "-c lock_timeout=9"}, threads=4, patience=2)
    ... # doctest: +NORMALIZE_WHITESPACE
    {'pool': {'min_size': 1, 'max_size': 8, 'timeout': 2}, 'sslmode': 'require',
     'options': '-c lock_timeout=2000 -c statement_timeout=2000 -c lock_timeout=9'}
    """
    limit = round(patience * 1000)
    limits = f"-c lock_timeout={limit} -c statement_timeout={limit}"
    return {
        "pool": {"min_size": 1, "max_size": max(8, threads), "timeout": 2},
        **named,
        "options": f"{limits} {named.get('options', '')}".strip(),
    }
