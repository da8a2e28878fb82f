"""The forms of a board: a guess, or a request for a hint."""

from contextlib import suppress
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from games.models import Game, Hint
from games.models.play.fairness import is_help_free
from games.web.entry.forms import (
    INCOMPLETE,
    CodeField,
    HiddenNumberField,
    ProblemForm,
    TokenField,
    always,
)
from games.web.entry.typed import LONGEST, symbols_of
from games.wording import clash
from solver.rule.codes import Code

ADVISER = "knuth"  # the strategy that suggests guesses
MOST_NUDGES = 20  # maximum number of nudges that are stored for a guess
ALL_ANSWERS = gettext_lazy("In hard mode, every guess must fit all feedback.")


AGAIN = gettext_lazy("Press Guess again if you mean it.")


class NumberForm(ProblemForm):
    """A form with the number of the guess that the page showed."""

    number = HiddenNumberField(1, 99)


class GuessForm(NumberForm):
    """A guess, with fields that reveal a stale page or a resent form.

    ``warned`` is the code about which the page warns now; ``sure`` is a code that the player sends
    in spite of a warning.
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
        # If this is not the next number, the page is stale or the form was resent.
        if not code or cleaned.get("number") != self.game.next_number:
            return cleaned
        if self.game.is_hard:
            if why := clash(self.game.turns(), code):
                raise forms.ValidationError(f"{why} {ALL_ANSWERS}")
        elif code != sure and (warning := second_thoughts(self.game, code, self.warns)):
            self.warned = code
            raise forms.ValidationError(warning)
        return cleaned


class HintForm(NumberForm):
    """A kind of hint; ``detail`` is the row, the strategy or the number of the nudge.

    For a full row, a nudge first checks this row.
    """

    kind = forms.ChoiceField(
        choices=[(kind, "") for kind in Hint.Kind if kind != Hint.Kind.CANDIDATE],
        error_messages=always(INCOMPLETE),
    )
    step = HiddenNumberField(1, 99, required=False)

    def __init__(self, data: Any, game: Game) -> None:
        super().__init__(data)
        self.game = game

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.game.is_hard:
            raise forms.ValidationError(_("There are no hints in hard mode."))
        detail = ""
        match cleaned.get("kind"):
            case Hint.Kind.BEST:
                detail = ADVISER
            case Hint.Kind.CHECK:
                detail = self._row()
            case Hint.Kind.FOLLOWS:
                detail = str(min(cleaned.get("step") or 1, MOST_NUDGES))
                with suppress(forms.ValidationError):
                    if not self._is_checked(row := self._row()):
                        cleaned["kind"], detail = Hint.Kind.CHECK, row
        return cleaned | {"detail": detail}

    def _row(self) -> Code:
        """Return the row in progress; raise ValidationError if it is not a code yet."""
        return str(CodeField(self.game.variant).clean(self.data.get("code", "")))

    def _is_checked(self, row: Code) -> bool:
        now = {"number": self.game.next_number, "kind": Hint.Kind.CHECK}
        return not self.game.guess_count or self.game.hints.filter(**now, detail=row).exists()


class ModeForm(ProblemForm):
    mode = forms.ChoiceField(
        choices=[(Game.Mode.HARD, "")],
        required=False,
        error_messages={"invalid_choice": INCOMPLETE},
    )


def second_thoughts(game: Game, code: Code, tells_contradictions: bool) -> str:
    """Return a reason not to make this guess, or an empty text.

    The board shows whether a code was tried before. That a code contradicts a row is a hint, so the
    warning says so only if help changes nothing for the leaderboard.
    """
    tried = [turn.guess for turn in game.turns()]
    if code in tried:
        already = _("You already tried %(code)s, as guess %(number)d.")
        return f"{already % {'code': code, 'number': tried.index(code) + 1}} {AGAIN}"
    if tells_contradictions and is_help_free(game) and (why := clash(game.turns(), code)):
        return f"{why} {AGAIN}"
    return ""
