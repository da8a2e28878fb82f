"""A site behind a real PgBouncer, which can give each transaction another connection."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import chown

import psycopg

from tests.proxies import path_of_program, running
from tests.torture.server import Ledger, Server, guesses_in_postgres, missing, players
from tests.torture.test_machines import database  # noqa: F401 - a fixture
from tools.with_postgres import free_port

CONF = """
[databases]
postgres = user=postgres host=127.0.0.1 port={port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listening}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 5
server_reset_query_always = 0
"""
CONNECTIONS = 5
SECONDS = 10


@contextmanager
def pooler(folder: Path, address: str) -> Iterator[str]:
    """Run PgBouncer in front of a database; yield the address of the database behind PgBouncer."""
    program, listening = path_of_program("pgbouncer"), free_port()
    port = address.rpartition(":")[2].partition("/")[0]
    conf = folder / "pgbouncer.ini"
    conf.write_text(CONF.format(port=port, listening=listening))
    for place in (folder, conf):
        chown(place, "postgres")
    with running(listening, program, "-u", "postgres", conf):
        yield address.replace(f":{port}/", f":{listening}/")


def as_role(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement)


def test_players_behind_a_pooler_lose_nothing_and_keep_timeouts(tmp_path, database):  # noqa: F811
    with pooler(tmp_path, database) as pooled:
        env = {"DATABASE_URL": pooled, "BEHIND_POOLER": "yes", "HOUSEKEEPING": "yes"}
        Server(tmp_path / "straight", DATABASE_URL=database).migrate()
        server, ledger = Server(tmp_path / "site", **env), Ledger()
        assert "statement_timeout is 0 behind the pooler" in check_messages(server)
        as_role(
            database,
            "ALTER ROLE postgres SET lock_timeout = '2s'",
            "ALTER ROLE postgres SET statement_timeout = '2s'",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            " AND datname = 'postgres'",
        )
        assert "behind the pooler" not in check_messages(server)
        server.start()
        try:
            with players(server, ledger, size=12):
                time.sleep(SECONDS)
                with psycopg.connect(database) as connection:
                    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'postgres'"
                    [connections] = connection.execute(asked).fetchone()
            limit = "SELECT current_setting('lock_timeout')"
            with psycopg.connect(pooled) as connection:
                # The setting must not leak to another connection.
                assert connection.execute(limit).fetchone() == ("2s",)
        finally:
            server.kill_all()
    assert (ledger.failures, missing(ledger, guesses_in_postgres(database))) == (0, [])
    assert len(ledger.guesses) > 20
    assert connections <= CONNECTIONS + 1  # including the connection that counts
    assert server.tracebacks() == 0


def check_messages(server: Server) -> str:
    """Return the messages of ``check --deploy`` about the database."""
    command = [sys.executable, "manage.py", "check", "--deploy", "--database=default"]
    found = subprocess.run(
        command, cwd=server.code, env=server.env, capture_output=True, text=True, check=False
    )
    return found.stdout + found.stderr
