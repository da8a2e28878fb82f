"""The form that reports something."""

from __future__ import annotations

from typing import Any

from django import forms

from games.models import NAME_LENGTH, Challenge, Player, Reportable, Standing
from games.web.entry.forms import RulesForm


class ReportForm(RulesForm):
    """A name, the challenge with its greeting, or a player's line on a board."""

    name = forms.CharField(max_length=NAME_LENGTH, required=False)
    challenge = forms.SlugField(max_length=40, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        cleaned["reportable"] = None if self.errors else self._reportable(cleaned)
        return cleaned

    def _reportable(self, sent: dict[str, Any]) -> Reportable | None:
        """Return the reported thing, if others can see it now."""
        if sent["challenge"]:
            challenges = Challenge.objects.select_related("setter")
            challenge = challenges.filter(public_id=sent["challenge"]).first()
            return (
                Reportable.challenge(challenge) if challenge and not challenge.is_hidden else None
            )
        if sent["line"]:
            lines = Standing.objects.ranked().filter(**sent["rules"].fields())
            line = lines.filter(player=sent["line"]).select_related("player").first()
            return Reportable.line(line.player, line.rules) if line else None
        player = Player.objects.by_name(sent["name"])
        return Reportable.name(player) if player else None
