"""What is chosen before a code is entered: the board, and who is to break the code."""

from collections.abc import Mapping
from functools import cached_property

from games.catalog.rules import PRESETS, Rules
from games.catalog.strategies import watchable
from games.entry.code_entry import CodeEntry
from games.entry.forms import VariantForm

CHOICES = ("strategy", "rival")


class Setup:
    """The choices of a page, as far as they were sent; ``rules_form`` is the board among them."""

    presets = PRESETS.values()

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.sent = sent
        self.rules_form = VariantForm(sent)

    @cached_property
    def rules(self) -> Rules | None:
        """The board, or None if there is no such board."""
        return self.rules_form.cleaned_data["rules"] if self.rules_form.is_valid() else None

    @property
    def strategies(self) -> dict[str, str]:
        return watchable()

    @property
    def chosen(self) -> dict[str, str]:
        """Which strategies were chosen."""
        return {name: self.sent.get(name, "") for name in CHOICES}

    def entry(self, problem: str) -> CodeEntry | None:
        """Return the code as far as it was entered, with what is wrong with it."""
        return self.rules and CodeEntry.of(self.sent, self.rules.variant, CHOICES).refused(problem)
