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


def test_two_processes_play_the_same_games():
    variant = Variant(pegs=4, colors=5)
    secrets = random_secrets(variant, 60)
    with run_on(None, workers=2) as run:
        shared = evaluate(variant, "knuth", run), evaluate_games(variant, "random", secrets, run)
    alone = evaluate(variant, "knuth"), evaluate_games(variant, "random", secrets)
    assert [one.distribution for one in shared] == [one.distribution for one in alone]


def processes_of(group):
    """Return the running processes of a process group, from the table of the kernel."""
    table = (line.rpartition(") ")[2].split() for line in stats())
    return [fields for fields in table if int(fields[2]) == group and fields[0] != "Z"]


def stats():
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # the process has ended
            yield path.read_text()


def test_an_interrupt_ends_quietly_and_leaves_no_worker(interruptible, ended):
    """The interrupt comes when three processes run: the command, a tracker and a worker."""
    command = ["evaluate", "--pegs", "5", "--colors", "8", "--strategy", "entropy"]
    process = subprocess.Popen(
        [sys.executable, "-m", "solver", *command, "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    ended.append(process)
    while len(processes_of(process.pid)) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGINT)
    output, errors = process.communicate()
    assert (process.returncode, output, errors) == (130, "", "")
    while processes_of(process.pid):  # if a worker stays, the test times out
        time.sleep(0.05)


COPYING = """
import os, signal, sys, threading
from solver.running.workers import patient_process

if "beside another" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
os.loaded = lambda: None
signal.signal(signal.SIGTERM, lambda *_: None)
process = patient_process(os.getpid)
print(process.submit(eval, "hasattr(__import__('os'), 'loaded')").result())
os.kill(process.submit(os.getpid).result(), signal.SIGTERM)
try:
    while process.submit(os.getpid).result():
        pass
except Exception as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize(("thread", "is_copy"), [("alone", True), ("beside another", False)])
def test_a_patient_process_is_forked_only_if_forking_is_safe(thread, is_copy):
    """A forked process has all modules loaded, and must not keep its parent's signal handlers."""
    command = [sys.executable, "-c", COPYING, thread]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert printed == [str(is_copy and sys.platform == "linux"), "BrokenProcessPool"]
