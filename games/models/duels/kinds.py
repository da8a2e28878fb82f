"""The rules of each kind of duel: its seats, its start, its guesses and its end.

A kind has no state. The duel locks its row and asks its kind, which answers or moves the duel on.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from games.models.duels.choices import DuelKind, Status
from games.models.duels.seat import Seat, Side
from solver.rule.codes import Code

CODE_LENGTH = 6  # letters by which a duel or room is joined
WINS_NEEDED = 2  # in a best of three


class DuelInPlay(Protocol):
    """The parts of a duel that its kind uses during a transition."""

    @property
    def next_due_at(self) -> datetime: ...
    @property
    def round(self) -> int: ...
    @property
    def seats_taken(self) -> int: ...
    @property
    def is_live(self) -> bool: ...
    @property
    def is_running(self) -> bool: ...
    @property
    def is_full(self) -> bool: ...
    @property
    def is_deserted(self) -> bool: ...
    @property
    def is_contested(self) -> bool: ...
    @property
    def is_in_last_round(self) -> bool: ...

    def wins(self, rounds: int) -> Mapping[int, int]: ...

    def begin_setting(self) -> None: ...
    def begin_race_now(self) -> None: ...
    def deal_late(self, seat: Seat) -> None: ...
    def answer_waiting(self) -> None: ...
    def pause(self) -> None: ...
    def move_to(self, status: Status) -> None: ...


class KindRules:
    """The rules that most kinds have."""

    least_seats = 2  # that a round begins with
    most_seats: int
    takes_seats = frozenset({Status.WAITING})  # when somebody new may sit down
    takes_seats_late = takes_seats  # the same with days for a guess
    starts = frozenset({Status.WAITING})  # when one code may be sent to everybody
    shares_code = True  # whether all break the same code, each as quickly as they can
    is_public = True  # whether everybody with the link sees how all are doing
    opener_plays = True  # whether the opener has a seat, and does not look on
    can_come_back = False  # whether a player who left, or was late, keeps the seat
    is_race = False  # whether one player can have won while others play on
    can_go_on = False  # whether a player who is through may start a rematch at once
    rematches: tuple[DuelKind, ...] = ()  # the other kinds that a rematch may be

    def rounds(self, wanted: int) -> int:
        """Return how many rounds a duel has whose opener wants so many."""
        return 1

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        """Do what follows when a new player has sat down."""

    def guess(self, duel: DuelInPlay, side: Side, code: Code, number: int, token: str) -> None:
        """Take a guess of a player."""
        side.play(code, number, token, duel.next_due_at)

    def go_on(self, duel: DuelInPlay) -> None:
        """Move on to what comes after a round that is over."""
        duel.move_to(Status.OVER)


class RaceRules(KindRules):
    """One code for all, and the first to break it wins. It starts when all players are ready.

    With days for a guess the fewest guesses win. It starts when a second player sits down, and
    others may join until it is decided.
    """

    most_seats = 8
    takes_seats_late = frozenset({Status.WAITING, Status.RUNNING})
    is_race = can_go_on = True
    rematches: tuple[DuelKind, ...] = (DuelKind.BEST_OF_THREE,)

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        if duel.is_live:
            return
        if duel.is_running:
            duel.deal_late(seat)
        elif duel.seats_taken > 1:
            duel.begin_race_now()


class BestOfThreeRules(RaceRules):
    """Race after race: the first to win two has won, and so has the last who is still here."""

    starts = frozenset({Status.WAITING, Status.BETWEEN})
    takes_seats_late = RaceRules.takes_seats
    can_go_on = False
    rematches = ()

    def rounds(self, wanted: int) -> int:
        return 3

    def go_on(self, duel: DuelInPlay) -> None:
        is_won = WINS_NEEDED in duel.wins(duel.round).values()
        if is_won or duel.is_in_last_round or not duel.is_contested:
            duel.move_to(Status.OVER)
        elif duel.is_live:
            duel.pause()
        else:
            duel.begin_race_now()


class BoxRules(KindRules):
    """Two set codes for each other, round after round. It begins when both seats are taken."""

    most_seats = 2
    starts = frozenset()
    shares_code = False

    def rounds(self, wanted: int) -> int:
        return wanted

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        if duel.is_full:
            duel.begin_setting()

    def guess(self, duel: DuelInPlay, side: Side, code: Code, number: int, token: str) -> None:
        """Keep the guess until both have made theirs, so that it is no gain to guess second."""
        side.queue_guess(code, number, token)
        duel.answer_waiting()

    def go_on(self, duel: DuelInPlay) -> None:
        if duel.is_in_last_round or duel.is_deserted:
            duel.move_to(Status.OVER)
        else:
            duel.begin_setting()


class RoomRules(KindRules):
    """Code after code for all players. The opener watches, sends the codes and closes the room."""

    least_seats, most_seats = 1, 40
    takes_seats = frozenset({Status.WAITING, Status.RUNNING, Status.BETWEEN})
    starts = frozenset({Status.WAITING, Status.BETWEEN})
    is_public = opener_plays = False
    can_come_back = True

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        """Give what is left of the round to a player who comes late."""
        if duel.is_running:
            duel.deal_late(seat)

    def go_on(self, duel: DuelInPlay) -> None:
        duel.move_to(Status.BETWEEN)


KIND_RULES: Mapping[DuelKind, KindRules] = {
    DuelKind.RACE: RaceRules(),
    DuelKind.BEST_OF_THREE: BestOfThreeRules(),
    DuelKind.BOX: BoxRules(),
    DuelKind.ROOM: RoomRules(),
}
SHARING = [kind for kind, rules in KIND_RULES.items() if rules.shares_code]
