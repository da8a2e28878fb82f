"""What a player sends about a game: a guess, or a wish for help."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Hint
from games.play.board.degrees import ADVISERS
from games.play.board.second_thoughts import contradiction, second_thoughts
from games.web.entry.forms import (
    INCOMPLETE,
    CodeField,
    HiddenNumberField,
    ProblemForm,
    StrategyField,
    TokenField,
)
from games.web.entry.typed import LONGEST, symbols_of
from solver.rule.codes import Code

ALL_ANSWERS = gettext_lazy("In hard mode, every guess must fit all feedback.")


class NumberForm(ProblemForm):
    """For which guess something is sent, as the page knew it."""

    number = HiddenNumberField(1, 99)


class GuessForm(NumberForm):
    """A guess, with what tells a stale page and a resend from a new guess.

    ``sure`` is the code that the player was warned of and sends nevertheless; ``warned`` is the
    code that there is reason to warn of now.
    """

    token = TokenField()
    sure = forms.CharField(
        max_length=LONGEST, required=False, error_messages={"max_length": INCOMPLETE}
    )

    def __init__(self, data: Any, game: Game, warns: bool = True) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField(game.variant)
        self.game, self.warns = game, warns
        self.warned = ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        code = cleaned.get("code", "")
        sure = symbols_of(cleaned.pop("sure", ""), self.game.variant)
        is_next = cleaned.get("number") == self.game.next_number  # else it is stale, or a resend
        if code and is_next and self.game.is_hard:
            self._hold_to_answers(code)
        elif code and code != sure and is_next:
            self._warn(code)
        return cleaned

    def _hold_to_answers(self, code: Code) -> None:
        """Refuse what the rule of hard mode will, with the reason why."""
        if why := contradiction(self.game, code):
            raise forms.ValidationError(f"{why} {ALL_ANSWERS}")

    def _warn(self, code: Code) -> None:
        if warning := second_thoughts(self.game, code, self.warns):
            self.warned = code
            raise forms.ValidationError(warning)


class HintForm(NumberForm):
    """What kind of help is asked for; ``detail`` is the row, the strategy or the step."""

    kind = forms.ChoiceField(
        choices=Hint.Kind.choices,
        error_messages=dict.fromkeys(("required", "invalid_choice"), INCOMPLETE),
    )
    strategy = StrategyField(lambda: ADVISERS, required=False)
    step = HiddenNumberField(1, 99, required=False)

    def __init__(self, data: Any, game: Game) -> None:
        super().__init__(data)
        self.game = game
        if self.data.get("kind") == Hint.Kind.CHECK:
            self.fields["code"] = CodeField(game.variant)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.game.is_hard:
            raise forms.ValidationError(_("There are no hints in hard mode."))
        detail = cleaned.get("code", "")
        if cleaned.get("kind") == Hint.Kind.BEST:
            detail = cleaned.get("strategy") or ADVISERS[0]
        if cleaned.get("kind") == Hint.Kind.FOLLOWS:
            detail = str(cleaned.get("step") or 1)
        return cleaned | {"detail": detail}


class ModeForm(ProblemForm):
    """In which mode a game is to be played that has not begun."""

    mode = forms.ChoiceField(
        choices=[(Game.Mode.HARD, "")],
        required=False,
        error_messages={"invalid_choice": INCOMPLETE},
    )
