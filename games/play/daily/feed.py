"""An Atom feed of the dailies, which announces codes without revealing them."""

from datetime import UTC, datetime, time, timedelta

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games import wording
from games.models import FIRST_DAY, Daily, today

NEWEST_DAYS = 30  # the feed has this many days


class DailyFeed(Feed):
    """The feed, with the newest day first."""

    feed_type = Atom1Feed
    link = reverse_lazy("archive")
    feed_url = reverse_lazy("daily-feed")

    def title(self) -> str:
        return _("%(site)s: one code a day") % {"site": settings.SITE_NAME}

    def subtitle(self) -> str:
        return _("Everyone gets the same code, from midnight to midnight UTC.")

    def author_name(self) -> str:
        return settings.SITE_NAME

    def items(self) -> list[Daily]:
        days = (today() - timedelta(days=back) for back in range(NEWEST_DAYS))
        return [Daily(day=day) for day in days if day >= FIRST_DAY]

    def item_title(self, item: Daily) -> str:
        return item.title

    def item_description(self, item: Daily) -> str:
        return _("%(board)s. At most %(guesses)s. Your first try counts.") % {
            "board": item.rules,
            "guesses": wording.guesses(item.rules.limit),
        }

    def item_pubdate(self, item: Daily) -> datetime:
        return datetime.combine(item.day, time(), UTC)

    item_updateddate = item_pubdate
