"""Totals over a player's finished games, ranked or not."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from django.db import connection
from django.db.models import Case, CharField, Count, Max, Q, QuerySet, Sum, Value, When

from games.catalog.rules import Rules
from games.models.people.player import Player
from games.models.play.game import Game, GameQuerySet
from games.models.play.praise import Praise
from solver.rule.codes import Variant

# These words name where a game's code came from.
DAILY, CHALLENGE, EVIL, DUEL, OWN = "daily", "challenge", "evil", "duel", "own"
WHOSE = Case(
    When(mode=Game.Mode.EVIL, then=Value(EVIL)),  # the computer has no fixed code
    When(mode=Game.Mode.DUEL, then=Value(DUEL)),
    When(daily__isnull=False, then=Value(DAILY)),
    When(challenge__isnull=False, then=Value(CHALLENGE)),
    default=Value(OWN),
    output_field=CharField(),
)
ANYBODY = -1  # placeholder for the player's key in cached SQL
GameQuery = Callable[[GameQuerySet], QuerySet[Any]]
# Any change in a player's games changes the total of at least one of these columns.
SUMMED = ("guess_count", "counted_guesses", "skill", "luck")
COUNTED = ("pk", "skill", "daily", "challenge", "repeated_daily", "repeated_challenge")
NEWEST = ("pk", "started_at", "finished_at")
BOARD_COLUMNS = ("pegs", "colors", "repeats", "limit")


@dataclass
class GameRecord:
    """The totals of some finished games.

    ``won[n]`` games took n guesses; ``before`` games were played as a guest, or at a challenge that
    was deleted. An unsolved game counts as one guess more than its limit.
    """

    rules: Rules
    won: dict[int, int] = field(default_factory=dict)
    missed: int = 0
    total: int = 0
    before: int = 0
    graded: int = 0
    skill_total: int = 0

    def add(self, row: dict[str, Any]) -> None:
        """Add the games of one database row, which all have the same result."""
        games, guesses = row["games"], row["counted_guesses"]
        if row["status"] == Game.Status.WON:
            self.won[guesses] = self.won.get(guesses, 0) + games
        else:
            self.missed += games
        self.total += games * guesses
        self.before += row["before"]
        self.graded += row["graded"]
        self.skill_total += row["skill_total"] or 0

    @property
    def games(self) -> int:
        return sum(self.won.values()) + self.missed

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def best(self) -> int | None:
        """The fewest guesses, or None if no game was won."""
        return min(self.won, default=None)

    @property
    def won_percent(self) -> float:
        return 100 * (1 - self.missed / self.games)

    @property
    def skill(self) -> float | None:
        """The average skill, or None if no game has a grade."""
        return self.skill_total / self.graded if self.graded else None

    @property
    def distribution(self) -> list[int]:
        """How many games took 1, 2, … guesses; the last number counts unsolved games."""
        return [self.won.get(n, 0) for n in range(1, self.rules.limit + 1)] + [self.missed]


@dataclass(frozen=True)
class PlayedGames:
    """All finished games of a player, by game size (the most played first) and by kind."""

    boards: list[GameRecord]
    dailies: GameRecord | None
    challenges: GameRecord | None
    evil: GameRecord | None
    duels: GameRecord | None

    @property
    def kinds(self) -> list[GameRecord]:
        series = (self.dailies, self.challenges, self.evil, self.duels)
        return [*self.boards, *filter(None, series)]

    @property
    def games(self) -> int:
        return sum(played.games for played in self.kinds)

    @property
    def won(self) -> int:
        return sum(played.games - played.missed for played in self.kinds)


def played_games_of(player: Player) -> PlayedGames:
    """Return a player's totals, with one query; without games whose code was known before."""
    by_kind: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows_of(_totals, player):
        by_kind[row["whose"]].append(row)
    boards: dict[Rules, GameRecord] = {}
    for row in by_kind[OWN]:
        rules = rules_of(row)
        boards.setdefault(rules, GameRecord(rules)).add(row)
    most_first = sorted(boards.values(), key=lambda played: -played.games)
    series = (add_up(by_kind[kind]) for kind in (DAILY, CHALLENGE, EVIL, DUEL))
    return PlayedGames(most_first, *series)


def state_of(player: Player) -> tuple[Any, ...]:
    """Return numbers that change whenever a player's games change.

    No earlier state can return: guesses, ends, grades and changes of the owner are never undone.
    """
    return player.public_id, *(number for row in rows_of(_state, player) for number in row.values())


def words_of(player: Player) -> dict[Praise, int]:
    """Return how often a player has earned each word of praise without help."""
    words: Counter[Praise | None] = Counter()
    for row in rows_of(_words, player):
        words[Praise.of(row["guess_count"], row["skill"])] += row["games"]
    return {word: words[word] for word in Praise if words[word]}


def rows_of(query: GameQuery, player: Player) -> list[dict[str, Any]]:
    """Return the rows of a query about a player; its SQL is built once, because that is slow."""
    statement, values = _write_sql(query, connection.vendor)
    with connection.cursor() as cursor:
        cursor.execute(statement, [player.pk if one == ANYBODY else one for one in values])
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


@cache
def _write_sql(query: GameQuery, vendor: str) -> tuple[str, tuple[Any, ...]]:
    return query(Game.objects.filter(player=ANYBODY).order_by()).query.sql_with_params()


def _totals(games: GameQuerySet) -> QuerySet[Any]:
    own = games.finished().of_one_player().filter(repeated_daily=None, repeated_challenge=None)
    columns = (*BOARD_COLUMNS, "whose", "status", "counted_guesses")
    figures = {
        "games": Count("pk"),
        "before": Count("pk", filter=Q(is_ranked=False)),
        "graded": Count("skill"),
        "skill_total": Sum("skill"),
    }
    alike = own.annotate(whose=WHOSE).values(*columns)
    return cast(QuerySet[Any], alike.annotate(**figures))


def _state(games: GameQuerySet) -> QuerySet[Any]:
    true = {"is_ranked": True, "is_aided": True, "is_held": True, "mode": Game.Mode.HARD}
    flags = {name: Count("pk", filter=Q(**{name: value})) for name, value in true.items()}
    asked = (*map(Sum, SUMMED), *map(Count, COUNTED), *map(Max, NEWEST), *flags.values())
    columns = {f"figure_{number}": figure for number, figure in enumerate(asked)}
    return cast(QuerySet[Any], games.values("player").annotate(**columns).values(*columns))


def _words(games: GameQuerySet) -> QuerySet[Any]:
    won = games.of_one_player().filter(status=Game.Status.WON, is_aided=False)
    return won.values("guess_count", "skill").annotate(games=Count("pk"))


def rules_of(row: dict[str, Any]) -> Rules:
    return Rules(Variant(row["pegs"], row["colors"], bool(row["repeats"])), row["limit"])


def add_up(rows: Iterable[dict[str, Any]]) -> GameRecord | None:
    """Return the total of games of several sizes, with the highest guess limit."""
    kept = sorted(rows, key=lambda row: -row["limit"])
    if not kept:
        return None
    played = GameRecord(rules_of(kept[0]))
    for row in kept:
        played.add(row)
    return played
