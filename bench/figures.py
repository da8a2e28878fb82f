"""How figures of the engine are taken, and printed as a table that a document can have."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any


def head(*names: str) -> None:
    """Print the names of the columns."""
    print()
    row(*names)
    row(*["---"] * len(names))


def row(first: object, *cells: object) -> None:
    """Print a row as soon as it is known; a float has three digits."""
    texts = (f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in cells)
    print(f"| {first!s:<52} | " + " | ".join(f"{text:>10}" for text in texts), "|", flush=True)


def timed(work: Callable[[], object], runs: int = 3) -> float:
    """Return the seconds of processor time that work takes, the median of its runs."""
    times = []
    for _ in range(runs):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return median(times)


def in_a_fresh_process(work: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function of a module returns in a process that has done nothing before."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
        return fresh.submit(work, *arguments).result()


def most_megabytes() -> int:
    """Return the most memory this process has held, by the kernel's account; 0 if it keeps none."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))
