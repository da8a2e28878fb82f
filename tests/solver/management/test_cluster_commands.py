"""The very commands of docs/optimum.md, each a process of its own, on a cluster that breaks."""

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
from distributed import Client

from solver.rule.codes import Variant
from solver.running import executors
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


def test_nobody_waits_longer_for_a_cluster_than_is_promised():
    assert executors._PATIENCE <= 5  # seconds; how long Python takes to start is not ours


def test_the_commands_of_the_page_play_the_games_and_miss_what_is_gone_in_one_sentence(
    documented, port
):
    """On one cluster, from before its first worker to after its scheduler."""

    def worker():
        return started(documented("dask worker", "--no-dashboard"), "Registered to")

    def said(*options, victim=None):
        """Return how a command ends, and all it says; somebody may be killed while it runs."""
        command = documented("manage.py evaluate", *options)
        if victim:
            until_it_works(port)
            os.killpg(victim.pid, signal.SIGKILL)
        output, errors = command.communicate(timeout=600)
        return command.returncode, output, errors

    at = f"at tcp://127.0.0.1:{port}"
    gone = 2, "", f"lost the cluster {at} or all its workers\n"
    scheduler = started(documented("dask scheduler", "--no-dashboard"), "Scheduler at")
    assert said(*BOARD) == (2, "", f"no scheduler with workers answers {at}\n")
    first = worker()
    ending, output, errors = said(*BOARD)
    assert (ending, errors) == (0, "")
    assert json.loads(output)["total"] == evaluate(Variant(4, 5), "knuth").total
    assert said(*LONG, victim=first) == gone
    worker()
    assert said(*LONG, victim=scheduler) == gone
