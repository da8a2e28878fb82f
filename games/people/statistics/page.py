"""Statistics of a player for a game size, and the data of the player's page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.catalog.grades import GRADE_NAMES
from games.catalog.references import Reference, yardsticks
from games.catalog.rules import Rules
from games.models import (
    Game,
    GameQuerySet,
    GameRecord,
    PlayedGames,
    Player,
    Praise,
    PuzzleTally,
    played_games_of,
    words_of,
)
from games.models.play.streak import Streak, streak_of
from games.web.charts.distribution import LengthShare
from games.web.charts.trend import Trend, moving_means

NEWEST_GAMES = 1000  # charts over time show at most this many of the newest games
EXTREMES = 3  # the page shows at most this many best and worst games
GAMES_ON_A_PAGE = 20


@dataclass(frozen=True)
class Statistics:
    player: Player
    line: GameRecord

    @property
    def rules(self) -> Rules:
        return self.line.rules

    @property
    def reference(self) -> Reference | None:
        """The best known results for this game size."""
        return next(iter(yardsticks(self.rules)), None)

    @cached_property
    def games(self) -> GameQuerySet:
        return Game.objects.of_ones_own(self.player).filter(**self.rules.fields())

    @property
    def most_percent(self) -> float:
        """The percentage of the longest bar."""
        return max(max(share.percent, share.best_percent) for share in self.shares)

    @cached_property
    def shares(self) -> list[LengthShare]:
        """The bars of the distribution, from the fewest guesses to unsolved games."""
        return shares_of(self.line, list(self.reference.lengths if self.reference else ()))

    @cached_property
    def _newest(self) -> list[tuple[int, int | None, int | None]]:
        columns = ("counted_guesses", "skill", "luck")
        newest = self.games.order_by("-finished_at", "-pk").values_list(*columns)
        return list(newest[:NEWEST_GAMES])[::-1]

    @cached_property
    def mean_trends(self) -> list[Trend]:
        """The line of the average number of guesses; empty if there are too few points."""
        means = moving_means([guesses for guesses, _skill, _luck in self._newest])
        if len(means) < 2:
            return []
        best = [self.reference.mean] if self.reference else []
        low, high = math.floor(min(means + best)), math.floor(max(means + best)) + 1
        return [Trend(_("Average of the last 20 games"), means, low, high, digits=2)]

    @property
    def best_height(self) -> float | None:
        """The height of the best strategy's average in the chart of means; None if not drawn."""
        if not (self.mean_trends and self.reference):
            return None
        return self.mean_trends[0].height_of(self.reference.mean)

    @cached_property
    def grade_trends(self) -> list[Trend]:
        """The lines of skill and luck over time."""
        graded = [
            (skill, luck) for _guesses, skill, luck in self._newest if None not in (skill, luck)
        ]
        if len(graded) < 2:
            return []
        return [
            Trend(name, moving_means([game[place] or 0 for game in graded]), 0, 99)
            for place, name in enumerate((_("Skill"), _("Luck")))
        ]

    @property
    def _extremes(self) -> int:
        """The number of best and of worst games: of few games, at most half are either."""
        return min(EXTREMES, self.line.games // 2)

    @cached_property
    def best_games(self) -> GameQuerySet:
        """The wins with the fewest guesses."""
        won = self.games.filter(status=Game.Status.WON)
        return won.order_by("counted_guesses", "-finished_at")[: self._extremes]

    @cached_property
    def worst_games(self) -> GameQuerySet:
        """The longest games that are not among the best games."""
        best = [game.pk for game in self.best_games]
        others = self.games.exclude(pk__in=best)
        return others.order_by("-counted_guesses", "-finished_at")[: self._extremes]


@dataclass(frozen=True)
class AboutPlayer:
    """A player's statistics; equal fields mean equal statistics, so they can be cached.

    ``state`` covers all games of the player (``state_of``), ``wanted`` is the requested game size.
    The database is read when a template needs the data.
    """

    player: Player
    state: tuple[Any, ...]
    today: date
    wanted: Rules | None
    number: str  # requested page of the list of games
    is_you: bool
    has_times: bool  # whether the page shows times of day

    @cached_property
    def played(self) -> PlayedGames:
        return played_games_of(self.player)

    @property
    def series(self) -> list[Series]:
        """Statistics of dailies, challenges, evil games and duels, if any were played."""
        games = self.played
        found = (
            ("dailies", _("Dailies"), games.dailies),
            ("challenges", _("Challenges"), games.challenges),
            ("evil", _("Evil mode"), games.evil),
            ("duels", _("Duels"), games.duels),
        )
        return [Series(name, title, line) for name, title, line in found if line]

    @property
    def words(self) -> dict[Praise, int]:
        return words_of(self.player)

    @property
    def statistics(self) -> Statistics | None:
        """The statistics of the requested game size, or else of the most played game size."""
        lines = self.played.boards
        chosen = [line for line in lines if line.rules == self.wanted] or lines
        return Statistics(self.player, chosen[0]) if chosen else None

    @property
    def streak(self) -> Streak:
        return streak_of(self.player.games.all())

    @property
    def page(self) -> Page[Game]:
        """A page of games, newest first; only the player sees unfinished games."""
        games = self.player.games.all()
        games = games if self.is_you else games.released().of_one_player()
        newest = games.select_related("daily").order_by("-started_at", "-pk")
        return Paginator(newest, GAMES_ON_A_PAGE).get_page(self.number)


def shares_of(played: GameRecord, best: Sequence[int] = ()) -> list[LengthShare]:
    """Return the bars of the player and the best strategy, without empty ends."""
    own, limit = played.distribution, played.rules.limit
    best = [*best, *[0] * (limit + 1 - len(best))]
    shares = [
        LengthShare(
            _("not solved") if place == limit else str(place + 1),
            own[place],
            100 * own[place] / played.games,
            100 * best[place] / (sum(best) or 1),
        )
        for place in range(limit + 1)
    ]
    return [share for share in shares if share.games or share.best_percent >= 0.05]


class Series(NamedTuple):
    """Games that are counted separately: dailies, challenges, evil games or duels."""

    id: str
    title: str
    line: GameRecord

    @property
    def shares(self) -> list[LengthShare]:
        return shares_of(self.line)

    @property
    def most_percent(self) -> float:
        return max(share.percent for share in self.shares)


class GradeLine(NamedTuple):
    """A row of the table: a grade, and the results of its puzzles."""

    grade: str
    tally: PuzzleTally

    @property
    def fastest(self) -> str:
        """The shortest time of a puzzle solved with the clock on, or ""."""
        return wording.clock(self.tally.fastest) if self.tally.fastest else ""


class PuzzleRecord(NamedTuple):
    """A player's puzzle results by grade, and the streak of days with a solved puzzle."""

    lines: list[GradeLine]
    streak: Streak


def puzzle_record_of(player: Player) -> PuzzleRecord | None:
    """Return a player's puzzle results; None if no puzzle is finished.

    A first query checks whether the player tried any puzzle. Many did not, and this first query
    takes only a fifth of the time.
    """
    tallies = player.puzzles.tallies() if player.puzzles.exists() else None
    if not tallies:
        return None
    lines = [GradeLine(str(GRADE_NAMES[grade]), tally) for grade, tally in tallies.items()]
    return PuzzleRecord(lines, player.puzzles.streak())
