"""The CPU of a page of the leaderboard as a multiple of an empty view, over 100,000 games."""

from bench.web import Browser, costs, pages, tell
from tools.serving import serving

PORT = 8792
ROUNDS = 200
PATHS = {
    "all time": "/leaderboard/",
    "seven days": "/leaderboard/?period=week",
    "today": "/leaderboard/?period=day",
    "its last page": "/leaderboard/?page=100",
}


def main() -> None:
    with serving(PORT, "bench.settings", ("-m", "bench.crowd")):
        browser = Browser(PORT)
        print(f"\nThe leaderboard over 100,000 games (medians of {ROUNDS}, taken in turns)")
        for name, path in PATHS.items():
            tell(name, costs(browser, pages(browser, path), ROUNDS), 6)
        browser.begin_game()
        tell("to a player", costs(browser, pages(browser, "/leaderboard/"), ROUNDS), 6)


if __name__ == "__main__":
    main()
