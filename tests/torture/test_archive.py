"""If PostgreSQL loses its disk, less than a day is lost, as docs/operations.md promises."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from time import sleep

import psycopg
import pytest

from tests.torture.server import Ledger, Server, guesses_in_postgres, missing, players
from tests.torture.test_operations import PAGE
from tools.with_postgres import find_programs, free_port

SECTION = PAGE.partition("### Losing less than a day")[2].partition("\n## ")[0]
ARCHIVE, COPY, RESTORE = re.findall(r"^```sh\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)


class Machine:
    """A machine with a PostgreSQL server that can be restarted and can lose its disk."""

    def __init__(
        self, folder: Path, programs: Path, host: str = "127.0.0.1", port: int | None = None
    ) -> None:
        self.folder, self.user = folder, "postgres" if os.geteuid() == 0 else None
        self.host, self.port, self.data = host, port or free_port(), folder / "data"
        if self.user:
            shutil.chown(folder, self.user)
        self.env = {
            "PATH": f"{programs}:/usr/bin:/bin",
            "PGDATA": str(self.data),
            "PGHOST": str(folder),
            "PGPORT": str(self.port),
            "PGUSER": "postgres",
        }

    def run(self, lines: str) -> None:
        moved = lines.replace("/var/backups/mastermind", f"{self.folder}/kept")
        command = ["/bin/sh", "-euc", moved]
        quiet = {"stdout": subprocess.DEVNULL}
        subprocess.run(command, env=self.env, user=self.user, cwd=self.folder, check=True, **quiet)

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses={self.host}"
        self.run(f"pg_ctl start -w -t 600 -o '{options}' -l {self.folder}/log")

    @property
    def address(self) -> str:
        return f"postgres://postgres@{self.host}:{self.port}/postgres"


@pytest.fixture
def machine():
    if not (programs := find_programs()):
        pytest.skip("no PostgreSQL: its archive is not tried")
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder), programs)
        machine.run("initdb --auth=trust --username=postgres --encoding=UTF8 --no-sync")
        machine.start()
        try:
            yield machine
        finally:
            machine.run("pg_ctl stop -m immediate")


def test_the_whole_archive_can_be_restored_after_a_lost_disk(machine, tmp_path):
    """As a control, guesses that were acknowledged after the last piece of the archive are
    missing.
    """
    machine.run(ARCHIVE)
    machine.run("pg_ctl stop -m fast")
    machine.start()
    server = Server(tmp_path / "site", VAR_DIR=str(tmp_path), DATABASE_URL=machine.address)
    server.manage("collectstatic", "--noinput", "--verbosity=0")
    server.migrate()
    server.start()
    before, after, lost = Ledger(), Ledger(), Ledger()
    try:
        with players(server, before):
            for _ in range(2):  # the second copy replaces the first
                machine.run(COPY)
        with players(server, after):
            sleep(2)
        with psycopg.connect(machine.address, autocommit=True) as asked:
            piece = asked.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()[0]
        while not (machine.folder / "kept/wal" / f"{piece}.gz").exists():
            sleep(0.1)
        with players(server, lost):
            sleep(2)
    finally:
        server.kill_all()
    machine.run("pg_ctl stop -m immediate")
    shutil.rmtree(machine.data)
    machine.run('install -d -m 700 "$PGDATA"')
    machine.run(RESTORE)
    machine.start()
    with psycopg.connect(machine.address, autocommit=True) as asked:
        while asked.execute("SELECT pg_is_in_recovery()").fetchone()[0]:
            asked.execute("SELECT pg_sleep(0.1)")
    kept = guesses_in_postgres(machine.address)
    print(f"{len(before.guesses)} and {len(after.guesses)} guesses back, {len(lost.guesses)} lost")
    assert before.guesses
    assert after.guesses
    assert lost.guesses
    assert missing(before, kept) == missing(after, kept) == []
    assert missing(lost, kept) == lost.guesses
