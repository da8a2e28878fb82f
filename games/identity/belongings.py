"""What is kept of a player, in words: what somebody sees who is about to delete it, or has."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.models import Duel, Player


def belongings_of(player: Player) -> list[str]:
    """Return everything that goes when a player does, the most personal last."""
    counted = [
        (wording.games, player.games.count()),
        (_challenges, player.challenges.count()),
        (_watched, player.watches.count()),
        (_held, player.assists.count()),
        (_duels, player.seats.count()),
        (_rooms, player.opened_duels.filter(kind=Duel.Kind.ROOM).count()),
        (wording.puzzles, player.puzzles.count()),
    ]
    kept = [named(count) for named, count in counted if count]
    kept += [_("the name %(name)s") % {"name": player.name}] if player.name else []
    kept += [_("your e-mail address")] if player.user and player.user.email else []
    return kept + ([_("your account")] if player.user_id else [])


def farewell(belongings: list[str]) -> str:
    """Say what was deleted.

    >>> farewell(["3 games", "your account"])
    'Deleted for good: 3 games and your account.'
    """
    if not belongings:  # of somebody who opened something, and has left it
        return _("There was nothing of yours to delete.")
    return _("Deleted for good: %(belongings)s.") % {"belongings": wording.listed(belongings)}


def _challenges(count: int) -> str:
    return ngettext("%(count)d challenge", "%(count)d challenges", count) % {"count": count}


def _watched(count: int) -> str:
    return ngettext("%(count)d watched code", "%(count)d watched codes", count) % {"count": count}


def _duels(count: int) -> str:
    places = ngettext("your place in %(count)d duel", "your places in %(count)d duels", count)
    return places % {"count": count}


def _rooms(count: int) -> str:
    rooms = ngettext("%(count)d room you opened", "%(count)d rooms you opened", count)
    return rooms % {"count": count}


def _held(count: int) -> str:
    codes = ngettext("%(count)d code you held", "%(count)d codes you held", count)
    return codes % {"count": count}
