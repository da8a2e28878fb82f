"""The administrator's pages, which never show a secret that can still be broken.

Rows are read-only. An administrator can hide a player's name or text and later show it again. The
player sees the reason; ``games/models/hidden/hiding.py`` records who did this. A list accepts only
its declared filters and search, because other lookups could reveal hidden columns, such as secrets
and passwords.
"""

from collections.abc import Iterable
from typing import Any, ClassVar, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import F, Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.insight.fairness.seen import spoilt_by
from games.models import (
    Challenge,
    Complaint,
    Duel,
    Game,
    Guess,
    Hiding,
    Hint,
    Player,
    Reportable,
    Seat,
    Standing,
)
from games.models.hidden.hiding import TEXT_LENGTH
from games.people.sessions.current import identity_of

# A list filter appends one of these endings to the name of its column in the URL.
ASKED_BY_A_FILTER = ("", "__exact", "__id__exact", "__isnull")


def parameters_of(column: str) -> set[str]:
    """Return the query parameters that the filter of a column accepts."""
    return {column + how for how in ASKED_BY_A_FILTER}


class AsDeclared(admin.options.BaseModelAdmin):
    """An admin page that can be filtered only by its declared columns."""

    list_filter: ClassVar[Any] = ()  # names of the columns that can be filtered

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return any(lookup in parameters_of(column) for column in self.list_filter)


class ReadOnly(AsDeclared):
    """An admin page on which rows can be looked at but not changed."""

    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


def spoils(request: HttpRequest, game: Game | None) -> bool:
    """Return whether the guesses of a game reveal a code that can still be broken."""
    return game is not None and spoilt_by(game, identity_of(request)) is not None


class ReasonForm(ActionForm):
    """The form for an action on the selected rows, with a reason that the player sees."""

    reason = forms.CharField(max_length=TEXT_LENGTH, required=False)


class Moderated(ReadOnly, admin.ModelAdmin):
    """An admin page on which an administrator with the right permission can hide rows."""

    action_form: type[ActionForm] = ReasonForm  # type: ignore[misc]

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.add_hiding")

    def hide(self, request: HttpRequest, reportables: Iterable[Reportable]) -> bool:
        """Hide the selected things; without a reason from the form, hide nothing."""
        reason = " ".join(request.POST.get("reason", "").split())
        if not reason:
            self.message_user(request, "Type a reason. The player reads it.", messages.ERROR)
            return False
        by, hidden = cast(User, request.user), 0
        for reportable in reportables:
            if Hiding.objects.hide(reportable, by, reason):
                hidden += 1
                self.log_change(request, reportable.player, f"Hid {reportable.kind}: {reason}")
        self.message_user(request, f"Hidden: {hidden}. To undo this, open “Hidings”.")
        return True


class WithBoard:
    """An admin page with a column for the game size."""

    def board(self, row: Any) -> str:
        return str(row.rules)


class GuessInline(ReadOnly, admin.TabularInline):
    model = Guess
    fields = ("number", "code", "black", "white", "played_at")


class HintInline(ReadOnly, admin.TabularInline):
    model = Hint
    fields = ("number", "kind", "detail", "asked_at")


