"""The form that visitors send on the analysis page of a finished game."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.learn.analysis.lesson import Attempt
from games.models import Game
from games.web.entry.forms import CodeField, ProblemForm, always
from games.web.entry.row import row_from_query


class LessonForm(ProblemForm):
    """The guess to improve, with a code to try or a request for the best guess."""

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
    def attempt(self) -> Attempt:
        """The valid part of the input; call ``is_valid`` first."""
        known = self.cleaned_data
        return Attempt(
            instead_of=known.get("guess"),
            typed=self.data.get("code", row_from_query(self.data, self.variant)),
            code=known.get("code", ""),
            shows_best=known.get("show") == "best",
            problem=self.problem,
        )
