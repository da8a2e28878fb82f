"""The duels of a player that are not over, in words."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording
from games.models import Duel, Seat, SeatQuerySet


class OpenDuel(NamedTuple):
    """A duel at which a player sits."""

    seat: Seat

    @property
    def duel(self) -> Duel:
        return self.seat.duel

    def get_absolute_url(self) -> str:
        return self.duel.get_absolute_url()

    @property
    def due_at(self) -> datetime | None:
        """Until when the player may take, or None if it is not their turn."""
        return self.seat.due_at

    @property
    def others(self) -> str:
        """The names of the other players; in a room there are too many."""
        others = [one for one in self.duel.seats.all() if one.pk != self.seat.pk]
        return wording.list_in_words(others) if others and self.duel.kind_rules.is_public else ""

    @property
    def occasion(self) -> str:
        """The kind of duel and the opponents."""
        values = {"kind": self.duel.get_kind_display(), "board": self.duel.rules.name}
        if not self.others:
            return _("%(kind)s, %(board)s") % values
        values["others"] = self.others
        return _("%(kind)s with %(others)s, %(board)s") % values

    @property
    def state(self) -> str:
        """The state of the duel while it is not the player's turn."""
        if not self.duel.kind_rules.opener_plays:
            return _("open")
        return _("not started") if self.duel.is_waiting else _("the others’ turn")


def open_duels(seats: SeatQuerySet) -> list[OpenDuel]:
    """Return the duels of these seats that are not over, the most urgent first."""
    return [OpenDuel(seat) for seat in seats.at_open_duels()]
