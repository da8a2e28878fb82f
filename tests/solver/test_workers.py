import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

from solver.codes import Variant
from solver.evaluate import evaluate, evaluate_games
from solver.play import random_secrets
from solver.workers import results


def test_several_cores_play_the_same_games():
    shared = partial(results, workers=2)
    variant = Variant(pegs=4, colors=5)
    assert evaluate(variant, "knuth", shared).distribution == (
        evaluate(variant, "knuth").distribution
    )
    secrets = random_secrets(variant, 60)
    assert evaluate_games(variant, "random", secrets, shared).distribution == (
        evaluate_games(variant, "random", secrets).distribution
    )


def processes_of(group):
    """The processes of a group, by the kernel's table."""
    table = (path.read_text().rpartition(") ")[2].split() for path in stats())
    return [fields for fields in table if int(fields[2]) == group and fields[0] != "Z"]


def stats():
    for path in Path("/proc").glob("[0-9]*/stat"):
        if path.exists():
            yield path


def test_an_interrupt_ends_quietly_and_leaves_no_worker(interruptible, ended):
    command = ["evaluate", "--pegs", "5", "--colors", "8", "--strategy", "entropy"]
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    ended.append(process)
    deadline = time.monotonic() + 30
    while len(processes_of(process.pid)) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (130, "", "")
    while processes_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert processes_of(process.pid) == []
