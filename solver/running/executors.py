"""Places to run tasks: this process, several processes, or a Dask cluster.

The caller gets a function like ``map``, and need not know where tasks run.
"""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, ClassVar, TypeAlias
from urllib.parse import urlsplit

from solver.rule.errors import EngineError, Kind, Sentences
from solver.running.workers import available_cores, processes, results_of

Run: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

_PATIENCE = 3.0  # seconds to wait for a cluster's scheduler or worker


@dataclass(eq=False)
class NoLab(EngineError):
    """The extra ``lab`` is needed but not installed."""

    sentences: ClassVar[Sentences] = {
        Kind.PROOF_WITHOUT_LAB: "a proof needs the extra lab: run pip install numba",
        Kind.CLUSTER_WITHOUT_LAB: "a cluster needs the extra lab: run pip install "
        "'dask[distributed]'",
    }


@dataclass(eq=False)
class NoCluster(EngineError):
    """The cluster at ``address`` is unreachable or has lost all its workers."""

    address: str

    sentences: ClassVar[Sentences] = {
        Kind.NO_SCHEDULER: "no scheduler with workers answers at {address}",
        Kind.LOST_CLUSTER: "lost the cluster at {address} or all its workers",
    }


@contextmanager
def run_on(scheduler: str | None = None, workers: int | None = None) -> Iterator[Run]:
    """Yield a function that maps over tasks: on a cluster if ``scheduler`` is given.

    Otherwise it uses ``workers`` processes (by default one per core); one worker means this
    process. Results come when tasks are done, and a task is taken when a worker is free. Raises
    ``NoLab`` and ``NoCluster``.
    """
    workers = workers or available_cores()
    if scheduler:
        with _cluster(scheduler) as client:
            threads = sum(client.ncores().values())
            check = _Watch(client, scheduler).check
            yield partial(results_of, _OnCluster(client), threads, check=check)
    elif workers <= 1:
        yield map
    else:
        with processes(workers) as executor:
            yield partial(results_of, executor, workers)


class _OnCluster(Executor):
    """Runs tasks on the workers of a Dask cluster.

    Dask's own executor reads a result and then whether it is an error. If the worker is lost
    between the two, it takes the result for an error.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        answer: Future[Any] = Future()

        def settle(remote: Any) -> None:
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(remote.result())
                except BaseException as problem:
                    answer.set_exception(problem)

        self._client.submit(work, *args, **kwargs).add_done_callback(settle)
        return answer


class _Watch:
    """Checks repeatedly that a cluster still works."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._last_seen = monotonic()

    def check(self) -> None:
        """Raise ``NoCluster`` if the scheduler or all workers have been gone for a while."""
        if self._client.status == "running" and self._client.nthreads():
            self._last_seen = monotonic()
        elif monotonic() - self._last_seen > _PATIENCE:
            raise NoCluster(Kind.LOST_CLUSTER, self._address)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Any]:
    """Yield the client of a Dask cluster, with its logging switched off."""
    before = logging.root.manager.disable
    # Losing a worker is normal; losing the cluster raises an error.
    logging.disable(logging.CRITICAL)
    client = None
    try:
        client = _client_of(scheduler)
        yield client
    except (CancelledError, OSError) as problem:
        raise NoCluster(Kind.LOST_CLUSTER, scheduler) from problem
    finally:
        if client is not None:
            client.close(timeout=1)
        logging.disable(before)


def _client_of(scheduler: str) -> Any:
    try:
        import distributed
    except ImportError as problem:
        raise NoLab(Kind.CLUSTER_WITHOUT_LAB) from problem
    connect: Any = distributed.Client
    try:
        address = urlsplit(scheduler)
        with socket.create_connection((address.hostname or "", address.port or 8786), _PATIENCE):
            client = connect(scheduler, timeout=_PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as problem:
        raise NoCluster(Kind.NO_SCHEDULER, scheduler) from problem
    return client
