"""An Atom feed that tells players, without email, which duels wait for them."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Player
from games.people.accounts.feeds import feed_key_of, player_with_feed_key
from games.people.sessions.current import Identity
from games.people.statistics.open_duels import OpenDuel, open_duels, seats_waited_for


@never_cache
@require_safe
def feed(request: HttpRequest, key: str) -> HttpResponse:
    """Show the turns of the player who owns this secret URL."""
    return TurnsFeed()(request, key)


class TurnsFeed(Feed):
    """A feed with an entry for each turn that the player has to make."""

    feed_type = Atom1Feed
    link = reverse_lazy("you")

    def get_object(self, request: HttpRequest, *args: Any) -> Player:
        player = player_with_feed_key(*args)
        if player is None:
            raise Http404
        return player

    def feed_url(self, player: Player) -> str:
        return reverse("duel-feed", args=[feed_key_of(player)])

    def title(self, player: Player) -> str:
        return _("%(site)s: your turn") % {"site": settings.SITE_NAME}

    def subtitle(self) -> str:
        return _("The duels that wait for you.")

    def items(self, player: Player) -> list[OpenDuel]:
        return open_duels(Identity(guest=player.pk), seats_waited_for)

    def item_title(self, item: OpenDuel) -> str:
        return item.occasion

    def item_description(self, item: OpenDuel) -> str:
        if item.due_at is None:
            return item.state.capitalize()
        due_at = date_format(item.due_at, "DATETIME_FORMAT")
        return _("Your turn, until %(time)s UTC.") % {"time": due_at}

    def item_guid(self, item: OpenDuel) -> str:
        """Return a new id for each turn, so that a feed reader shows the turn as new."""
        turn = f"{item.due_at:%Y%m%dT%H%M%S}" if item.due_at else "rematch"
        return f"{item.duel.public_id}-{turn}"

    def item_pubdate(self, item: OpenDuel) -> datetime | None:
        return item.seat.asked_at

    item_updateddate = item_pubdate
