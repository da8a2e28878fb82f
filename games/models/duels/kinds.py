"""The rules of each kind of duel: its seats, start, guesses, end and winner.

A kind has no state. The duel locks its row, then calls its kind, which can change the duel.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from django.db.models import F
from django.utils import timezone

from games.models.duels.choices import DuelKind, Status
from games.models.duels.refusals import TooLate
from games.models.duels.seat import THE_END, Seat, SentGuess, Side, SideQuerySet, Way, winners_of
from games.models.play.codemaker import new_secret
from solver.rule.codes import Code, Variant

CODE_LENGTH = 6  # people type this many letters to join a duel or room


class DuelInPlay(Protocol):
    """The parts of a duel that its kind reads or changes during a transition."""

    seats: Any
    sides: Any

    @property
    def sides_now(self) -> SideQuerySet: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def patience(self) -> timedelta: ...
    @property
    def next_due_at(self) -> datetime: ...
    @property
    def round(self) -> int: ...
    @property
    def rounds_over(self) -> int: ...
    @property
    def seats_taken(self) -> int: ...
    @property
    def is_live(self) -> bool: ...
    @property
    def is_running(self) -> bool: ...
    @property
    def is_between(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def is_in_last_round(self) -> bool: ...

    def sides_played(self, **where: int) -> list[Side]: ...
    def begin_race(self, secret: Code, ways: Mapping[int, Way]) -> None: ...
    def give_same_code(self, seat: Seat) -> None: ...
    def change(self, **changes: Any) -> None: ...
    def move_to(self, status: Status) -> None: ...


class KindRules:
    """The rules that most kinds have."""

    least_seats = 2  # minimum number of seats with which a round can start
    most_seats: int
    takes_seats = frozenset({Status.WAITING})  # stages in which new players can join
    # stages in which new players can join if a guess can take days
    takes_seats_late = takes_seats
    starts = frozenset({Status.WAITING})  # stages in which a code can be sent to all players
    countdown = timedelta(seconds=5)  # the time from the start of a live round to the first guess
    shares_code = True  # whether all players break the same code, as fast as they can
    is_public = True  # whether anyone with the link sees the progress of all players
    opener_plays = True  # whether the opener plays instead of only watching
    can_come_back = False  # whether a player who left or was late keeps the seat
    is_race = False  # whether there can be a winner while others still play
    can_go_on = False  # whether a player who is done can start a rematch at once
    rematches: tuple[DuelKind, ...] = ()  # other kinds for a rematch
    enough = float("inf")  # a player with so many points has won and can leave

    def rounds(self, wanted: int) -> int:
        """Return how many rounds a duel has if its opener wants ``wanted`` rounds."""
        return 1

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        """React to a new player who has taken a seat; by default, do nothing."""

    def guess(self, duel: DuelInPlay, side: Side, sent: SentGuess) -> None:
        side.play(sent, duel.next_due_at)

    def answer(self, duel: DuelInPlay) -> None:
        """Answer the guesses that wait for other guesses; by default, guesses do not wait."""

    def go_on(self, duel: DuelInPlay) -> None:
        """Continue after a round; by default, the duel ends."""
        duel.move_to(Status.OVER)

    # Pages have read the seats and sides already, so the following methods get them.

    def leaders(self, duel: DuelInPlay, sides: Iterable[Side], now: datetime) -> list[Side]:
        """Return the sides that have won the current round, even if others play on."""
        return []

    def is_decided(self, duel: DuelInPlay) -> bool:
        """Return whether the winner of the current round is certain."""
        sides = duel.sides_played(round=duel.round)
        return bool(self.leaders(duel, sides, timezone.now()))

    def points(self, sides: Iterable[Side]) -> Mapping[int, int]:
        """Return the points of each seat from its key; ``sides`` are those of finished rounds."""
        return {}

    def winners(
        self, duel: DuelInPlay, seats: Sequence[Seat], sides: Sequence[Side], now: datetime
    ) -> list[Seat]:
        """Return the seat that has won the duel; several after a tie, or none."""
        return []


class RaceRules(KindRules):
    """A race: all players break the same code, and the first one wins.

    It starts when all players are ready. If a guess can take days, the fewest guesses win. Such a
    race starts when a second player joins, and others can join until it is decided.
    """

    most_seats = 8
    takes_seats_late = frozenset({Status.WAITING, Status.RUNNING})
    is_race = can_go_on = True
    rematches: tuple[DuelKind, ...] = (DuelKind.BEST_OF_THREE,)

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        if duel.is_live:
            return
        if duel.is_running:
            if self.is_decided(duel):
                raise TooLate
            duel.give_same_code(seat)
        elif duel.seats_taken > 1:
            duel.begin_race(new_secret(duel.variant), {})

    def leaders(self, duel: DuelInPlay, sides: Iterable[Side], now: datetime) -> list[Side]:
        at = THE_END if duel.rounds_over == duel.round else now
        return winners_of((side for side in sides if side.round == duel.round), at)

    def winners(
        self, duel: DuelInPlay, seats: Sequence[Seat], sides: Sequence[Side], now: datetime
    ) -> list[Seat]:
        won = {side.seat_id for side in self.leaders(duel, sides, now)}
        return [seat for seat in seats if seat.pk in won]


class ScoredRules(KindRules):
    """A duel with points, in which the player with the most points wins.

    A player who leaves before having ``enough`` points does not win, so that it does not pay to
    leave while ahead.
    """

    def winners(
        self, duel: DuelInPlay, seats: Sequence[Seat], sides: Sequence[Side], now: datetime
    ) -> list[Seat]:
        points = self.points(sides)

        def place(seat: Seat) -> tuple[bool, bool, int]:
            own = points.get(seat.pk, 0)
            return own < self.enough, seat.has_left, -own

        ranked = sorted(seats, key=place)
        is_played = duel.is_over and any(side.is_played for side in sides)
        return ranked[:1] if is_played and place(ranked[0]) < place(ranked[1]) else []


class BestOfThreeRules(ScoredRules, RaceRules):
    """Several races. A player wins by winning most of them, or if all other players leave."""

    starts = frozenset({Status.WAITING, Status.BETWEEN})
    takes_seats_late = RaceRules.takes_seats
    can_go_on = False
    rematches = ()
    enough = 2

    def rounds(self, wanted: int) -> int:
        return 3

    def points(self, sides: Iterable[Side]) -> Mapping[int, int]:
        """Return how many races each seat has won; ties don’t count."""
        races: dict[int, list[Side]] = {}
        for side in sides:
            races.setdefault(side.round, []).append(side)
        best = [winners_of(race, THE_END) for race in races.values()]
        return Counter(one[0].seat_id for one in best if len(one) == 1)

    def go_on(self, duel: DuelInPlay) -> None:
        is_won = self.enough in self.points(duel.sides_played()).values()
        here = [seat for seat in duel.seats.all() if not seat.has_left]
        is_contested = len(here) > 1 and not all(seat.is_computer for seat in here)
        if is_won or duel.is_in_last_round or not is_contested:
            duel.move_to(Status.OVER)
        elif not duel.is_live:
            duel.begin_race(new_secret(duel.variant), {})
        elif not duel.is_between:
            self._pause(duel)

    def _pause(self, duel: DuelInPlay) -> None:
        """Wait until all players are ready for the next race; late players will leave."""
        duel.move_to(Status.BETWEEN)
        duel.seats.update(is_ready=False)
        people = duel.sides_now.filter(seat__in=duel.seats.people_here())
        people.update(due_at=timezone.now() + duel.patience)


class BoxRules(ScoredRules):
    """Two players set codes for each other, round after round."""

    most_seats = 2
    starts = frozenset()
    shares_code = False

    def rounds(self, wanted: int) -> int:
        return wanted

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        if duel.is_full:
            self._begin_setting(duel)

    def _begin_setting(self, duel: DuelInPlay) -> None:
        """Let both players set codes for each other; a computer draws a random code."""
        duel.change(status=Status.SETTING, round=F("round") + 1)
        seats = list(duel.seats.all())
        for seat, other in zip(seats, reversed(seats), strict=True):
            secret = new_secret(duel.variant) if other.is_computer else ""
            due_at = None if seat.is_computer else timezone.now() + duel.patience
            duel.sides.create(seat=seat, round=duel.round, secret=secret, due_at=due_at)

    def guess(self, duel: DuelInPlay, side: Side, sent: SentGuess) -> None:
        """Keep the guess until both players have guessed, so that waiting is no advantage."""
        side.queue_guess(sent)

    def answer(self, duel: DuelInPlay) -> None:
        waiting = list(duel.sides_now.playing().select_related("game").order_by("game"))
        if all(side.row for side in waiting):
            for side in waiting:
                side.play(SentGuess(side.row, side.row_number, side.token), duel.next_due_at)

    def go_on(self, duel: DuelInPlay) -> None:
        if duel.is_in_last_round or self.is_decided(duel):
            duel.move_to(Status.OVER)
        else:
            self._begin_setting(duel)

    def is_decided(self, duel: DuelInPlay) -> bool:
        return any(seat.has_left for seat in duel.seats.all())

    def points(self, sides: Iterable[Side]) -> Mapping[int, int]:
        """Return the points of both players: each guess of the opponent is one."""
        made: Counter[int] = Counter()
        for side in sides:
            made[side.seat_id] += side.counted
        return {seat: made.total() - own for seat, own in made.items()}


class RoomRules(KindRules):
    """One code after another for all players. The opener sends the codes and only watches."""

    least_seats, most_seats = 1, 40
    takes_seats = frozenset({Status.WAITING, Status.RUNNING, Status.BETWEEN})
    starts = frozenset({Status.WAITING, Status.BETWEEN})
    countdown = timedelta(seconds=8)  # the slowest page learns of the code before it starts
    is_public = opener_plays = False
    can_come_back = True

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        """Give a late player the code of the current round."""
        if duel.is_running:
            duel.give_same_code(seat)

    def go_on(self, duel: DuelInPlay) -> None:
        duel.move_to(Status.BETWEEN)


KIND_RULES: Mapping[DuelKind, KindRules] = {
    DuelKind.RACE: RaceRules(),
    DuelKind.BEST_OF_THREE: BestOfThreeRules(),
    DuelKind.BOX: BoxRules(),
    DuelKind.ROOM: RoomRules(),
}
SHARING = [kind for kind, rules in KIND_RULES.items() if rules.shares_code]
