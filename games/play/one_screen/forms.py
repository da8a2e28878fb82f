"""The forms for two people at one screen, with optional names."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models.play.handover import FIRST_NAME_LENGTH
from games.web.entry.forms import ProblemForm


def be_printable(text: str) -> None:
    if not text.isprintable():
        raise ValidationError(_("A name is one line of plain text."))


class FirstNameField(forms.CharField):
    """The name of a person at this screen, which is not sent to other screens."""

    def __init__(self, label: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            max_length=FIRST_NAME_LENGTH,
            validators=[be_printable],
            widget=forms.TextInput({"class": "field", "autocomplete": "off"}),
            error_messages={"max_length": _("A name has at most %(limit_value)d characters.")},
        )


class NamesForm(ProblemForm):
    maker = FirstNameField(_("Who sets this code"))
    breaker = FirstNameField(_("Who breaks it"))
