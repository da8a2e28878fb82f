"""The form for trial guesses on the page of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms

from games.learn.lessons.matching import Example
from solver.rule.codes import Code, Variant

TRIED_ON = Variant(pegs=3, colors=4)
# Each code has color 1 once, the first guess has it twice. The last two codes repeat other colors.
LESSON_CODES: tuple[Code, ...] = ("123", "212", "441")
FIRST_GUESS: Code = "112"


@dataclass(frozen=True)
class Trial:
    """A guess at one of the codes; if ``is_hidden``, the page does not show the code."""

    number: int
    guess: Code
    is_hidden: bool
    variant = TRIED_ON

    @property
    def example(self) -> Example:
        return Example(LESSON_CODES[self.number], self.guess)

    @property
    def pegs(self) -> list[tuple[int, str]]:
        """The place and the color of each peg of the guess."""
        return list(enumerate(self.guess, start=1))

    @property
    def next_number(self) -> int:
        """The number of the next code; after the last comes the first."""
        return (self.number + 1) % len(LESSON_CODES)


class TrialForm(forms.Form):
    """A code and a guess of three pegs; invalid input means the first state of the page."""

    code = forms.TypedChoiceField(
        choices=[(str(one), "") for one in range(len(LESSON_CODES))], coerce=int
    )
    hide = forms.ChoiceField(choices=[("yes", "")])

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        for place in range(1, TRIED_ON.pegs + 1):
            choices = [(symbol, "") for symbol in TRIED_ON.symbols]
            self.fields[f"peg{place}"] = forms.ChoiceField(choices=choices)

    @property
    def trial(self) -> Trial:
        self.full_clean()
        known = self.cleaned_data
        guess = "".join(
            known.get(f"peg{place}", usual) for place, usual in enumerate(FIRST_GUESS, start=1)
        )
        return Trial(known.get("code", 0), guess, "hide" in known)
