"""The contents of an explorer URL: the turns so far, and the next guess."""

from collections.abc import Mapping

from games.web.entry.forms import CodeField, HistoryField, ProblemForm
from games.web.entry.row import EMPTY, row_from_query
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn


class ExploreForm(ProblemForm):
    """A history, and the guess to examine, typed or built peg by peg."""

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
