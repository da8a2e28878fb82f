"""The facts on the wall of a room, and on the page with its controls."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Avg, Count, Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.models import Duel, Game, Reportable, Seat, Side
from games.models.duels.duel import ROOM_LASTS
from games.models.hidden.reportable import names_of
from games.web.charts.distribution import Distribution
from solver.rule.codes import Code

BEST_SHOWN = 3
# This is added to the countdown, so that the time is over on the server when the countdown ends.
IN_TIME = timedelta(seconds=0.5)

# Columns of the table to download; averages are computed from ``counted``.
COLUMNS = ("code_number", "code", "name", "guesses", "counted", "broken", "seconds")


class Place(NamedTuple):
    """A player in the room, with their progress, solved codes and average."""

    seat: Seat
    side: Side | None
    mean: float | None = None
    solved: int = 0  # number of codes

    @property
    def record(self) -> str:
        """How the player did at all codes, in a few words; empty before they finish one."""
        if self.mean is None:
            return ""
        values = {"solved": self.solved, "mean": wording.number(self.mean, decimals=1)}
        return _("%(solved)d solved, %(mean)s on average") % values

    @property
    def game(self) -> Game | None:
        return self.side.game if self.side else None

    @property
    def state(self) -> str:
        """The player's progress, in a few words."""
        if self.game is None:
            return "" if self.seat.duel.is_over else _("waiting")
        if self.game.is_playing:
            return _("guess %(number)d") % {"number": self.game.next_number}
        if self.game.is_expired:
            return _("not finished")
        is_aided = self.game.is_aided
        return wording.with_help(self.game.outcome) if is_aided else self.game.outcome

    @property
    def mark(self) -> str:
        """The player's progress in a few characters, for the wall; * means that help was used."""
        if self.game is None:
            return ""
        if self.game.is_won:
            return f"✓ {self.game.score}"
        return str(self.game.next_number) if self.game.is_playing else self.game.outcome

    @property
    def is_away(self) -> bool:
        return (self.seat.has_left or self.seat.is_away) and not self.seat.duel.is_over

    @property
    def is_through(self) -> bool:
        return self.game is not None and not self.game.is_playing

    @property
    def has_it(self) -> bool:
        return self.game is not None and self.game.is_won

    @property
    def clock(self) -> str:
        """The time that the player took, as minutes and seconds."""
        seconds = seconds_of(self.side) if self.side else 0
        return f"{seconds // 60}:{seconds % 60:02}"


