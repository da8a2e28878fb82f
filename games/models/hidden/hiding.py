"""Reports to the moderators, and the things that moderators have hidden."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import cached_property

from games.models.base.refusals import NameTaken
from games.models.hidden.reportable import Reportable, ReportKind
from games.models.people.lookalikes import looks_of
from games.models.people.player import LOOK_LENGTH, NAME_COLUMNS, Player

TEXT_LENGTH = 200


class AboutReportable(models.Model):
    """A row about a visible thing of a player, such as a name."""

    what = models.CharField(max_length=9, choices=ReportKind)
    which = models.CharField(max_length=LOOK_LENGTH, blank=True)
    text = models.CharField(
        max_length=TEXT_LENGTH, blank=True, help_text="The text as it was then."
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.get_what_display()} “{self.text}”"

    @cached_property
    def reportable(self) -> Reportable:
        player: Player = getattr(self, "player")  # noqa: B009 - each has one of its own
        return Reportable(ReportKind(self.what), player, self.which, self.text)


class ComplaintManager(models.Manager["Complaint"]):
    def about(self, reportable: Reportable) -> QuerySet[Complaint]:
        """Return the open reports about a thing, and the closed reports about its current text."""
        same = self.filter(player=reportable.player, what=reportable.kind, which=reportable.key)
        return same.filter(Q(settled_at=None) | Q(text=reportable.text) & ~Q(what=ReportKind.LINE))

    def keep(self, reportable: Reportable) -> None:
        """Save a report, but not who sent it."""
        kind, player, key, text = reportable
        self.get_or_create(player=player, what=kind, which=key, settled_at=None, text=text)


class Complaint(AboutReportable):
    """A report that a thing should be hidden; it is open until a moderator decides."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="complaints")
    made_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    objects = ComplaintManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "what", "which", "text"],
                condition=Q(settled_at=None),
                name="complaint_is_open_once",
            ),
        )


class HidingManager(models.Manager["Hiding"]):
    def standing(self) -> QuerySet[Hiding]:
        """Return the hidings that have not been undone."""
        return self.filter(undone_at=None)

    def players(self) -> QuerySet[Hiding, Any]:
        """Return the keys of the players who are hidden completely."""
        return self.standing().filter(what=ReportKind.PLAYER).values("player")

    def has_name(self, name: str) -> bool:
        """Return whether this name is hidden. Players cannot take a hidden name."""
        names = self.standing().filter(what__in=(ReportKind.NAME, ReportKind.NICKNAME))
        return names.filter(which__in=set(looks_of(name))).exists()

    def hide(self, reportable: Reportable, by: User, reason: str) -> Hiding | None:
        """Hide a thing from all visitors; return None if it was hidden or deleted before."""
        kind, player, key, text = reportable
        with transaction.atomic():
            owner = Player.objects.select_for_update().filter(pk=player.pk).first()
            if owner is None or self.standing().filter(player=owner, what=kind, which=key):
                return None
            if kind == ReportKind.NAME and looks_of(owner.name).small_look != key:
                return None
            kept = {"what": kind, "which": key, "text": text, "name": owner.name}
            hiding = self.create(player=owner, reason=reason, done_by=by, **kept)
            if kind in (ReportKind.NAME, ReportKind.PLAYER):
                vars(owner).update(dict.fromkeys(NAME_COLUMNS, ""))
            if kind in (ReportKind.NICKNAME, ReportKind.PLAYER):
                typed = {"name": text} if kind == ReportKind.NICKNAME else {}
                owner.seats.filter(**typed).update(name="")
                owner.memberships.filter(**typed).update(name="")
            owner.is_moderated = True
            owner.save(update_fields=["is_moderated", *NAME_COLUMNS])
            owner.list_anew()
        return hiding


class Hiding(AboutReportable):
    """A thing hidden from all visitors: by whom, when and why, and who undid it.

    As long as a player or their name is hidden, only this row has the name, so no page, picture or
    search can show it.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="hidings")
    name = models.CharField(
        max_length=24, blank=True, help_text="The name that the player had then."
    )
    reason = models.CharField(max_length=TEXT_LENGTH, help_text="The reason that the player reads.")
    done_at = models.DateTimeField(default=timezone.now)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    undone_at = models.DateTimeField(null=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    objects = HidingManager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "what", "which"],
                condition=Q(undone_at=None),
                name="hiding_is_one_a_thing",
            ),
        )

    def undo(self, by: User) -> bool:
        """Show the thing again; return whether it was hidden.

        A name comes back, unless its player has another name by now or another player has taken it.
        """
        with transaction.atomic():
            owner = Player.objects.select_for_update().get(pk=self.player_id)
            standing = Hiding.objects.standing()
            if not standing.filter(pk=self.pk).update(undone_at=timezone.now(), undone_by=by):
                return False
            owner.is_moderated = standing.filter(player=owner).exists()
            owner.save(update_fields=["is_moderated"])
            owner.list_anew()
            nameless = standing.filter(player=owner, what__in=(ReportKind.NAME, ReportKind.PLAYER))
            if self.name and not owner.name and not nameless.exists():
                with suppress(NameTaken):
                    owner.rename(self.name)
        return True
