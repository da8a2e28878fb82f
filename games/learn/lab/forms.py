"""The forms that start or cancel a play-out."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.learn.lab.work import Work, playable
from games.web.entry.forms import ProblemForm, StrategyField

TOO_LARGE = _("This game size has too many codes to play them all.")
KNOWN = _("The strategies have already been played in this game size.")


class AskForm(ProblemForm):
    def __init__(self, data: Any, work: Work | None) -> None:
        super().__init__(data)
        self.work = work
        self.fields["strategy"] = StrategyField(lambda: playable(work.variant) if work else ())

    def clean(self) -> dict[str, Any]:
        """Refuse a board or strategy that cannot be played."""
        if self.work is None:
            raise forms.ValidationError(KNOWN)
        if not self.work.can_be_played:
            raise forms.ValidationError(TOO_LARGE)
        return super().clean() or self.cleaned_data


class StopForm(forms.Form):
    """The form with which visitors cancel their request for a play-out."""

    stop = forms.IntegerField(min_value=1, max_value=2**31 - 1)
