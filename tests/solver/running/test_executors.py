"""Results are the same in one process, in two processes, and on a cluster that loses a worker."""

from importlib import import_module

import pytest

from solver.rule.codes import Variant
from solver.running import executors
from solver.running.executors import NoCluster, run_on
from solver.study.evaluate import evaluate
from tests.extras import LAB

BOARD, STRATEGY = Variant(4, 6), "most-parts"
SMALL, SMALL_OPTIMUM = Variant(3, 4), {1: 1, 2: 5, 3: 37, 4: 21}


@pytest.fixture(scope="module")
def local():
    return evaluate(BOARD, STRATEGY).distribution


@pytest.fixture(scope="module")
def proof():
    """Return the module of the proofs, which needs numba."""
    pytest.importorskip("numba", reason=LAB)
    return import_module("solver.exact.proof")


def close_during(run, cluster, victims):
    """Return a function that works like ``run`` but closes some workers after the first result."""

    def run_and_close(work, tasks):
        for place, result in enumerate(run(work, tasks)):
            for victim in victims if place == 0 else ():
                cluster.sync(victim.close)
            yield result

    return run_and_close


def test_the_wait_for_a_cluster_is_at_most_five_seconds():
    assert executors._PATIENCE <= 5


def test_a_cluster_that_loses_a_worker_plays_the_same_games(cluster, local):
    victims = list(cluster.workers.values())[:1]
    with run_on(cluster.scheduler_address, workers=1) as run:
        closing = close_during(run, cluster, victims)
        assert evaluate(BOARD, STRATEGY, closing).distribution == local
    assert len(cluster.scheduler.workers) == 1


def test_a_cluster_proves_the_same_optimum(cluster, proof):
    with run_on(cluster.scheduler_address, workers=1) as run:
        assert proof.prove(SMALL, means=proof.Means(run)).book.distribution == SMALL_OPTIMUM


@pytest.mark.usefixtures("proof")
def test_the_commands_run_on_a_cluster(cluster, tmp_path, printed):
    where = ["--scheduler", cluster.scheduler_address, "--pegs", "3", "--colors", "4"]
    assert "64 codes" in printed("evaluate", *where)
    assert "64 codes" in printed("optimal", *where, "--books", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["3x4.json"]


def test_a_cluster_that_loses_all_its_workers_is_reported(cluster, monkeypatch):
    monkeypatch.setattr("solver.running.executors._PATIENCE", 0.5)
    address, victims = cluster.scheduler_address, list(cluster.workers.values())
    with pytest.raises(NoCluster, match="lost the cluster"), run_on(address, workers=1) as run:
        evaluate(BOARD, STRATEGY, close_during(run, cluster, victims))


@pytest.mark.parametrize(
    ("command", "address"), [("evaluate", "nowhere"), ("optimal", "tcp://127.0.0.1:1")]
)
def test_a_missing_scheduler_is_reported_in_one_sentence(command, address, monkeypatch, refusal):
    pytest.importorskip("distributed", reason=LAB)
    monkeypatch.setattr("solver.running.executors._PATIENCE", 0.5)
    said = refusal(command, "--scheduler", address)
    assert said == f"no scheduler with workers answers at {address}\n"
