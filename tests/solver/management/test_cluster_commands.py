"""The very commands of docs/optimum.md, each a process of its own, on a cluster that breaks."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from distributed import Client

from solver.rule.codes import Variant
from solver.running import executors
from solver.study.evaluate import evaluate

PAGE = Path("docs/optimum.md").read_text()
BOARD = ["--pegs", "4", "--colors", "5", "--json"]
LONG = ["--pegs", "5", "--colors", "8", "--strategy", "most-parts"]


@pytest.fixture
def port():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return unused.getsockname()[1]


@pytest.fixture
def documented(port, tmp_path):
    """Start a command as the page has it, on another port."""
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


def started(process, word):
    """Wait until a process says a word in its log."""
    while word not in (line := process.stderr.readline()):
        assert line, "it ended before"
    return process


def until_it_works(port):
    """Wait until the worker has something to do."""
    with Client(f"tcp://127.0.0.1:{port}") as client:
        while not any(client.processing().values()):
            sleep(0.05)


@pytest.fixture
def scheduler(documented):
    return started(documented("dask scheduler", "--no-dashboard"), "Scheduler at")


@pytest.fixture
def worker(documented, scheduler):
    worker = documented("dask worker", "--no-dashboard")
    started(worker, "Registered to")
    return worker


def test_the_commands_of_the_page_play_the_games(documented, worker):
    output, errors = documented("manage.py evaluate", *BOARD).communicate(timeout=600)
    assert errors == ""
    assert json.loads(output)["total"] == evaluate(Variant(4, 5), "knuth").total


def test_nobody_waits_longer_for_a_cluster_than_is_promised():
    assert executors._PATIENCE <= 5  # seconds; how long Python takes to start is not ours


def test_without_workers_it_is_one_sentence(documented, scheduler, port):
    command = documented("manage.py evaluate", *BOARD)
    output, errors = command.communicate(timeout=600)
    assert (command.returncode, output) == (2, "")
    assert errors == f"no scheduler with workers answers at tcp://127.0.0.1:{port}\n"


@pytest.mark.parametrize("victim", ["scheduler", "worker"])
def test_when_all_are_gone_it_is_one_sentence(documented, scheduler, worker, victim, port):
    command = documented("manage.py evaluate", *LONG)
    until_it_works(port)
    os.killpg({"scheduler": scheduler, "worker": worker}[victim].pid, signal.SIGKILL)
    output, errors = command.communicate(timeout=600)
    assert (command.returncode, output) == (2, "")
    assert errors == f"the cluster at tcp://127.0.0.1:{port} is gone, or all its workers are\n"
