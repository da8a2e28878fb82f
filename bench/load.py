"""Measure response times and processor time of a busy site."""

import os
import statistics
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

FAILED = {0, 429, *range(500, 600)}  # statuses that count as failures; 0 means no answer
PARTS = ("gunicorn", "postgres")
Done = TypeVar("Done")
TICKS = os.sysconf("SC_CLK_TCK")


class Seen:
    """The seconds that each request took, and how many requests had each status."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.statuses: Counter[int] = Counter()

    def percentile(self, place: int) -> float:
        return statistics.quantiles(self.times, n=100)[place - 1]

    @property
    def failures(self) -> int:
        return sum(count for status, count in self.statuses.items() if status in FAILED)

    def describe(self, seconds: float) -> str:
        """Return a line with requests per second, response times and failures in these seconds."""
        return (
            f"{len(self.times) / seconds:6.1f} a second   p50 {self.percentile(50) * 1e3:6.0f} ms"
            f"   p99 {self.percentile(99) * 1e3:6.0f} ms   {self.failures:3} failed"
        )


def crowd(run: Callable[[int], Done], size: int) -> list[Done]:
    """Call a function with each number below ``size``, in as many threads; return all results."""
    with ThreadPoolExecutor(size) as threads:
        return list(threads.map(run, range(size)))


def cores() -> dict[str, float]:
    """Return how many processor seconds the processes of each part of the site have used."""
    used = dict.fromkeys(PARTS, 0.0)
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # The process can end while its files are read.
            command = (folder / "cmdline").read_text()
            after_name = (folder / "stat").read_text().rpartition(")")[2].split()
            for part in (part for part in PARTS if part in command):
                used[part] += (int(after_name[11]) + int(after_name[12])) / TICKS
    return used


def cores_used(run: Callable[[], Done]) -> tuple[Done, dict[str, float]]:
    """Call ``run``; return its result, and how many cores each part of the site used."""
    before, begun = cores(), time.monotonic()
    done = run()
    passed = time.monotonic() - begun
    return done, {part: round((now - before[part]) / passed, 2) for part, now in cores().items()}
