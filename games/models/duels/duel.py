"""Duels: people and computers in different places break codes of one game size.

Each transition is one short transaction. It begins with an UPDATE of the duel's row, on condition
that the status allows the transition. This locks the row, so transitions happen one by one, and one
that comes too late changes nothing. Locks are taken in the order duel, games, players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, cast

from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from games.catalog.effort import SMALL
from games.catalog.rules import Rules
from games.models.base.columns import HasPublicId, HasRules, within_bounds
from games.models.base.ids import new_letters
from games.models.base.refusals import Gone, Refused, StalePage
from games.models.duels import choices
from games.models.duels.kinds import CODE_LENGTH, KIND_RULES, KindRules
from games.models.duels.seat import (
    AWAY_AFTER,
    Seat,
    SeatQuerySet,
    SentGuess,
    Side,
    SideQuerySet,
    best_of,
    over,
    winners_of,
)
from games.models.people.player import Player
from games.models.play.codemaker import new_secret
from games.models.play.game import Game
from games.models.play.guess import Guess
from solver.rule.codes import Code
from solver.study.forgetful import way_to
from solver.study.skill import skill_and_luck

COUNTDOWN = timedelta(seconds=5)  # the time from the start of a race to the first guess
# This is long enough for the slowest page to learn of the race before it starts.
COUNTDOWN_IN_A_ROOM = timedelta(seconds=8)
BETWEEN_PHRASES = timedelta(seconds=3)
ROOM_LASTS = timedelta(days=1)
INVITES_FOR = timedelta(days=14)  # a duel that does not start is deleted after this time
OVER_FOR = timedelta(days=365)  # a finished duel is deleted after this time; its games are kept
MOST_CODES_SENT = 50
GUESSES_OF_A_COMPUTER = 20  # after so many guesses, a computer has failed to break the code
IS_ROOM = Q(kind=choices.DuelKind.ROOM)
NOT_OVER = [status for status in choices.Status if status != choices.Status.OVER]


class DuelFull(Refused):
    code = "duel-full"
    sentence = gettext_lazy("All seats are taken.")


class NotYet(Refused):
    code = "not-yet"
    sentence = gettext_lazy("The race has not started. Wait for the countdown.")


class Alone(Refused):
    code = "alone"
    sentence = gettext_lazy("No one else is here yet. Send the link or the letters to someone.")


class TooLate(StalePage):
    code = "too-late"
    sentence = gettext_lazy("No one can join this duel any more.")


class SentOut(Refused):
    code = "sent-out"
    sentence = gettext_lazy(
        "You were removed from this room. The person who opened it can let you in again."
    )


class RoomLocked(Refused):
    code = "room-locked"
    sentence = gettext_lazy("This room is locked. Ask the person who opened it.")


class SitsHere(Refused):
    code = "sits-here"
    sentence = gettext_lazy(
        "Another player in this browser already has a seat. In a race, everyone breaks the same"
        " code, so use another browser or device."
    )


class EnoughCodes(Refused):
    code = "enough-codes"
    sentence = gettext_lazy("A room has at most %(most)d codes. Open another one.")


def new_code() -> str:
    return new_letters(CODE_LENGTH)


class DuelQuerySet(models.QuerySet["Duel"]):
    def rooms(self) -> DuelQuerySet:
        return self.filter(IS_ROOM)

    def begun_by_players(self) -> DuelQuerySet:
        """Return the duels that their players start: all duels except rooms."""
        return self.exclude(IS_ROOM)

    def with_somebody_late(self) -> DuelQuerySet:
        """Return the duels in which a player's time is over."""
        return self.filter(sides__due_at__lt=timezone.now()).distinct()

    def to_join(self) -> DuelQuerySet:
        """Return the duels that people can join: open rooms, and duels that wait for players."""
        return self.exclude(status=Duel.Status.OVER).filter(IS_ROOM | Q(status=Duel.Status.WAITING))

    def to_join_late(self) -> DuelQuerySet:
        """Return the running races over days, which people can join until they are decided."""
        race = {"kind": choices.DuelKind.RACE, "patience__gte": timedelta(days=1)}
        return self.filter(**race, status=Duel.Status.RUNNING)

    def rooms_opened_by(self, player: Player) -> DuelQuerySet:
        return self.rooms().filter(opener=player).exclude(status=Duel.Status.OVER)

    def rooms_to_close(self) -> DuelQuerySet:
        """Return the rooms that have been open too long."""
        old = self.rooms().filter(opened_at__lt=timezone.now() - ROOM_LASTS)
        return old.exclude(status=Duel.Status.OVER)

    def to_forget(self) -> DuelQuerySet:
        """Return the duels to delete: closed rooms, old duels, unanswered invitations."""
        now, over = timezone.now(), Q(status=Duel.Status.OVER)
        return self.filter(
            over & IS_ROOM & Q(opened_at__lt=now - ROOM_LASTS)
            | over & Q(moved_at__lt=now - OVER_FOR)
            | Q(
                status__in=[Duel.Status.WAITING, Duel.Status.BETWEEN],
                moved_at__lt=now - INVITES_FOR,
            )
        )

    def of_game(self, game: Game) -> Duel | None:
        return self.filter(sides__game=game).first() if game.is_in_duel else None

    def open(
        self,
        player: Player,
        kind: str,
        rules: Rules,
        patience: timedelta,
        rounds: int = 1,
        name: str = "",
    ) -> Duel:
        """Open a duel and seat its opener, unless the opener only watches."""
        kind_rules = KIND_RULES[Duel.Kind(kind)]
        how = {"rounds": kind_rules.rounds(rounds), "patience": patience, **rules.fields()}
        with transaction.atomic():
            duel = self.create(opener=player, kind=kind, **how)
            if kind_rules.opener_plays:
                duel.sit(player, lambda: name)
        return duel


