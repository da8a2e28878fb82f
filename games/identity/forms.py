"""What people send about their account, and the sentences that say what is wrong with it."""

from __future__ import annotations

import unicodedata
from typing import Any, cast

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.http import HttpRequest

from games.identity.accounts import change_password, sign_up
from games.models import NAME, NAME_LENGTH, Player

WRONG = "That is not the password of this name."
TAKEN = "Somebody is already called {}. Try another name."


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


class PasswordField(forms.CharField):
    """A password, taken as it is typed; browsers and password managers learn what it is for."""

    def __init__(self, kind: str, label: str = "Password", help_text: str = "") -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": f"{kind}-password", "class": "field"})
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=128,
            strip=False,
            widget=widget,
            error_messages={
                "required": "Type a password.",
                "max_length": "A password has at most 128 characters.",
            },
        )


class SignUpForm(forms.Form):
    """A new account for the player of this browser."""

    name = NameField()
    password = PasswordField(
        "new",
        help_text="At least 8 characters. There is no e-mail to send you another, so keep it well.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if {"name", "password"} <= cleaned.keys():
            check_strength(self, "password", User(username=cleaned["name"]))
        return cleaned

    def save(self, request: HttpRequest) -> bool:
        """Make the account and return whether nobody else has the name."""
        try:
            sign_up(request, **self.cleaned_data)
        except IntegrityError:
            self.add_error("name", TAKEN.format(self.cleaned_data["name"]))
            return False
        return True


class LogInForm(forms.Form):
    """The name and password of an account; ``user`` is whose they are."""

    name = forms.CharField(
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "class": "field"}),
        error_messages={"required": "Type the name of your account."},
    )
    password = PasswordField("current")
    user: User

    def __init__(self, data: Any, request: HttpRequest) -> None:
        super().__init__(data)
        self.request = request

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if {"name", "password"} <= cleaned.keys():
            name = Player.key_of(" ".join(cleaned["name"].split()))
            self.user = authenticated(self.request, name, cleaned["password"])
        return cleaned


class OwnPasswordForm(forms.Form):
    """The password of who is logged in, asked again before something that cannot be undone."""

    password = PasswordField("current", "Your password")

    def __init__(self, data: Any, request: HttpRequest) -> None:
        super().__init__(data)
        self.request = request

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        authenticated(self.request, self.request.user.get_username(), password)
        return password


class NewPasswordForm(OwnPasswordForm):
    """Another password for who is logged in."""

    new_password = PasswordField(
        "new", "New password", "At least 8 characters. Every other browser is logged out."
    )

    def clean_new_password(self) -> str:
        password: str = self.cleaned_data["new_password"]
        password_validation.validate_password(password, cast(User, self.request.user))
        return password

    def save(self) -> None:
        change_password(self.request, self.cleaned_data["new_password"])


def check_strength(form: forms.Form, field: str, user: User) -> None:
    """Add what is weak about a password to the field it was typed in."""
    try:
        password_validation.validate_password(form.cleaned_data[field], user)
    except forms.ValidationError as weak:
        form.add_error(field, weak)


def authenticated(request: HttpRequest, username: str, password: str) -> User:
    """Return whose name and password these are; the refusal is the same for unknown names."""
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        raise forms.ValidationError(WRONG)
    return user
