"""Read from a URL which leaderboard is requested, and which page."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django import forms

from games.models import Period
from games.people.leaderboard.page import Leaderboard
from games.web.entry.forms import RulesForm

MOST_PAGES = 999_999_999


class Asked(NamedTuple):
    board: Leaderboard
    page: int


class PageField(forms.IntegerField):
    """The number of a page; 1 if none is given."""

    def clean(self, value: Any) -> int:
        try:
            return super().clean(value if str(value).isascii() else "") or 1
        except forms.ValidationError:
            return 1


class LeaderboardForm(RulesForm):
    """The choice of a leaderboard; by default all games on Classic without help."""

    period = forms.ChoiceField(choices=Period.choices, required=False)
    help = forms.ChoiceField(choices=[("no", "without"), ("yes", "any")], required=False)
    page = PageField(min_value=1, max_value=MOST_PAGES, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            period = cleaned["period"] or Period.ALL.value
            allows_help = cleaned["help"] == "yes" and period != Period.HARD
            board = Leaderboard(cleaned["rules"], period, allows_help)
            cleaned["asked"] = Asked(board, cleaned["page"])
        return cleaned

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Asked | None:
        """Return the leaderboard page that a URL means; None if there is no such leaderboard."""
        return cls._read(tuple((name, query[name]) for name in cls.base_fields if name in query))

    @classmethod
    @lru_cache(maxsize=256)
    def _read(cls, sent: tuple[tuple[str, str], ...]) -> Asked | None:
        """Return the page for these fields; cached, because most visitors ask for the same few."""
        form = cls(dict(sent))
        return form.cleaned_data["asked"] if form.is_valid() else None
