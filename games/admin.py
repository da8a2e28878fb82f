"""What the administrator sees: everything but the secrets of running games. Nothing is changed
here but names that nobody should have to read."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import Challenge, Game, Guess, Hint, Player, Standing


class ReadOnly(admin.options.BaseModelAdmin):
    """Rows that are looked at and not touched."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


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


@admin.register(Player)
class PlayerAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("__str__", "user", "created_at")
    search_fields = ("name", "=public_id")
    list_select_related = ("user",)
    actions = ("take_name_away",)
    show_full_result_count = False

    @admin.action(description="Take the name away", permissions=["moderate"])
    def take_name_away(self, request: HttpRequest, players: QuerySet[Player]) -> None:
        players.update(name="", name_key="")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


class TooGood(admin.SimpleListFilter):
    """Means that nobody can reach without knowing the secrets."""

    title = "honesty"
    parameter_name = "mean"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("too-good", "beyond what can be reached honestly")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.too_good() if self.value() else queryset


@admin.register(Standing)
class StandingAdmin(WithBoard, ReadOnly, admin.ModelAdmin):
    list_display = ("player", "board", "period", "last_day", "games", "mean", "looks_honest")
    list_filter = (TooGood, "period", "is_aided", "pegs", "colors")
    list_select_related = ("player",)
    search_fields = ("player__name",)
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        lines: Any = super().get_queryset(request)
        return lines.judged()

    @admin.display(boolean=True)
    def looks_honest(self, standing: Any) -> bool:
        return not standing.is_too_good


@admin.register(Challenge)
class ChallengeAdmin(WithBoard, ReadOnly, admin.ModelAdmin):
    list_display = ("public_id", "setter", "board", "set_at")
    list_select_related = ("setter",)
    search_fields = ("setter__name", "=public_id")
    exclude = ("secret",)
