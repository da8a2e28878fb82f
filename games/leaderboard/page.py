"""What a leaderboard compares: board, days, with or without help; and the links to the others."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games import wording
from games.catalog.rules import PRESETS, Rules
from games.models import LEAST_GAMES, LEFT_FOR, Period, Standing, margin_for_luck, today
from games.models.standing import StandingQuerySet


class Choice(NamedTuple):
    """A link to another leaderboard."""

    label: str
    query: str
    is_current: bool


class Leaderboard(NamedTuple):
    """Which games are compared: the board, the days, with or without help."""

    rules: Rules
    period: str
    is_aided: bool

    @property
    def everybody(self) -> StandingQuerySet:
        """All lines, also those that only guests see, each their own."""
        return Standing.objects.on(self.rules, self.is_aided, self.period, today())

    @property
    def lines(self) -> StandingQuerySet:
        return self.everybody.ranked()

    @property
    def least_games(self) -> int:
        """How many games a rank takes."""
        return LEAST_GAMES[self.period]

    @property
    def margins(self) -> list[tuple[int, float]]:
        """Examples of the margin for luck: for so many games, so many guesses."""
        return [(games, margin_for_luck(games)) for games in (self.least_games, 100, 1000)]

    @property
    def settings(self) -> list[tuple[str, str]]:
        """What is compared, as the fields of a form."""
        help_taken = "yes" if self.is_aided else "no"
        return [*self.rules.settings, ("period", self.period), ("help", help_taken)]

    @property
    def query(self) -> str:
        """What is compared, as it stands in an address."""
        return urlencode(self.settings)

    @property
    def title(self) -> str:
        """What is compared, in words."""
        words = [self.rules.name, Period(self.period).label]
        return ", ".join([*words, _("with help")] if self.is_aided else words)

    @property
    def boards(self) -> list[Choice]:
        """The boards there are, and this one."""
        shown = list(PRESETS.values())
        shown += [] if self.rules in shown else [self.rules]
        return [self._choice(one.name, self._replace(rules=one)) for one in shown]

    @property
    def periods(self) -> list[Choice]:
        return [self._choice(one.label, self._replace(period=one.value)) for one in Period]

    @property
    def kinds(self) -> list[Choice]:
        return [
            self._choice("Without help", self._replace(is_aided=False)),
            self._choice("With help", self._replace(is_aided=True)),
        ]

    @property
    def left_for(self) -> str:
        """How long a game may be left alone before it counts as given up."""
        return wording.hours(LEFT_FOR)

    def _choice(self, label: str, other: Leaderboard) -> Choice:
        return Choice(label, other.query, other == self)