@dataclass(frozen=True)
class RoomPage:
    """A room; players join at the URL ``address``."""

    duel: Duel
    address: str

    @cached_property
    def sides(self) -> list[Side]:
        """The sides of this code, even of players who have left."""
        return list(self.duel.sides_now.select_related("game").order_by())

    @cached_property
    def seats(self) -> list[Seat]:
        """All seats, also of players who have left or were removed."""
        return list(self.duel.seats.all())

    @cached_property
    def everyone(self) -> list[Place]:
        """All players, sorted by name so that each can find their own line; some have left."""
        sides = {side.seat_id: side for side in self.sides}
        means = self._means if self.duel.round > 1 else {}
        stay = (seat for seat in self.seats if seat.player_id and not seat.is_sent_out)
        seats = sorted(stay, key=lambda one: one.name.casefold())
        return [Place(seat, sides.get(seat.pk), *means.get(seat.pk, ())) for seat in seats]

    @cached_property
    def places(self) -> list[Place]:
        """The players who are here."""
        return [place for place in self.everyone if place.seat.left_at is None]

    @cached_property
    def taking_part(self) -> list[Place]:
        """The players who are here, and those who left after they had finished or given up."""
        return [one for one in self.everyone if one.seat.left_at is None or one.is_through]

    @property
    def named(self) -> list[Reportable]:
        return names_of(self.duel.seats.filter(is_sent_out=False).select_related("player"))

    @property
    def sent_out(self) -> list[Seat]:
        """The players who were removed from the room."""
        if self.duel.is_over:
            return []
        return [seat for seat in self.seats if seat.is_sent_out and seat.player_id]

    @property
    def through(self) -> int:
        """How many players have finished this code."""
        return sum(place.is_through for place in self.taking_part)

    @property
    def progress(self) -> str:
        """How many players have finished, as a headline."""
        values = {"through": self.through, "people": len(self.taking_part)}
        return _("Finished: %(through)d of %(people)d") % values

    @property
    def minutes(self) -> int:
        """The time limit of the next codes in minutes, or 0."""
        limit = self.duel.time_limit
        return limit // timedelta(minutes=1) if limit else 0

    @property
    def settings(self) -> str:
        """A text that changes with the settings of the room, which another device can change."""
        return f"{self.minutes}-{self.duel.is_locked:d}-{self.duel.has_animals_only:d}"

    @property
    def is_over(self) -> bool:
        """Whether a code was sent and no player still plays it."""
        return bool(self.duel.round) and self.duel.rounds_over == self.duel.round

    @property
    def stage(self) -> str:
        """The stage of the page; buttons of an outdated stage do nothing."""
        return f"{self.duel.status}{self.duel.round}"

    @property
    def countdown(self) -> str:
        """The seconds to the first guess, for the script; empty without a countdown."""
        return _seconds_to(self.duel.starts_at) if self.duel.is_running else ""

    @property
    def seconds_left(self) -> str:
        """The seconds left for this code; empty if there is no limit or no code is running."""
        is_timed = self.duel.is_running and not self.countdown
        return _seconds_to(self.duel.ends_at, IN_TIME) if is_timed else ""

    @property
    def secret(self) -> Code:
        """The code; empty as long as a player is playing it."""
        if not self.is_over:
            return ""
        side = self.duel.sides_now.with_secret().first()
        return side.secret if side else ""

    @cached_property
    def counted(self) -> list[int]:
        """The guesses of each player who finished this code.

        An unsolved code counts as one guess more than the player made.
        """
        games = [side.game for side in self.sides if side.game and not side.game.is_expired]
        return [game.counted_guesses for game in games if game.counted_guesses]

    @property
    def distribution(self) -> Distribution | None:
        """How many players needed 1, 2, … guesses for this code; None until a player finishes."""
        if not self.counted:
            return None
        guesses = range(1, self.duel.limit + 2)  # an unsolved code is one more than the limit
        return Distribution([self.counted.count(number) for number in guesses])

    @property
    def average(self) -> str:
        """A sentence with the average of all who finished this code."""
        if not (self.is_over and self.counted):
            return ""
        mean = sum(self.counted) / len(self.counted)
        return _("%(mean)s guesses on average") % {"mean": wording.number(mean, decimals=1)}

    @property
    def unfinished(self) -> str:
        """A sentence on how many players were stopped before they finished."""
        count = sum(side.game.is_expired for side in self.sides if side.game)
        return _("Not finished: %(count)d") % {"count": count} if self.is_over and count else ""

    @property
    def podium(self) -> list[Place]:
        """The three best players at this code, or at all codes after the end of the room."""
        if self.is_final:
            return self.best
        first = sorted((one for one in self.everyone if one.has_it), key=_rank)
        return first[:BEST_SHOWN] if self.is_over else []

    @property
    def is_final(self) -> bool:
        """Whether the room is closed after several codes."""
        return self.duel.is_over and bool(self.best)

    @property
    def best(self) -> list[Place]:
        """The players who solved the most codes; among equals, the best average comes first."""
        if self.duel.rounds_over < 2:
            return []
        solvers = [place for place in self.everyone if place.solved]
        return sorted(solvers, key=lambda one: (-one.solved, one.mean))[:BEST_SHOWN]

    @cached_property
    def facts(self) -> str:
        """A text that changes whenever the pages of this room change."""
        away = self.duel.seats.away().filter(left_at=None).count()
        return f"{self.duel.revision}-{away}-{self.duel.has_begun:d}"

    @property
    def headline(self) -> str:
        if self.duel.is_over:
            return _("This room is closed")
        if not self.duel.round:
            return _("Waiting for the first code")
        values = {"number": self.duel.round}
        return (_("Code %(number)d is over") if self.is_over else _("Code %(number)d")) % values

    @property
    def status(self) -> str:
        """A sentence on the progress of all players."""
        people = wording.players(len(self.everyone if self.duel.is_over else self.places))
        if self.duel.is_over:
            return _("%(people)s took part.") % {"people": people} if self.everyone else ""
        if not self.places:
            return _("Everyone has left.") if self.everyone else _("No one is here yet.")
        if not self.duel.round or self.is_over:
            return _("%(people)s here.") % {"people": people}
        return _("Finished: %(through)d of %(people)s.") % {
            "through": self.through,
            "people": wording.players(len(self.taking_part)),
        }

    @property
    def forgotten_at(self) -> datetime:
        return self.duel.opened_at + ROOM_LASTS

    @property
    def _means(self) -> dict[int, tuple[float, int]]:
        """For each seat, the average of its finished codes, and how many of them are solved."""
        ended = Game.objects.finished().filter(side__duel=self.duel, is_held=False)
        counted = ended.exclude(status=Game.Status.EXPIRED).order_by().values("side__seat")
        is_solved = Q(status=Game.Status.WON)
        means = counted.annotate(mean=Avg("counted_guesses"), solved=Count("pk", filter=is_solved))
        return {row["side__seat"]: (row["mean"], row["solved"]) for row in means}


def table_of(duel: Duel) -> Iterator[dict[str, Any]]:
    """Yield a row for each player and each finished code; unfinished games do not count."""
    sides = duel.sides.with_secret().select_related("seat__player", "game")
    for side in sides.filter(round__lte=duel.rounds_over):
        if (game := side.game) is None:
            continue
        ended = "yes" if game.is_won else "no"
        yield {
            "code_number": side.round,
            "code": side.secret,
            "name": str(side.seat),
            "guesses": game.guess_count,
            "counted": "" if game.is_expired else game.counted_guesses,
            "broken": "unfinished" if game.is_expired else ended,
            "seconds": seconds_of(side),
        }


def seconds_of(side: Side) -> int:
    """Return how many seconds a player took since the start, or since they joined after it."""
    if (game := side.game) is None or game.finished_at is None:
        return 0
    began = max(game.started_at, side.begun_at or game.started_at)
    return max(0, round((game.finished_at - began) / timedelta(seconds=1)))


def _seconds_to(moment: datetime | None, more: timedelta = timedelta()) -> str:
    """Return the seconds until a moment; empty if the moment is past."""
    left = (moment - timezone.now()).total_seconds() if moment else 0
    return f"{left + more.total_seconds():.2f}" if left > 0 else ""


def _rank(place: Place) -> tuple[int, int, int]:
    """Return the sort key of a podium: guesses, then time."""
    guesses = place.game.guess_count if place.game else 0
    return guesses, seconds_of(place.side) if place.side else 0, place.seat.number
