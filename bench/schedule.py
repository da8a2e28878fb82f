"""How much faster several workers prove a board than one: ``python -m bench schedule``.

Every worker is a process of its own, with a memory of its own, but only one of them is at work at
a time. It says how much processor time each task took, and from that follows when each worker
would be free for the next, so that a machine with two cores shows what four would do.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack
from heapq import heappop, heappush
from itertools import count, islice
from time import process_time
from typing import Any

from bench.figures import head, row
from solver.exact.proof import Means, prove
from solver.rule.codes import Variant
from solver.running.workers import processes

BOARDS = [Variant(4, 7), Variant(4, 8)]
WORKERS = [1, 4]


class Schedule:
    """Runs tasks as this many workers would, and knows when they would be done."""

    def __init__(self, executors: list[Executor]) -> None:
        self.executors = executors
        self.now = 0.0  # seconds on the clock that all of them would see
        self._idle = list(range(len(executors)))
        self._running: list[tuple[float, int, int, Any]] = []  # when done, number, worker, result
        self._numbers = count()
        self._begin = process_time()

    def run(self, work: Callable[[Any], Any], tasks: Iterable[Any]) -> Iterator[Any]:
        """Yield results in the order in which they would come, each task drawn just in time.

        Tasks of a run that nobody waits for any more keep their workers busy.
        """
        waiting, first = iter(tasks), next(self._numbers)
        while True:
            self._start(work, waiting)
            if not any(number > first for _, number, _, _ in self._running):
                return
            done, number, worker, result = heappop(self._running)
            self._let_time_pass()
            self.now = max(self.now, done)
            self._idle.append(worker)
            if number > first:
                yield result

    def _start(self, work: Callable[[Any], Any], waiting: Iterator[Any]) -> None:
        for task in islice(waiting, len(self._idle)):
            self._let_time_pass()
            worker = self._idle.pop(0)
            took, result = self.executors[worker].submit(timed, work, task).result()
            heappush(self._running, (self.now + took, next(self._numbers), worker, result))

    def _let_time_pass(self) -> None:
        """Move the clock on by what this process, which deals out the tasks, has worked."""
        end = process_time()
        self.now += end - self._begin
        self._begin = end


def timed(work: Callable[[Any], Any], task: Any) -> tuple[float, Any]:
    """Return the processor time that a task takes, and its result."""
    begin = process_time()
    result = work(task)
    return process_time() - begin, result


def seconds(variant: Variant, workers: int) -> float:
    """Return when this many workers would have proven a board."""
    with ExitStack() as stack:
        executors = [stack.enter_context(processes(1)) for _ in range(workers)]
        for executor in executors:  # the kernels are loaded before the clock begins
            list(executor.map(warm, [variant]))
        prove(Variant(3, 4))
        schedule = Schedule(executors)
        prove(variant, means=Means(run=schedule.run))
        return schedule.now


def warm(variant: Variant) -> None:
    """Load the kernels of the search."""
    prove(Variant(3, 4))


def main() -> None:
    """Print a row for each board and number of workers."""
    head("board", "workers", "seconds", "times as fast")
    for variant in BOARDS:
        took = {workers: seconds(variant, workers) for workers in WORKERS}
        for workers, now in took.items():
            row(variant.name, workers, f"{now:.1f}", f"{took[1] / now:.1f}")
