"""The pages for search engines, which are the same for all visitors.

Games, challenges and results are only for visitors who were given their address, and players are
found through the leaderboards.
"""

from datetime import date, timedelta

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from games.catalog.cards import CARDS
from games.catalog.rules import CLASSIC, PRESETS
from games.models import FIRST_DAY, Daily, today

IN_LAB = ("strategies", "explore")


class Pages(Sitemap):
    """The pages that are always there."""

    def items(self) -> list[str]:
        always = [
            "start",
            "learn",
            "rules",
            "fair-play",
            "privacy",
            "skill",
            "archive",
            "leaderboard",
        ]
        always += ["puzzles", "sheet", "evil", "friends", "duels", "rooms", "here"]
        return [*always, "strategies", "explore", "new-watch", "new-assist", "new-challenge"]

    def location(self, item: str) -> str:
        return reverse(item)


class Dailies(Sitemap):
    """Every day there is, and none ahead."""

    def items(self) -> list[Daily]:
        days = range((today() - FIRST_DAY).days + 1)
        return [Daily(day=FIRST_DAY + timedelta(days=offset)) for offset in days]

    def lastmod(self, item: Daily) -> date:
        return item.day


class Boards(Sitemap):
    """The boards there are, but for Classic, which is shown where none is named."""

    def items(self) -> list[str]:
        boards = [rules for rules in PRESETS.values() if rules != CLASSIC]
        first = [f"{reverse('start')}?{rules.query}" for rules in boards]
        lab = [reverse(page) + rules.board_query for page in IN_LAB for rules in boards]
        return [*first, *lab]

    def location(self, item: str) -> str:
        return item


class Strategies(Sitemap):
    """Every strategy, and the root of its tree on the Classic board."""

    def items(self) -> list[tuple[str, str]]:
        return [(page, name) for name in CARDS for page in ("strategy", "tree")]

    def location(self, item: tuple[str, str]) -> str:
        page, name = item
        return reverse(page, args=[name])


SITEMAPS: dict[str, type[Sitemap] | Sitemap] = {
    "pages": Pages,
    "boards": Boards,
    "strategies": Strategies,
    "dailies": Dailies,
}
