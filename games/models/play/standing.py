"""Standings: the lines of the leaderboard, one per player, game size and period.

The transaction that ends a game also updates its player's standings. So the leaderboard reads lines
in the order of an index and adds up no games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from math import sqrt
from typing import Any, NamedTuple, Self

from django.db import models
from django.db.models import F, Q, Value
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from games.catalog.references import is_beyond_reach
from games.catalog.rules import Rules
from games.models.base.columns import HasRules
from games.models.people.player import Player
from games.models.play.fairness import guesses_counted
from games.models.play.game import Game, ended, graded

FOREVER = date.max  # the last day of the period "all time"
DAYS_OF_A_WEEK = 7
LUCK = 6.0  # in guesses; five standard deviations of an ordinary player's games

IDENTITY = ["player", "pegs", "colors", "repeats", "limit", "is_aided", "period", "last_day"]


class Period(models.TextChoices):
    """The period whose games are added up."""

    ALL = "all", _("All time")
    WEEK = "week", _("7 days")
    DAY = "day", _("Today")
    HARD = "hard", _("Hard mode")  # this is for all time, because few games are in hard mode


LIMITED = (Period.WEEK, Period.DAY)  # periods that have a last day


# A player needs this many games in a period to get a rank.
LEAST_GAMES = {"all": 30, "week": 10, "day": 5, "hard": 30}


class Contest(NamedTuple):
    """The games that are compared: of one size, with or without help, in a period.

    A player has one standing in each contest.
    """

    rules: Rules
    allows_help: bool
    period: str
    last_day: date


def contests_of(game: Game) -> Iterator[Contest]:
    """Yield the contests that a finished game belongs to, always in the same order."""
    if game.is_hard:
        yield Contest(game.rules, False, Period.HARD.value, FOREVER)
        return
    day = game.ended_on
    spans = [(Period.ALL, FOREVER), (Period.DAY, day)]
    spans += [(Period.WEEK, day + timedelta(days=later)) for later in range(DAYS_OF_A_WEEK)]
    for allows_help in (False, True):
        for period, last_day in spans:
            yield Contest(game.rules, allows_help, period.value, last_day)


def margin_for_luck(games: int) -> float:
    """Return, in guesses, how much luck can improve the average of this number of games.

    With it, a player gains less by leaving unlucky accounts than by playing one eighth more games
    on one account (docs/leaderboard.md).

    >>> margin_for_luck(1), margin_for_luck(100)
    (6.0, 0.6)
    """
    return LUCK / sqrt(games)


class StandingQuerySet(models.QuerySet["Standing"]):
    def on(self, rules: Rules, allows_help: bool, period: str, day: date) -> StandingQuerySet:
        """Return the lines of a game size on ``day``.

        Truth values are written as ``Value``, because a bare ``NOT is_aided`` would not use the
        index.
        """
        truths = {"repeats": Value(rules.variant.repeats), "is_aided": Value(allows_help)}
        last_day = day if period in LIMITED else FOREVER
        return self.filter(**rules.fields() | truths, period=period, last_day=last_day)

    def ranked(self) -> StandingQuerySet:
        """Return the lines of players with accounts; everyone sees these lines."""
        return self.filter(has_account=Value(True))

    def in_order(self) -> StandingQuerySet:
        """Return the lines in order of rank.

        Lines with enough games come first; the lowest score leads. Ties are broken by higher skill,
        then more games, then the earlier player.
        """
        return self.order_by("-is_established", "score", "-skill", "-games", "player")

    def ahead_of(self, line: Standing) -> StandingQuerySet:
        """Return the lines that come before this one in ``in_order``."""
        first = Q(is_established=True) if not line.is_established else Q(pk=None)
        peers = Q(is_established=line.is_established)
        alike = peers & Q(score=line.score)
        return self.filter(
            first
            | peers & Q(score__lt=line.score)
            | alike & Q(skill__gt=line.skill)
            | alike & Q(skill=line.skill, games__gt=line.games)
            | alike & Q(skill=line.skill, games=line.games, player__lt=line.player_id)
        )

    def outdated(self, day: date) -> StandingQuerySet:
        """Return the lines of days and weeks that ended before ``day``; no page shows them."""
        return self.filter(last_day__lt=day)


class StandingManager(models.Manager["Standing"]):
    def add(self, owner: Player, games: Iterable[Game], since: date = date.min) -> None:
        """Add games that have just ended to the standings of their player, whose row is locked.

        Periods that ended before ``since`` are left out.
        """
        kept, changed = self._lines_of(owner.pk), {}
        for game in games:
            for contest in contests_of(game):
                if contest.last_day >= since:
                    line = kept.get(contest) or self.model.empty(owner, contest)
                    line.add(game)
                    kept[contest] = changed[contest] = line
        self._write(changed.values())

    def recount(self, player: int, games: Iterable[Game], day: date) -> None:
        """Rebuild all lines of a player, except lines of periods that ended before ``day``.

        ``games`` are all games that count; games that ended earlier come first. They are read under
        the lock, so a game that ends now waits and is added afterwards.
        """
        owner = Player.objects.select_for_update().get(pk=player)
        self.filter(player=player).delete()
        self.add(owner, games, since=day)

    def grade(self, player: int, game: Game) -> None:
        """Add the skill of a counted game to all stored lines that include the game."""
        Player.objects.select_for_update().get(pk=player)
        kept = self._lines_of(player)
        lines = [kept[contest] for contest in contests_of(game) if contest in kept]
        for line in lines:
            line.add_skill(game)
        self._write(lines)

    def _lines_of(self, player: int) -> dict[Contest, Standing]:
        return {line.contest: line for line in self.filter(player=player)}

    def _write(self, lines: Iterable[Standing]) -> None:
        for line in lines:
            line.pk = None  # copies are saved, because a line is identified by player and contest
        columns = (field.name for field in self.model._meta.concrete_fields)
        amounts = [name for name in columns if name not in ("id", *IDENTITY)]
        self.bulk_create(
            lines, update_conflicts=True, unique_fields=IDENTITY, update_fields=amounts
        )


class Standing(HasRules):
    """The total of a player's counted games of one size and period.

    ``distribution[n - 1]`` games took n guesses; the last number counts unsolved games.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, db_index=False, related_name="standings"
    )
    is_aided = models.BooleanField(
        help_text="Whether games with help count by their guesses, not as a loss."
    )
    period = models.CharField(max_length=4, choices=Period)
    last_day = models.DateField()

    has_account = models.BooleanField(
        default=True,
        help_text="Whether everyone can see the line: not one of a guest, and no hidden one.",
    )
    games = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text="The guesses of all games.")
    mean = models.FloatField(default=0)
    score = models.FloatField(default=0, help_text="The mean plus the handicap for few games.")
    best = models.PositiveSmallIntegerField(default=99)
    best_game = models.ForeignKey(
        Game,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The first game with the fewest guesses.",
    )
    distribution = models.JSONField(default=list)
    graded = models.PositiveIntegerField(default=0, help_text="Games whose skill is known.")
    skill_total = models.PositiveIntegerField(default=0)
    skill = models.FloatField(default=0, help_text="The mean skill, or 0 if no skill is known.")
    is_too_good = models.BooleanField(
        default=False,
        help_text="Whether fewer than one perfect player in a million would reach this mean.",
    )
    is_established = models.BooleanField(
        default=False, help_text="Whether the line has enough games for a rank and is plausible."
    )

    objects = StandingManager.from_queryset(StandingQuerySet)()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=IDENTITY, name="standing_is_one_a_board_and_period"),
        )
        indexes = (
            models.Index(
                F("pegs"),
                F("colors"),
                F("repeats"),
                F("limit"),
                F("is_aided"),
                F("period"),
                F("last_day"),
                F("has_account"),
                F("is_established").desc(),
                F("score"),
                F("skill").desc(),
                F("games").desc(),
                F("player"),
                name="standing_by_score",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} on {self.rules}: {self.mean:.3f} in {self.games}"

    @classmethod
    def empty(cls, player: Player, contest: Contest) -> Self:
        return cls(
            player=player,
            has_account=player.is_listed(contest.rules),
            **contest.rules.fields(),
            is_aided=contest.allows_help,
            period=contest.period,
            last_day=contest.last_day,
            distribution=[0] * (contest.rules.limit + 1),
        )

    @property
    def contest(self) -> Contest:
        return Contest(self.rules, self.is_aided, self.period, self.last_day)

    def add(self, game: Game) -> None:
        """Add a finished game, and its skill if known."""
        guesses = guesses_counted(game, allows_help=self.is_aided)
        self.games += 1
        self.total += guesses
        if guesses < self.best:
            self.best, self.best_game_id = guesses, game.pk
        self.distribution[guesses - 1] += 1
        self.add_skill(game)
        self._judge()

    def _judge(self) -> None:
        """Compute the columns that depend on the number of games and guesses."""
        self.mean = self.total / self.games
        self.score = self.mean + margin_for_luck(self.games)
        self.is_too_good = is_beyond_reach(self.rules, self.games, self.total)
        self.is_established = self.games >= LEAST_GAMES[self.period] and not self.is_too_good

    def add_skill(self, game: Game) -> None:
        if game.skill is not None:
            self.graded += 1
            self.skill_total += game.skill
            self.skill = self.skill_total / self.graded


@receiver(ended)
def add_to_standings(game: Game, **signal: Any) -> None:
    """Count a ranked game in its player's standings.

    The caller's transaction has ended the game and locked the player.
    """
    if game.is_ranked:
        Standing.objects.add(game.player, [game])


@receiver(graded)
def add_skill_to_standings(game: Game, **signal: Any) -> None:
    """Add the skill of a ranked game that was graded after its end."""
    if game.is_ranked:
        Standing.objects.grade(game.player_id, game)
