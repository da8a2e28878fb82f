"""The sitemap for search engines, which is the same for all visitors.

Games, challenges and results are left out: they are for people who were given their URL. Players
are left out, too: the leaderboards link to them.
"""

from collections.abc import Sequence
from datetime import date, timedelta

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from games.catalog.cards import CARDS
from games.catalog.rules import CLASSIC, PRESETS
from games.models import FIRST_DAY, Daily, today

IN_LAB = ("strategies", "explore")
ALWAYS = (
    *("start", "learn", "rules", "fair-play", "privacy", "skill", "archive", "leaderboard"),
    *("puzzles", "sheet", "evil", "friends", "duels", "rooms", "here", "league"),
    *("strategies", "explore", "new-watch", "new-assist", "new-challenge"),
)


class Pages(Sitemap):
    """The part of the sitemap with the pages that always exist."""

    def items(self) -> Sequence[str]:
        return ALWAYS

    def location(self, item: str) -> str:
        return reverse(item)


class Dailies(Sitemap):
    """The part of the sitemap with all dailies up to today."""

    def items(self) -> list[Daily]:
        days = range((today() - FIRST_DAY).days + 1)
        return [Daily(day=FIRST_DAY + timedelta(days=offset)) for offset in days]

    def lastmod(self, item: Daily) -> date:
        return item.day


class Boards(Sitemap):
    """The part of the sitemap with the presets.

    Classic is left out, because its page has a URL without a size.
    """

    def items(self) -> list[str]:
        boards = [rules for rules in PRESETS.values() if rules != CLASSIC]
        first = [f"{reverse('start')}?{rules.query}" for rules in boards]
        lab = [reverse(page) + rules.board_query for page in IN_LAB for rules in boards]
        return [*first, *lab]

    def location(self, item: str) -> str:
        return item


class Strategies(Sitemap):
    """The part of the sitemap with each strategy and the root of its tree on Classic."""

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
