"""Account forms, with the messages for invalid input."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordMixin,
    UsernameField,
)
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy as _

from games.catalog.references import REFERENCES
from games.models import NAME_LENGTH, NAME_PATTERN, Hiding, NameTaken
from games.models.people.lookalikes import looks_of
from games.people.accounts.decency import is_foul, plainly

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ADDRESS_LENGTH = 254
WRONG = _("Name or password is wrong.")
WRONG_CODE = _("Name or recovery code is wrong.")
PASSWORD = _("Password")
NOT_YOURS = _("This is not your password.")

OFFICIAL = (
    *("admin", "administrator", "moderator", "mod", "operator", "official", "root"),
    *("admins", "administrators", "moderators", "mods", "operators"),
    *("staff", "support", "sysadmin", "system", "webmaster"),
)


def sounds_official(name: str) -> bool:
    """Return whether a name, or a word in it, seems to speak for the site.

    Names of strategies on the leaderboard are reserved, and so are words with which the site
    addresses its reader: a player called “You” would make “You won” ambiguous.

    >>> sounds_official("The Admin"), sounds_official("r-o-o-t 2"), sounds_official("Rooter")
    (True, True, False)
    """
    listed = [str(one.name) for known in REFERENCES.values() for one in known]
    kept = [*OFFICIAL, *(re.sub(r"[ ’]", "", one) for one in listed)]
    alike = [*kept, *(word.replace("i", "I") for word in kept)]  # a digit can look like i or like l
    taken = {look for word in alike for look in looks_of(word)}
    words = []
    for written in (name, re.sub(r"\d", " ", name)):
        words += [*re.split(r"[ _-]+", written), re.sub(r"[ _-]", "", written)]
    words += [plainly(word) for word in words if word.lower() != "mód"]  # a Hungarian surname
    if any(set(looks_of(word)) & taken for word in words if word):
        return True
    spoken = (settings.SITE_NAME, gettext("You"), gettext("Nobody"))
    return any(set(looks_of(name)) & set(looks_of(one)) for one in spoken)


def refuse_lookalike(name: str, others: Iterable[object]) -> None:
    """Raise NameTaken if a name looks like the name of one of the others."""
    if name and any(set(looks_of(name)) & set(looks_of(str(one))) for one in others):
        raise NameTaken(name=name)


class NameField(forms.CharField):
    """The field for the public name of a player; the name is converted to one spelling."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(
            required=required,
            max_length=NAME_LENGTH,
            widget=forms.TextInput(attrs={"autocomplete": "username", "class": "field"}),
            label=_("Name"),
            help_text=format_lazy(
                _("Everyone can see it. 2 to {most} letters, digits, spaces, - or _."),
                most=NAME_LENGTH,
            ),
            error_messages={
                "required": _("Type the name you want to see on the leaderboard."),
                "max_length": format_lazy(
                    _("A name has at most {most} characters."), most=NAME_LENGTH
                ),
            },
        )

    def clean(self, value: Any) -> str:
        name = " ".join(unicodedata.normalize("NFKC", super().clean(value)).split())
        if not (name or self.required):
            return ""
        if not NAME_PATTERN.fullmatch(name) or not any(map(str.isalnum, name)):
            raise forms.ValidationError(
                _("A name is 2 to %(most)d letters, digits, spaces, - or _."),
                params={"most": NAME_LENGTH},
            )
        if plainly(name).startswith("guest"):
            raise forms.ValidationError(_("Names can’t start with Guest."))
        if is_foul(name) or Hiding.objects.has_name(name):
            raise forms.ValidationError(
                _("Please choose another name. This one could hurt or offend people.")
            )
        if sounds_official(name):
            raise forms.ValidationError(
                _("That name is reserved for the people who run this site.")
            )
        return name


class NameForm(forms.Form):
    name = NameField()


class PasswordField(forms.CharField):
    """The field for a password, which is used exactly as typed.

    ``kind`` tells browsers whether it is a new or a current password.
    """

    def __init__(
        self, kind: str, label: StrOrPromise = PASSWORD, help_text: StrOrPromise = ""
    ) -> None:
        widget = forms.PasswordInput(attrs={"autocomplete": f"{kind}-password", "class": "field"})
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=128,
            strip=False,
            widget=widget,
            error_messages={
                "required": _("Type a password."),
                "max_length": _("A password has at most 128 characters."),
            },
        )


