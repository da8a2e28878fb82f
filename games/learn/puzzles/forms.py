"""The forms on the page of a puzzle."""

from typing import Any

from django import forms

from games.insight.positions.puzzles import PUZZLE_BOARD
from games.web.entry.forms import INCOMPLETE, CodeField, HiddenNumberField, ProblemForm

MOST_STEPS = 999
TRY, HINT, GIVE_UP, CLOCK = "try", "hint", "give-up", "clock"


class DoingForm(ProblemForm):
    """What a player does with a puzzle: try a code, ask for a hint, start the clock or give up."""

    do = forms.ChoiceField(
        choices=[(one, one) for one in (TRY, HINT, GIVE_UP, CLOCK)],
        required=False,
        error_messages={"invalid_choice": INCOMPLETE},
    )

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        if data.get("do", TRY) in ("", TRY):
            self.fields["code"] = CodeField(PUZZLE_BOARD)
        elif data.get("do") == HINT:
            self.fields["shown"] = HiddenNumberField(0, MOST_STEPS)
