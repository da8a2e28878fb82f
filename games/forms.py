"""What people send, and the sentences that say what is wrong with it."""

import re
import unicodedata
from typing import Any

from django import forms
from django.db import IntegrityError

from games.models import NAME_LENGTH, Game, Player
from games.rows import EMPTY
from solver.codes import Code, InvalidCode, Variant

INCOMPLETE = "This page was incomplete, so nothing was played. Please try again."
NAME = re.compile(rf"(?:[^\W_]|[ _-]){{2,{NAME_LENGTH}}}")


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
            sentence = str(error)
            raise forms.ValidationError(f"{sentence[0].upper()}{sentence[1:]}.") from error


class NumberForm(forms.Form):
    """For which guess something is sent, as the page knew it."""

    number = forms.IntegerField(
        min_value=1,
        max_value=99,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), INCOMPLETE),
    )

    @property
    def problem(self) -> str:
        """The first sentence that says what is wrong, or nothing."""
        return next((str(errors[0]) for errors in self.errors.values()), "")


class GuessForm(NumberForm):
    """A guess, with what tells a stale page and a resend from a new guess."""

    token = forms.SlugField(
        max_length=32,
        error_messages=dict.fromkeys(("required", "invalid", "max_length"), INCOMPLETE),
    )

    def __init__(self, data: Any, game: Game) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField(game.variant.codes)


class NameForm(forms.Form):
    """The name that a player wants on the leaderboard."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        error_messages={
            "required": "Type the name you want to see on the leaderboard.",
            "max_length": f"A name has at most {NAME_LENGTH} characters.",
        },
    )

    def __init__(self, data: Any, player: Player) -> None:
        super().__init__(data)
        self.player = player

    def clean_name(self) -> str:
        name = " ".join(unicodedata.normalize("NFKC", self.cleaned_data["name"]).split())
        if not NAME.fullmatch(name):
            raise forms.ValidationError(
                f"A name is 2 to {NAME_LENGTH} letters, digits, spaces, - or _."
            )
        if Player.key_of(name).startswith("guest"):
            raise forms.ValidationError("Guest is what players without a name are called.")
        return name

    def save(self) -> bool:
        """Give the player the name and return whether nobody else has it."""
        name = self.cleaned_data["name"]
        try:
            self.player.rename(name)
        except IntegrityError:
            self.add_error("name", f"Somebody is already called {name}. Try another name.")
            return False
        return True
