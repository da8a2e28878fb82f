"""A game night: how long guesses take with very many players on two machines.

Two gunicorns with a worker each, behind nginx, ask one PostgreSQL through PgBouncer; a second
PostgreSQL follows it and is not asked. All of them share this machine with those who play, and
those with each other, so the figures are worse than on machines of their own.
``python -m bench night 1000 600``: players, seconds.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from bench.capacity import Crowd
from bench.load import cores_used
from tests.torture.proxy import proxy
from tests.torture.test_pooler import as_role, pooler
from tests.torture.test_standby import followed
from tools.serving import Server
from tools.with_postgres import find_programs

BEHIND = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) FROM pg_stat_replication"
PATIENCE = ("SET lock_timeout = '2s'", "SET statement_timeout = '2s'")


def folder(place: str, name: str) -> Path:
    made = Path(place) / name
    made.mkdir()
    return made


@contextmanager
def night() -> Iterator[tuple[int, str]]:
    """Begin all of it; give the port where players come in and the address of the database."""
    if not (programs := find_programs()):
        sys.exit("No PostgreSQL found.")
    with ExitStack() as open_:
        place = open_.enter_context(tempfile.TemporaryDirectory())
        os.chmod(place, 0o755)  # noqa: S103 - nginx and PostgreSQL are run by others
        first, _second = open_.enter_context(followed(programs))
        as_role(first.address, *(f"ALTER ROLE postgres {limit}" for limit in PATIENCE))
        pooled = open_.enter_context(pooler(folder(place, "pooler"), first.address))
        key = {"SECRET_KEY": "of the one machine and of the other", "TRUSTED_PROXIES": "2"}
        Server(folder(place, "straight"), DATABASE_URL=first.address, **key).migrate()
        servers = [
            Server(
                folder(place, name),
                DATABASE_URL=pooled,
                BEHIND_POOLER="yes",
                WEB_WORKERS="1",
                LOG_LEVEL="WARNING",
                **key,
            )
            for name in ("one", "two")
        ]
        for server in servers:
            server.start()
            open_.callback(server.kill_all)
        ports = (server.port for server in servers)
        yield open_.enter_context(proxy(folder(place, "nginx"), *ports)), first.address


def main(players: str = "1000", seconds: str = "600") -> None:
    with night() as (port, address):
        crowd = Crowd(int(players), port, float(seconds))
        _, used = cores_used(crowd.play)
        with psycopg.connect(address) as connection:
            [late] = connection.execute(BEHIND).fetchone() or [None]
    print(f"{players} players; guesses: {crowd.seen.told(float(seconds))}")
    print(f"cores: {used}; who follows is {late} bytes behind")
