"""The form that sets a code for friends."""

import unicodedata

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.play.challenge import GREETING_LENGTH
from games.people.accounts.decency import is_foul
from games.web.entry.forms import ProblemForm

NOT_PLAIN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}  # Unicode categories of invisible characters
JOINS_PICTOGRAMS = "\u200d"  # joins pictograms, for example 👩‍🚀


def be_plain(text: str) -> None:
    """Raise ValidationError if a text has line breaks or characters that reorder or hide text."""
    seen = text.replace(JOINS_PICTOGRAMS, "")
    if any(unicodedata.category(character) in NOT_PLAIN for character in seen):
        raise forms.ValidationError(_("A greeting is one line of plain text."))


def be_kind(text: str) -> None:
    if is_foul(text):
        raise forms.ValidationError(_("Please choose other words. These could hurt people."))


class GreetingForm(ProblemForm):
    """The greeting of a challenge: one line, or empty."""

    greeting = forms.CharField(
        required=False,
        max_length=GREETING_LENGTH,
        validators=[be_plain, be_kind],
        error_messages={"max_length": _("A greeting has at most %(limit_value)d characters.")},
    )
