"""What the site asks of PostgreSQL."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mastermind_site.environment import WrongSettings

# Options that Django knows, and the driver does not.
OF_DJANGO = {"assume_role", "isolation_level", "pool", "prepare_threshold", "server_side_binding"}

PRIVATE = ("--no-owner", "--no-privileges")  # whoever restores it has them


def require_driver() -> None:
    """Raise :class:`WrongSettings` unless what speaks to PostgreSQL is installed."""
    if not (find_spec("psycopg") and find_spec("psycopg_pool")):
        raise WrongSettings(
            "DATABASE_URL asks for PostgreSQL, whose driver is not installed: "
            "python -m pip install --require-hashes -r requirements-postgres.txt"
        )


def known() -> set[str]:
    """Return the names of what a connection can be told."""
    from psycopg import pq

    return {option.keyword.decode() for option in pq.Conninfo.get_defaults()}


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
    if unknown := sorted(named.keys() - (known() | OF_DJANGO)):
        raise WrongSettings(f"DATABASE_URL has the option {unknown[0]}, which there is not.")
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
    _run("pg_dump", parameters, *PRIVATE, "--format=custom", f"--file={file}")


def load(parameters: Mapping[str, Any], file: Path, tables: Iterable[str]) -> None:
    """Make the database what it was when ``file`` was written, all of it or nothing.

    The ``tables`` that it has now go: one that came later would be in the way of its migration.

    Raises ``RuntimeError`` with what went wrong.
    """
    drop, make = file.with_name("drop.sql"), file.with_name("make.sql")
    drop.write_text("".join(f'DROP TABLE "{table}" CASCADE;\n' for table in tables))
    _read(file, f"--file={make}")
    at_once = ("--single-transaction", "--set=ON_ERROR_STOP=1", "--no-psqlrc", "--quiet")
    _run("psql", parameters, *at_once, f"--file={drop}", f"--file={make}")


def tables_in(file: Path) -> set[str]:
    """Return the tables of the database that was written to ``file``.

    Raises ``RuntimeError`` if it is no copy of a database.
    """
    listed = _read(file, "--list")
    return set(re.findall(r"^\d+; \d+ \d+ TABLE \S+ (\S+)", listed, re.MULTILINE))


def migrations_in(file: Path) -> set[tuple[str, str]]:
    """Return the migrations that were applied to the database in ``file``."""
    told = _read(file, "--data-only", "--table=django_migrations", "--file=-")
    _, _, rows = told.partition("\nCOPY ")
    lines = rows.partition("\n\\.\n")[0].splitlines()[1:]
    return {(app, name) for _, app, name, _ in (line.split("\t") for line in lines)}


def _read(file: Path, *arguments: str) -> str:
    return _ended(program("pg_restore"), *PRIVATE, *arguments, str(file))


def _run(name: str, parameters: Mapping[str, Any], *arguments: str) -> None:
    """Run a program on a database; its password is told where no list of processes shows it."""
    from psycopg.conninfo import make_conninfo

    told = {key: value for key, value in parameters.items() if key in known()}
    secret = {"PGPASSWORD": str(told.pop("password"))} if "password" in told else {}
    _ended(program(name), f"--dbname={make_conninfo(**told)}", *arguments, **secret)


def _ended(*command: str, **environment: str) -> str:
    """Return what a program writes; raises ``RuntimeError`` with what went wrong."""
    ended = subprocess.run(  # noqa: S603
        command, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise RuntimeError(ended.stderr.strip() or f"{Path(command[0]).name} failed.")
    return ended.stdout


def _version(path: Path) -> float:
    return float(path.parts[-3])
