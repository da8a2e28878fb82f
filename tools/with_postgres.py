"""Run a command with DATABASE_URL of a temporary PostgreSQL server.

For example: ``python -m tools.with_postgres pytest tests/games``. Without PostgreSQL, the tool
says so and succeeds, because the site can run without PostgreSQL.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

RESERVED: list[socket.socket] = []


def find_programs() -> Path | None:
    """Return the folder with ``initdb`` and ``pg_ctl``, which on Debian is not on the PATH."""
    if found := shutil.which("pg_ctl"):
        return Path(found).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), default=None)


def free_port() -> int:
    """Return a port that no connection and no other test gets while this process runs.

    The system gives connections ports from 32768 on, and a UDP socket reserves the port.
    """
    for port in range(20_000, 32_768):
        place, reserved = ("127.0.0.1", port), socket.socket(type=socket.SOCK_DGRAM)
        try:
            reserved.bind(place)
            socket.create_server(place).close()
        except OSError:
            reserved.close()
        else:
            RESERVED.append(reserved)
            return port
    raise OSError("no port is free")


@contextmanager
def postgres(programs: Path) -> Iterator[dict[str, str]]:
    """Yield DATABASE_URL and the log of a PostgreSQL server that runs inside the context.

    The server refuses to run as root, so root runs it as the user ``postgres``.
    """
    user = "postgres" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory() as folder:
        if user:
            shutil.chown(folder, user)
        data, port = f"{folder}/data", free_port()

        def run(program: str, *arguments: str) -> None:
            command = [programs / program, "-D", data, *arguments]
            subprocess.run(command, check=True, user=user, stdout=subprocess.DEVNULL, cwd=folder)

        run("initdb", "--auth=trust", "--username=postgres", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "start", "-w", "-o", options, "-l", f"{folder}/log")
        try:
            address = f"postgres://postgres@127.0.0.1:{port}/postgres"
            yield {"DATABASE_URL": address, "POSTGRES_LOG": f"{folder}/log"}
        finally:
            run("pg_ctl", "stop", "-m", "immediate")


def main(command: list[str]) -> int:
    programs = find_programs()
    if programs is None:
        print("No PostgreSQL found: the tests of the game ran on SQLite only.")
        return 0
    with postgres(programs) as server:
        return subprocess.run(command, env=os.environ | server, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
