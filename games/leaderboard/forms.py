"""Which leaderboard an address asks for."""

from typing import Any

from django import forms

from games.entry.forms import RulesForm
from games.leaderboard.page import Leaderboard
from games.models import Period


class LeaderboardForm(RulesForm):
    """Which leaderboard an address asks for; without anything, all Classic games without help."""

    period = forms.ChoiceField(choices=Period.choices, required=False)
    help = forms.ChoiceField(choices=[("no", "without"), ("yes", "with")], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            cleaned["leaderboard"] = Leaderboard(
                cleaned["rules"], cleaned["period"] or Period.ALL.value, cleaned["help"] == "yes"
            )
        return cleaned
