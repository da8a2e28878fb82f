"""The forms that start a watched game and choose a step."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalog.rules import CLASSIC, Rules
from games.catalog.strategies import watchable
from games.learn.watch.page import FAR, SPEEDS, Show
from games.models import new_secret
from games.web.entry.forms import CodeField, ProblemForm, StrategyField
from solver.rule.codes import Code


class WatchForm(ProblemForm):
    """The code to break (random if empty), and the strategies."""

    random = forms.BooleanField(required=False)
    strategy = StrategyField(watchable)
    rival = StrategyField(watchable, required=False)

    def __init__(self, data: Any, rules: Rules | None) -> None:
        super().__init__(data)
        self.variant = (rules or CLASSIC).variant
        self.fields["code"] = CodeField(self.variant)
        if self.data.get("random") or not self.data.get("code"):
            del self.fields["code"]

    def clean_rival(self) -> str:
        rival: str = self.cleaned_data["rival"]
        if rival and rival == self.cleaned_data.get("strategy"):
            raise forms.ValidationError(_("A race needs two different strategies."))
        return rival

    @property
    def secret(self) -> Code:
        """The code that the visitor set, or a random one."""
        return self.cleaned_data.get("code") or new_secret(self.variant)

    @property
    def strategies(self) -> list[str]:
        return [
            name for name in (self.cleaned_data["strategy"], self.cleaned_data["rival"]) if name
        ]


class ShowForm(forms.Form):
    """The step in a URL; invalid input means the start."""

    step = forms.IntegerField(min_value=0, max_value=FAR)
    speed = forms.ChoiceField(choices=[(speed, speed) for speed in SPEEDS])
    play = forms.ChoiceField(choices=[("yes", "yes")])
    wall = forms.ChoiceField(choices=[("yes", "yes")])

    @property
    def show(self) -> Show:
        """The step to show, the speed, and whether the next step follows automatically."""
        self.full_clean()
        known = self.cleaned_data
        speed = known.get("speed", "normal")
        return Show(known.get("step", 0), speed, "play" in known, "wall" in known)
