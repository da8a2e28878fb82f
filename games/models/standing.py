"""What a player's games on a board add up to: the lines of the leaderboard.

A game adds to its player's standings in the transaction that ends it, so the leaderboard reads
lines in the order of an index instead of adding up all games for every visitor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple, Self, cast

from django.db import models
from django.db.models import ExpressionWrapper, F, Q, Value

from games.catalog.rules import CLASSIC, Rules
from games.models.columns import WithALimit
from games.models.player import Player

if TYPE_CHECKING:
    from games.models.game import Game

ESTABLISHED = 10  # a mean over fewer games says little, so it has no rank yet
FOREVER = date.max  # the last day of all time
DAYS_OF_A_WEEK = 7

# Nobody who does not know the secrets stays below the proven optimum of 4.340 guesses (standard
# deviation 0.65): these means are four standard errors below it.
TOO_GOOD = Q(**asdict(CLASSIC.variant)) & (
    Q(games__gte=30, mean__lt=3.87)
    | Q(games__gte=100, mean__lt=4.08)
    | Q(games__gte=1000, mean__lt=4.26)
)

IDENTITY = ["player", "pegs", "colors", "repeats", "limit", "is_aided", "period", "last_day"]
AMOUNTS = [
    *("games", "total", "mean", "best", "best_game", "distribution"),
    *("graded", "skill_total", "skill", "is_established"),
]


class Period(models.TextChoices):
    """Over which days games are added up."""

    ALL = "all", "All time"
    WEEK = "week", "7 days"
    DAY = "day", "Today"


class Contest(NamedTuple):
    """Games that are compared: on one board, with or without help, over the days of a period.

    A player has one standing in each.
    """

    rules: Rules
    is_aided: bool
    period: str
    last_day: date


def contests_of(game: Game) -> Iterator[Contest]:
    """Yield where a game that has ended counts."""
    day = game.ended_on
    spans = [(Period.ALL, FOREVER), (Period.DAY, day)]
    spans += [(Period.WEEK, day + timedelta(days=later)) for later in range(DAYS_OF_A_WEEK)]
    for period, last_day in spans:
        yield Contest(game.rules, game.is_aided, period.value, last_day)


class StandingQuerySet(models.QuerySet["Standing"]):
    def on(self, rules: Rules, is_aided: bool, period: str, day: date) -> StandingQuerySet:
        """Return the lines of a board as they are on ``day``.

        Truth values are compared as values: a bare ``NOT is_aided`` would not use the index.
        """
        truths = {"repeats": Value(rules.variant.repeats), "is_aided": Value(is_aided)}
        last_day = FOREVER if period == Period.ALL else day
        return self.filter(**rules.fields() | truths, period=period, last_day=last_day)

    def boards_of(self, player: Player) -> StandingQuerySet:
        """Return what a player has played without help, the board with the most games first."""
        lines = self.filter(player=player, period=Period.ALL, is_aided=False)
        return lines.order_by("-games", "pk")

    def in_order(self) -> StandingQuerySet:
        """Order by rank: those with enough games first, then the least mean.

        Skill decides among equal means, then the number of games, then who came first.
        """
        return self.order_by("-is_established", "mean", "-skill", "-games", "player")

    def ahead_of(self, line: Standing) -> StandingQuerySet:
        """Return the lines that stand before this one, in the order of ``in_order``."""
        first = Q(is_established=True) if not line.is_established else Q(pk=None)
        peers = Q(is_established=line.is_established)
        alike = peers & Q(mean=line.mean)
        return self.filter(
            first
            | peers & Q(mean__lt=line.mean)
            | alike & Q(skill__gt=line.skill)
            | alike & Q(skill=line.skill, games__gt=line.games)
            | alike & Q(skill=line.skill, games=line.games, player__lt=line.player_id)
        )

    def too_good(self) -> StandingQuerySet:
        """Return means that nobody can reach honestly: a matter for the administrator."""
        return self.filter(TOO_GOOD)

    def judged(self) -> StandingQuerySet:
        """Return lines that know of themselves whether they are too good: ``is_too_good``."""
        return self.annotate(is_too_good=ExpressionWrapper(TOO_GOOD, models.BooleanField()))

    def outdated(self, day: date) -> StandingQuerySet:
        """Return lines of days and weeks that ended before ``day``: nobody asks for them."""
        return self.filter(last_day__lt=day)


class StandingManager(models.Manager["Standing"]):
    def record(self, player: int, games: Iterable[Game]) -> None:
        """Add ranked games that have just ended to the standings of their player.

        Runs in the transaction that ends them; the lock on the player's row lets one such
        transaction at a time read, add and write.
        """
        kept, changed = self._locked(player), {}
        for game in games:
            for contest in contests_of(game):
                line = kept.setdefault(contest, self.model.begun(player, contest))
                line.add(game)
                changed[contest] = line
        self._write(changed.values())

    def grade(self, player: int, game: Game) -> None:
        """Add the skill of a game that is counted already, where its lines are still kept."""
        kept = self._locked(player)
        lines = [kept[contest] for contest in contests_of(game) if contest in kept]
        for line in lines:
            line.add_skill(game)
        self._write(lines)

    def _locked(self, player: int) -> dict[Contest, Standing]:
        Player.objects.select_for_update().get(pk=player)
        return {line.contest: line for line in self.filter(player=player)}

    def _write(self, lines: Iterable[Standing]) -> None:
        for line in lines:
            line.pk = None  # it is told by its player and contest
        self.bulk_create(
            lines, update_conflicts=True, unique_fields=IDENTITY, update_fields=AMOUNTS
        )


class Standing(WithALimit):
    """A player's counted games on a board, added up over all time, a week or a day.

    ``distribution[n - 1]`` games took n guesses; the last number are those that were not won.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="standings")
    is_aided = models.BooleanField(help_text="Whether these are the games with help.")
    period = models.CharField(max_length=4, choices=Period)
    last_day = models.DateField()

    games = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text="The guesses of all games.")
    mean = models.FloatField(default=0)
    best = models.PositiveSmallIntegerField(default=99)
    best_game = models.ForeignKey(
        "Game",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The first with the fewest guesses.",
    )
    distribution = models.JSONField(default=list)
    graded = models.PositiveIntegerField(default=0, help_text="Games whose skill is known.")
    skill_total = models.PositiveIntegerField(default=0)
    skill = models.FloatField(default=0, help_text="The mean skill; 0 while none is known.")
    is_established = models.BooleanField(default=False)

    objects = StandingManager.from_queryset(StandingQuerySet)()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=IDENTITY,
                name="standing_is_one_a_board_and_period",
            ),
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
                F("is_established").desc(),
                F("mean"),
                F("skill").desc(),
                F("games").desc(),
                F("player"),
                name="standing_in_order",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} on {self.rules}: {self.mean:.3f} in {self.games}"

    @classmethod
    def begun(cls, player: int, contest: Contest) -> Self:
        """Return a line without games."""
        return cls(
            player_id=player,
            **contest.rules.fields(),
            is_aided=contest.is_aided,
            period=contest.period,
            last_day=contest.last_day,
            distribution=[0] * (contest.rules.limit + 1),
        )

    @property
    def contest(self) -> Contest:
        return Contest(self.rules, self.is_aided, self.period, self.last_day)

    def add(self, game: Game) -> None:
        """Add a game that has ended, with its skill if that is known."""
        guesses = cast(int, game.counted_guesses)  # known of every game that has ended
        self.games += 1
        self.total += guesses
        self.mean = self.total / self.games
        if guesses < self.best:
            self.best, self.best_game = guesses, game
        self.distribution[guesses - 1] += 1
        self.is_established = self.games >= ESTABLISHED
        self.add_skill(game)

    def add_skill(self, game: Game) -> None:
        """Add the skill of a game, if it is known."""
        if game.skill is not None:
            self.graded += 1
            self.skill_total += game.skill
            self.skill = self.skill_total / self.graded
