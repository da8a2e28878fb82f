"""The unfinished duels of a player, in words."""

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording
from games.models import Duel, Seat, SeatQuerySet
from games.people.sessions.current import Identity


class OpenDuel(NamedTuple):
    """An unfinished duel in which a player has a seat."""

    seat: Seat

    @property
    def duel(self) -> Duel:
        return self.seat.duel

    def get_absolute_url(self) -> str:
        return self.duel.get_absolute_url()

    @property
    def due_at(self) -> datetime | None:
        """The end of the time for the player's turn; None if others have to move."""
        return self.seat.due_at

    @property
    def others(self) -> str:
        """The names of the other players; "" for a room, which has many."""
        others = [one for one in self.duel.seats.all() if one.pk != self.seat.pk]
        return wording.list_in_words(others) if others and self.duel.kind_rules.is_public else ""

    @property
    def occasion(self) -> str:
        """The kind of duel and the names of the opponents."""
        values = {"kind": self.duel.get_kind_display(), "board": self.duel.rules.name}
        if not self.others:
            return _("%(kind)s, %(board)s") % values
        values["others"] = self.others
        return _("%(kind)s with %(others)s, %(board)s") % values

    @property
    def state(self) -> str:
        """What the duel waits for, in a few words, if it is not the player's turn."""
        if not self.duel.kind_rules.opener_plays:
            return _("open")
        if self.duel.is_over:
            return _("a rematch waits for you")
        return _("not started") if self.duel.is_waiting else _("the others’ turn")


def seats_taken(visitor: Identity) -> SeatQuerySet:
    return visitor.seats.taken()


def seats_waited_for(visitor: Identity) -> SeatQuerySet:
    return visitor.seats.taken().waited_for()


def open_duels(
    visitor: Identity, seats: Callable[[Identity], SeatQuerySet] = seats_taken
) -> list[OpenDuel]:
    """Return the unfinished duels of these seats, the most urgent first.

    A first query checks whether there are any duels. Most players have none, and this first query
    takes only a tenth of the time.
    """
    if not visitor.ask(seats):
        return []
    return [OpenDuel(seat) for seat in seats(visitor).at_open_duels()]
