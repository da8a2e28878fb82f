"""The form that starts a game."""

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.web.entry.forms import RulesForm, html


class NewGameForm(RulesForm):
    mode = forms.ChoiceField(
        label=_("Allowed guesses"),
        choices=[
            (Game.Mode.PLAIN, _("any code")),
            (Game.Mode.HARD, _("only codes that fit all feedback (hard mode, no hints)")),
        ],
        required=False,
        error_messages={"invalid_choice": _("Hard mode is “hard” or empty.")},
        widget=forms.Select({"class": "field"}),
    )

    @property
    def in_html(self) -> SafeString:
        """The HTML of the fields, from a cache unless a mode is chosen."""
        return html(self) if self.cleaned_data.get("mode") else super().in_html
