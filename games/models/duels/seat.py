"""Who sits at a duel, and what each of them makes of the code of a round."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models, transaction
from django.db.models import F, OuterRef, Prefetch, Q, Subquery
from django.dispatch import Signal
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.strategies import title
from games.models.base.refusals import StalePage
from games.models.duels.duel import AWAY_AFTER, Duel
from games.models.people.player import Player, PlayersQuerySet
from games.models.play.game import Game
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, feedback

NAME_AT_TABLE = 24

thinks = Signal()  # with the ``side`` of a computer, in the transaction that gives it a code


class SeatQuerySet(PlayersQuerySet["Seat"]):
    def waited_for(self) -> SeatQuerySet:
        """Return the seats whose turn it is."""
        return self.filter(sides__due_at__isnull=False)

    def at_open_duels(self) -> SeatQuerySet:
        """Return the seats at duels that are not over; those first who have least time.

        Each has ``due_at``, if somebody waits for it, and brings along who else sits there.
        """
        due = Side.objects.filter(seat=OuterRef("pk"), due_at__isnull=False)
        taken = self.filter(left_at=None).exclude(duel__status=Duel.Status.OVER)
        waited_for = taken.annotate(waits_until=Subquery(due.values("due_at")[:1]))
        everybody = Prefetch("duel__seats", Seat.objects.select_related("player"))
        known = waited_for.select_related("duel").prefetch_related(everybody)
        return known.order_by(F("waits_until").asc(nulls_last=True), "-duel__moved_at")


class Seat(models.Model):
    """A place at a duel: of a player, of a computer, or of somebody who was deleted since."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, db_index=False, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(
        max_length=NAME_AT_TABLE, blank=True, help_text="In a room: a first name, or an animal."
    )
    strategy = models.CharField(max_length=24, blank=True, help_text="Of a computer.")
    memory = models.PositiveSmallIntegerField(
        default=100, help_text="Of a computer: how many rows of a hundred it remembers."
    )
    is_ready = models.BooleanField(default=False)
    seen_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True)
    is_sent_out = models.BooleanField(default=False, help_text="Of a room, by whom it was opened.")
    phrase = models.PositiveSmallIntegerField(null=True)
    said_at = models.DateTimeField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["duel", "number"], name="seat_is_taken_once"),
            models.UniqueConstraint(
                fields=["duel", "player"],
                condition=Q(player__isnull=False),
                name="seat_is_the_only_one_of_a_player",
            ),
        )

    def __str__(self) -> str:
        if self.name or self.is_computer:
            return self.name or _("Computer (%(strategy)s)") % {"strategy": title(self.strategy)}
        return str(self.player) if self.player else _("Somebody who left")

    @property
    def occasion(self) -> str:
        """What is played here, and with whom."""
        values = {"kind": Duel.Kind(self.duel.kind).label, "board": self.duel.rules.name}
        if not self.others:
            return _("%(kind)s, %(board)s") % values
        values["others"] = self.others
        return _("%(kind)s with %(others)s, %(board)s") % values

    @property
    def others(self) -> str:
        """Who else sits here, in words; in a room they are too many."""
        others = [seat for seat in self.duel.seats.all() if seat.pk != self.pk]
        return "" if self.duel.is_room or not others else wording.listed(others)

    @property
    def due_at(self) -> datetime | None:
        """Until when they are waited for, if they come from ``at_open_duels``."""
        return getattr(self, "waits_until", None)

    @property
    def asked_at(self) -> datetime | None:
        """Since when they are waited for."""
        return self.due_at and self.due_at - self.duel.patience

    @property
    def is_computer(self) -> bool:
        return bool(self.strategy)

    @property
    def is_away(self) -> bool:
        """Whether a person has not been heard of for a while."""
        return not self.is_computer and self.seen_at < timezone.now() - AWAY_AFTER


class SideQuerySet(models.QuerySet["Side"]):
    def with_secret(self) -> SideQuerySet:
        """Return sides that bring their secret along."""
        return self.defer(None)


class SideManager(models.Manager["Side"]):
    """Sides without their secret: it is read only where it is needed."""

    def get_queryset(self) -> SideQuerySet:
        return SideQuerySet(self.model, using=self._db).defer("secret")


class Side(models.Model):
    """What one seat makes of the code that it has to break in a round."""

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, db_index=False, related_name="sides")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sides")
    round = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=8, blank=True)
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="side")
    row = models.CharField(
        max_length=8, blank=True, help_text="The guess that waits until the other one has guessed."
    )
    row_number = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=32, blank=True)
    way = models.JSONField(
        default=list, help_text="Of a computer: its guesses, each with the seconds from the start."
    )
    due_at = models.DateTimeField(null=True, help_text="After this they have given up.")

    objects = SideManager.from_queryset(SideQuerySet)()

    class Meta:
        ordering = ("round", "seat")
        constraints = (
            models.UniqueConstraint(fields=["duel", "round", "seat"], name="side_is_begun_once"),
        )
        indexes = (
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="side_that_is_due"
            ),
        )

    def __str__(self) -> str:
        return f"Side {self.pk} of round {self.round}"

    def put(self, game: Game, code: Code, number: int, token: str) -> None:
        """Keep a guess until it is answered; sent again it is the same, another is refused."""
        if not game.is_playing or number != game.next_number:
            raise StalePage
        if self.row:
            if (self.row, self.token) != (code, token):
                raise StalePage
            return
        self.row, self.row_number, self.token, self.due_at = code, number, token, None
        self.save(update_fields=["row", "row_number", "token", "due_at"])

    def play(self, code: Code, number: int, token: str, patience: timedelta) -> None:
        """Have a guess answered."""
        game = Game.objects.with_secret().get(side=self)
        game.play(code, number, token)
        self.row, self.game = "", game
        self.due_at = timezone.now() + patience if game.is_playing else None
        self.save(update_fields=["row", "due_at"])

    def go(self, way: list[tuple[Code, float]]) -> None:
        """Keep the way of a computer to its code, or have it worked out."""
        if way:
            Side.objects.filter(pk=self.pk, way=[]).update(way=way)
        else:
            thinks.send(Side, side=self)

    def think(self) -> None:
        """Work out the way of a computer; pages show what it has guessed by then."""
        way = self.duel._way(self.seat, self.secret)
        with transaction.atomic():
            if self.duel._is_moved(*Duel.Status):
                self.go(way)

    def answers(self, at: datetime, rival: Side | None = None) -> list[Feedback]:
        """Return what everybody may see while it is played: the answers so far, and no guess."""
        if self.game:
            return [guess.feedback for guess in self.game.history]
        return [feedback(code, self.secret) for code in self.guessed(at, rival)]

    def guessed(self, at: datetime, rival: Side | None = None) -> list[Code]:
        """Return what a computer has guessed by now: by its watch, or as often as its rival."""
        if rival and rival.game:
            return [code for code, _seconds in self.way[: rival.game.guess_count]]
        begun = self.duel.starts_at or at
        return [code for code, seconds in self.way if begun + timedelta(seconds=seconds) <= at]

    @cached_property
    def is_solved(self) -> bool:
        """Whether the code was broken in the end."""
        if self.game:
            return self.game.is_won
        return bool(self.way) and self.way[-1][0] == self.secret
