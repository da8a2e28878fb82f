"""What the site asks of PostgreSQL."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
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


def program(name: str) -> str:
    """Return where a program of PostgreSQL is. Debian keeps some off the PATH.

    Raises ``FileNotFoundError``.
    """
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=_version)
    if found := shutil.which(name) or (str(beside[-1]) if beside else None):
        return found
    raise FileNotFoundError(f"{name}, a program of PostgreSQL, is not installed.")


def dump(parameters: Mapping[str, Any], file: Path) -> None:
    """Write what the database is at this moment; raises ``RuntimeError`` with what went wrong."""
    _run("pg_dump", parameters, "--format=custom", f"--file={file}")


def load(parameters: Mapping[str, Any], file: Path) -> None:
    """Make the database what it was when ``file`` was written, all of it or nothing.

    Raises ``RuntimeError`` with what went wrong.
    """
    _run("pg_restore", parameters, "--clean", "--if-exists", "--single-transaction", str(file))


def _run(name: str, parameters: Mapping[str, Any], *arguments: str) -> None:
    """Run a program on a database; its password is told where no list of processes shows it."""
    from psycopg import pq
    from psycopg.conninfo import make_conninfo

    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    told = {key: value for key, value in parameters.items() if key in known}
    secret = {"PGPASSWORD": str(told.pop("password"))} if "password" in told else {}
    address = f"--dbname={make_conninfo(**told)}"
    command = [program(name), "--no-owner", "--no-privileges", address, *arguments]
    ended = subprocess.run(  # noqa: S603
        command, env=os.environ | secret, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise RuntimeError(ended.stderr.strip() or f"{name} failed.")


def _version(path: Path) -> float:
    return float(path.parts[-3])