@admin.register(Game)
class GameAdmin(WithBoard, ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "player", "board", "status", "guess_count", "started_at")
    list_filter = ("status", "is_ranked", "is_aided", "pegs", "colors")
    list_select_related = ("player",)
    search_fields = ("player__name", "=public_id")
    exclude = ("secret",)
    readonly_fields = ("revealed_secret",)
    inlines = (GuessInline, HintInline)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Return the fields, with the code only if players can no longer break it."""
        fields = super().get_fields(request, obj)
        return [name for name in fields if name != "revealed_secret" or not spoils(request, obj)]

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return (HintInline,) if spoils(request, obj) else self.inlines


@admin.register(Player)
class PlayerAdmin(Moderated):
    list_display = ("__str__", "user", "is_moderated", "created_at")
    list_filter = ("is_moderated",)
    search_fields = ("name", "=public_id")
    list_select_related = ("user",)
    actions = ("hide_name", "hide_player")

    @admin.action(description="Hide the name", permissions=["moderate"])
    def hide_name(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self.hide(request, map(Reportable.name, players.exclude(name="")))

    @admin.action(description="Hide everything of the player", permissions=["moderate"])
    def hide_player(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        self.hide(request, map(Reportable.all_of, players))


@admin.register(Standing)
class StandingAdmin(WithBoard, Moderated):
    list_display = ("player", "board", "period", "last_day", "games", "mean", "looks_honest")
    list_filter = ("is_too_good", "has_account", "period", "is_aided", "pegs", "colors")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    actions = ("hide_line",)

    @admin.action(
        description="Hide the player’s lines on this leaderboard", permissions=["moderate"]
    )
    def hide_line(self, request: HttpRequest, lines: QuerySet[Standing]) -> None:
        self.hide(request, (Reportable.line(line.player, line.rules) for line in lines))

    @admin.display(boolean=True)
    def looks_honest(self, standing: Any) -> bool:
        return not standing.is_too_good


@admin.register(Challenge)
class ChallengeAdmin(WithBoard, Moderated):
    list_display = ("public_id", "setter", "board", "set_at")
    list_select_related = ("setter",)
    search_fields = ("setter__name", "=public_id")
    exclude = ("secret",)
    actions = ("hide_challenge",)

    @admin.action(description="Hide the challenge", permissions=["moderate"])
    def hide_challenge(self, request: HttpRequest, challenges: QuerySet[Challenge]) -> None:
        self.hide(request, map(Reportable.challenge, challenges.defer("secret")))


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "player", "name", "strategy", "left_at")


@admin.register(Duel)
class DuelAdmin(WithBoard, ReadOnly, admin.ModelAdmin):
    """The players of each duel, without codes and guesses."""

    list_display = ("public_id", "kind", "status", "board", "seats_taken", "opened_at")
    list_filter = ("kind", "status")
    search_fields = ("seats__player__name", "=public_id")
    exclude = ("code",)
    inlines = (SeatInline,)


@admin.register(Complaint)
class ComplaintAdmin(Moderated):
    """The reports that players sent; open reports come first."""

    list_display = ("what", "text", "player", "made_at", "settled_at", "settled_by")
    list_filter = ("what",)
    list_select_related = ("player", "settled_by")
    search_fields = ("player__name",)
    ordering = (F("settled_at").desc(nulls_first=True), "-made_at")
    actions = ("hide_it", "hide_player", "leave_it")

    @admin.action(description="Hide what was reported", permissions=["moderate"])
    def hide_it(self, request: HttpRequest, reports: QuerySet[Complaint]) -> None:
        if self.hide(request, [report.reportable for report in reports]):
            self.leave_it(request, reports)

    @admin.action(description="Hide everything of the player", permissions=["moderate"])
    def hide_player(self, request: HttpRequest, reports: QuerySet[Complaint]) -> None:
        if self.hide(request, [Reportable.all_of(report.player) for report in reports]):
            self.leave_it(request, reports)

    @admin.action(description="Settle without hiding", permissions=["moderate"])
    def leave_it(self, request: HttpRequest, reports: QuerySet[Complaint]) -> None:
        settled = {"settled_at": timezone.now(), "settled_by": request.user}
        reports.filter(settled_at=None).update(**settled)


@admin.register(Hiding)
class HidingAdmin(Moderated):
    """Things that are or were hidden, with who hid them, when and why."""

    action_form = ActionForm  # type: ignore[misc]
    list_display = ("what", "text", "player", "reason", "done_by", "done_at", "undone_by")
    list_filter = ("what",)
    list_select_related = ("player", "done_by", "undone_by")
    search_fields = ("name", "player__name")
    ordering = (F("undone_at").desc(nulls_first=True), "-done_at")
    actions = ("undo",)

    @admin.action(description="Show the hidden thing again", permissions=["moderate"])
    def undo(self, request: HttpRequest, hidings: QuerySet[Hiding]) -> None:
        for hiding in hidings:
            if hiding.undo(cast(User, request.user)):
                self.log_change(request, hiding.player, f"Showed {hiding.what} again.")


admin.site.unregister([User, Group, DBTaskResult])


@admin.register(DBTaskResult)
class TaskAdmin(ReadOnly, admin.ModelAdmin):
    """Long tasks that wait, run, or ended during the last day."""

    list_display = ("task_name", "status", "queue_name", "enqueued_at", "started_at", "finished_at")
    list_filter = ("status", "queue_name")
    ordering = ("-enqueued_at",)
    fields = ("task_path", *list_display[1:], "priority", "exception_class_path", "worker_ids")


@admin.register(User)
class AccountAdmin(AsDeclared, UserAdmin):
    """Django's page of accounts, with declared filters only."""


@admin.register(Group)
class StaffAdmin(AsDeclared, GroupAdmin):
    """Django's page of groups, with declared filters only."""
