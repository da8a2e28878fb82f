import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from solver.rule.codes import Variant
from solver.running.executors import run_on
from solver.study.evaluate import evaluate, evaluate_games
from solver.study.play import random_secrets


def test_several_cores_play_the_same_games():
    variant = Variant(pegs=4, colors=5)
    secrets = random_secrets(variant, 60)
    with run_on(None, workers=2) as run:
        shared = evaluate(variant, "knuth", run), evaluate_games(variant, "random", secrets, run)
    alone = evaluate(variant, "knuth"), evaluate_games(variant, "random", secrets)
    assert [one.distribution for one in shared] == [one.distribution for one in alone]


def processes_of(group):
    """The processes of a group, by the kernel's table."""
    table = (line.rpartition(") ")[2].split() for line in stats())
    return [fields for fields in table if int(fields[2]) == group and fields[0] != "Z"]


def stats():
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            yield path.read_text()


@pytest.mark.parametrize("processes", [3, 4])
def test_an_interrupt_ends_quietly_and_leaves_no_worker(interruptible, ended, processes):
    """Also while workers begin: the third process is the first of two, the second tracks them."""
    command = ["evaluate", "--pegs", "5", "--colors", "8", "--strategy", "entropy"]
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    ended.append(process)
    while len(processes_of(process.pid)) < processes:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    output, errors = process.communicate()
    assert (process.returncode, output, errors) == (130, "", "")
    while processes_of(process.pid):  # a worker that stays is ended by the timeout of the test
        time.sleep(0.05)
