"""The forms of the league: a season, the names of entrants, a tree with its key."""

import re
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games.catalog.rules import Rules
from games.learn.league.judging import BOARDS
from games.models import Season, today
from games.models.league.season import LONGEST_SEASON, SEASON_KEPT_FOR
from games.people.accounts.forms import NameField
from games.web.entry.forms import CodeForm, ProblemForm, always
from solver.rule.codes import Variant

MOST_NAMES = 60  # maximum number of names in one request
FOUR_WEEKS = timedelta(days=28)  # the default length of a season


def title_field() -> NameField:
    """Return a field for a title, with the same rules as for names."""
    field = NameField()
    field.label = _("Title")
    field.widget.attrs["autocomplete"] = "off"
    field.error_messages["required"] = _("Type a title, such as Algorithms 2.")
    return field


class DayField(forms.DateField):
    def __init__(self, label: Any) -> None:
        wrong = gettext_lazy("Type a day as 2026-11-30.")
        super().__init__(
            label=label,
            input_formats=["%Y-%m-%d"],
            widget=forms.DateInput({"type": "date", "class": "field"}, format="%Y-%m-%d"),
            error_messages=always(wrong),
        )


class SeasonForm(ProblemForm):
    """The form that opens a season, or changes its title and days."""

    board = forms.ChoiceField(
        label=gettext_lazy("Game size"),
        choices=lambda: [(name, str(Rules.of(variant))) for name, variant in BOARDS.items()],
        widget=forms.Select({"class": "field"}),
        error_messages={"invalid_choice": gettext_lazy("Choose one of the game sizes.")},
    )
    first_day = DayField(gettext_lazy("First day"))
    last_day = DayField(gettext_lazy("Last day"))
    is_listed = forms.BooleanField(
        label=gettext_lazy("List it here: anyone can find it and join"), required=False
    )
    field_order = ("title", "board", "first_day", "last_day", "is_listed")

    def __init__(self, data: Any, season: Season | None = None) -> None:
        names = ("title", "first_day", "last_day", "is_listed")
        days = {"first_day": today(), "last_day": today() + FOUR_WEEKS}
        super().__init__(
            data, initial={name: getattr(season, name) for name in names} if season else days
        )
        self.fields["title"] = title_field()
        if season:
            del self.fields["board"]
        self.order_fields(self.field_order)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        first, last = cleaned.get("first_day"), cleaned.get("last_day")
        if first and last and not timedelta() <= last - first <= LONGEST_SEASON:
            sentence = _("The last day is not before the first, and at most a year after it.")
            raise ValidationError(sentence)
        latest, earliest = today() + LONGEST_SEASON, today() - SEASON_KEPT_FOR
        if first and last and (first > latest or last < earliest):
            sentence = _("The first day is at most a year away, the last at most a year ago.")
            raise ValidationError(sentence)
        if "board" in cleaned:
            cleaned["variant"] = BOARDS[cleaned.pop("board")]
        return cleaned


class EntrantsForm(ProblemForm):
    """The names of new entrants, one per line."""

    names = forms.CharField(
        widget=forms.Textarea({"class": "field", "rows": 4, "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Type a name.")},
    )

    def __init__(self, data: Any, most: int) -> None:
        super().__init__(data)
        self.most = most

    def clean_names(self) -> list[str]:
        """Return the names; raise ValidationError if one is not allowed or the count is wrong."""
        lines = re.split(r"[\r\n,;\t]+", self.cleaned_data["names"])
        names = [name.strip() for name in lines if name.strip()]
        if not 1 <= len(names) <= self.most:
            sentence = ngettext(
                "Type %(count)d name.", "Type 1 to %(count)d names, one in a line.", self.most
            )
            raise ValidationError(sentence % {"count": self.most})
        cleaned = []
        for name in names:
            try:
                cleaned.append(NameField().clean(name))
            except ValidationError as problem:
                values = {"name": name[:40], "problem": problem.messages[0]}
                raise ValidationError(_("“%(name)s”: %(problem)s"), params=values) from problem
        return cleaned


class TreeForm(ProblemForm):
    """A tree, with the key of its entrant."""

    key = forms.CharField(
        label=gettext_lazy("Your key"),
        max_length=40,
        widget=forms.TextInput({"class": "field", "autocomplete": "off", "spellcheck": "false"}),
        error_messages=always(gettext_lazy("Type your key. It has sixteen letters and digits.")),
    )
    tree = forms.CharField(
        label=gettext_lazy("Your tree"),
        strip=False,
        widget=forms.Textarea(
            {"class": "field", "rows": 4, "autocomplete": "off", "spellcheck": "false"}
        ),
        error_messages={"required": gettext_lazy("Paste your tree.")},
    )


class LeaveForm(ProblemForm):
    """The key of an entrant who leaves a season."""

    key = TreeForm.base_fields["key"]


class CommonCodeForm(CodeForm):
    """A code that all entrants break."""

    def __init__(self, data: Any, variant: Variant) -> None:
        super().__init__(data, variant)
        self.fields["code"].widget.attrs |= {
            "class": "field",
            "autocomplete": "off",
            "placeholder": variant.symbols[: variant.pegs],
        }
        self.fields["code"].label = format_lazy(
            _("A code of {pegs} pegs, each {first} to {last}"),
            pegs=variant.pegs,
            first=variant.symbols[0],
            last=variant.symbols[-1],
        )
