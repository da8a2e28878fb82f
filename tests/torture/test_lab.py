"""Play-outs under faults: killed workers, and a lost cluster worker."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from bench.web import Browser, permission_in
from tests.torture.server import Server, serving
from tools.with_postgres import free_port

PATIENCE = 200.0  # in seconds: when a play-out must be finished
# The play-out of this game size takes some twenty seconds.
BOARD = {"pegs": "5", "colors": "9", "repeats": "yes"}
# This game size has too many codes for one machine.
LARGE = {"pegs": "6", "colors": "10", "repeats": "no"}


class Asker(Browser):
    """A visitor with a separate IP address who asks for play-outs of strategies."""

    def __init__(self, port: int, number: int, board: dict[str, str]) -> None:
        super().__init__(port)
        self.number, self.board = number, board
        self.address = "/strategies/?" + "&".join(f"{k}={v}" for k, v in board.items())
        self.permission = permission_in(self.look().encode()) | board

    def send(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> bytes:
        self.connection.close()  # the server could close the old one
        return super().send(path, fields, **headers, **{"X-Forwarded-For": f"10.0.0.{self.number}"})

    def look(self) -> str:
        return self.send(self.address).decode()

    def ask(self, strategy: str) -> int:
        """Ask for the play-out of a strategy; return the status of the response."""
        self.send("/strategies/", self.permission | {"strategy": strategy})
        return self.status

    def percent(self) -> int | None:
        """Return the progress of the play-out in percent, or None if no play-out is running."""
        found = re.search(r"<progress [^>]*value=\"(\d+)\"", self.look())
        return int(found[1]) if found else None

    def until(self, percent: int | None) -> int | None:
        """Wait until the play-out has reached this percentage, or has ended; return the
        progress.
        """
        end = time.monotonic() + PATIENCE
        while (now := self.percent()) is not None and (percent is None or now < percent):
            assert time.monotonic() < end, f"it stands at {now} %"
            time.sleep(0.2)
        return now

    def numbers(self) -> list[int]:
        """Read from the page how many codes the strategy breaks with each number of guesses."""
        table = self.look().partition("shares-of-lengths")[2].partition("</table>")[0]
        cells = re.findall(r"<td>([\d,]*)</td>", table)
        return [int(cell.replace(",", "") or 0) for cell in cells]


def count_by_command(server: Server, strategy: str, board: dict[str, str], *more: str) -> list[int]:
    """Return the same numbers as ``numbers``, computed with the command ``evaluate``."""
    options = [f"--pegs={board['pegs']}", f"--colors={board['colors']}", *more]
    options += [] if board["repeats"] == "yes" else ["--no-repeats"]
    found = json.loads(server.output_of("evaluate", "--json", f"--strategy={strategy}", *options))
    counts = {int(guesses): codes for guesses, codes in found["distribution"].items()}
    return [counts.get(guesses + 1, 0) for guesses in range(max(counts))]


def at_work(server: Server) -> int:
    """Return the id of the process that runs the tasks."""
    for process in server.workers():
        if b"run_worker" in Path(f"/proc/{process}/cmdline").read_bytes():
            return process
    raise ProcessLookupError


@pytest.mark.timeout(600)
def test_work_left_by_a_killed_worker_and_a_restart_is_resumed(tmp_path, database):
    with serving(tmp_path, HOUSEKEEPING="yes", **database) as server:
        asker = Asker(server.port, 1, BOARD)
        with closing(asker.connection):
            assert asker.ask("most-parts") == 302
            killed_at = asker.until(20)
            server.kill(at_work(server))
            assert killed_at is not None, "it was done before anybody could be killed"
            assert asker.percent() >= killed_at
            restarted_at = asker.until(60)
            server.restart()
            assert restarted_at is not None, "it was done before the restart"
            assert asker.percent() >= restarted_at
            assert asker.until(None) is None
            numbers = asker.numbers()
        assert numbers == count_by_command(server, "most-parts", BOARD)
        log = server.log.read_text()
    print(f"killed at {killed_at} %, restarted at {restarted_at} %, {sum(numbers)} codes the same")
    # a stopped worker returns its task, so only the killed worker left work
    assert log.count("was left by a worker that is gone") == 1
    assert server.tracebacks() == 0


@pytest.mark.timeout(120)
def test_a_task_without_a_worker_stays_unfinished(tmp_path):
    """The control: only a worker finishes the work."""
    with serving(tmp_path) as server:
        asker = Asker(server.port, 1, BOARD)
        with closing(asker.connection), tending(server) as worker:
            assert asker.ask("most-parts") == 302
            asker.until(1)
            worker.kill()
            worker.wait()
            stands_at = asker.percent()
            time.sleep(5)
            assert asker.percent() == stands_at < 100


@contextmanager
def tending(server: Server):
    """Run a worker for the long tasks of a server while the context lasts."""
    command = [sys.executable, "manage.py", "run_worker"]
    with server.log.open("ab") as log:
        worker = subprocess.Popen(command, env=server.env, stdout=log, stderr=log)
    try:
        yield worker
    finally:
        worker.kill()
        worker.wait()


@contextmanager
def cluster(folder: Path):
    """Run a scheduler on loopback and two workers; yield the scheduler's address and the
    workers.
    """
    address = f"tcp://127.0.0.1:{free_port()}"
    port = address.rpartition(":")[2]
    commands = [
        ["scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"],
        *[["worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]] * 2,
    ]
    env = os.environ | {"DASK_TEMPORARY_DIRECTORY": str(folder)}
    with (folder / "dask").open("wb") as log:
        processes = [
            subprocess.Popen(
                [sys.executable, "-m", "dask", *command],
                env=env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            for command in commands
        ]
    try:
        until_registered(folder / "dask", 2)
        yield address, processes[1:]
    finally:
        for process in processes:
            end(process)


def until_registered(log: Path, workers: int) -> None:
    end = time.monotonic() + 30
    while log.read_text().count("Registered to") < workers:
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)


def end(process: subprocess.Popen) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.timeout(300)
def test_a_large_size_is_played_on_the_cluster_despite_a_lost_worker(tmp_path):
    with (
        cluster(tmp_path) as (address, workers),
        serving(tmp_path, HOUSEKEEPING="yes", DASK_SCHEDULER=address) as server,
    ):
        asker = Asker(server.port, 1, LARGE)
        with closing(asker.connection):
            assert asker.ask("simple") == 302
            killed_at = asker.until(10)
            end(workers[0])
            assert killed_at is not None, "it was done before anybody could be killed"
            assert asker.until(None) is None
            numbers = asker.numbers()
        assert numbers == count_by_command(server, "simple", LARGE)
    print(f"a worker of the cluster killed at {killed_at} %, {sum(numbers)} codes")
