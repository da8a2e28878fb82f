"""What a URL of the explorer holds: the turns so far, and the next guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms

from games.web.entry.forms import CodeField, ProblemForm
from games.web.entry.problems import problem_with_history
from games.web.entry.row import EMPTY, row_from_query
from solver.rule.codes import Code, Variant
from solver.rule.errors import InvalidHistory, Kind
from solver.rule.feedback import Turn
from solver.rule.history import parse_history

MOST_TURNS_EXPLORED = 40


class HistoryField(forms.Field):
    """A field for turns in one line of text: "1122:1,1 1345:0,2"."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(required=False)
        self.variant = variant

    def to_python(self, value: Any) -> tuple[Turn, ...]:
        """Return the turns; if they have several faults, the error names the first one."""
        try:
            turns = parse_history(self.variant, str(value or ""))
            if len(turns) > MOST_TURNS_EXPLORED:
                raise InvalidHistory(Kind.TOO_MANY_TURNS, len(turns), most=MOST_TURNS_EXPLORED)
        except InvalidHistory as error:
            raise forms.ValidationError(problem_with_history(error)) from error
        return turns


class ExploreForm(ProblemForm):
    """A history and the guess to examine, which was typed or put together peg by peg."""

    def __init__(self, sent: Mapping[str, str], variant: Variant) -> None:
        row = row_from_query(sent, variant)
        code = sent.get("code", "").strip() or ("" if EMPTY in row else row)
        super().__init__({"history": sent.get("history", ""), "code": code})
        self.fields["history"] = HistoryField(variant)
        if code:
            self.fields["code"] = CodeField(variant)

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns; empty if they are invalid."""
        self.full_clean()
        return tuple(self.cleaned_data.get("history", ()))

    @property
    def guess(self) -> Code:
        """The guess to examine; empty if there is none or it is invalid."""
        self.full_clean()
        return str(self.cleaned_data.get("code", ""))
