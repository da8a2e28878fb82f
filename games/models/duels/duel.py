"""Duels: people and computers in different places break codes of one game size.

Each transition is one short transaction. It begins with an UPDATE of the duel's row, on condition
that the status allows the transition. This locks the row, so transitions happen one by one, and one
that comes too late changes nothing. Locks are taken in the order duel, games, players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, cast

from django.db import IntegrityError, models, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.catalog.effort import SMALL
from games.catalog.rules import Rules
from games.models.base.columns import HasPublicId, HasRules, within_bounds
from games.models.base.ids import new_letters
from games.models.base.refusals import Gone, QueueFull, Refused, StalePage
from games.models.duels import choices
from games.models.duels.kinds import CODE_LENGTH, KIND_RULES, KindRules
from games.models.duels.refusals import (
    Alone,
    DuelFull,
    EnoughCodes,
    NotYet,
    RoomLocked,
    SentOut,
    TooLate,
)
from games.models.duels.seat import (
    AWAY_AFTER,
    Seat,
    SeatQuerySet,
    SentGuess,
    Side,
    SideQuerySet,
    Way,
    winners_of,
)
from games.models.people.player import Player
from games.models.play.codemaker import new_secret
from games.models.play.game import Game
from games.models.play.guess import Guess
from solver.rule.codes import Code
from solver.study.skill import skill_and_luck

BETWEEN_PHRASES = timedelta(seconds=3)
ROOM_LASTS = timedelta(days=1)
INVITES_FOR = timedelta(days=14)  # a duel that does not start is deleted after this time
OVER_FOR = timedelta(days=365)  # a finished duel is deleted after this time; its games are kept
MOST_CODES_SENT = 50
IS_ROOM = Q(kind=choices.DuelKind.ROOM)
STARTED = choices.Status.SETTING, choices.Status.RUNNING, choices.Status.BETWEEN
NOT_OVER = choices.Status.WAITING, *STARTED


# The guesses of computers by the key of their seats; a task calculates those that are missing.
WaysOfSeats = Mapping[int, Way]


def new_code() -> str:
    return new_letters(CODE_LENGTH)


class DuelQuerySet(models.QuerySet["Duel"]):
    def rooms(self) -> DuelQuerySet:
        return self.filter(IS_ROOM)

    def begun_by_players(self) -> DuelQuerySet:
        """Return the duels that their players start: all duels except rooms."""
        return self.exclude(IS_ROOM)

    def with_a_late_player(self) -> DuelQuerySet:
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

    @property
    def kind_rules(self) -> KindRules:
        return KIND_RULES[self.Kind(self.kind)]

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
    def takes_seats(self) -> frozenset[choices.Status]:
        """The stages in which new players can join."""
        rules = self.kind_rules
        return rules.takes_seats if self.is_live else rules.takes_seats_late

    @property
    def is_full(self) -> bool:
        return self.seats_taken == self.kind_rules.most_seats

    @property
    def is_open(self) -> bool:
        """Whether new players can join."""
        has_place = self.status in self.takes_seats and not self.is_full
        return has_place and not (self.is_running and self.is_decided)

    @property
    def has_begun(self) -> bool:
        return self.starts_at is not None and self.starts_at <= timezone.now()

    def sides_played(self, **where: int) -> list[Side]:
        """Return sides with the outcome of their games, without loading the secrets of games."""
        found = self.sides.with_secret().filter(**where).select_related("game")
        return list(found.defer("game__secret"))

    @property
    def is_decided(self) -> bool:
        """Whether the winner of this round is certain, even if others play on."""
        return self.kind_rules.is_decided(self)

    @property
    def winner(self) -> Seat | None:
        """The only winner of this duel, even if others play on; None if there is none."""
        seats = list(self.seats.all())
        winners = self.kind_rules.winners(self, seats, self.sides_played(), timezone.now())
        return winners[0] if len(winners) == 1 else None

    # Every transition begins with ``moving``.

    @contextmanager
    def moving(self, *statuses: str) -> Iterator[None]:
        """Open a transaction with the row locked; raise StalePage in any other stage."""
        with transaction.atomic():
            if not self._lock(*statuses):
                self.refresh_from_db()
                raise StalePage
            yield
            self._count_wins()

    def _lock(self, *statuses: str, **where: Any) -> bool:
        """Lock and reload the row if its stage is one of ``statuses``; return whether it was."""
        rows = Duel.objects.filter(pk=self.pk, status__in=statuses, **where)
        if not rows.update(revision=F("revision") + 1, moved_at=timezone.now()):
            return False
        self.refresh_from_db()
        return True

    # The following methods are about the seats.

    @property
    def missing(self) -> SeatQuerySet:
        """The players of the previous duel who are still here but have not joined this rematch."""
        seated = self.seats.filter(player__isnull=False).values("player")
        is_open = {"duel__rematch": self, "duel__rematch__status": self.Status.WAITING}
        lately = timezone.now() - self.patience  # pages without a script send no signs of presence
        before = Seat.objects.people_here().filter(seen_at__gt=lately, **is_open)
        return before.exclude(pk__in=before.away()).exclude(player__in=seated)

    def seat_of(self, player: Player | None) -> Seat | None:
        return self.seats.filter(player=player).first() if player else None

    def see(self, seat: Seat, **more: bool) -> None:
        """Note that a player has the page open.

        Change the revision if pages must show that this player is back, or that another player has
        gone away since this player's last request, or is away so long that the next can start.
        """
        now, is_shown = timezone.now(), self.is_live and self.kind_rules.is_public
        awaited = self.seats.people_here()
        if not self.is_between:  # between races, a silent host without a script is replaced
            awaited = awaited.filter(has_script=True)
        is_news = is_shown and any(
            seat.seen_at - after <= seen_at < now - after
            for seen_at in awaited.values_list("seen_at", flat=True)
            for after in (AWAY_AFTER, choices.Pace.LIVE.patience)
        )
        self.seats.filter(pk=seat.pk).update(seen_at=now, **more)
        if is_news:
            Duel.objects.filter(pk=self.pk).update(revision=F("revision") + 1)

    def start_without_the_gone(self) -> None:
        """Start a live race if the players who were waited for have left or are back now.

        Before the first race, a player alone with computers can still wait for friends.
        """
        starts = self.is_live and self.kind_rules.opener_plays
        if not (starts and self.status in self.kind_rules.starts):
            return
        people = list(self.seats.people_here())
        is_ready = bool(people) and (self.is_between or len(people) > 1)
        if is_ready and not self._waited_for.exists() and not self.missing.exists():
            with suppress(Refused):  # it has started meanwhile, or the computers are busy
                self.get_ready(people[0])

    def sit(
        self, player: Player, name: Callable[[], str] = str, shares_with: int | None = None
    ) -> Seat:
        """Take a seat, or return to one; raise DuelFull, RoomLocked or TooLate if refused.

        ``name`` is called while the duel is locked, so that no one else can take the name; it
        returns the player's name or raises a refusal. ``shares_with`` is the number of a seat of
        the same browser.
        """
        if seat := self.seat_of(player):
            self._return_to(seat, name)
            return seat
        try:
            with transaction.atomic():
                before = Seat.objects.filter(duel__rematch=self, player=player).first()
                wins = before.wins + (before == before.duel.winner) if before else 0
                return self._seat(name, player=player, wins=wins, shares_with=shares_with)
        except IntegrityError as meanwhile:  # the player took a seat in another tab
            if seat := self.seat_of(player):
                return seat
            raise Gone from meanwhile

    def join(self, seat: Seat) -> None:
        """Mark a new player as ready if the duel waits for all to be ready."""
        if self.is_waiting and self.kind_rules.starts:
            self.get_ready(seat)

    def _return_to(self, seat: Seat, name: Callable[[], str]) -> None:
        """Let a player who left come back, if the kind of duel allows it."""
        if seat.is_sent_out:
            raise SentOut
        if seat.left_at and self.kind_rules.can_come_back:
            with self.moving(*self.takes_seats):
                self.seats.filter(pk=seat.pk).update(left_at=None, name=name())
                if not self.sides_now.filter(seat=seat).exists():
                    self.kind_rules.sit(self, seat)

    def seat_computer(self, strategy: str, memory: int) -> Seat:
        """Give a seat to a computer that remembers ``memory`` percent of the rows."""
        with transaction.atomic():
            return self._seat(strategy=strategy, memory=memory)

    def _seat(self, name: Callable[[], str] = str, **who: Any) -> Seat:
        """Take the next free seat, inside a transaction."""
        free = {"seats_taken__lt": self.kind_rules.most_seats, "is_locked": False}
        if not self._lock(*self.takes_seats, **free):
            self.refresh_from_db()
            if self.is_locked:
                raise RoomLocked
            raise DuelFull if self.status in self.takes_seats else TooLate
        last = self.seats.order_by("number").last()
        seat = self.seats.create(number=last.number + 1 if last else 1, name=name(), **who)
        self.change(seats_taken=F("seats_taken") + 1)
        self.kind_rules.sit(self, seat)
        return seat

    def leave(self, seat: Seat) -> None:
        """Leave the duel and give up; in a decided duel, give up but keep the seat."""
        with self.moving(*NOT_OVER):
            if self.is_waiting:
                self._free(seat)
            elif not self._stop(seat):
                self.sides_now.filter(seat=seat).give_up(Game.Status.RESIGNED)
                self.seats.filter(pk=seat.pk).update(left_at=timezone.now())
            self.go_on()
        if self.is_over and not self.round:  # the others can open another rematch
            Duel.objects.filter(rematch=self).update(rematch=None, revision=F("revision") + 1)
        self._grade()
        self.start_without_the_gone()

    def _free(self, seat: Seat) -> None:
        """Free a seat before the start; a duel that people have opened ends with the last one."""
        if seat.delete()[0]:  # nothing is deleted if the player has left in another tab
            self.change(seats_taken=F("seats_taken") - 1)
        if self.kind_rules.opener_plays and not self.seats.filter(strategy="").exists():
            self.move_to(self.Status.OVER)

    def count_out(self) -> None:
        """Continue without absent players; raise StalePage if a present player must move."""
        with self.moving(*STARTED):
            awaited = self.sides_now.filter(due_at__isnull=False)
            away = awaited.filter(seat__in=self.seats.away())
            is_possible = self.is_live and self.kind_rules.opener_plays
            if not is_possible or not away or len(away) < awaited.count():
                raise StalePage
            self._expire(away)
            if self.is_running:  # one of two players is left and wins
                self.sides_now.give_up(Game.Status.RESIGNED)
                self.go_on()
        self._grade()
        self.start_without_the_gone()

    # The following methods are about a round.

    def get_ready(self, seat: Seat) -> None:
        """Mark a player as ready; the race starts when all players are ready and present."""
        is_last = not self._waited_for.exclude(pk=seat.pk).exists()
        secret, ways = self._draw_code() if is_last else (new_secret(self.variant), {})
        with self.moving(*self.kind_rules.starts):
            self.seats.people_here().filter(pk=seat.pk).update(is_ready=True)
            self.sides_now.filter(seat=seat).update(due_at=None)
            is_alone = self.seats_taken < 2
            if not (is_alone or self._waited_for.exists() or self.missing.exists()):
                self.begin_race(secret, ways)

    @property
    def _waited_for(self) -> SeatQuerySet:
        """The people who are not ready, or who are away from a live duel."""
        people = self.seats.people_here()
        late = people.filter(is_ready=False)
        return late | people.away() if self.is_live else late

    def start(self) -> None:
        """Start a race with the players who are present, or the next code of a room."""
        secret, ways = self._draw_code()
        with self.moving(*self.kind_rules.starts):
            if self.round >= MOST_CODES_SENT:
                raise EnoughCodes(most=MOST_CODES_SENT)
            self.begin_race(secret, ways)

    def set_code(self, seat: Seat, code: Code) -> None:
        """Set a code for the other player to break; raise StalePage if a code is already set.

        The guesses of a computer are calculated before anything is locked.
        """
        ways = self._ways_at_once(self.seats.exclude(pk=seat.pk), code)
        with self.moving(self.Status.SETTING):
            theirs = self.sides_now.exclude(seat=seat)
            if not theirs.filter(secret="").update(secret=code):
                raise StalePage
            for side in theirs.filter(seat__in=self.seats.computers()):
                side.set_way(ways.get(side.seat_id, []))
            self.sides_now.filter(seat=seat).update(due_at=None)
            if not self.sides_now.filter(secret="").exists():
                self.change(status=self.Status.RUNNING, starts_at=timezone.now())
                for side in self.sides_now.with_secret().select_related("seat"):
                    side.deal()

    def guess(self, seat: Seat, code: Code, number: int, token: str) -> None:
        """Make guess ``number`` of this seat; see ``Game.play``.

        If two players break each other's codes, guesses are answered when both have guessed, so
        that the second player has no advantage.
        """
        sent = SentGuess(code, number, token)
        try:
            can_have_ended = self._guess(seat, sent)
        except StalePage:
            made = Guess.objects.filter(**sent._asdict())
            if not made.filter(game__side__seat=seat).exists():
                self.settle()
                raise
            can_have_ended = True
        if can_have_ended:
            self._grade()

    def _guess(self, seat: Seat, sent: SentGuess) -> bool:
        """Make a guess; return whether a game can have ended."""
        with self.moving(self.Status.RUNNING):
            if not self.has_begun:
                raise NotYet
            side = self.sides_now.select_related("game").filter(seat=seat).first()
            if side is None or side.game is None or side.is_late:
                raise StalePage
            self.kind_rules.guess(self, side, sent)
            if self.kind_rules.shares_code and side.game.is_playing:
                return False
            self.go_on()
        return True

    def settle(self) -> None:
        """End the game of every side whose ``due_at`` has passed."""
        if not self.sides_now.late().exists():
            return
        with self.moving(*STARTED):
            self._expire(self.sides_now.late())  # of the round that is on now
        if self.kind_rules.opener_plays:
            self._grade()
            self.start_without_the_gone()

    def again(self, seat: Seat, kind: str = "") -> Duel:
        """Return the rematch with this player in it, and end this player's game here."""
        with self.moving(self.Status.RUNNING, self.Status.OVER):
            if not self.is_over and not self._finish_for_rematch(seat):
                raise StalePage
            following = self.rematch or self._another(seat, kind)
            self.change(rematch=following)
        self._grade()
        # The rematch has started without the player, or its computers are busy. It exists anyway.
        with suppress(StalePage, QueueFull):
            following.join(following.sit(cast(Player, seat.player), lambda: seat.name))
        return following

    def _finish_for_rematch(self, seat: Seat) -> bool:
        """End this player's game if the race is decided; return whether a rematch is possible."""
        if not self.kind_rules.can_go_on:
            return False
        if self._stop(seat):
            self.go_on()
        is_playing = self.sides_now.filter(seat=seat).playing().exists()
        return not is_playing and (self.is_live or self.is_decided)

    def say(self, seat: Seat, phrase: int) -> None:
        """Say a phrase to all players, unless this player has just said a phrase."""
        now = timezone.now()
        if seat.said_at and seat.said_at >= now - BETWEEN_PHRASES:
            return  # a new revision would make all pages fetch the duel
        old = Q(said_at=None) | Q(said_at__lt=now - BETWEEN_PHRASES)
        with self.moving(*self.Status):
            self.seats.filter(old, pk=seat.pk).update(phrase=phrase, said_at=now)

    def think(self, side: Side) -> None:
        """Calculate a computer's guesses, unless others have won its race meanwhile."""
        way = side.seat.way_to(side.secret)
        with transaction.atomic():
            if self._lock(*self.Status):
                sides = self.sides_played(round=side.round)
                if not (self.kind_rules.is_race and winners_of(sides, timezone.now())):
                    side.set_way(way)
                self._count_wins()

    def _ways_at_once(self, seats: Iterable[Seat], secret: Code) -> WaysOfSeats:
        """Return the guesses of the computers; empty for large boards, which need a task."""
        quick = seats if self.variant.size <= SMALL else ()
        return {seat.pk: seat.way_to(secret) for seat in quick if seat.is_computer}

    def _draw_code(self) -> tuple[Code, WaysOfSeats]:
        """Draw a code for all players, and calculate the guesses of the computers in this duel."""
        if self.status not in self.kind_rules.starts:
            raise StalePage  # the status is checked before slow calculations
        secret = new_secret(self.variant)
        return secret, self._ways_at_once(self.seats.all(), secret)

    def _grade(self) -> None:
        """Grade the finished games of this round, if the board is so small that this is fast."""
        if self.variant.size <= SMALL:
            for game in Game.objects.to_grade().filter(side__in=self.sides_now):
                skill, luck = skill_and_luck(self.variant, game.turns())
                game.grade(skill, luck)

    # The following methods run inside transactions, with the duel's row locked.

    @property
    def sides_now(self) -> SideQuerySet:
        return self.sides.filter(round=self.round)

    def move_to(self, status: str) -> None:
        """Store the new stage; at the end, the group counts a win over another member."""
        self.change(status=status)
        if status == self.Status.OVER and self.group and (winner := self.winner):
            members = self.group.members.filter(player__in=self.seats.values("player"))
            if members.count() > 1:
                members.filter(player=winner.player_id).update(wins=F("wins") + 1)

    def change(self, **changes: Any) -> None:
        Duel.objects.filter(pk=self.pk).update(**changes)
        self.refresh_from_db(fields=list(changes))

    def begin_race(self, secret: Code, ways: WaysOfSeats) -> None:
        """Start the next round, in which all players break the same code."""
        seats = self.seats.filter(left_at=None)
        if len(seats) < self.kind_rules.least_seats:
            raise Alone
        self.sides_now.update(due_at=None)  # stop waiting for players who are not ready
        countdown = self.kind_rules.countdown if self.is_live else timedelta(0)
        starts_at = timezone.now() + countdown
        ends_at = starts_at + self.time_limit if self.time_limit else None
        begun = {"status": self.Status.RUNNING, "starts_at": starts_at, "ends_at": ends_at}
        self.change(round=F("round") + 1, **begun)
        self.give_code(seats, secret, ways)

    def give_code(self, seats: Iterable[Seat], secret: Code, ways: WaysOfSeats) -> None:
        """Give these players a code to break in this round."""
        for seat in seats:
            side = self.sides.create(seat=seat, round=self.round, secret=secret)
            if seat.is_computer:
                side.set_way(ways.get(seat.pk, []))
            side.deal()

    @property
    def next_due_at(self) -> datetime:
        """The end of the time for the next guess."""
        due_at = max(self.starts_at or timezone.now(), timezone.now()) + self.patience
        return min(due_at, self.ends_at) if self.ends_at else due_at

    def give_same_code(self, seat: Seat) -> None:
        """Give a new player the code that the others are breaking."""
        [other] = self.sides_now.with_secret()[:1]
        self.give_code([seat], other.secret, {})

    def _expire(self, late: SideQuerySet) -> None:
        """End the games of ``late`` sides and continue the duel.

        The players of these sides leave, unless the kind of duel lets players return.
        """
        seats = list(late.values_list("seat", flat=True))
        late.give_up(Game.Status.EXPIRED)
        if not self.kind_rules.can_come_back:
            self.seats.filter(pk__in=seats).update(left_at=timezone.now())
        self.go_on()

    def _stop(self, seat: Seat) -> bool:
        """End a player's running game if the duel is decided; return whether a game was ended."""
        own = self.sides_now.filter(seat=seat)
        is_possible = own.playing().exists() and self.is_decided
        if is_possible:
            own.give_up(Game.Status.RESIGNED)
        return is_possible

    def go_on(self) -> None:
        """Continue with the next step if no player is still playing."""
        self.kind_rules.answer(self)
        is_playing = self.sides_now.playing().exists()
        if is_playing or not self.round or (self.is_setting and not self.is_decided):
            return
        if not self.is_between:
            self.end_round()
        self.kind_rules.go_on(self)

    def end_round(self) -> None:
        """End a round that all players have finished; other people can then see its games."""
        self.sides_now.update(due_at=None, row="", started_at=self.starts_at)
        Game.objects.filter(side__in=self.sides_now).update(is_held=False)

    def _another(self, seat: Seat, kind: str) -> Duel:
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
        for one in self.seats.computers():
            following._seat(strategy=one.strategy, memory=one.memory)
        return following

    def _count_wins(self) -> None:
        """Store the wins in the rematch, which players can join before this race has a winner."""
        if self.rematch:
            winner, later = self.winner, self.rematch.seats
            for before, seat in zip(self.seats.computers(), later.computers(), strict=False):
                later.filter(pk=seat.pk).update(wins=before.wins + (before == winner))
            for before in self.seats.filter(player__isnull=False):
                same = later.filter(player=before.player_id)
                same.update(wins=before.wins + (before == winner))
