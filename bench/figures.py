"""Measure figures of the engine, and print them as a table for a document."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.running.workers import processes
from solver.study.play import random_secrets


def head(*names: str) -> None:
    """Print the names of the columns."""
    print()
    row(*names)
    row(*["---"] * len(names))


def row(first: object, *cells: object) -> None:
    """Print a row of a table; a float gets three digits."""
    texts = (f"{cell:.3g}" if isinstance(cell, float) else str(cell) for cell in cells)
    print(f"| {first!s:<52} | " + " | ".join(f"{text:>10}" for text in texts), "|", flush=True)


def processor_seconds(work: Callable[[], object], runs: int = 3) -> float:
    """Return the median processor time of several runs of a function, in seconds."""
    times = []
    for _ in range(runs):
        begin = process_time()
        work()
        times.append(process_time() - begin)
    return median(times)


def in_a_fresh_process(work: Callable[..., Any], *arguments: Any) -> Any:
    """Run a function of a module in a new process and return its result."""
    with processes(1) as fresh:
        return fresh.submit(work, *arguments).result()


def most_megabytes(process: int | str = "self") -> int:
    """Return the peak memory of a process in MB, as the kernel reports it; 0 if it reports none."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return sum(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


def random_turns(variant: Variant, guesses: int, seed: int) -> list[Turn]:
    """Return a game of random guesses, with the feedback that each guess got."""
    secret, *codes = random_secrets(variant, guesses + 1, seed)
    return [Turn(code, feedback(code, secret)) for code in codes]
