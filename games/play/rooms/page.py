"""What the page of a room shows to its opener, on a wall or on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Avg
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.models import Duel, Game, Seat
from games.models.duels.duel import ROOM_LASTS
from games.models.duels.seat import AWAY_AFTER
from games.web.charts.distribution import Distribution
from solver.rule.codes import Code

BEST_SHOWN = 3

# The columns of the table that can be taken along.
COLUMNS = ("code_number", "code", "name", "guesses", "broken", "seconds")


class Place(NamedTuple):
    """Somebody in the room: how far they are with this code, and how they did with all."""

    seat: Seat
    game: Game | None
    mean: float | None

    @property
    def state(self) -> str:
        """How far they are, in a few words."""
        if self.game is None:
            return _("waits")
        if self.game.is_playing:
            return _("guess %(number)d") % {"number": self.game.next_number}
        return _("ran out of time") if self.game.is_expired else self.game.outcome

    @property
    def is_away(self) -> bool:
        return self.seat.is_away and not self.seat.duel.is_over

    @property
    def is_through(self) -> bool:
        return self.game is not None and not self.game.is_playing


@dataclass(frozen=True)
class RoomPage:
    """A room; ``address`` is where one enters it, ``host`` the name of this site."""

    duel: Duel
    address: str
    host: str

    @cached_property
    def places(self) -> list[Place]:
        """Who is here: those who broke the code first, then as they came."""
        sides = self.duel.sides_now.select_related("game")
        games = {side.seat_id: side.game for side in sides}
        means = self._means
        seats = self.duel.seats.filter(left_at=None)
        places = [Place(seat, games.get(seat.pk), means.get(seat.pk)) for seat in seats]
        return sorted(places, key=_rank)

    @property
    def sent_out(self) -> list[Seat]:
        """Who may not come back before they are let in again."""
        if self.duel.is_over:
            return []
        return list(self.duel.seats.filter(is_sent_out=True, player__isnull=False))

    @property
    def through(self) -> int:
        """How many have ended their game."""
        return sum(place.is_through for place in self.places)

    @property
    def is_over(self) -> bool:
        """Whether a code was sent, and nobody plays at it any more."""
        return bool(self.duel.round) and self.duel.rounds_over == self.duel.round

    @property
    def secret(self) -> Code:
        """The code, once nobody breaks it any more."""
        if not self.is_over:
            return ""
        side = self.duel.sides_now.with_secret().first()
        return side.secret if side else ""

    @property
    def distribution(self) -> Distribution | None:
        """How many needed how many guesses for this code, once all are through."""
        ended = [place.game for place in self.places if place.game and place.is_through]
        if not (self.is_over and ended):
            return None
        counts = [0] * (self.duel.limit + 1)
        for game in ended:
            counts[(game.counted_guesses or 1) - 1] += 1
        return Distribution(counts)

    @property
    def average(self) -> str:
        """What was needed for this code on average."""
        needed = [place.game.counted_guesses for place in self.places if place.game]
        known = [guesses for guesses in needed if guesses]
        if not (self.is_over and known):
            return ""
        mean = sum(known) / len(known)
        return _("%(mean)s guesses on average") % {"mean": wording.number(mean, decimals=1)}

    @property
    def best(self) -> list[Place]:
        """Who needed the fewest guesses so far, over all codes."""
        if self.duel.rounds_over < 2:
            return []
        played = [place for place in self.places if place.mean]
        return sorted(played, key=lambda one: one.mean or 0)[:BEST_SHOWN]

    @property
    def facts(self) -> str:
        return facts_of(self.duel)

    @property
    def headline(self) -> str:
        if self.duel.is_over:
            return _("This room is closed")
        if not self.duel.round:
            return _("Come in")
        values = {"number": self.duel.round}
        return (_("Code %(number)d is over") if self.is_over else _("Code %(number)d")) % values

    @property
    def status(self) -> str:
        """How far all are, in a sentence."""
        if not self.places:
            return _("No one is here yet.")
        people = wording.players(len(self.places))
        if self.duel.is_over:
            return _("%(people)s took part.") % {"people": people}
        if not self.duel.round or self.is_over:
            return _("%(people)s here.") % {"people": people}
        return _("Finished: %(through)d of %(people)s.") % {
            "through": self.through,
            "people": people,
        }

    @property
    def forgotten_at(self) -> datetime:
        """When all of it is deleted."""
        return self.duel.opened_at + ROOM_LASTS

    @property
    def _means(self) -> dict[int, float]:
        """What each needed on average, over the codes that they have ended."""
        ended = Game.objects.finished().filter(side__duel=self.duel, is_held=False)
        means = ended.order_by().values("side__seat").annotate(mean=Avg("counted_guesses"))
        return {row["side__seat"]: row["mean"] for row in means}


def facts_of(duel: Duel) -> str:
    """Return what tells whether the page looks otherwise than it did."""
    lately = timezone.now() - AWAY_AFTER
    away = duel.seats.filter(left_at=None, seen_at__lt=lately).count()
    return f"{duel.revision}-{away}-{duel.has_begun:d}"


def table_of(duel: Duel) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table: one for everybody and each code that is over."""
    sides = duel.sides.with_secret().select_related("seat", "game")
    for side in sides.filter(round__lte=duel.rounds_over):
        if (game := side.game) is None:
            continue
        took = (game.finished_at or game.started_at) - game.started_at
        yield {
            "code_number": side.round,
            "code": side.secret,
            "name": side.seat.name,
            "guesses": game.guess_count,
            "broken": "yes" if game.is_won else "no",
            "seconds": max(0, round(took / timedelta(seconds=1))),
        }


def _rank(place: Place) -> tuple[int, int, int]:
    """Order: broke the code, still playing, held out; each by the guesses."""
    if place.game is None or place.game.is_playing:
        return 1, 0, place.seat.number
    return (0 if place.game.is_won else 2), place.game.counted_guesses or 0, place.seat.number
