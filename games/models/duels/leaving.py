"""Leave duels: a single duel, or all duels of a player who is deleted."""

from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from games.models.base.refusals import StalePage
from games.models.duels.choices import Status
from games.models.duels.controls import close
from games.models.duels.duel import Duel
from games.models.duels.seat import SeatQuerySet
from games.models.people.player import Player


def forget(player: Player) -> None:
    """Delete a player with all games, and the player's account if there is one."""
    # The others' games are graded here, and computers calculate, so no row may be locked yet.
    leave_duels(player.seats.all())
    # Duels and games are locked first, in the same order as at the end of a duel.
    with transaction.atomic():
        lock_duels(player)
        for room in Duel.objects.rooms_opened_by(player):
            close(room)
        leave_duels(player.seats.all())  # those that the player has joined meanwhile
        player.seats.update(name="")
        list(player.games.select_for_update().values_list("pk"))
        # While the player's row is locked, no new game can start.
        list(Player.objects.select_for_update().filter(pk=player.pk))
        (player.user or player).delete()


def lock_duels(player: Player) -> None:
    """Lock all duels of a player until the transaction ends.

    As in a duel's transactions, duels are locked in a fixed order and before games.
    """
    own = Q(opener=player) | Q(pk__in=player.seats.values("duel"))
    duels = Duel.objects.filter(own)
    list(duels.select_for_update().order_by("pk").values_list("pk"))


def leave_duels(seats: SeatQuerySet) -> None:
    running = seats.filter(left_at=None).exclude(duel__status=Status.OVER)
    for seat in running.select_related("duel"):
        with suppress(StalePage):  # the duel has just ended
            seat.duel.leave(seat)
