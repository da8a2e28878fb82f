"""The facts on the first page: the player's game, today's code, game sizes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property
from django.utils.translation import gettext as _, ngettext

from games import wording
from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.catalog.sample_game import sample_turns
from games.models import Daily, Game, GameQuerySet, today
from games.people.sessions.current import Identity
from games.people.statistics.daily_report import DailyReport
from games.people.statistics.open_duels import OpenDuel, open_duels, seats_waited_for
from solver.positions.candidates import position_after
from solver.rule.feedback import Turn

MOST_UNFINISHED = 50  # at most this many unfinished games are read
UNFINISHED_LISTED = 4  # the page lists at most this many of them


@dataclass(frozen=True)
class HomePage:
    """The facts of a visitor's first page, with ``rules`` as the selected game size."""

    visitor: Identity
    rules: Rules = CLASSIC
    is_regular: bool = False  # whether the visitor has won before, or has hidden the tips

    @cached_property
    def daily(self) -> DailyReport:
        return DailyReport(Daily(day=today()), self.visitor.games)

    @property
    def sample(self) -> tuple[tuple[Turn, str], ...]:
        return sample_game()

    @property
    def is_classic(self) -> bool:
        return self.rules == CLASSIC

    @property
    def first(self) -> Game | None:
        """The player's open game of the size that the page is about."""
        return self._open.get(self.rules)

    @cached_property
    def current(self) -> Game | None:
        """The game to continue: the open game of the requested size, or else the latest one."""
        if not self.is_classic:
            return self.first
        return max(self._unfinished, key=lambda game: game.moved_at, default=None)

    @property
    def title(self) -> str:
        """The name of the game to continue, or empty."""
        return title_of(self.current) if self.current else ""

    @property
    def presets(self) -> list[tuple[Rules, Game | None]]:
        """The presets, each with the player's open game of this size."""
        return [(rules, self._open.get(rules)) for rules in PRESETS.values()]

    @property
    def others(self) -> list[tuple[str, Game]]:
        """The newest unfinished games without another link on the page, each with its title."""
        elsewhere = [self.current, *(game for _rules, game in self.presets)]
        games = [game for game in self._unfinished if game not in elsewhere]
        games = [game for game in games if game.daily_id != self.daily.daily.day]
        return [(title_of(game), game) for game in games[:UNFINISHED_LISTED]]

    @cached_property
    def turns(self) -> list[OpenDuel]:
        """The duels that wait for the player, the most urgent first."""
        return open_duels(self.visitor, seats_waited_for)

    @cached_property
    def _open(self) -> dict[Rules, Game]:
        """The player's open ranked games, at most one per game size."""
        return {game.rules: game for game in self._unfinished if game.is_ranked}

    @cached_property
    def _unfinished(self) -> Sequence[Game]:
        """The newest unfinished games worth continuing, without duels and games of programs."""
        newest = [one for one in self.visitor.ask(newest_unfinished) if not one.is_overdue]
        return [
            game for game in newest if game.guess_count or not (game.is_evil or game.is_untouched)
        ]


def newest_unfinished(visitor: Identity) -> GameQuerySet:
    own = visitor.games.unfinished().exclude(mode__in=(Game.Mode.DUEL, Game.Mode.BY_KEY))
    return own.order_by("-started_at")[:MOST_UNFINISHED]


def title_of(game: Game) -> str:
    if game.daily_id:
        return str(Daily(day=game.daily_id))
    if game.challenge_id:
        return _("Challenge, %(board)s") % {"board": game.rules.name}
    return game.board


@wording.cached_per_language(maxsize=None)
def sample_game() -> tuple[tuple[Turn, str], ...]:
    """Return the turns in which Knuth's strategy breaks the sample code, each with its outcome."""
    turns = sample_turns()
    return tuple((turn, outcome(turns[:number])) for number, turn in enumerate(turns, start=1))


def outcome(turns: Sequence[Turn]) -> str:
    """Return how many codes are left after these turns, in words.

    >>> from solver.rule.feedback import Feedback
    >>> outcome([Turn("1122", Feedback(1, 0))])
    '256 codes left'
    """
    if turns[-1].feedback.black == CLASSIC.variant.pegs:
        return _("Code broken")
    left = position_after(CLASSIC.variant, turns).count
    return ngettext("%(left)s code left", "%(left)s codes left", left) % {
        "left": wording.number(left)
    }
