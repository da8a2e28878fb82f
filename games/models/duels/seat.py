"""The seats of a duel, and the side of each seat in a round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, cast

from django.db import models
from django.db.models import Exists, F, OuterRef, Prefetch, Q, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.dispatch import Signal
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games.catalog.strategies import title
from games.models.base.refusals import StalePage
from games.models.duels.choices import DuelKind, Pace, Status
from games.models.people.player import Player, PlayersQuerySet
from games.models.people.push import PushSubscription
from games.models.play.game import Game
from solver.rule.codes import Code
from solver.rule.feedback import Feedback, feedback
from solver.study.forgetful import way_to

NAME_AT_TABLE = 24
# a player whose page sends no request for this time is away
AWAY_AFTER = timedelta(seconds=30)
GUESSES_OF_A_COMPUTER = 20  # after so many guesses, a computer has failed to break the code
LAST_DAY = timedelta(days=1)  # players get a reminder this long before the time for their turn ends
# at this time, computers have made all guesses that they will make
THE_END = datetime.max.replace(tzinfo=UTC)

Way = list[tuple[Code, float]]  # a computer's guesses, each with its time in seconds

# sent with a computer's ``side``, in the transaction that gives the computer a code
thinks = Signal()


class SentGuess(NamedTuple):
    """A guess as a page sent it; see ``Game.play``."""

    code: Code
    number: int
    token: str


class SeatQuerySet(PlayersQuerySet["Seat"]):
    def people_here(self) -> SeatQuerySet:
        """Return the seats of people who have neither left nor been deleted."""
        return self.filter(player__isnull=False, left_at=None)

    def computers(self) -> SeatQuerySet:
        return self.exclude(strategy="")

    def away(self) -> SeatQuerySet:
        """Return the seats whose page has a script, but has sent no request for a while."""
        return self.filter(has_script=True, seen_at__lt=timezone.now() - AWAY_AFTER)

    def waited_for(self) -> SeatQuerySet:
        """Return the seats whose player must move, or join a rematch over days."""
        return self.filter(Exists(self._due) | self._invited)

    def taken(self) -> SeatQuerySet:
        """Return the seats of open duels, and of duels whose rematch the player can join.

        Seats that a player has left are not returned.
        """
        return self.filter(~Q(duel__status=Status.OVER) | self._invited, left_at=None)

    @property
    def _due(self) -> SideQuerySet:
        """The side with which a seat must move."""
        return Side.objects.filter(seat=OuterRef("pk"), due_at__isnull=False)

    def _with_times(self) -> SeatQuerySet:
        due_at = Subquery(self._due.values("due_at")[:1])
        looked_at = Greatest("seen_at", Coalesce("told_at", "seen_at"))
        return self.annotate(**{"due_at": due_at, "looked_at": looked_at})

    @property
    def _invited(self) -> Q:
        """Whether a rematch over days waits for the player to join."""
        joined = Seat.objects.filter(duel=OuterRef("duel__rematch"), player=OuterRef("player"))
        is_slow = Q(duel__patience__gte=timedelta(days=1))
        return is_slow & Q(~Exists(joined), duel__rematch__status=Status.WAITING)

    def with_news(self, at: datetime) -> SeatQuerySet:
        """Return the seats whose players may have news from a duel over days.

        These are the seats of players who asked for notifications, with ``due_at`` and
        ``looked_at``.
        """
        told = self.filter(duel__patience__gte=LAST_DAY, left_at=None)._with_times()
        is_late = Q(due_at__lte=at + LAST_DAY, looked_at__lt=F("due_at") - LAST_DAY)
        is_new = is_late | Q(duel__moved_at__gt=F("looked_at"))
        asked = Exists(PushSubscription.objects.filter(player=OuterRef("player")))
        return told.filter(is_new, asked).select_related("duel", "player").order_by("pk")

    def last_name(self) -> str:
        """Return the name chosen most recently, or an empty text."""
        return self.exclude(name="").order_by("-pk").values_list("name", flat=True).first() or ""

    def at_open_duels(self) -> SeatQuerySet:
        """Return the taken seats; the seat with the least time for a move comes first.

        If the duel waits for a seat, the seat has ``due_at``. The other seats of the duel are
        loaded, too.
        """
        everybody = Prefetch("duel__seats", Seat.objects.select_related("player"))
        known = self.taken()._with_times().select_related("duel").prefetch_related(everybody)
        return known.order_by(F("due_at").asc(nulls_last=True), "-duel__moved_at")


class Seat(models.Model):
    """A place in a duel, for a player, a computer or a deleted player.

    Only ``at_open_duels`` and ``with_news`` set ``due_at``, the end of the time for a move, and
    ``looked_at``: when the player last saw the duel or got a notification.
    """

    due_at: datetime | None = None
    looked_at: datetime

    duel = models.ForeignKey("Duel", on_delete=models.CASCADE, db_index=False, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="seats")
    name = models.CharField(
        max_length=NAME_AT_TABLE,
        blank=True,
        help_text="The name that the player chose for this duel or room.",
    )
    strategy = models.CharField(
        max_length=24, blank=True, help_text="The strategy of a computer player."
    )
    memory = models.PositiveSmallIntegerField(
        default=100, help_text="The percentage of rows that a computer player remembers."
    )
    is_ready = models.BooleanField(default=False)
    wins = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Duels won earlier in this series of rematches."
    )
    seen_at = models.DateTimeField(default=timezone.now)
    has_script = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether the player’s page sends signs of presence.",
    )
    left_at = models.DateTimeField(null=True)
    told_at = models.DateTimeField(null=True, help_text="When the last notification was sent.")
    shares_with = models.PositiveSmallIntegerField(
        null=True, help_text="The number of a seat taken in the same browser."
    )
    is_sent_out = models.BooleanField(
        default=False, help_text="The room's opener has removed this player."
    )
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
        return str(self.player) if self.player else _("A player who left")

    @property
    def asked_at(self) -> datetime | None:
        """The time since which the duel waits for this seat."""
        return self.due_at and self.due_at - self.duel.patience

    @property
    def is_computer(self) -> bool:
        return bool(self.strategy)

    def way_to(self, secret: Code) -> Way:
        """Return the guesses with which this computer breaks a code."""
        limit = min(self.duel.limit, GUESSES_OF_A_COMPUTER)
        return way_to(self.duel.variant, secret, self.strategy, self.memory, limit)

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end, or was deleted."""
        return self.left_at is not None or (self.player_id is None and not self.is_computer)

    @property
    def is_away(self) -> bool:
        """Whether the player's page has a script, but has sent no request for a while."""
        return self.has_script and self.seen_at < timezone.now() - AWAY_AFTER


