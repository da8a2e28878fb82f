"""What people send, and the sentences that say what is wrong with it."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.db import IntegrityError

from games.hints import OFFERED
from games.leaderboard import Leaderboard
from games.models import NAME, NAME_LENGTH, Game, Hint, Period, Player
from games.rows import EMPTY
from games.variants import CLASSIC, LIMITS, GameVariant
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
            raise forms.ValidationError("Fill every hole first: some are still empty.")
        try:
            return self.variant.parse(text)
        except InvalidCode as error:
            raise forms.ValidationError(as_sentence(error)) from error


def as_sentence(error: Exception) -> str:
    """Return what an error of the engine says as a sentence of the page."""
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."


class NumberForm(ProblemForm):
    """For which guess something is sent, as the page knew it."""

    number = forms.IntegerField(
        min_value=1,
        max_value=99,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), INCOMPLETE),
    )


class GuessForm(NumberForm):
    """A guess, with what tells a stale page and a resend from a new guess."""

    token = forms.SlugField(
        max_length=32,
        error_messages=dict.fromkeys(("required", "invalid", "max_length"), INCOMPLETE),
    )

    def __init__(self, data: Any, game: Game) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField(game.variant.codes)


class HintForm(NumberForm):
    """What kind of help is asked for; ``cleaned_data["detail"]`` is the row or the strategy."""

    kind = forms.ChoiceField(
        choices=Hint.Kind.choices,
        error_messages=dict.fromkeys(("required", "invalid_choice"), INCOMPLETE),
    )
    strategy = forms.ChoiceField(
        choices=OFFERED.items(),
        required=False,
        error_messages={"invalid_choice": "Choose one of the strategies of the list."},
    )

    def __init__(self, data: Any, game: Game) -> None:
        super().__init__(data)
        if self.data.get("kind") == Hint.Kind.CHECK:
            self.fields["code"] = CodeField(game.variant.codes)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        detail = cleaned.get("code", "")
        if cleaned.get("kind") == Hint.Kind.BEST:
            detail = cleaned.get("strategy") or next(iter(OFFERED))
        return cleaned | {"detail": detail}


class VariantForm(ProblemForm):
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
            cleaned["variant"] = self._variant(cleaned)
        return cleaned

    def _variant(self, cleaned: dict[str, Any]) -> GameVariant:
        try:
            codes = Variant(cleaned["pegs"], cleaned["colors"], cleaned["repeats"] == "yes")
        except InvalidVariant as error:
            raise forms.ValidationError(as_sentence(error)) from error
        return GameVariant(codes, cleaned["limit"])


class LeaderboardForm(VariantForm):
    """Which leaderboard an address asks for; without anything, all Classic games without help."""

    period = forms.ChoiceField(choices=Period.choices, required=False)
    help = forms.ChoiceField(choices=[("no", "without"), ("yes", "with")], required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            cleaned["leaderboard"] = Leaderboard(
                cleaned["variant"], cleaned["period"] or Period.ALL.value, cleaned["help"] == "yes"
            )
        return cleaned


class ChallengeForm(ProblemForm):
    """A code for friends to break."""

    def __init__(self, data: Any, variant: GameVariant | None) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField((variant or CLASSIC).codes)


class LessonForm(ProblemForm):
    """Which guess of a finished game to improve upon, with which code, or whether to see it."""

    show = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, Any], game: Game) -> None:
        super().__init__(data)
        self.fields["guess"] = forms.IntegerField(
            min_value=1,
            max_value=game.guess_count,
            required=False,
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"), "There is no such guess in this game."
            ),
        )
        if "code" in data:
            self.fields["code"] = CodeField(game.variant.codes)


class NameField(forms.CharField):
    """A name to be seen by everybody, in the one way in which it can be written."""

    def __init__(self) -> None:
        super().__init__(
            max_length=NAME_LENGTH,
            widget=forms.TextInput(attrs={"autocomplete": "username", "class": "field"}),
            help_text=f"Everybody sees it. 2 to {NAME_LENGTH} letters, digits, spaces, - or _.",
            error_messages={
                "required": "Type the name you want to see on the leaderboard.",
                "max_length": f"A name has at most {NAME_LENGTH} characters.",
            },
        )

    def clean(self, value: Any) -> str:
        name = " ".join(unicodedata.normalize("NFKC", super().clean(value)).split())
        if not NAME.fullmatch(name):
            raise forms.ValidationError(
                f"A name is 2 to {NAME_LENGTH} letters, digits, spaces, - or _."
            )
        if Player.key_of(name).startswith("guest"):
            raise forms.ValidationError("Guest is what players without a name are called.")
        return name


class NameForm(forms.Form):
    """The name that a player wants on the leaderboard."""

    name = NameField()

    def __init__(self, data: Any, player: Player) -> None:
        super().__init__(data, initial={"name": player.name})
        self.player = player

    def save(self) -> bool:
        """Give the player the name and return whether nobody else has it."""
        name = self.cleaned_data["name"]
        try:
            self.player.rename(name)
        except IntegrityError:
            self.add_error("name", f"Somebody is already called {name}. Try another name.")
            return False
        return True
