"""What is chosen before the computer guesses: the board, and the strategies there are."""

from collections.abc import Mapping
from functools import cached_property

from games.catalog.rules import PRESETS, Rules
from games.catalog.strategies import watchable
from games.entry.code_entry import CodeEntry
from games.entry.forms import RulesForm

CHOICES = ("strategy", "rival")


class Setting:
    """The choices of a page, as far as they were sent."""

    presets = PRESETS.values()

    def __init__(self, sent: Mapping[str, str]) -> None:
        self.sent = sent
        self.board = RulesForm(sent)

    @cached_property
    def rules(self) -> Rules | None:
        """The board, or None if there is no such board."""
        return self.board.cleaned_data["rules"] if self.board.is_valid() else None

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
