"""What two people at one screen send: who they are, if they like."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models.play.handover import FIRST_NAME_LENGTH
from games.web.entry.forms import ProblemForm


def be_printable(text: str) -> None:
    """Refuse breaks of the line and whatever turns the text around or hides in it."""
    if not text.isprintable():
        raise ValidationError(_("A name is one line of plain text."))


class FirstNameField(forms.CharField):
    """What somebody is called at this screen; nobody else sees it."""

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
    """The two first names."""

    maker = FirstNameField(_("Who sets this code"))
    breaker = FirstNameField(_("Who breaks it"))
