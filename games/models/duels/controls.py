"""The controls of a room: what its opener can do, besides sending codes."""

from typing import Any

from django.db.models import F
from django.utils import timezone

from games.models.duels.choices import Status
from games.models.duels.duel import NOT_OVER, Duel, new_code
from games.models.duels.refusals import DuelFull
from games.models.duels.seat import Seat
from games.models.play.game import Game


def stop(room: Duel) -> None:
    """End the current code; unfinished games do not count.

    The worker grades the games, because a class has many of them.
    """
    with room.moving(Status.RUNNING):
        room.sides_now.give_up(Game.Status.EXPIRED)
        room.go_on()


def close(room: Duel) -> None:
    with room.moving(*NOT_OVER):
        room.sides_now.give_up(Game.Status.EXPIRED)
        room.end_round()
        room.move_to(Status.OVER)


def dismiss(room: Duel, seat: Seat) -> None:
    """Remove a player, and delete their games in the room.

    Their game in this round is deleted, too, because the end of the round would not release its
    code.
    """
    with room.moving(*NOT_OVER):
        Game.objects.filter(side__seat=seat, is_held=True).delete()
        here = room.seats.filter(pk=seat.pk, is_sent_out=False)
        if here.update(is_sent_out=True, left_at=timezone.now()):
            room.sides.filter(seat=seat).delete()
            room.change(seats_taken=F("seats_taken") - 1)
        room.go_on()


def let_in(room: Duel, seat: Seat) -> None:
    """Let a player who was removed come back, even if the room is locked."""
    with room.moving(*NOT_OVER):
        if room.is_full:
            raise DuelFull
        if room.seats.filter(pk=seat.pk, is_sent_out=True).update(is_sent_out=False):
            room.change(seats_taken=F("seats_taken") + 1)


def free_seats(room: Duel) -> None:
    """Free the seats of players who have made no guess; they can join again."""
    with room.moving(*NOT_OVER):
        guessed = room.sides.filter(game__guess_count__gt=0).values("seat")
        idle = list(room.seats.filter(is_sent_out=False).exclude(pk__in=guessed))
        Game.objects.filter(side__seat__in=idle).delete()
        room.seats.filter(pk__in=[seat.pk for seat in idle]).delete()
        room.change(seats_taken=F("seats_taken") - len(idle))
        room.go_on()


def change_letters(room: Duel) -> None:
    """Give the room new letters for joining; players in the room stay."""
    set_up(room, code=new_code())


def set_up(room: Duel, **chosen: Any) -> None:
    """Store what the opener chose: who can join, and the time for the next codes."""
    with room.moving(*NOT_OVER):
        room.change(**chosen)
