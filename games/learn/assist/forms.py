"""Forms of the Solver's page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.catalog.strategies import watchable
from games.models import Assist
from games.web.entry.forms import (
    CodeField,
    HiddenNumberField,
    ProblemForm,
    StrategyField,
    TokenField,
    always,
)
from solver.rule.feedback import Feedback, possible_feedbacks

CHOOSE = _("Choose one of the answers in the list.")
HOW_MANY = _("Say how many black and how many white key pegs the guess gets.")
TOO_MANY = _("That makes %(keys)d key pegs: a guess of %(pegs)d pegs gets at most %(pegs)d.")
NOWHERE_ELSE = _("With %(black)d black there can’t be a white, because only one place is left.")


def answers_on(pegs: int) -> list[Feedback]:
    """Return the possible answers, sorted by black pegs and then by white pegs."""
    return sorted(possible_feedbacks(pegs))


class AssistForm(ProblemForm):
    """The strategy that the player chooses as a helper."""

    strategy = StrategyField(watchable)


class RevisionForm(ProblemForm):
    """A change of the rows; ``revision`` is the version of the rows that the page showed."""

    revision = HiddenNumberField(0, 2**31 - 1)


class AnswerForm(RevisionForm):
    """A guess, from the computer or the player, and its answer.

    ``said`` is the name of the pressed button. The Enter key in the row of a guess presses another
    button; then the form has no answer.
    """

    said = forms.CharField(error_messages={"required": HOW_MANY})
    token = TokenField()

    def __init__(self, data: Any, assist: Assist) -> None:
        super().__init__(data)
        self.pegs = assist.pegs
        self.fields["code"] = CodeField(assist.variant)
        for color in Feedback._fields:
            self.fields[color] = forms.IntegerField(
                min_value=0, max_value=assist.pegs, error_messages=always(HOW_MANY)
            )

    @property
    def sent(self) -> dict[str, str]:
        """The input as typed, for a page that explains its mistake."""
        keys = {color: self.data.get(color, "0") for color in Feedback._fields}
        return {"typed": self.data.get("code", ""), **keys}

    def clean(self) -> dict[str, Any]:
        """Combine the counts of key pegs; raise ``ValidationError`` if they are impossible."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        del cleaned["said"]
        answer = Feedback(cleaned.pop("black"), cleaned.pop("white"))
        if sum(answer) > self.pegs:
            raise forms.ValidationError(TOO_MANY, params={"keys": sum(answer), "pegs": self.pegs})
        if answer not in possible_feedbacks(self.pegs):
            raise forms.ValidationError(NOWHERE_ELSE, params={"black": answer.black})
        return cleaned | {"answer": answer}


class CorrectionForm(RevisionForm):
    """A new answer for a row, or the removal of the row."""

    remove = forms.BooleanField(required=False)

    def __init__(self, data: Any, assist: Assist) -> None:
        super().__init__(data)
        if not self.data.get("remove"):
            answers = {str(answer): answer for answer in answers_on(assist.pegs)}
            self.fields["answer"] = forms.TypedChoiceField(
                choices=[(text, text) for text in answers],
                coerce=answers.get,
                error_messages=always(CHOOSE),
            )

    def apply(self, assist: Assist, place: int) -> None:
        """Change or remove the row at this place; raise Refused if there is no such row."""
        sent = self.cleaned_data
        if sent["remove"]:
            assist.remove(sent["revision"], place)
        else:
            assist.correct(sent["revision"], place, sent["answer"])


class TellForm(RevisionForm):
    """The code that the player reveals."""

    def __init__(self, data: Any, assist: Assist) -> None:
        super().__init__(data)
        self.fields["told"] = CodeField(assist.variant)
