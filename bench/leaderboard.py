"""The CPU of a page of the leaderboard as a multiple of an empty view, over 100,000 games."""

import statistics
import time

from bench.web import Browser
from tools.serving import serving

PORT = 8792
ROUNDS = 200
AS_A_PLAYER = "to a player"
PATHS = {
    "all time": "/leaderboard/",
    "seven days": "/leaderboard/?period=week",
    "today": "/leaderboard/?period=day",
    "its last page": "/leaderboard/?page=100",
    "beyond that": "/leaderboard/?page=9999",
    AS_A_PLAYER: "/leaderboard/",
}


def main() -> None:
    with serving(PORT, "bench.settings", ("-m", "bench.crowd")):
        browser = Browser(PORT)
        clock = ~int(browser.send("/empty/")) << 3 | 2  # Linux: the CPU clock of another process

        def cpu_of(path: str) -> float:
            start = time.clock_gettime(clock)
            browser.send(path)
            return time.clock_gettime(clock) - start

        print(f"\nThe leaderboard over 100,000 games (medians of {ROUNDS}, taken in turns)")
        for name, path in PATHS.items():
            if name == AS_A_PLAYER:
                browser.begin_game()
            pairs = [(cpu_of("/empty/"), cpu_of(path)) for _ in range(ROUNDS)]
            empty, page = (statistics.median(column) for column in zip(*pairs, strict=True))
            print(f"  {name:<18} {page * 1e3:6.2f} ms   {page / empty:.1f} × empty (at most 6)")


if __name__ == "__main__":
    main()
