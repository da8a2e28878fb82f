"""Carries out the failover of docs/operations.md while players use the site."""

import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.torture.server import Ledger, guesses_in_postgres, missing, players, serving
from tests.torture.test_archive import Machine
from tests.torture.test_operations import PAGE
from tools.with_postgres import find_programs

SECTION = PAGE.partition("### A database that takes over")[2].partition("\n## ")[0]
FOLLOW, PROMOTE = re.findall(r"^```sh\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
[ATTRIBUTE] = re.findall(r"name(\?target_session_attrs=[\w-]+)`", SECTION)
FOLLOWED = "SELECT state, replay_lsn >= pg_current_wal_lsn() FROM pg_stat_replication"


@contextmanager
def start_standby(programs: Path) -> Iterator[tuple[Machine, Machine]]:
    """Yield two database machines with the same port and two addresses; the second replicates the
    first.
    """
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        first = Machine(Path(one), programs)
        second = Machine(Path(two), programs, "127.0.0.2", first.port)
        first.run("initdb --auth=trust --username=postgres --encoding=UTF8 --no-sync")
        try:
            first.start()
            with psycopg.connect(first.address, autocommit=True) as asked:
                asked.execute("CREATE ROLE follower REPLICATION LOGIN")
            second.run(FOLLOW.replace("host=10.0.0.1", f"host={first.host}"))
            second.start()
            yield first, second
        finally:
            for machine in (second, first):
                with suppress(subprocess.CalledProcessError):
                    machine.run("pg_ctl stop -m immediate")


@pytest.fixture
def pair():
    if not (programs := find_programs()):
        pytest.skip("no PostgreSQL: nothing takes over")
    with start_standby(programs) as both:
        yield both


def test_the_standby_takes_over_and_players_can_continue(tmp_path, pair):
    first, second = pair
    both = first.address.replace(first.host, f"{first.host},{second.host}") + ATTRIBUTE
    before, after = Ledger(), Ledger()
    with serving(tmp_path / "site", VAR_DIR=str(tmp_path), DATABASE_URL=both) as server:
        with players(server, before):
            time.sleep(3)
        with psycopg.connect(first.address, autocommit=True) as asked:
            while (said := asked.execute(FOLLOWED).fetchone()) == ("streaming", False):
                time.sleep(0.1)
        first.run("pg_ctl stop -m immediate")
        with players(server, after):
            time.sleep(1)
            second.run(PROMOTE)
            time.sleep(5)
    kept = guesses_in_postgres(second.address)
    print(f"{len(before.guesses)} before, {len(after.guesses)} after, {after.failures} failed")
    assert said == ("streaming", True)
    assert before.guesses
    assert after.guesses
    assert missing(before, kept) == missing(after, kept) == []
