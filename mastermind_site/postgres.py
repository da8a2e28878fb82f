"""The connections of the site to PostgreSQL."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryFile
from typing import IO, Any, cast

from mastermind_site.environment import WrongSettings

# These options belong to Django; the driver does not know them.
OF_DJANGO = {"assume_role", "isolation_level", "pool", "prepare_threshold", "server_side_binding"}

# The user who restores the dump becomes the owner of the tables.
PRIVATE = ("--no-owner", "--no-privileges")
MARKED = "django_migrations"  # the table whose comment marks a restore that has started


def known_options() -> set[str]:
    """Return the names of all options of a connection to PostgreSQL."""
    from psycopg import pq

    return {option.keyword.decode() for option in pq.Conninfo.get_defaults()}


def limits(patience: float) -> str:
    """Return the options that limit a statement and a wait for a lock.

    Both limits are ``patience`` seconds; 0 means no limit.
    """
    limit = round(patience * 1000)
    return f"-c lock_timeout={limit} -c statement_timeout={limit}"


def options(named: Mapping[str, Any], threads: int, limits: str) -> dict[str, Any]:
    """Return the options of the database; the options ``named`` in its URL have priority.

    A worker keeps a connection for each of its threads. Values are sent separately from statements,
    so that the log of a canceled statement does not contain them: a value can be the secret of a
    running game.

    >>> options({"sslmode": "require", "options": "-c lock_timeout=9"}, 4, "-c lock_timeout=2000")
    ... # doctest: +NORMALIZE_WHITESPACE
    {'pool': {'min_size': 1, 'max_size': 8, 'timeout': 2}, 'server_side_binding': True,
     'sslmode': 'require', 'options': '-c lock_timeout=2000 -c lock_timeout=9'}
    """
    if unknown := sorted(named.keys() - (known_options() | OF_DJANGO)):
        raise WrongSettings(f"DATABASE_URL has the option {unknown[0]}, which there is not.")
    if not isinstance(named.get("pool", True), bool):
        raise WrongSettings(f"DATABASE_URL has pool={named['pool']}: it has to be true or false.")
    begun_with = f"{limits} {named.get('options', '')}".strip()
    return {
        "pool": {"min_size": 1, "max_size": max(8, threads), "timeout": 2},
        "server_side_binding": True,
        **named,
        **({"options": begun_with} if begun_with else {}),
    }


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL, which on Debian is not on the PATH.

    Raise ``FileNotFoundError`` if the program is not installed.
    """
    installed = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
    beside = sorted(installed, key=lambda path: float(path.parts[-3]))
    if found := shutil.which(name) or (str(beside[-1]) if beside else None):
        return found
    raise FileNotFoundError(f"{name}, a program of PostgreSQL, is not installed.")


def dump(parameters: Mapping[str, Any], file: Path) -> None:
    """Write the database to a file; raise ``RuntimeError`` with the reason if that fails."""
    command, secret = _on(parameters, "pg_dump", *PRIVATE, "--format=custom", f"--file={file}")
    ended = subprocess.run(  # noqa: S603
        command, env=os.environ | secret, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise RuntimeError(ended.stderr.strip() or "pg_dump failed.")


def load(
    parameters: Mapping[str, Any], file: Path, tables: Iterable[str], mark: int, lock: IO[str]
) -> None:
    """Restore the database from ``file`` with a new ``mark``; if anything fails, change nothing.

    The current ``tables`` are dropped first: a table from a newer version would later block its
    migration. All statements pass through this process and end with COMMIT, so a killed process
    leaves nothing half done. psql holds the lock as long as it runs, even if this process is
    killed. Raise ``RuntimeError`` with the reason if the restore fails.
    """
    begin = "".join(["BEGIN;\n", *(f'DROP TABLE "{table}" CASCADE;\n' for table in tables)])
    end = f"RESET search_path; COMMENT ON TABLE {MARKED} IS '{mark}'; COMMIT;\n"
    at_once = ("--set=ON_ERROR_STOP=1", "--no-psqlrc", "--quiet")
    command, secret = _on(parameters, "psql", *at_once)
    with TemporaryFile() as errors:
        with Popen(  # noqa: S603
            command,
            env=os.environ | secret,
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=errors,
            pass_fds=[lock.fileno()],
        ) as psql:
            is_whole = _feed(psql.stdin, file, begin, end, errors)
        if psql.returncode or not is_whole:
            errors.seek(0)
            raise RuntimeError(errors.read().decode().strip() or "psql failed.")


def tables_of(file: Path) -> set[str]:
    """Return the names of the tables in a file that :func:`dump` wrote; empty for other files."""
    listing = [program("pg_restore"), "--list", str(file)]
    found = subprocess.run(listing, capture_output=True, text=True, check=False).stdout  # noqa: S603
    return set(re.findall(r"^\d+; \d+ \d+ TABLE \S+ (\S+) ", found, re.MULTILINE))


def _feed(psql: Any, file: Path, begin: str, end: str, errors: IO[bytes]) -> bool:
    """Send psql ``begin``, the content of a file and ``end``; return whether all was sent."""
    with suppress(BrokenPipeError), psql:
        psql.write(begin.encode())
        reading = [program("pg_restore"), *PRIVATE, "--file=-", str(file)]
        with Popen(reading, stdout=PIPE, stderr=errors) as read:  # noqa: S603
            shutil.copyfileobj(cast(IO[bytes], read.stdout), psql)
        if read.returncode == 0:
            psql.write(end.encode())
            psql.flush()
            return True
    return False


def mark_of(database: Mapping[str, Any]) -> str:
    """Return the mark of the last restore in a database, given in the form of ``DATABASES``.

    Raise ``RuntimeError`` if the database does not answer.
    """
    import psycopg

    named = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST"}
    named |= {"port": "PORT"}
    parameters = {key: database[name] for key, name in named.items() if database.get(name)}
    more = {key: value for key, value in database["OPTIONS"].items() if key in known_options()}
    try:
        with psycopg.connect(**parameters | more) as connection:
            row = connection.execute(f"SELECT obj_description(to_regclass('{MARKED}'))").fetchone()
    except psycopg.Error as error:
        raise RuntimeError(str(error)) from error
    return str(row[0]) if row else ""


def _on(parameters: Mapping[str, Any], name: str, *more: str) -> tuple[list[str], dict[str, str]]:
    """Return a command for a program on a database, and the password for its environment.

    Other users can see commands, so a command must not contain the password.
    """
    from psycopg.conninfo import make_conninfo

    safe = {key: value for key, value in parameters.items() if key in known_options()}
    secret = {"PGPASSWORD": str(safe.pop("password"))} if "password" in safe else {}
    return [program(name), f"--dbname={make_conninfo(**safe)}", *more], secret
