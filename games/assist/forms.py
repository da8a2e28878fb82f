"""What people send who hold a code themselves."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalog.strategies import watchable
from games.entry.forms import INCOMPLETE, CodeField, ProblemForm
from games.models import Assist
from solver.feedback import Feedback, possible_feedbacks

CHOOSE = _("Say how many pegs were right: choose one of the answers.")


class AnswerField(forms.ChoiceField):
    """An answer that exists for so many pegs, as in "1,2"."""

    def __init__(self, pegs: int) -> None:
        self.answers = {str(answer): answer for answer in answers_on(pegs)}
        choices = [(text, text) for text in self.answers]
        messages = dict.fromkeys(("required", "invalid_choice"), CHOOSE)
        super().__init__(choices=choices, error_messages=messages)

    def clean(self, value: Any) -> Feedback:
        return self.answers[super().clean(value)]


def answers_on(pegs: int) -> list[Feedback]:
    """Return the answers that exist, by black pegs and then by white ones."""
    return sorted(possible_feedbacks(pegs))


class AssistForm(ProblemForm):
    """Which strategy is to help."""

    strategy = forms.ChoiceField(
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), _("Choose one of the strategies in the list.")
        )
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.fields["strategy"].choices = watchable().items()  # type: ignore[attr-defined]


class RevisionForm(ProblemForm):
    """A change of the rows as the page knew them."""

    revision = forms.IntegerField(
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), INCOMPLETE),
    )


class AnswerForm(RevisionForm):
    """A guess, the computer's or another one, and its answer."""

    token = forms.SlugField(
        max_length=32,
        error_messages=dict.fromkeys(("required", "invalid", "max_length"), INCOMPLETE),
    )

    def __init__(self, data: Any, assist: Assist) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField(assist.variant)
        self.fields["answer"] = AnswerField(assist.pegs)


class CorrectionForm(RevisionForm):
    """Another answer to a row, or its removal."""

    remove = forms.BooleanField(required=False)

    def __init__(self, data: Any, assist: Assist) -> None:
        super().__init__(data)
        if not self.data.get("remove"):
            self.fields["answer"] = AnswerField(assist.pegs)

    def apply(self, assist: Assist, place: int) -> None:
        """Change the row at a place; raise Refused if it is not there."""
        sent = self.cleaned_data
        if sent["remove"]:
            assist.remove(sent["revision"], place)
        else:
            assist.correct(sent["revision"], place, sent["answer"])


class TellForm(RevisionForm):
    """What the code was."""

    def __init__(self, data: Any, assist: Assist) -> None:
        super().__init__(data)
        self.fields["told"] = CodeField(assist.variant)
