"""What somebody sends who sets a code for friends."""

from typing import Any

from games.catalog.rules import CLASSIC, Rules
from games.entry.forms import CodeField, ProblemForm


class ChallengeForm(ProblemForm):
    """A code for friends to break."""

    def __init__(self, data: Any, rules: Rules | None) -> None:
        super().__init__(data)
        self.fields["code"] = CodeField((rules or CLASSIC).variant)
