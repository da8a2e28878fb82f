"""The commands of docs/optimum.md run on a cluster, which then breaks down."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from tests.extras import LAB

pytest.importorskip("distributed", reason=LAB)

from distributed import Client

from solver.rule.codes import Variant
from solver.study.evaluate import evaluate
from tools.with_postgres import free_port

PAGE = Path("docs/optimum.md").read_text()
BOARD = ["--pegs", "4", "--colors", "5", "--json"]
LONG = ["--pegs", "5", "--colors", "8", "--strategy", "most-parts"]


@pytest.fixture
def port():
    return free_port()


@pytest.fixture
def documented(port, tmp_path):
    """Return a function that starts a command from docs/optimum.md on another port."""
    processes = []

    def start(pattern, *options):
        [line] = re.findall(rf"^    (python .*{pattern}.*)$", PAGE, re.MULTILINE)
        words = shlex.split(line.replace("8786", str(port)))
        process = subprocess.Popen(
            [sys.executable, *words[1:], *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | {"DASK_TEMPORARY_DIRECTORY": str(tmp_path)},
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        kill(process)


def kill(process):
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def await_log(process, word):
    """Wait until a word appears in the log of a process."""
    while word not in (line := process.stderr.readline()):
        assert line, "it ended before"
    return process


def until_it_works(port):
    """Wait until a worker is busy."""
    with Client(f"tcp://127.0.0.1:{port}") as client:
        while not any(client.processing().values()):
            sleep(0.05)


def test_documented_commands_run_and_report_a_lost_scheduler_or_worker_in_one_sentence(
    documented, port
):
    """All runs use the same cluster, from the time before its first worker starts until its
    scheduler is killed.
    """

    def worker():
        return await_log(documented("dask worker", "--no-dashboard"), "Registered to")

    def run_command(*options, victim=None):
        """Return the exit status and output of a command; kill ``victim``, if given, while the
        command runs.
        """
        command = documented("manage.py evaluate", *options)
        if victim:
            until_it_works(port)
            os.killpg(victim.pid, signal.SIGKILL)
        output, errors = command.communicate(timeout=600)
        return command.returncode, output, errors

    at = f"at tcp://127.0.0.1:{port}"
    gone = 2, "", f"lost the cluster {at} or all its workers\n"
    scheduler = await_log(documented("dask scheduler", "--no-dashboard"), "Scheduler at")
    ending, output, errors = run_command(*BOARD)
    assert (ending, output) == (2, "")
    assert json.loads(errors)["error"] == f"no scheduler with workers answers {at}"
    first = worker()
    ending, output, errors = run_command(*BOARD)
    assert (ending, errors) == (0, "")
    assert json.loads(output)["total"] == evaluate(Variant(4, 5), "knuth").total
    assert run_command(*LONG, victim=first) == gone
    worker()
    assert run_command(*LONG, victim=scheduler) == gone
