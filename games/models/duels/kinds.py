"""The rules of each kind of duel: its seats, start, guesses and end.

A kind has no state. The duel locks its row, then calls its kind, which can change the duel.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from games.models.duels.choices import DuelKind, Status
from games.models.duels.seat import Seat, SentGuess, Side

CODE_LENGTH = 6  # people type this many letters to join a duel or room


class DuelInPlay(Protocol):
    """The parts of a duel that its kind reads or changes during a transition."""

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
    @property
    def wins_needed(self) -> int: ...

    def wins(self, rounds: int) -> Mapping[int, int]: ...

    def begin_setting(self) -> None: ...
    def begin_race_now(self) -> None: ...
    def deal_late(self, seat: Seat) -> None: ...
    def answer_waiting(self) -> None: ...
    def pause(self) -> None: ...
    def move_to(self, status: Status) -> None: ...


class KindRules:
    """The rules that most kinds have."""

    least_seats = 2  # minimum number of seats with which a round can start
    most_seats: int
    takes_seats = frozenset({Status.WAITING})  # stages in which new players can join
    # stages in which new players can join if a guess can take days
    takes_seats_late = takes_seats
    starts = frozenset({Status.WAITING})  # stages in which a code can be sent to all players
    shares_code = True  # whether all players break the same code, as fast as they can
    is_public = True  # whether anyone with the link sees the progress of all players
    opener_plays = True  # whether the opener plays instead of only watching
    can_come_back = False  # whether a player who left or was late keeps the seat
    is_race = False  # whether there can be a winner while others still play
    can_go_on = False  # whether a player who is done can start a rematch at once
    rematches: tuple[DuelKind, ...] = ()  # other kinds for a rematch

    def rounds(self, wanted: int) -> int:
        """Return how many rounds a duel has if its opener wants ``wanted`` rounds."""
        return 1

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        """React to a new player who has taken a seat; by default, do nothing."""

    def guess(self, duel: DuelInPlay, side: Side, sent: SentGuess) -> None:
        side.play(sent, duel.next_due_at)

    def go_on(self, duel: DuelInPlay) -> None:
        """Continue after a round; by default, the duel ends."""
        duel.move_to(Status.OVER)


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
            duel.deal_late(seat)
        elif duel.seats_taken > 1:
            duel.begin_race_now()


class BestOfThreeRules(RaceRules):
    """Several races. A player wins by winning most of them, or if all other players leave."""

    starts = frozenset({Status.WAITING, Status.BETWEEN})
    takes_seats_late = RaceRules.takes_seats
    can_go_on = False
    rematches = ()

    def rounds(self, wanted: int) -> int:
        return 3

    def go_on(self, duel: DuelInPlay) -> None:
        is_won = duel.wins_needed in duel.wins(duel.round).values()
        if is_won or duel.is_in_last_round or not duel.is_contested:
            duel.move_to(Status.OVER)
        elif duel.is_live:
            duel.pause()
        else:
            duel.begin_race_now()


class BoxRules(KindRules):
    """Two players set codes for each other, round after round."""

    most_seats = 2
    starts = frozenset()
    shares_code = False

    def rounds(self, wanted: int) -> int:
        return wanted

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        if duel.is_full:
            duel.begin_setting()

    def guess(self, duel: DuelInPlay, side: Side, sent: SentGuess) -> None:
        """Keep the guess until both players have guessed, so that waiting is no advantage."""
        side.queue_guess(sent)
        duel.answer_waiting()

    def go_on(self, duel: DuelInPlay) -> None:
        if duel.is_in_last_round or duel.is_deserted:
            duel.move_to(Status.OVER)
        else:
            duel.begin_setting()


class RoomRules(KindRules):
    """One code after another for all players. The opener sends the codes and only watches."""

    least_seats, most_seats = 1, 40
    takes_seats = frozenset({Status.WAITING, Status.RUNNING, Status.BETWEEN})
    starts = frozenset({Status.WAITING, Status.BETWEEN})
    is_public = opener_plays = False
    can_come_back = True

    def sit(self, duel: DuelInPlay, seat: Seat) -> None:
        """Give a late player the code of the current round."""
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
