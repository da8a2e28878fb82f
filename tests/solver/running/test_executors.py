"""Results are the same in this process, on two processes, and on a cluster that loses a worker."""

import os
import signal
from importlib import import_module

import pytest
from django.core.management import call_command

from solver.rule.codes import Variant
from solver.running.executors import run_on
from solver.study.evaluate import evaluate
from tests.extras import LAB

BOARD, STRATEGY = Variant(5, 6), "most-parts"
SMALL, SMALL_OPTIMUM = Variant(3, 4), {1: 1, 2: 5, 3: 37, 4: 21}


@pytest.fixture(scope="module")
def local():
    return evaluate(BOARD, STRATEGY).distribution


@pytest.fixture(scope="module")
def proof():
    """Import the module of the exact search, which needs numba."""
    pytest.importorskip("numba", reason=LAB)
    return import_module("solver.exact.proof")


def kill_during(run, victim):
    """Return a run that kills a worker after the first result."""

    def run_and_kill(work, tasks):
        for place, result in enumerate(run(work, tasks)):
            if place == 0:
                os.kill(victim, signal.SIGKILL)
            yield result

    return run_and_kill


def test_a_cluster_plays_the_same_games(cluster, local):
    with run_on(cluster.scheduler_address, workers=1) as run:
        assert evaluate(BOARD, STRATEGY, run).distribution == local


def test_a_cluster_that_loses_a_worker_plays_the_same_games(cluster, local):
    victim = next(iter(cluster.workers.values())).pid
    with run_on(cluster.scheduler_address, workers=1) as run:
        assert evaluate(BOARD, STRATEGY, kill_during(run, victim)).distribution == local


def test_a_cluster_proves_the_same_optimum(cluster, proof):
    with run_on(cluster.scheduler_address, workers=1) as run:
        assert proof.prove(SMALL, means=proof.Means(run)).book.distribution == SMALL_OPTIMUM


def test_two_processes_prove_the_same_optimum(proof):
    with run_on(None, workers=2) as run:
        assert proof.prove(SMALL, 4, proof.Means(run)).book.distribution == SMALL_OPTIMUM


@pytest.mark.usefixtures("proof")
def test_the_commands_run_on_a_cluster(cluster, tmp_path, capsys):
    where = ["--scheduler", cluster.scheduler_address, "--pegs", "3", "--colors", "4"]
    call_command("evaluate", *where)
    call_command("optimal", *where, "--books", tmp_path)
    assert "64 codes" in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["3x4.json"]


@pytest.mark.parametrize(
    ("command", "address"), [("evaluate", "nowhere"), ("optimal", "tcp://127.0.0.1:1")]
)
def test_a_missing_scheduler_is_reported_in_one_sentence(command, address, monkeypatch, capsys):
    pytest.importorskip("distributed", reason=LAB)
    monkeypatch.setattr("solver.running.executors._PATIENCE", 0.5)
    with pytest.raises(SystemExit) as end:
        call_command(command, "--scheduler", address)
    assert end.value.code == 2
    assert capsys.readouterr().err == f"no scheduler with workers answers at {address}\n"
