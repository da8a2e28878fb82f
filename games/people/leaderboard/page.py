"""The data of a leaderboard: game size, period and help, and links to other leaderboards."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games import wording
from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import LEAST_GAMES, LEFT_FOR, OPEN_FOR, Period, Standing, margin_for_luck, today
from games.models.play.standing import StandingQuerySet


class Choice(NamedTuple):
    """A link to another leaderboard."""

    label: str
    query: str
    is_current: bool


class Leaderboard(NamedTuple):
    """A leaderboard, chosen by game size, period and help."""

    rules: Rules
    period: str
    allows_help: bool

    @property
    def everybody(self) -> StandingQuerySet:
        """All lines, with the lines of guests; a guest never sees the line of another guest."""
        return Standing.objects.on(self.rules, self.allows_help, self.period, today())

    @property
    def lines(self) -> StandingQuerySet:
        return self.everybody.ranked()

    @property
    def least_games(self) -> int:
        """The number of games that a rank requires."""
        return LEAST_GAMES[self.period]

    @property
    def handicaps(self) -> str:
        """Examples of the handicap after different numbers of games."""
        examples = [
            _("%(guesses)s after %(games)s")
            % {
                "guesses": wording.number(margin_for_luck(games), decimals=2),
                "games": wording.games(games),
            }
            for games in (self.least_games, 100, 1000)
        ]
        return ", ".join(examples)

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The selection as form fields."""
        help_taken = "yes" if self.allows_help else "no"
        return [*self.rules.settings, ("period", self.period), ("help", help_taken)]

    @property
    def is_first(self) -> bool:
        """Whether a URL without a selection shows this leaderboard."""
        return self == Leaderboard(CLASSIC, Period.ALL.value, allows_help=False)

    @property
    def query(self) -> str:
        return urlencode(self.settings)

    @property
    def title(self) -> str:
        words = [self.rules.name, str(Period(self.period).label)]
        return ", ".join([*words, _("any help")] if self.allows_help else words)

    @property
    def boards(self) -> list[Choice]:
        """The boards to choose from, including this one."""
        shown = list(PRESETS.values())
        shown += [] if self.rules in shown else [self.rules]
        return [self._choice(one.name, self._replace(rules=one)) for one in shown]

    @property
    def periods(self) -> list[Choice]:
        if self.is_hard:
            return [self._choice(str(Period.ALL.label), self)]
        listed = (one for one in Period if one != Period.HARD)
        return [self._choice(str(one.label), self._replace(period=one.value)) for one in listed]

    @property
    def kinds(self) -> list[Choice]:
        """The kinds of help to choose from; hard mode has only an all-time list."""
        plain = self._replace(period=Period.ALL.value) if self.is_hard else self
        return [
            self._choice(_("Without help"), plain._replace(allows_help=False)),
            self._choice(_("Any help"), plain._replace(allows_help=True)),
            self._choice(str(Period.HARD.label), Leaderboard(self.rules, Period.HARD.value, False)),
        ]

    @property
    def is_hard(self) -> bool:
        return self.period == Period.HARD

    @property
    def left_for(self) -> str:
        return wording.hours(LEFT_FOR)

    @property
    def open_for(self) -> str:
        return wording.days(OPEN_FOR.days)

    def _choice(self, label: str, other: Leaderboard) -> Choice:
        return Choice(label, other.query, other == self)