class SideQuerySet(models.QuerySet["Side"]):
    def with_code_of_a_player(self) -> SideQuerySet:
        """Return the sides whose code was set by the other player."""
        return self.filter(duel__kind=DuelKind.BOX)

    def with_secret(self) -> SideQuerySet:
        return self.defer(None)

    def playing(self) -> SideQuerySet:
        """Return the sides whose game has not ended."""
        return self.filter(game__status=Game.Status.PLAYING)

    def late(self) -> SideQuerySet:
        """Return the sides whose time for a move is over."""
        return self.filter(due_at__lt=timezone.now())

    def give_up(self, status: Game.Status) -> None:
        """End the unfinished games of these sides; their status becomes ``status``."""
        for game in Game.objects.unfinished().filter(side__in=self).order_by("pk"):
            game.resign(status)
        self.update(due_at=None)


class SideManager(models.Manager["Side"]):
    """Sides; their secrets are loaded only on demand."""

    def get_queryset(self) -> SideQuerySet:
        return SideQuerySet(self.model, using=self._db).defer("secret")


class Side(models.Model):
    """The game of one seat in a round: a person's game, or a computer's guesses."""

    duel = models.ForeignKey("Duel", on_delete=models.CASCADE, db_index=False, related_name="sides")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="sides")
    round = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=8, blank=True)
    game = models.OneToOneField(Game, on_delete=models.SET_NULL, null=True, related_name="side")
    row = models.CharField(
        max_length=8, blank=True, help_text="The guess that waits until the opponent has guessed."
    )
    row_number = models.PositiveSmallIntegerField(default=0)
    token = models.CharField(max_length=32, blank=True)
    computer_guesses = models.JSONField(
        default=list, help_text="The guesses of a computer player, with the seconds from the start."
    )
    due_at = models.DateTimeField(
        null=True, help_text="A player who has not moved by this time has given up."
    )
    started_at = models.DateTimeField(
        null=True, help_text="The time from which guesses were allowed. Known after the round."
    )

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

    @property
    def is_late(self) -> bool:
        """Whether the time for a move is over, even if the duel has not moved on yet."""
        return self.due_at is not None and self.due_at < timezone.now()

    def deal(self) -> None:
        """Create the game in which a person breaks the code; computers need no game."""
        if self.seat.player_id is None:
            return
        self.game = Game.objects.create(
            player_id=self.seat.player_id,
            secret=self.secret,
            mode=Game.Mode.DUEL,
            is_held=True,
            **self.duel.rules.fields(),
        )
        self.due_at = self.duel.next_due_at
        self.save(update_fields=["game", "due_at"])

    def queue_guess(self, sent: SentGuess) -> None:
        """Keep a guess until it is answered; raise StalePage if another guess is kept already."""
        if self.game is None or not self.game.is_playing or sent.number != self.game.next_number:
            raise StalePage
        if self.row:
            if (self.row, self.token) != (sent.code, sent.token):
                raise StalePage
            return
        (self.row, self.row_number, self.token), self.due_at = sent, None
        self.save(update_fields=["row", "row_number", "token", "due_at"])

    def play(self, sent: SentGuess, due_at: datetime) -> None:
        """Play a guess; the next guess must be made before ``due_at``."""
        game = cast(Game, self.game)
        game.play(*sent)
        self.row, self.due_at = "", due_at if game.is_playing else None
        self.save(update_fields=["row", "due_at"])

    def set_way(self, way: Way) -> None:
        """Store a computer's guesses, or start their calculation."""
        if way:
            Side.objects.filter(pk=self.pk, computer_guesses=[]).update(computer_guesses=way)
        else:
            thinks.send(Side, side=self)

    def answers(self, at: datetime, rival: Side | None = None) -> list[Feedback]:
        """Return the answers so far; all players see the answers, but not the guesses."""
        if self.game:
            return [guess.feedback for guess in self.game.history]
        return [feedback(code, self.secret) for code in self.guesses_by(at, rival)]

    def guesses_by(self, at: datetime, rival: Side | None = None) -> list[Code]:
        """Return the guesses that a computer has made by now.

        It guesses as often as its ``rival``; without a rival, it guesses at its own times.
        """
        if rival and rival.game:
            return [code for code, _seconds in self.computer_guesses[: rival.game.guess_count]]
        begun = self.begun_at or at
        timed = [(code, begun + timedelta(seconds=after)) for code, after in self.computer_guesses]
        return [code for code, guessed_at in timed if guessed_at <= at]

    @property
    def begun_at(self) -> datetime | None:
        """The time at which the round started for this side."""
        return self.started_at or self.duel.starts_at

    @property
    def broken_at(self) -> datetime | None:
        """The time at which the code is broken, or None; a computer's time can be in the future."""
        if not self.is_solved:
            return None
        if self.game:
            return self.game.finished_at
        _code, seconds = self.computer_guesses[-1]
        return self.begun_at and self.begun_at + timedelta(seconds=seconds)

    @property
    def place(self) -> tuple[int, datetime]:
        """The sort key of sides that broke the code, the best first.

        Earlier is better. If a guess can take days, fewer guesses are better, and time breaks ties.
        """
        count = self.game.guess_count if self.game else len(self.computer_guesses)
        return 0 if self.duel.is_live else count, cast(datetime, self.broken_at)

    def can_beat(self, best: Side, at: datetime) -> bool:
        """Return whether this side still plays and can beat a side that broke the code."""
        if self.duel.is_live:
            return False
        made = self.game.guess_count if self.game else len(self.guesses_by(at))
        plays = self.game.is_playing if self.game else made < len(self.computer_guesses)
        return plays and made + 1 < best.place[0]

    @property
    def is_played(self) -> bool:
        """Whether a person has a game, or a computer has calculated its guesses."""
        return self.game_id is not None or bool(self.computer_guesses)

    @property
    def counted(self) -> int:
        """The number of guesses that count; an unsolved code counts as one guess more."""
        if self.game:
            return self.game.counted_guesses or 0
        return len(self.computer_guesses) + (not self.is_solved) if self.is_played else 0

    @cached_property
    def is_solved(self) -> bool:
        """Whether the code was broken, or will be by the computer's last guess."""
        if self.game:
            return self.game.is_won
        return bool(self.computer_guesses) and self.computer_guesses[-1][0] == self.secret


def host_of(seats: Iterable[Seat]) -> Seat | None:
    """Return the person who has been in a duel longest; one who is gone comes last."""
    people = [seat for seat in seats if not (seat.is_computer or seat.has_left)]
    now = timezone.now()

    def is_gone(seat: Seat) -> bool:
        # before the first race, the opener can be sending the link elsewhere
        return seat.seen_at < now - (AWAY_AFTER if seat.duel.is_between else Pace.LIVE.patience)

    return min(people, key=is_gone, default=None)


def winners_of(race: Iterable[Side], at: datetime) -> list[Side]:
    """Return the side that won a race, several after a tie; empty until it is decided."""
    sides = list(race)
    broken = [side for side in sides if side.broken_at and side.broken_at <= at]
    best = min((side.place for side in broken), default=None)
    winners = [side for side in broken if side.place == best]
    return [] if any(side.can_beat(winners[0], at) for side in sides if winners) else winners
