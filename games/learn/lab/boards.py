"""The game size of a lab page, and links to the page for other sizes."""

from collections.abc import Mapping

from django.utils.functional import cached_property

from games.catalog.references import HARD_TOTALS
from games.catalog.rules import PRESETS, Rules
from games.web.entry.forms import VariantForm
from solver.rule.codes import Code, Variant


class NamedBoard:
    """The game size in a URL; Classic if there is none.

    For an invalid size, ``problem`` says why, and ``rules`` are the rules of Classic.
    """

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.form = VariantForm(sent)

    @property
    def problem(self) -> str:
        return self.form.problem

    @cached_property
    def rules(self) -> Rules:
        """The rules of this game size; if the size has a preset, the rules of the preset."""
        return Rules.of(Variant()) if self.problem else self.form.cleaned_data["rules"]

    @property
    def variant(self) -> Variant:
        return self.rules.variant

    @property
    def query(self) -> str:
        """The board as the query string at the end of a URL."""
        return self.rules.board_query

    @property
    def hard_totals(self) -> Mapping[Code, int]:
        """The fewest guesses in total after each first guess in hard mode; empty if unknown."""
        return HARD_TOTALS.get(self.variant, {})

    @property
    def more(self) -> str:
        """The game size as the start of a longer query string."""
        return f"{self.rules.board}&" if self.rules.board else ""

    @property
    def choices(self) -> list[Rules]:
        """The presets, and this board if it is not a preset."""
        return list(dict.fromkeys([*PRESETS.values(), self.rules]))
