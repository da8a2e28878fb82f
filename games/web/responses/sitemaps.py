"""The sitemap for search engines, which is the same for all visitors.

Games, challenges and results are left out: they are for people who were given their URL. Players
are left out, too: the leaderboards link to them.
"""

from datetime import date, timedelta

from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from games.catalog.cards import CARDS
from games.catalog.rules import CLASSIC, PRESETS
from games.models import FIRST_DAY, Daily, today

ALWAYS = (
    *("start", "learn", "rules", "fair-play", "privacy", "skill", "archive", "leaderboard"),
    *("puzzles", "sheet", "evil", "friends", "duels", "rooms", "here", "league"),
    *("strategies", "explore", "new-watch", "new-assist", "new-challenge"),
)
IN_LAB = ("strategies", "explore")
OF_A_STRATEGY = ("strategy", "tree")


class Pages(Sitemap):
    """The URLs of all pages; a daily comes with its date.

    The pages of Classic have a URL without a game size.
    """

    def items(self) -> list[tuple[str, date | None]]:
        boards = [rules for rules in PRESETS.values() if rules != CLASSIC]
        addresses = [
            *map(reverse, ALWAYS),
            *(f"{reverse('start')}?{rules.query}" for rules in boards),
            *(reverse(page) + rules.board_query for page in IN_LAB for rules in boards),
            *(reverse(page, args=[name]) for name in CARDS for page in OF_A_STRATEGY),
        ]
        days = range((today() - FIRST_DAY).days + 1)
        dailies = [Daily(day=FIRST_DAY + timedelta(days=offset)) for offset in days]
        return [
            *((address, None) for address in addresses),
            *((daily.get_absolute_url(), daily.day) for daily in dailies),
        ]

    def location(self, item: tuple[str, date | None]) -> str:
        return item[0]

    def lastmod(self, item: tuple[str, date | None]) -> date | None:
        return item[1]
