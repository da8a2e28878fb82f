"""The form that visitors send on the analysis page of a finished game."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.models import Game
from games.web.entry.forms import CodeField, ProblemForm, always
from games.web.entry.row import row_from_query


class LessonForm(ProblemForm):
    """The guess to improve, with a code to try or a request for the best guess.

    Without a guess, the most costly one is improved. After ``is_valid``, the valid part of the
    input is in ``cleaned_data``.
    """

    show = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, Any], game: Game) -> None:
        super().__init__(data)
        self.variant = game.variant
        self.fields["guess"] = forms.IntegerField(
            min_value=1,
            max_value=game.guess_count,
            required=False,
            error_messages=always(_("There is no such guess in this game.")),
        )
        if "code" in data:
            self.fields["code"] = CodeField(game.variant)

    @property
    def typed(self) -> str:
        """The row in progress."""
        return str(self.data.get("code", row_from_query(self.data, self.variant)))

    @property
    def shows_best(self) -> bool:
        return self.cleaned_data.get("show") == "best"
