"""The leaderboard: players by the mean number of guesses over their counted games."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games import wording
from games.catalog.references import Reference, references_for
from games.catalog.rules import PRESETS, Rules
from games.models import ESTABLISHED, LEFT_FOR, Period, Player, Standing, today
from games.models.standing import StandingQuerySet

PAGE_SIZE = 50
MOST_SKIPPED = PAGE_SIZE  # more of them take longer than a second question


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
    def lines(self) -> StandingQuerySet:
        return Standing.objects.on(self.rules, self.is_aided, self.period, today())

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


class LeaderboardLine(NamedTuple):
    """A line as everybody sees it; ``rank`` is None where there are too few games.

    ``best_game`` is the public id of a game with the fewest guesses.
    """

    rank: int | None
    player: int | None
    name: str
    has_page: bool
    mean: float
    games: int
    to_go: int
    best: int
    best_game: str | None
    distribution: tuple[int, ...]
    skill: int | None
    is_you: bool = False

    @property
    def missing(self) -> str:
        """How many games are to go, in words."""
        return _("%(games)s to go") % {"games": wording.games(self.to_go)} if self.to_go else ""


class StandingRow(NamedTuple):
    """What a line needs of the database."""

    player: int
    player__name: str
    player__public_id: str
    is_established: bool
    mean: float
    games: int
    best: int
    best_game__public_id: str | None
    distribution: list[int]
    graded: int
    skill: float


class LeaderboardPage(NamedTuple):
    """Neighbouring lines of a leaderboard, and those just above and below them.

    How many there are in all is not asked: the database would have to count them every time.
    """

    number: int
    above: list[StandingRow]
    shown: list[StandingRow]
    below: list[StandingRow]

    @property
    def start(self) -> int:
        """The place of the first line, from 1 on."""
        return (self.number - 1) * PAGE_SIZE + 1

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def previous_page_number(self) -> int:
        return self.number - 1

    @property
    def has_next(self) -> bool:
        return bool(self.below)

    @property
    def next_page_number(self) -> int:
        return self.number + 1

    @property
    def has_other_pages(self) -> bool:
        return self.has_previous or self.has_next


def page_of(board: Leaderboard, number: int) -> LeaderboardPage:
    """Return that page of the leaderboard; it is empty if there are not so many."""
    first = (number - 1) * PAGE_SIZE
    before = min(first, 1)
    rows = rows_between(board, first - before, first + PAGE_SIZE + 1)
    return LeaderboardPage(
        number, rows[:before], rows[before:][:PAGE_SIZE], rows[before + PAGE_SIZE :]
    )


def last_page(board: Leaderboard) -> int:
    """Return the number of the last page; there is always a first."""
    return page_at(board.lines.count())


def rows_between(board: Leaderboard, start: int, end: int) -> list[StandingRow]:
    """Return what the lines at these places need, in order.

    Players and games would be read for every line that is skipped, too. Where that is many, the
    index alone tells first which lines are meant.
    """
    lines = board.lines.in_order()[start:end]
    if start <= MOST_SKIPPED:
        return [StandingRow._make(row) for row in lines.values_list(*StandingRow._fields)]
    keys = list(lines.values_list("pk", flat=True))
    found = Standing.objects.filter(pk__in=keys).values_list("pk", *StandingRow._fields)
    rows = {key: StandingRow._make(row) for key, *row in found}
    return [rows[key] for key in keys if key in rows]


def page_at(place: int) -> int:
    """Return the number of the page that has a place: the first if there is none.

    >>> page_at(0), page_at(50), page_at(51)
    (1, 1, 2)
    """
    return max(1, -(-place // PAGE_SIZE))


def page_with(board: Leaderboard, line: Standing) -> int:
    """Return the number of the page where a line is found."""
    return page_at(board.lines.ahead_of(line).count() + 1)


def lines_on(
    page: LeaderboardPage, board: Leaderboard, you: int | None
) -> tuple[LeaderboardLine, ...]:
    """Return the lines of a page, with the strategies where they stand among the ranked.

    ``you`` is the key of the player who looks.
    """
    lines = [line_of(row, rank, you) for rank, row in enumerate(page.shown, start=page.start)]
    ranked: list[LeaderboardLine] = [line for line in lines if line.rank]
    for reference in references_for(board.rules.variant):
        if is_between(reference, page.above, ranked, page.below):
            place = sum(line.mean < reference.mean for line in ranked)
            ranked.insert(place, reference_line(reference, board.rules))
    return (*ranked, *(line for line in lines if not line.rank))


def is_between(
    reference: Reference,
    above: list[StandingRow],
    ranked: list[LeaderboardLine],
    below: list[StandingRow],
) -> bool:
    """Return whether a strategy stands on the page between these neighbours.

    It stands right before the first ranked player whose mean is not better, or last.
    """
    if above and not (ranked and above[0].mean < reference.mean):
        return False
    is_end_of_ranks = not (below and below[0].is_established)
    return is_end_of_ranks or any(line.mean >= reference.mean for line in ranked)


def line_of(row: StandingRow, rank: int, you: int | None) -> LeaderboardLine:
    """Return a player's line as it is shown."""
    return LeaderboardLine(
        rank=rank if row.is_established else None,
        player=row.player,
        name=Player.called(row.player__name, row.player__public_id),
        has_page=bool(row.player__name),
        mean=row.mean,
        games=row.games,
        to_go=max(0, ESTABLISHED - row.games),
        best=row.best,
        best_game=row.best_game__public_id,
        distribution=tuple(row.distribution),
        skill=round(row.skill) if row.graded else None,
        is_you=row.player == you,
    )


def reference_line(reference: Reference, rules: Rules) -> LeaderboardLine:
    """Return the line of a strategy, over every code of the board."""
    missing = rules.limit + 1 - len(reference.lengths)
    return LeaderboardLine(
        rank=None,
        player=None,
        name=reference.name,
        has_page=False,
        mean=reference.mean,
        games=reference.codes,
        to_go=0,
        best=reference.best,
        best_game=None,
        distribution=reference.lengths + (0,) * missing,
        skill=None,
    )
