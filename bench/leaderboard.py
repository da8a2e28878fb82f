"""The CPU of a page of the leaderboard as a multiple of an empty view, over 100,000 games."""

from bench.figures import head
from bench.web import COLUMNS, PORT, Browser, costs, pages, tell
from tools.serving import serving

PATHS = {
    "all time": "/leaderboard/",
    "seven days": "/leaderboard/?period=week",
    "today": "/leaderboard/?period=day",
    "its last page": "/leaderboard/?page=100",
}


def main() -> None:
    with serving(PORT, ("-m", "bench", "crowd")):
        browser = Browser()
        head("the leaderboard over 100,000 games", *COLUMNS)
        for name, path in PATHS.items():
            tell(name, costs(browser, pages(browser, path)), 6)
        browser.begin_game()
        tell("to a player", costs(browser, pages(browser, "/leaderboard/")), 6)