class NewPasswordField(PasswordField):
    def __init__(self) -> None:
        about = _("At least 8 characters. We log out other browsers and revoke keys for programs.")
        super().__init__("new", _("New password"), about)


class KnownNameField(UsernameField):
    """The field for the name of an existing account."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Name"),
            max_length=150,
            widget=forms.TextInput(attrs={"class": "field"}),
            error_messages={"required": _("Type the name of your account.")},
        )


class AddressField(forms.EmailField):
    """The field for the email address of an account, if the site can send email."""

    def __init__(self, required: bool = False) -> None:
        super().__init__(
            required=required,
            max_length=ADDRESS_LENGTH,
            label=_("Email address") if required else _("Email address (optional)"),
            help_text="" if required else _("We use it only if you forget your password."),
            widget=forms.EmailInput(attrs={"autocomplete": "email", "class": "field"}),
            error_messages={
                "required": _("Type your email address."),
                "invalid": _("An email address looks like ada@example.org."),
                "max_length": _("An email address has at most 254 characters."),
            },
        )


class SignUpForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]
    """The form that creates an account for the player of this browser."""

    name = NameField()
    password = PasswordField(
        "new",
        help_text=_(
            "At least 8 characters. Next, we’ll show you recovery codes in case you forget it."
        ),
    )
    email = AddressField()

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        if not settings.HAS_MAIL:
            del self.fields["email"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.validate_password_for_user(User(username=cleaned.get("name", "")), "password")
        return cleaned


class LogInForm(AuthenticationForm):
    """The form for logging in; unknown names and wrong passwords get the same error."""

    username = KnownNameField()
    password = PasswordField("current")

    def add_prefix(self, field_name: str) -> str:
        """Return the field's name in the page: ``name``, not ``username``."""
        return super().add_prefix("name" if field_name == "username" else field_name)

    def get_invalid_login_error(self) -> forms.ValidationError:
        return forms.ValidationError(WRONG, code="invalid_login")


class RecoverForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]
    """The form for a recovery code and a new password."""

    username = KnownNameField()
    code = forms.CharField(
        label=_("Recovery code"),
        max_length=40,
        widget=forms.TextInput(attrs={"class": "field", "autocomplete": "one-time-code"}),
        help_text=_("Sixteen letters and digits, such as 7k2m-x9qd-4fhr-wb3t."),
        error_messages={
            "required": _("Type one of your recovery codes."),
            "max_length": _("A recovery code has 16 letters and digits."),
        },
    )
    password = NewPasswordField()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.validate_password_for_user(User(username=cleaned.get("username", "")), "password")
        return cleaned


class OwnPasswordForm(forms.Form):
    """The form that asks for the current password before an act that cannot be undone."""

    password = PasswordField("current", _("Your password"))

    def __init__(self, request: HttpRequest, data: Any) -> None:
        super().__init__(data)
        self.request = request

    def clean_password(self) -> str:
        return own_password(self.request, self.cleaned_data["password"])


class OwnAddressForm(OwnPasswordForm):
    """The form for the email address of an account.

    It asks for the password, because the address is a way into the account.
    """

    email = AddressField()
    field_order = ("email", "password")


class ForgottenForm(forms.Form):
    """The form for the address to which a link is sent."""

    email = AddressField(required=True)


class ChosenPasswordForm(SetPasswordMixin, forms.Form):  # type: ignore[type-arg]
    """The form for a new password after following a link."""

    password = NewPasswordField()

    def __init__(self, user: User, data: Any) -> None:
        super().__init__(data)
        self.user = user

    def clean(self) -> dict[str, Any]:
        self.validate_password_for_user(self.user, "password")
        return super().clean() or self.cleaned_data


class NewPasswordForm(PasswordChangeForm):
    """The form for a new password, typed once, together with the current one."""

    old_password = PasswordField("current", _("Your password"))
    new_password1 = NewPasswordField()

    def __init__(self, request: HttpRequest, data: Any) -> None:
        super().__init__(cast(User, request.user), data)
        self.request = request
        del self.fields["new_password2"]

    def clean_old_password(self) -> str:
        return own_password(self.request, self.cleaned_data["old_password"])

    def clean(self) -> dict[str, Any]:
        self.validate_password_for_user(self.user, "new_password1")
        return super().clean() or self.cleaned_data


def own_password(request: HttpRequest, password: str) -> str:
    """Return the password if it is right for the logged-in account; each attempt counts."""
    if authenticate(request, username=request.user.get_username(), password=password) is None:
        raise forms.ValidationError(NOT_YOURS)
    return password