class Duel(HasPublicId, HasRules):
    """A duel: its kind, its players and its progress."""

    # The digest of the visitor who sent this request: tasks of computers are queued per visitor.
    asker = ""

    Kind = choices.DuelKind
    Status = choices.Status
    Pace = choices.Pace

    kind = models.CharField(max_length=9, choices=Kind)
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    opener = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="opened_duels"
    )
    code = models.CharField(
        max_length=CODE_LENGTH,
        default=new_code,
        blank=True,
        help_text="The letters that players type to join.",
    )
    patience = models.DurationField(
        help_text="The time that a guess may take, or the setting of a code."
    )
    rounds = models.PositiveSmallIntegerField(default=1)
    round = models.PositiveSmallIntegerField(default=0)
    seats_taken = models.PositiveSmallIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0, help_text="The number of changes so far.")
    opened_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now)
    starts_at = models.DateTimeField(
        null=True, help_text="The time from which guesses are allowed."
    )
    ends_at = models.DateTimeField(null=True, help_text="The time at which this code ends.")
    time_limit = models.DurationField(null=True, help_text="The time for each code of a room.")
    is_locked = models.BooleanField(
        default=False, db_default=False, help_text="Players stay, but no new ones can join."
    )
    has_animals_only = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Players get the name of an animal and cannot type one.",
    )
    rematch = models.OneToOneField(
        "self", on_delete=models.SET_NULL, null=True, related_name="first_duel"
    )

    group = models.ForeignKey("Group", on_delete=models.SET_NULL, null=True, related_name="duels")

    objects = DuelQuerySet.as_manager()

    class Meta:
        constraints = (
            within_bounds("duel_variant_is_within_bounds", limit__range=(1, 99)),
            models.CheckConstraint(
                condition=reduce(
                    or_,
                    [Q(kind=one, seats_taken__lte=of.most_seats) for one, of in KIND_RULES.items()],
                ),
                name="duel_has_seats_for_all",
            ),
            models.CheckConstraint(
                condition=Q(status=choices.Status.OVER)
                | Q(status=choices.Status.WAITING, round=0)
                | Q(~Q(status=choices.Status.WAITING), round__gt=0),
                name="duel_waits_before_its_first_round",
            ),
            models.UniqueConstraint(
                fields=["code"], condition=~Q(code=""), name="duel_code_of_a_room_is_unique"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id} ({self.status})"

    def get_absolute_url(self) -> str:
        return reverse("duel", args=[self.public_id])

    @property
    def kind_rules(self) -> KindRules:
        return KIND_RULES[self.Kind(self.kind)]

    @property
    def shares_code(self) -> bool:
        return self.kind_rules.shares_code

    @property
    def is_live(self) -> bool:
        """Whether the players play at the same time."""
        return self.patience < timedelta(days=1)

    @property
    def is_between(self) -> bool:
        return self.status == self.Status.BETWEEN

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.OVER

    @property
    def is_waiting(self) -> bool:
        return self.status == self.Status.WAITING

    @property
    def is_setting(self) -> bool:
        return self.status == self.Status.SETTING

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def rounds_over(self) -> int:
        """The number of finished rounds, whose codes can be shown."""
        return self.round - 1 if self.is_setting or self.is_running else self.round

    @property
    def is_in_last_round(self) -> bool:
        return self.round == self.rounds

    @property
    def wins_needed(self) -> int:
        """The number of won races that decides a duel of several races."""
        return self.rounds // 2 + 1

    @property
    def is_full(self) -> bool:
        return self.seats_taken == self.kind_rules.most_seats

    @property
    def is_deserted(self) -> bool:
        """Whether a player has left or was deleted."""
        return self.seats.filter(Q(player=None, strategy="") | ~Q(left_at=None)).exists()

    @property
    def has_begun(self) -> bool:
        return self.starts_at is not None and self.starts_at <= timezone.now()

    def wins(self, rounds: int) -> Counter[int]:
        """Return how many of the first ``rounds`` rounds each seat has won; ties don’t count."""
        sides = self._sides_with_secret(round__lte=rounds)
        of_rounds = [[one for one in sides if one.round == number + 1] for number in range(rounds)]
        best = [best_of(some, datetime.max.replace(tzinfo=UTC)) for some in of_rounds]
        return Counter(one[0].seat_id for one in best if len(one) == 1)

    @property
    def is_decided(self) -> bool:
        """Whether the winner is certain, even if others play on."""
        if not self.kind_rules.is_race:
            return not self.kind_rules.shares_code and self.is_deserted
        return bool(winners_of(self._sides_with_secret(round=self.round), timezone.now()))

    def _sides_with_secret(self, **where: int) -> list[Side]:
        """Return sides with the outcome of their games, without loading the secrets."""
        found = self.sides.with_secret().filter(**where).select_related("game")
        sides = list(found.defer("game__secret"))
        for side in sides:
            side.duel = self
        return sides

    # The following methods are about the seats.

    @property
    def is_contested(self) -> bool:
        """Whether the duel still has a person and an opponent."""
        here = self.seats.filter(left_at=None).exclude(player=None, strategy="")
        return here.count() > 1 and here.filter(strategy="").exists()

    @property
    def missing(self) -> SeatQuerySet:
        """The players of the previous duel who are still here but have not joined this rematch."""
        seated = self.seats.filter(player__isnull=False).values("player")
        is_open = {"duel__rematch": self, "duel__rematch__status": self.Status.WAITING}
        before = Seat.objects.filter(**is_open, player__isnull=False, left_at=None)
        lately = timezone.now() - AWAY_AFTER
        return before.filter(seen_at__gte=lately).exclude(player__in=seated)

    def seat_of(self, player: Player | None) -> Seat | None:
        return self.seats.filter(player=player).first() if player else None

    def see(self, seat: Seat) -> None:
        """Note that a player has the page open.

        Change the revision if pages must show that this player is back, or that another player has
        gone away since this player's last request, or is away so long that the next can start.
        """
        now, gone = timezone.now(), Q(pk=None)
        for after in (AWAY_AFTER, choices.Pace.LIVE.patience):
            gone |= Q(seen_at__lt=now - after, seen_at__gte=seat.seen_at - after)
        others = self.seats.filter(gone, strategy="", left_at=None).exclude(pk=seat.pk)
        is_news = self.is_live and (seat.is_away or others.exists())
        self.seats.filter(pk=seat.pk).update(seen_at=now)
        if is_news:
            Duel.objects.filter(pk=self.pk).update(revision=F("revision") + 1)

    def start_without_the_gone(self, seat: Seat) -> None:
        """Start a live race if this player waited only for others who have left or are back now.

        Before the first race, a player alone with computers can still wait for friends.
        """
        if not (self.is_live and seat.is_ready and self.status in self.kind_rules.starts):
            return
        others = self._people_here.exclude(pk=seat.pk)
        is_set = (self.is_between or others.exists()) and not self._waited_for.exists()
        if is_set and not self.missing:
            with suppress(Refused):  # it has started meanwhile, or the computers are busy
                self.get_ready(seat)

    def sit(self, player: Player, name: Callable[[], str] = str, **kept: int | None) -> Seat:
        """Take a seat, or return to one; raise DuelFull, RoomLocked or TooLate if refused.

        ``name`` is called while the duel is locked, so that no one else can take the name; it
        returns the player's name or raises a refusal. ``kept`` has more columns of a new seat.
        """
        if seat := self.seat_of(player):
            if seat.is_sent_out:
                raise SentOut
            if seat.left_at and self.kind_rules.can_come_back:
                with transaction.atomic():
                    self._move(*self.kind_rules.takes_seats)
                    self.seats.filter(pk=seat.pk).update(left_at=None, name=name())
                    if not self.sides_now.filter(seat=seat).exists():
                        self.kind_rules.sit(self, seat)
            return seat
        try:
            with transaction.atomic():
                return self._seat(player=player, name=name, **kept)
        except IntegrityError as meanwhile:  # the player took a seat in another tab
            if seat := self.seat_of(player):
                return seat
            raise Gone from meanwhile

    def seat_computer(self, strategy: str, memory: int) -> Seat:
        """Give a seat to a computer that remembers ``memory`` percent of the rows."""
        with transaction.atomic():
            return self._seat(strategy=strategy, memory=memory)

    def _seat(self, name: Callable[[], str] = str, **who: Any) -> Seat:
        """Take the next free seat, inside a transaction."""
        rules = self.kind_rules
        open_at = rules.takes_seats if self.is_live else rules.takes_seats_late
        if not self._is_moved(*open_at, seats_taken__lt=rules.most_seats, is_locked=False):
            self.refresh_from_db()
            if self.is_locked:
                raise RoomLocked
            raise DuelFull if self.status in open_at else TooLate
        last = self.seats.order_by("number").last()
        seat = self.seats.create(number=last.number + 1 if last else 1, name=name(), **who)
        self._change(seats_taken=F("seats_taken") + 1)
        self.kind_rules.sit(self, seat)
        return seat

    def leave(self, seat: Seat) -> None:
        """Leave the duel and give up; in a decided duel, give up but keep the seat."""
        with transaction.atomic():
            self._move(*NOT_OVER)
            if self.is_waiting:
                if seat.delete()[0]:  # nothing is deleted if the player has left in another tab
                    self._change(seats_taken=F("seats_taken") - 1)
                people = self.seats.filter(strategy="")
                if self.kind_rules.opener_plays and not people.exists():
                    self.move_to(self.Status.OVER)
                return
            if not self._stop(seat):
                self._give_up(self.sides_now.filter(seat=seat), Game.Status.RESIGNED)
                self.seats.filter(pk=seat.pk).update(left_at=timezone.now())
                self.answer_waiting()
            self._go_on()
        self._grade()

    def count_out(self) -> None:
        """Continue without absent players; raise StalePage if a present player must move."""
        with transaction.atomic():
            self._move(self.Status.SETTING, self.Status.RUNNING, self.Status.BETWEEN)
            awaited = self.sides_now.filter(due_at__isnull=False)
            away = awaited.filter(seat__seen_at__lt=timezone.now() - AWAY_AFTER)
            is_possible = self.is_live and self.kind_rules.opener_plays
            if not is_possible or not away or len(away) < awaited.count():
                raise StalePage
            self._expire(away)
            if self.is_running:  # one of two players is left and wins
                self._give_up(self.sides_now, Game.Status.RESIGNED)
                self._go_on()
        self._grade()

    def dismiss(self, seat: Seat) -> None:
        """Remove a player from a room, and delete their games there.

        Their game in this round is deleted, too, because the end of the round would not release its
        code.
        """
        with transaction.atomic():
            self._move(*NOT_OVER)
            Game.objects.filter(side__seat=seat, is_held=True).delete()
            here = self.seats.filter(pk=seat.pk, is_sent_out=False)
            if here.update(is_sent_out=True, left_at=timezone.now()):
                self.sides.filter(seat=seat).delete()
                self._change(seats_taken=F("seats_taken") - 1)
            self._go_on()

    def let_in(self, seat: Seat) -> None:
        """Let a player who was removed join again."""
        with transaction.atomic():
            self._move(*NOT_OVER)
            self.seats.filter(pk=seat.pk, is_sent_out=True).delete()

    def free_idle_seats(self) -> None:
        """Free the seats of players who have made no guess; they can join again."""
        with transaction.atomic():
            self._move(*NOT_OVER)
            guessed = self.sides.filter(game__guess_count__gt=0).values("seat")
            idle = list(self.seats.filter(is_sent_out=False).exclude(pk__in=guessed))
            Game.objects.filter(side__seat__in=idle).delete()
            self.seats.filter(pk__in=[seat.pk for seat in idle]).delete()
            self._change(seats_taken=F("seats_taken") - len(idle))
            self._go_on()

    def change_code(self) -> None:
        """Give the room new letters for joining; players in the room stay."""
        with transaction.atomic():
            self._move(*NOT_OVER)
            self._change(code=new_code())

    def set_up(self, **choices: Any) -> None:
        """Store what a room's opener chose: who can join, and the time for the next codes."""
        with transaction.atomic():
            self._move(*NOT_OVER)
            self._change(**choices)

    def close(self) -> None:
        with transaction.atomic():
            self._move(*NOT_OVER)
            self._give_up(self.sides_now, Game.Status.EXPIRED)
            self._end_round()
            self.move_to(self.Status.OVER)

    # The following methods are about a round.

    def get_ready(self, seat: Seat) -> None:
        """Mark a player as ready; the race starts when all players are ready and present."""
        drawn = None if self._waited_for.exclude(pk=seat.pk).exists() else self._draw_code()
        with transaction.atomic():
            self._move(*self.kind_rules.starts)
            self._people_here.filter(pk=seat.pk).update(is_ready=True)
            self.sides_now.filter(seat=seat).update(due_at=None)
            begins = self.seats_taken > 1 and not self._waited_for.exists() and not self.missing
            if begins and drawn:
                self._begin_race(*drawn)
        if begins and not drawn:  # others got ready meanwhile: draw a code
            self.get_ready(seat)

    @property
    def _people_here(self) -> SeatQuerySet:
        """The people who have neither left nor been deleted."""
        return self.seats.filter(player__isnull=False, left_at=None)

    @property
    def _waited_for(self) -> SeatQuerySet:
        """The people who are not ready, or who are away from a live duel."""
        away = Q(seen_at__lt=timezone.now() - AWAY_AFTER)
        return self._people_here.filter(Q(is_ready=False) | (away if self.is_live else Q(pk=None)))

    def start(self) -> None:
        """Start a race with the players who are present, or the next code of a room."""
        drawn = self._draw_code()
        with transaction.atomic():
            self._move(*self.kind_rules.starts)
            if self.round >= MOST_CODES_SENT:
                raise EnoughCodes(most=MOST_CODES_SENT)
            self._begin_race(*drawn)

    def stop(self) -> None:
        """End the current code of a room; unfinished games do not count.

        The worker grades the games, because a class has many of them.
        """
        with transaction.atomic():
            self._move(self.Status.RUNNING)
            self._give_up(self.sides_now, Game.Status.EXPIRED)
            self._go_on()

    def set_code(self, seat: Seat, code: Code) -> None:
        """Set a code for the other player to break; raise StalePage if a code is already set.

        The guesses of a computer are calculated before anything is locked.
        """
        to_break = self.sides_now.exclude(seat=seat).filter(secret="")
        others = self.seats.exclude(pk=seat.pk) if to_break.exists() else self.seats.none()
        ways = {one.pk: self._way_at_once(one, code) for one in others if one.is_computer}
        with transaction.atomic():
            self._move(self.Status.SETTING)
            if not to_break.update(secret=code):
                raise StalePage
            for side in self.sides_now.filter(seat__in=ways):
                side.set_way(ways[side.seat_id])
            self.sides_now.filter(seat=seat).update(due_at=None)
            if not self.sides_now.filter(secret="").exists():
                self._change(status=self.Status.RUNNING, starts_at=timezone.now())
                for side in self.sides_now.with_secret().select_related("seat"):
                    self._deal(side)

    def guess(self, seat: Seat, code: Code, number: int, token: str) -> None:
        """Make guess ``number`` of this seat; see ``Game.play``.

        If two players break each other's codes, guesses are answered when both have guessed, so
        that the second player has no advantage.
        """
        sent = SentGuess(code, number, token)
        try:
            self._guess(seat, sent)
        except StalePage:
            made = Guess.objects.filter(**sent._asdict())
            if not made.filter(game__side__seat=seat).exists():
                raise
        self._grade()

    def _guess(self, seat: Seat, sent: SentGuess) -> None:
        with transaction.atomic():
            self._move(self.Status.RUNNING)
            if not self.has_begun:
                raise NotYet
            side = self.sides_now.select_related("game").filter(seat=seat).first()
            if side is None or side.game is None:
                raise StalePage
            self.kind_rules.guess(self, side, sent)
            self._go_on()

    def settle(self) -> None:
        """End the game of every side whose ``due_at`` has passed."""
        with transaction.atomic():
            self._move(self.Status.SETTING, self.Status.RUNNING, self.Status.BETWEEN)
            self._expire(self.sides_now.filter(due_at__lt=timezone.now()))
        if self.kind_rules.opener_plays:
            self._grade()

    def again(self, seat: Seat, winner: Seat | None = None, kind: str = "") -> Duel:
        """Return the rematch with this player in it, and end this player's game here.

        ``winner`` is the seat that won this duel; the rematch counts wins.
        """
        with transaction.atomic():
            self._move(self.Status.RUNNING, self.Status.OVER)
            if not self.is_over and not self._can_go_on(seat):
                raise StalePage
            following = self.rematch or self._another(seat, winner, kind)
            self._change(rematch=following)
        self._grade()
        # the rematch has started without the player, or the player is in it already
        with suppress(StalePage):
            wins = seat.wins + (seat == winner)
            taken = following.sit(cast(Player, seat.player), lambda: seat.name, wins=wins)
            if following.kind_rules.starts:
                following.get_ready(taken)
        return following

    def _can_go_on(self, seat: Seat) -> bool:
        """End this player's game if the race is decided; return whether a rematch is possible."""
        if not self.kind_rules.can_go_on:
            return False
        if self._stop(seat):
            self._go_on()
        playing = self.sides_now.filter(seat=seat, game__status=Game.Status.PLAYING)
        return not playing.exists() and (self.is_live or self.is_decided)

    def say(self, seat: Seat, phrase: int) -> None:
        """Say a phrase to all players, unless this player has just said a phrase."""
        now = timezone.now()
        if seat.said_at and seat.said_at >= now - BETWEEN_PHRASES:
            return  # a new revision would make all pages fetch the duel
        old = Q(said_at=None) | Q(said_at__lt=now - BETWEEN_PHRASES)
        with transaction.atomic():
            self._move(*self.Status)
            self.seats.filter(old, pk=seat.pk).update(phrase=phrase, said_at=now)

    # The following methods run inside transactions, with the duel's row locked.

    @property
    def sides_now(self) -> SideQuerySet:
        return self.sides.filter(round=self.round)

    def _is_moved(self, *statuses: str, **where: Any) -> bool:
        """Lock and reload the row if its stage is one of ``statuses``; return whether it was."""
        rows = Duel.objects.filter(pk=self.pk, status__in=statuses, **where)
        if not rows.update(revision=F("revision") + 1, moved_at=timezone.now()):
            return False
        self.refresh_from_db()
        return True

    def _move(self, *statuses: str) -> None:
        if not self._is_moved(*statuses):
            self.refresh_from_db()
            raise StalePage

    def move_to(self, status: str) -> None:
        """Store the new stage of the duel."""
        self._change(status=status)
        if status == self.Status.OVER and self.group_id:
            over.send(Duel, duel=self)

    def _change(self, **changes: Any) -> None:
        Duel.objects.filter(pk=self.pk).update(**changes)
        self.refresh_from_db(fields=list(changes))

    def think(self, side: Side) -> None:
        """Calculate a computer's guesses; pages show each one when its time has come."""
        way = self._way(side.seat, side.secret)
        with transaction.atomic():
            if self._is_moved(*self.Status):
                side.set_way(way)

    def _way(self, seat: Seat, secret: Code) -> list[tuple[Code, float]]:
        """Return the guesses with which a computer breaks a code, each with its time."""
        limit = min(self.limit, GUESSES_OF_A_COMPUTER)
        return way_to(self.variant, secret, seat.strategy, seat.memory, limit)

    def _way_at_once(self, seat: Seat, secret: Code) -> list[tuple[Code, float]]:
        """Return a computer's guesses if the board is small, else an empty list.

        For larger boards, a task calculates the guesses.
        """
        return self._way(seat, secret) if self.variant.size <= SMALL else []

    def _draw_code(self) -> tuple[Code, dict[int, list[tuple[Code, float]]]]:
        """Draw a code for all players, and calculate the guesses of the computers in this duel."""
        if self.status not in self.kind_rules.starts:
            raise StalePage  # the status is checked before slow calculations
        secret = new_secret(self.variant)
        computers = self.seats.exclude(strategy="")
        return secret, {seat.pk: self._way_at_once(seat, secret) for seat in computers}

    def _begin_race(self, secret: Code, ways: dict[int, list[tuple[Code, float]]]) -> None:
        seats = list(self.seats.filter(left_at=None))
        if len(seats) < self.kind_rules.least_seats:
            raise Alone
        if any(seat.is_computer and seat.pk not in ways for seat in seats):
            raise StalePage  # a computer took a seat in the meantime
        self.sides_now.update(due_at=None)  # stop waiting for players who are not ready
        is_room = not self.kind_rules.opener_plays
        countdown = COUNTDOWN if self.is_live else timedelta(0)
        starts_at = timezone.now() + (COUNTDOWN_IN_A_ROOM if is_room else countdown)
        ends_at = starts_at + self.time_limit if self.time_limit else None
        begun = {"status": self.Status.RUNNING, "starts_at": starts_at, "ends_at": ends_at}
        self._change(round=F("round") + 1, **begun)
        self._begin_sides(seats, secret, ways)

    def _begin_sides(
        self,
        seats: Sequence[Seat],
        secret: Code,
        ways: dict[int, list[tuple[Code, float]]] | None = None,
    ) -> None:
        for seat in seats:
            side = self.sides.create(seat=seat, round=self.round, secret=secret)
            if seat.is_computer:
                side.set_way((ways or {}).get(seat.pk, []))
            self._deal(side)

    def _deal(self, side: Side) -> None:
        """Create the game in which this side's player breaks the code; computers need no game."""
        if side.seat.player_id is None:
            return
        side.game = Game.objects.create(
            player_id=side.seat.player_id,
            secret=side.secret,
            mode=Game.Mode.DUEL,
            is_held=True,
            **self.rules.fields(),
        )
        side.due_at = self.next_due_at
        side.save(update_fields=["game", "due_at"])

    @property
    def next_due_at(self) -> datetime:
        """The end of the time for the next guess."""
        due_at = max(self.starts_at or timezone.now(), timezone.now()) + self.patience
        return min(due_at, self.ends_at) if self.ends_at else due_at

    def deal_late(self, seat: Seat) -> None:
        """Give a new seat the code of the other players; raise TooLate if the race is decided."""
        if self.is_decided:
            raise TooLate
        [other] = self.sides_now.with_secret()[:1]
        self._begin_sides([seat], other.secret)

    def begin_race_now(self) -> None:
        """Start a race whose guesses can take days; computers calculate their guesses later."""
        computers = self.seats.exclude(strategy="")
        self._begin_race(new_secret(self.variant), {seat.pk: [] for seat in computers})

    def begin_setting(self) -> None:
        """Let both players set codes for each other; a computer draws a random code."""
        self._change(status=self.Status.SETTING, round=F("round") + 1)
        due_at = timezone.now() + self.patience
        seats = list(self.seats.all())
        for seat, other in zip(seats, reversed(seats), strict=True):
            drawn = new_secret(self.variant) if other.is_computer else ""
            due = None if seat.is_computer else due_at
            self.sides.create(seat=seat, round=self.round, secret=drawn, due_at=due)

    def answer_waiting(self) -> None:
        """Answer the waiting guesses, if all players have guessed."""
        running = self.sides_now.filter(game__status=Game.Status.PLAYING)
        waiting = list(running.select_related("game").order_by("game"))
        if all(side.row for side in waiting):
            for side in waiting:
                side.play(SentGuess(side.row, side.row_number, side.token), self.next_due_at)

    def _give_up(self, sides: SideQuerySet, status: Game.Status) -> None:
        """End the unfinished games of ``sides``; their status becomes ``status``."""
        games = Game.objects.unfinished().filter(side__in=sides)
        for game in games.order_by("pk"):
            game.resign(status)
        sides.update(due_at=None)

    def _expire(self, late: SideQuerySet) -> None:
        """End the games of ``late`` sides and continue the duel.

        The players of these sides leave, unless the kind of duel lets players return.
        """
        seats = list(late.values_list("seat", flat=True))
        self._give_up(late, Game.Status.EXPIRED)
        if not self.kind_rules.can_come_back:
            self.seats.filter(pk__in=seats).update(left_at=timezone.now())
        self.answer_waiting()
        self._go_on()

    def _stop(self, seat: Seat) -> bool:
        """End a player's running game if the duel is decided; return whether a game was ended."""
        own = self.sides_now.filter(seat=seat)
        if not own.filter(game__status=Game.Status.PLAYING).exists() or not self.is_decided:
            return False
        self._give_up(own, Game.Status.RESIGNED)
        return True

    def _go_on(self) -> None:
        """Continue with the next step if no player is still playing."""
        if self.is_setting and not self.is_deserted:
            return
        if self.sides_now.filter(game__status=Game.Status.PLAYING).exists() or not self.round:
            return
        if not self.is_between:
            self._end_round()
        self.kind_rules.go_on(self)

    def pause(self) -> None:
        """Wait until all players are ready for the next round; late players will leave."""
        if self.is_between:
            return
        self.move_to(self.Status.BETWEEN)
        self.seats.update(is_ready=False)
        people = self.sides_now.filter(seat__strategy="", seat__left_at=None)
        people.update(due_at=timezone.now() + self.patience)

    def _end_round(self) -> None:
        """End a round that all players have finished; other people can then see its games."""
        self.sides_now.update(due_at=None, row="", started_at=self.starts_at)
        Game.objects.filter(side__in=self.sides_now).update(is_held=False)

    def _another(self, seat: Seat, winner: Seat | None, kind: str) -> Duel:
        """Create and return a new duel with the same computers."""
        rules = KIND_RULES[self.Kind(kind or self.kind)]
        following = Duel.objects.create(
            opener=seat.player,
            kind=kind or self.kind,
            patience=self.patience,
            rounds=rules.rounds(self.rounds),
            group_id=self.group_id,
            **self.rules.fields(),
        )
        for one in self.seats.exclude(strategy=""):
            wins = one.wins + (one == winner)
            following._seat(strategy=one.strategy, memory=one.memory, wins=wins)
        return following

    def _grade(self) -> None:
        """Grade the finished games of this round, if the board is so small that this is fast."""
        if self.variant.size <= SMALL:
            for game in Game.objects.to_grade().filter(side__in=self.sides_now):
                skill, luck = skill_and_luck(self.variant, game.turns())
                game.grade(skill, luck)
