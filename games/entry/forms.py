"""What people send about a board or a code, and the sentences that say what is wrong with it."""

from collections.abc import Mapping
from typing import Any

from django import forms

from games.catalog.rules import CLASSIC, LIMITS, Rules
from games.entry.problems import holes_to_go, problem_with_board, problem_with_code
from games.entry.row import EMPTY
from solver.codes import COLORS, PEGS, Code, Variant
from solver.errors import InvalidCode, InvalidVariant

INCOMPLETE = "This page was incomplete, so nothing was played. Please try again."


class ProblemForm(forms.Form):
    """A form whose faults are told in one sentence, the first there is."""

    @property
    def problem(self) -> str:
        return next((str(errors[0]) for errors in self.errors.values()), "")


class CodeField(forms.CharField):
    """A code of a variant, as typed: spaces and lower case are fine."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(strip=False, required=False)  # the variant says best what is missing
        self.variant = variant

    def to_python(self, value: Any) -> Code:
        text = super().to_python(value) or ""
        if 0 < text.count(EMPTY) <= self.variant.pegs == len(text):
            raise forms.ValidationError(holes_to_go(text.count(EMPTY), self.variant.pegs))
        try:
            return self.variant.parse(text)
        except InvalidCode as error:
            raise forms.ValidationError(problem_with_code(error)) from error


class RulesForm(ProblemForm):
    """The settings of a board, as a form and as an address; missing ones are the Classic's."""

    pegs = forms.IntegerField(min_value=min(PEGS), max_value=max(PEGS))
    colors = forms.IntegerField(min_value=min(COLORS), max_value=max(COLORS))
    repeats = forms.ChoiceField(choices=[("yes", "may repeat"), ("no", "all different")])
    limit = forms.IntegerField(min_value=min(LIMITS), max_value=max(LIMITS), label="guesses")

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(dict(CLASSIC.settings) | dict(data.items()))
        for name, bounds in (("pegs", PEGS), ("colors", COLORS), ("limit", LIMITS)):
            field = self.fields[name]
            sentence = f"A game has {min(bounds)} to {max(bounds)} {field.label or name}."
            field.error_messages = dict.fromkeys(
                ("required", "invalid", "min_value", "max_value"), sentence
            )
        self.fields["repeats"].error_messages = dict.fromkeys(
            ("required", "invalid_choice"), "Colors may repeat (yes) or are all different (no)."
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            cleaned["rules"] = self._variant(cleaned)
        return cleaned

    def _variant(self, cleaned: dict[str, Any]) -> Rules:
        try:
            variant = Variant(cleaned["pegs"], cleaned["colors"], cleaned["repeats"] == "yes")
        except InvalidVariant as error:
            raise forms.ValidationError(problem_with_board(error)) from error
        return Rules(variant, cleaned["limit"])
