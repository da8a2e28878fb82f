"""Everything that a player has, in words, for the pages about deletion."""

from django.utils.translation import gettext as _, ngettext_lazy

from games import wording
from games.models import Player
from games.wording import number_of

_challenges = number_of(ngettext_lazy("%(number)s challenge", "%(number)s challenges", "count"))
_watched = number_of(ngettext_lazy("%(number)s watched code", "%(number)s watched codes", "count"))
_held = number_of(ngettext_lazy("%(number)s solver page", "%(number)s solver pages", "count"))
_rooms = number_of(
    ngettext_lazy("%(number)s room you opened", "%(number)s rooms you opened", "count")
)
_seasons = number_of(
    ngettext_lazy("%(number)s season you opened", "%(number)s seasons you opened", "count")
)
_groups = number_of(
    ngettext_lazy("your place in %(number)s group", "your places in %(number)s groups", "count")
)
_duels = number_of(
    ngettext_lazy("your place in %(number)s duel", "your places in %(number)s duels", "count")
)


def belongings_of(player: Player) -> list[str]:
    """Return everything that is deleted with a player, in words; the most personal comes last."""
    counted = [
        (wording.games, player.games.count()),
        (_challenges, player.challenges.count()),
        (_watched, player.watches.count()),
        (_held, player.assists.count()),
        (_duels, player.seats.count()),
        (_groups, player.memberships.count()),
        (_rooms, player.opened_duels.rooms().count()),
        (_seasons, player.seasons.count()),
        (wording.puzzles, player.puzzles.count()),
    ]
    kept = [named(count) for named, count in counted if count]
    kept += [_("the name %(name)s") % {"name": player.name}] if player.name else []
    kept += [_("your email address")] if player.user and player.user.email else []
    return kept + ([_("your account")] if player.user_id else [])


def farewell(belongings: list[str]) -> str:
    """Return a sentence about everything that was deleted.

    >>> farewell(["3 games", "your account"])
    'Deleted: 3 games and your account.'
    """
    if not belongings:  # the player only looked at pages
        return _("You had no data to delete.")
    return _("Deleted: %(belongings)s.") % {"belongings": wording.list_in_words(belongings)}
