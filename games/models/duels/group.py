"""Groups: people who play together again and again, and their running score."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import cast

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from games.models.base.calendar import today
from games.models.base.columns import HasPublicId, HasRules, within_bounds
from games.models.base.refusals import Refused
from games.models.duels.choices import DuelKind, Pace
from games.models.duels.duel import Duel
from games.models.duels.kinds import KIND_RULES
from games.models.duels.seat import NAME_AT_TABLE
from games.models.people.player import Player
from games.models.play.challenge import Challenge
from games.models.play.codemaker import new_secret
from games.models.play.game import Game

SEASON = timedelta(days=120)  # a group that has not played for this time is deleted
MOST_MEMBERS = 40
DAYS = "days"
# Any member can start these duels for the group; a class plays in a room instead.
STARTS = {kind.value: kind.label for kind, rules in KIND_RULES.items() if rules.is_race}
STARTS[DAYS] = gettext_lazy("Race over several days")


def monday() -> date:
    return today() - timedelta(days=today().weekday())


class GroupFull(Refused):
    code = "group-full"
    sentence = gettext_lazy("A group has at most %(most)d people.")


class GroupQuerySet(models.QuerySet["Group"]):
    def to_forget(self) -> GroupQuerySet:
        """Return the groups that have not played for a season."""
        return self.filter(played_at__lt=timezone.now() - SEASON)

    def of(self, player: Player) -> GroupQuerySet:
        """Return a player's groups, each with its members and whether it has a duel to join."""
        members = Prefetch("members", Member.objects.select_related("player").order_by("pk"))
        open_to = Duel.objects.to_join().filter(group=OuterRef("pk"))
        found = self.filter(members__player=player).order_by("-played_at")
        return found.prefetch_related(members).annotate(waiting=Exists(open_to))

    def of_week(self, game: Game) -> Group | None:
        return self.filter(challenge=game.challenge_id, members__player=game.player_id).first()

    def keep(self, duel: Duel, player: Player) -> Group:
        """Return the group of a duel, or create it from the duel's players and their wins."""
        with transaction.atomic():
            found = Duel.objects.select_for_update().get(pk=duel.pk)
            if found.group:
                return found.group
            how = {"kind": found.kind, "patience": found.patience, **found.rules.fields()}
            group = self.create(**how)
            Duel.objects.filter(pk__in=[found.pk, found.rematch_id or 0]).update(group=group)
            seats = found.seats.filter(player__isnull=False, is_sent_out=False)
            winner = found.winner if found.is_over else None  # or the end counts this win again
            for seat in seats[:MOST_MEMBERS]:
                wins = seat.wins + (seat == winner)
                group.members.create(player_id=cast(int, seat.player_id), name=seat.name, wins=wins)
            # the opener of a room becomes a member, too, although they have no seat
            if not group.members.filter(player=player).exists():
                group.members.create(player=player)
        return group


class Group(HasPublicId, HasRules):
    """People who play together again and again, and what they play."""

    kind = models.CharField(max_length=9, choices=DuelKind, default=DuelKind.RACE)
    patience = models.DurationField(default=Pace.LIVE.patience)
    played_at = models.DateTimeField(default=timezone.now)
    week = models.DateField(null=True, help_text="The Monday of the code of the week.")
    challenge = models.ForeignKey(
        Challenge, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )

    objects = GroupQuerySet.as_manager()

    class Meta:
        constraints = (within_bounds("group_variant_is_within_bounds", limit__range=(1, 99)),)

    def member_of(self, player: Player | None) -> Member | None:
        return self.members.filter(player=player).first() if player else None

    def join(self, player: Player, name: Callable[[], str]) -> None:
        """Make a player a member, or change their name.

        ``name`` is called while the group is locked, so that no one else can take the name; it
        returns the name or raises a refusal.
        """
        with transaction.atomic():
            Group.objects.select_for_update().get(pk=self.pk)
            if member := self.member_of(player):
                member.name = name()
                return member.save(update_fields=["name"])
            if self.members.count() >= MOST_MEMBERS:
                raise GroupFull(most=MOST_MEMBERS)
            self.members.create(player=player, name=name())

    @property
    def start(self) -> str:
        """The duel that the group started last; a race if members cannot start that duel."""
        if self.patience >= Pace.DAY.patience:
            return DAYS
        return self.kind if self.kind in STARTS else DuelKind.RACE

    def duel_to_join(self, player: Player, start: str = "") -> Duel | None:
        """Return the newest duel that waits, or a race over days that a player can still join.

        A player who wants to ``start`` another kind does not join a race over days.
        """
        waiting = self.duels.to_join().order_by("-pk").first()
        if waiting or start not in ("", DAYS):
            return waiting
        late = self.duels.to_join_late().exclude(seats__player=player)
        return next((one for one in late if one.is_open), None)

    def open_duel(self, member: Member, start: str = "") -> Duel:
        """Return a duel to join; if there is none, open one, by default of the last kind."""
        kind = start if start in STARTS else self.start
        is_slow = kind == DAYS
        self.kind = DuelKind.RACE if is_slow else DuelKind(kind)
        self.patience = max(self.patience, Pace.DAY.patience) if is_slow else Pace.LIVE.patience
        # two members who press the button at once must join the same duel
        with transaction.atomic():
            latest = {"kind": self.kind, "patience": self.patience}
            Group.objects.filter(pk=self.pk).update(played_at=timezone.now(), **latest)
            waiting = self.duel_to_join(member.player, start)
            if waiting and not waiting.is_full:
                return waiting
            duel = Duel.objects.open(member.player, rules=self.rules, name=member.name, **latest)
            Duel.objects.filter(pk=duel.pk).update(group=self)
        return duel

    @property
    def challenge_of_this_week(self) -> Challenge | None:
        """This week's code; None until a member asks for it."""
        return self.challenge if self.week == monday() else None

    def this_week(self) -> Challenge:
        """Return this week's code; draw it if there is none. No member knows a drawn code."""
        with transaction.atomic():
            group = Group.objects.select_for_update().get(pk=self.pk)
            if challenge := group.challenge_of_this_week:
                return challenge
            setter, secret = Player.objects.create(), new_secret(self.variant)
            greeting = _("The code of the week")
            challenge = Challenge.objects.set_code(setter, self.rules, secret, greeting)
            group.challenge, group.week, group.played_at = challenge, monday(), timezone.now()
            group.save(update_fields=["challenge", "week", "played_at"])
        return challenge


class Member(models.Model):
    """A player in a group, with the duels that they won there."""

    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, db_index=False, related_name="members"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    name = models.CharField(
        max_length=NAME_AT_TABLE,
        blank=True,
        help_text="The name that the member chose for this group.",
    )
    wins = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["group", "player"], name="member_is_in_a_group_once"),
        )

    def __str__(self) -> str:
        return self.name or str(self.player)
