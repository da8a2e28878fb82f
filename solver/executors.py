"""Where tasks run: here, on the cores of this machine, or on a Dask cluster.

Whoever has many tasks takes a function that maps as ``map`` does, and does not know which.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, TypeAlias

from solver.errors import EngineError, Kind, Sentences
from solver.workers import processes, results_of

Run: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

_PATIENCE = 10.0  # seconds for a scheduler to answer and for a first worker to be there


@dataclass(eq=False)
class NoLab(EngineError):
    """The extra ``lab`` is not installed, and something needs it."""

    sentences: ClassVar[Sentences] = {
        Kind.PROOF_WITHOUT_LAB: "a proof needs the extra lab: pip install 'mastermind[lab]'",
        Kind.CLUSTER_WITHOUT_LAB: "a cluster needs the extra lab: pip install 'mastermind[lab]'",
    }


@dataclass(eq=False)
class NoScheduler(EngineError):
    """No scheduler of a cluster with workers answers at ``address``."""

    kind: Kind = field(default=Kind.NO_SCHEDULER, init=False)
    address: str

    sentences: ClassVar[Sentences] = {
        Kind.NO_SCHEDULER: "no scheduler with workers answers at {address}"
    }


@contextmanager
def run_on(scheduler: str | None, workers: int) -> Iterator[Run]:
    """Yield how to map a function over tasks: on a cluster if its scheduler is given.

    Otherwise it is done on so many processes, or in this one if that is enough. Results come as
    tasks are done, and a task is drawn when a worker is free for it. Raises ``NoLab`` and
    ``NoScheduler``.
    """
    if scheduler:
        with _cluster(scheduler) as (executor, threads):
            yield partial(results_of, executor, threads)
    elif workers <= 1:
        yield map
    else:
        with processes(workers) as executor:
            yield partial(results_of, executor, workers)


@contextmanager
def _cluster(scheduler: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a Dask cluster and how many tasks it can run at once."""
    client = _client_of(scheduler)
    with client:
        yield client.get_executor(), sum(client.ncores().values())


def _client_of(scheduler: str) -> Any:
    try:
        import distributed
    except ImportError as problem:
        raise NoLab(Kind.CLUSTER_WITHOUT_LAB) from problem
    connect: Any = distributed.Client
    try:
        client = connect(scheduler, timeout=_PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as problem:
        raise NoScheduler(scheduler) from problem
    return client
