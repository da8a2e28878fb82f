"""Forms for a game size and for a code, with the messages for invalid input."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.catalog.rules import CLASSIC, LIMITS, Rules
from games.models import new_secret
from games.web.entry.problems import (
    holes_to_go,
    problem_with_board,
    problem_with_code,
    problem_with_history,
)
from games.web.entry.row import EMPTY
from games.web.entry.typed import symbols_of
from games.wording import cached_per_language
from solver.rule.codes import COLORS, PEGS, Code, Variant
from solver.rule.errors import InvalidCode, InvalidHistory, InvalidVariant, Kind
from solver.rule.feedback import Turn
from solver.rule.history import parse_history

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

INCOMPLETE = _("This page was incomplete, so nothing was played. Please try again.")
NO_SUCH_STRATEGY = _("Choose one of the strategies in the list.")
MOST_TURNS_EXPLORED = 40
MISTAKES = ("required", "invalid", "invalid_choice", "min_value", "max_value", "max_length")


def as_hidden(fields: Iterable[tuple[str, object]]) -> SafeString:
    """Return hidden inputs of a form.

    >>> as_hidden([("pegs", 4)])
    '<input type="hidden" name="pegs" value="4">'
    """
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)


def always(sentence: StrOrPromise) -> dict[str, StrOrPromise]:
    """Return the error messages of a field that says the same about every mistake."""
    return dict.fromkeys(MISTAKES, sentence)


class ProblemForm(forms.Form):
    """A form that shows only its first error."""

    @property
    def problem(self) -> str:
        return next((str(errors[0]) for errors in self.errors.values()), "")

    def problem_with(self, name: str) -> str:
        """Return the error of one field, or ""."""
        errors = self.errors.get(name)
        return str(errors[0]) if errors else ""


class CodeField(forms.CharField):
    """The field for a code, typed in digits of any script or with names of colors."""

    def __init__(self, variant: Variant) -> None:
        # An empty code is allowed here; the variant then refuses it with a better message.
        super().__init__(strip=False, required=False)
        self.variant = variant

    def to_python(self, value: Any) -> Code:
        text = super().to_python(value) or ""
        if 0 < text.count(EMPTY) <= self.variant.pegs == len(text):
            raise forms.ValidationError(holes_to_go(text.count(EMPTY), self.variant.pegs))
        try:
            return self.variant.parse(symbols_of(text, self.variant))
        except InvalidCode as error:
            raise forms.ValidationError(problem_with_code(error)) from error


class CodeForm(ProblemForm):
    """The form for one code of a variant."""

    def __init__(self, data: Any, variant: Variant) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField(variant)


class HistoryField(forms.Field):
    """A field for turns in one line of text: "1122:1,1 1345:0,2"."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(required=False)
        self.variant = variant

    def to_python(self, value: Any) -> tuple[Turn, ...]:
        """Return the turns; the error names only the first of several faults."""
        try:
            turns = parse_history(self.variant, str(value or ""))
            if len(turns) > MOST_TURNS_EXPLORED:
                raise InvalidHistory(Kind.TOO_MANY_TURNS, len(turns), most=MOST_TURNS_EXPLORED)
        except InvalidHistory as error:
            raise forms.ValidationError(problem_with_history(error)) from error
        return turns


class OwnCodeForm(ProblemForm):
    """The form for a code that others break: a typed code, or a random one if requested."""

    def __init__(self, data: Any, rules: Rules | None) -> None:
        super().__init__(data)
        self.variant = (rules or CLASSIC).variant
        self.is_drawn = self.data.get("draw") == "yes"
        if not self.is_drawn:
            self.fields["code"] = CodeField(self.variant)

    def clean(self) -> dict[str, Any]:
        drawn = {"code": new_secret(self.variant)} if self.is_drawn else {}
        return (super().clean() or self.cleaned_data) | drawn


class StrategyField(forms.ChoiceField):
    """The field for a strategy's name; ``offered`` returns the allowed names."""

    def __init__(self, offered: Callable[[], Iterable[str]], required: bool = True) -> None:
        super().__init__(
            choices=lambda: [(name, name) for name in offered()],
            required=required,
            error_messages=always(NO_SUCH_STRATEGY),
        )


class HiddenNumberField(forms.IntegerField):
    """The field for a hidden number, which is invalid only on a damaged page."""

    def __init__(self, least: int, most: int, required: bool = True) -> None:
        super().__init__(
            min_value=least, max_value=most, error_messages=always(INCOMPLETE), required=required
        )


class TokenField(forms.SlugField):
    """A field for a token of the page, by which a resent form is recognized."""

    def __init__(self) -> None:
        super().__init__(max_length=32, error_messages=always(INCOMPLETE))


class CountField(forms.IntegerField):
    """The field for a number of pegs, colors or guesses; ``sentence`` states the bounds."""

    def __init__(self, label: StrOrPromise, bounds: range, sentence: StrOrPromise) -> None:
        outside = format_lazy(sentence, least=min(bounds), most=max(bounds))
        super().__init__(
            label=label,
            min_value=min(bounds),
            max_value=max(bounds),
            error_messages=always(outside),
            widget=forms.NumberInput({"class": "field"}),
        )


class OneOfField(forms.TypedChoiceField):
    """A field with few allowed values; ``sentence`` lists them."""

    def __init__(
        self,
        label: StrOrPromise,
        choices: Iterable[tuple[Any, Any]],
        sentence: StrOrPromise,
        coerce: Callable[[Any], Any] = str,
    ) -> None:
        super().__init__(
            label=label,
            choices=list(choices),
            coerce=coerce,
            error_messages=always(sentence),
            widget=forms.Select({"class": "field"}),
        )


class VariantForm(ProblemForm):
    """The form for a game size, also used for URLs; missing values are Classic's."""

    pegs = CountField(_("Pegs"), PEGS, _("A game has {least} to {most} pegs."))
    colors = CountField(_("Colors"), COLORS, _("A game has {least} to {most} colors."))
    repeats = OneOfField(
        _("Colors in a code"),
        [("yes", _("may repeat")), ("no", _("are all different"))],
        _("Colors may repeat (yes) or are all different (no)."),
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(dict(CLASSIC.settings) | dict(data.items()))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        try:
            variant = Variant(cleaned["pegs"], cleaned["colors"], cleaned["repeats"] == "yes")
        except InvalidVariant as error:
            raise forms.ValidationError(problem_with_board(error)) from error
        return cleaned | {"rules": self.rules_of(variant, cleaned)}

    @property
    def in_html(self) -> SafeString:
        """The HTML of the fields, which is cached for valid game sizes."""
        return kept_html(type(self), self.cleaned_data["rules"]) if self.is_valid() else html(self)

    def rules_of(self, variant: Variant, cleaned: dict[str, Any]) -> Rules:
        """Return the rules for this game size."""
        return Rules.of(variant)


def html(form: VariantForm) -> SafeString:
    return render_to_string("web/entry/_settings.html", {"form": form})


@cached_per_language(maxsize=256)
def kept_html(form: type[VariantForm], rules: Rules) -> SafeString:
    return html(form(dict(rules.settings)))


class RulesForm(VariantForm):
    """The form for the settings of a game: its size and its limit on guesses."""

    limit = CountField(_("Guesses"), LIMITS, _("A game has {least} to {most} guesses."))

    def rules_of(self, variant: Variant, cleaned: dict[str, Any]) -> Rules:
        return Rules(variant, cleaned["limit"])
