"""What the clients of a busy site see: how long it takes to answer, and with which status."""

import statistics
from collections import Counter

FAILED = {0, 429, *range(500, 600)}  # statuses that count as failures; 0 means no answer


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

    def told(self, seconds: float) -> str:
        """Return requests a second, response times and failures of these seconds, on one line."""
        return (
            f"{len(self.times) / seconds:6.1f} a second   p50 {self.percentile(50) * 1e3:6.0f} ms"
            f"   p99 {self.percentile(99) * 1e3:6.0f} ms   {self.failures:3} failed"
        )
