"""What the administrator sees: everything but the secrets that can still be broken.

Nothing is changed here but names that nobody should have to read. A list can be asked about what
its filters and its search declare and nothing else: every other question would be one about
columns that are not shown, secrets and passwords among them.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django_tasks_db.models import DBTaskResult

from games.fairness.seen import spoilt_by
from games.identity.current import identity_of
from games.models import Challenge, Game, Guess, Hint, Player, Standing
from games.models.player import NAME_COLUMNS

ASKED_BY_A_FILTER = ("", "__exact", "__id__exact", "__isnull")  # what follows a column there


def parameters_of(column: str) -> set[str]:
    """Return what an address may ask by the filter of a column."""
    return {column + how for how in ASKED_BY_A_FILTER}


class AsDeclared(admin.options.BaseModelAdmin):
    """Lists that are asked only what their filters offer."""

    list_filter: ClassVar[Any] = ()  # names of columns

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return any(lookup in parameters_of(column) for column in self.list_filter)


class ReadOnly(AsDeclared):
    """Rows that are looked at and not touched."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def spoils(request: HttpRequest, game: Game | None) -> bool:
    """Return whether the guesses at a game would tell a code that is still to be broken."""
    return game is not None and spoilt_by(game, identity_of(request)) is not None


class WithBoard:
    """Rows with a column that tells on which board something is played."""

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
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Leave the code out where it can still be broken, also by the administrator."""
        fields = super().get_fields(request, obj)
        return [name for name in fields if name != "revealed_secret" or not spoils(request, obj)]

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return (HintInline,) if spoils(request, obj) else self.inlines


@admin.register(Player)
class PlayerAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("__str__", "user", "created_at")
    search_fields = ("name", "=public_id")
    list_select_related = ("user",)
    actions = ("take_name_away",)
    show_full_result_count = False

    @admin.action(description="Take the name away", permissions=["moderate"])
    def take_name_away(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        players.update(**dict.fromkeys(NAME_COLUMNS, ""))

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Standing)
class StandingAdmin(WithBoard, ReadOnly, admin.ModelAdmin):
    list_display = ("player", "board", "period", "last_day", "games", "mean", "looks_honest")
    list_filter = ("is_too_good", "has_account", "period", "is_aided", "pegs", "colors")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    show_full_result_count = False

    @admin.display(boolean=True)
    def looks_honest(self, standing: Any) -> bool:
        return not standing.is_too_good


@admin.register(Challenge)
class ChallengeAdmin(WithBoard, ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "setter", "board", "set_at")
    list_select_related = ("setter",)
    search_fields = ("setter__name", "=public_id")
    exclude = ("secret",)


admin.site.unregister([User, Group, DBTaskResult])


@admin.register(DBTaskResult)
class TaskAdmin(ReadOnly, admin.ModelAdmin):
    """Long work that waits, is being done or was done in the last day."""

    list_display = ("task_name", "status", "queue_name", "enqueued_at", "started_at", "finished_at")
    list_filter = ("status", "queue_name")
    ordering = ("-enqueued_at",)
    fields = ("task_path", *list_display[1:], "priority", "exception_class_path", "worker_ids")
    show_full_result_count = False


@admin.register(User)
class AccountAdmin(AsDeclared, UserAdmin):
    """Accounts as Django shows them."""


@admin.register(Group)
class StaffAdmin(AsDeclared, GroupAdmin):
    """Groups as Django shows them."""
