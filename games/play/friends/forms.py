"""The forms with which visitors join or start a game with friends."""

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from games.models import Duel, Season
from games.models.duels.kinds import CODE_LENGTH
from games.people.accounts.forms import NameField
from games.web.entry.forms import ProblemForm


class LettersForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Have a code?"),
        max_length=20,
        error_messages={
            "required": gettext_lazy("Type the six letters."),
            "max_length": gettext_lazy("A code has six letters."),
        },
        widget=forms.TextInput(
            attrs={
                "class": "field letters",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "placeholder": gettext_lazy("ABCDEF"),
            }
        ),
    )

    def clean_code(self) -> Duel | Season:
        """Return the duel, room or season with these letters, whatever their case and spacing."""
        code = "".join(self.cleaned_data["code"].split()).upper()
        if len(code) != CODE_LENGTH:
            raise forms.ValidationError(_("A code has six letters."))
        to_join = Duel.objects.to_join() | Duel.objects.to_join_late()
        duel = to_join.filter(code=code).first()
        if found := duel or Season.objects.filter(code=code).first():
            return found
        raise forms.ValidationError(_("No game has the code %(code)s now.") % {"code": code})


class OpenerForm(ProblemForm):
    """The form for the opener's name, which friends read and which can be empty."""

    name = NameField(required=False)
