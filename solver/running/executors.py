"""Where tasks run: here, on the cores of this machine, or on a Dask cluster.

Anyone who has many tasks takes a function that maps as ``map`` does, and does not know which.
"""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, ClassVar, TypeAlias
from urllib.parse import urlsplit

from solver.rule.errors import EngineError, Kind, Sentences
from solver.running.workers import processes, results_of

Run: TypeAlias = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]

_PATIENCE = 3.0  # seconds for a scheduler to answer, or for a worker to be there


@dataclass(eq=False)
class NoLab(EngineError):
    """The extra ``lab`` is not installed, and something needs it."""

    sentences: ClassVar[Sentences] = {
        Kind.PROOF_WITHOUT_LAB: "a proof needs the extra lab: run pip install '.[lab]' in the "
        "folder of this project",
        Kind.CLUSTER_WITHOUT_LAB: "a cluster needs the extra lab: run pip install '.[lab]' in the "
        "folder of this project",
    }


@dataclass(eq=False)
class NoCluster(EngineError):
    """The cluster at ``address`` does not answer or has no workers, from the first or any more."""

    address: str

    sentences: ClassVar[Sentences] = {
        Kind.NO_SCHEDULER: "no scheduler with workers answers at {address}",
        Kind.LOST_CLUSTER: "lost the cluster at {address} or all its workers",
    }


@contextmanager
def run_on(scheduler: str | None, workers: int) -> Iterator[Run]:
    """Yield how to map a function over tasks: on a cluster if its scheduler is given.

    Otherwise it is done on this many processes, or in this one if that is enough. Results come as
    tasks are done, and a task is drawn when a worker is free for it. Raises ``NoLab`` and
    ``NoCluster``.
    """
    if scheduler:
        with _cluster(scheduler) as client:
            threads = sum(client.ncores().values())
            check = _Watch(client, scheduler).check
            yield partial(results_of, client.get_executor(), threads, check=check)
    elif workers <= 1:
        yield map
    else:
        with processes(workers) as executor:
            yield partial(results_of, executor, workers)


class _Watch:
    """Looks whether a cluster can still do anything."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._last_seen = monotonic()

    def check(self) -> None:
        """Raise ``NoCluster`` if there has been no scheduler, or no worker, for a while."""
        if self._client.status == "running" and self._client.nthreads():
            self._last_seen = monotonic()
        elif monotonic() - self._last_seen > _PATIENCE:
            raise NoCluster(Kind.LOST_CLUSTER, self._address)


@contextmanager
def _cluster(scheduler: str) -> Iterator[Any]:
    """The client of a Dask cluster, which keeps to itself what it would log."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # a lost worker is no news, a lost cluster is an error
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


def _require_listener(address: str) -> None:
    """Raise ``OSError`` or ``ValueError`` unless somebody listens at an address."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname or "", parts.port or 8786), _PATIENCE):
        pass


def _client_of(scheduler: str) -> Any:
    try:
        import distributed
    except ImportError as problem:
        raise NoLab(Kind.CLUSTER_WITHOUT_LAB) from problem
    connect: Any = distributed.Client
    try:
        _require_listener(scheduler)
        client = connect(scheduler, timeout=_PATIENCE, set_as_default=False)
        client.wait_for_workers(1, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as problem:
        raise NoCluster(Kind.NO_SCHEDULER, scheduler) from problem
    return client
