"""The choices before a code is entered: the game size and the strategy."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.functional import cached_property

from games.catalog.rules import PRESETS, Rules
from games.catalog.strategies import strategy_choices
from games.web.entry.code_entry import CodeEntry
from games.web.entry.forms import VariantForm

STRATEGY_FIELDS = ("strategy", "rival")


class Setup:
    """The choices that a visitor sent; ``rules_form`` has the game size."""

    presets = PRESETS.values()

    def __init__(self, sent: Mapping[str, str], form: type[VariantForm] = VariantForm) -> None:
        self.sent = sent
        self.rules_form = form(sent)

    @cached_property
    def rules(self) -> Rules | None:
        """The game size, or None if it is invalid."""
        return self.rules_form.cleaned_data["rules"] if self.rules_form.is_valid() else None

    @property
    def strategies(self) -> tuple[dict[str, str], dict[str, str]]:
        """The strategies that pages show first, and all other strategies."""
        return strategy_choices()

    @property
    def chosen(self) -> dict[str, str]:
        """The strategies that the visitor chose, by field."""
        return {name: self.sent[name] for name in STRATEGY_FIELDS if name in self.sent}

    def entry(self, problem: str) -> CodeEntry | None:
        """Return the code entry with this problem; None if the game size is invalid."""
        if self.rules is None:
            return None
        kept = (*self.rules.settings, *self.chosen.items())
        entry = CodeEntry.of(self.sent, self.rules.variant, problem, kept)
        return replace(entry, is_alone=True)
