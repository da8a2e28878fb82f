"""Lines of a leaderboard, in the order of average guesses plus a margin for luck."""

from operator import itemgetter
from typing import NamedTuple

from django.utils.translation import gettext as _

from games import wording
from games.catalog.references import Reference, yardsticks
from games.catalog.rules import Rules
from games.models import Player, Standing
from games.people.leaderboard.page import Leaderboard

PAGE_SIZE = 50
MOST_SKIPPED = PAGE_SIZE  # if more lines than this are skipped, a second query is faster


class LeaderboardLine(NamedTuple):
    """A line of the leaderboard; ``note`` says why it has no ``rank``.

    ``best_game`` is the public id of a game with the fewest guesses.
    """

    name: str
    score: float
    mean: float
    games: int
    best: int
    distribution: tuple[int, ...]
    rank: int | None = None
    player: int | None = None
    has_page: bool = False
    best_game: str | None = None
    skill: int | None = None
    note: str = ""
    is_you: bool = False


class StandingRow(NamedTuple):
    """The database columns that a line needs."""

    player: int
    player__name: str
    player__public_id: str
    has_account: bool
    is_established: bool
    is_too_good: bool
    score: float
    mean: float
    games: int
    best: int
    best_game__public_id: str | None
    distribution: list[int]
    graded: int
    skill: float

    @property
    def place(self) -> tuple[bool, float, float, int, int]:
        """The sort key of a line, as in ``StandingQuerySet.in_order``."""
        return not self.is_established, self.score, -self.skill, -self.games, self.player


class LeaderboardPage(NamedTuple):
    """A page of lines, with the lines just above and below it.

    The total number of lines is missing, because the database would have to count them.
    """

    number: int
    above: list[StandingRow]
    shown: list[StandingRow]
    below: list[StandingRow]

    @property
    def start(self) -> int:
        """The place of the page's first line, from 1."""
        return (self.number - 1) * PAGE_SIZE + 1

    @property
    def has_previous(self) -> bool:
        return self.number > 1

    @property
    def has_next(self) -> bool:
        return bool(self.below)


def page_of(board: Leaderboard, number: int) -> LeaderboardPage:
    """Return a page of the leaderboard; empty after the last page."""
    first = (number - 1) * PAGE_SIZE
    before = min(first, 1)
    rows = rows_between(board, first - before, first + PAGE_SIZE + 1)
    return LeaderboardPage(
        number, rows[:before], rows[before:][:PAGE_SIZE], rows[before + PAGE_SIZE :]
    )


def last_page(board: Leaderboard) -> int:
    return page_at(board.lines.count())


def rows_between(board: Leaderboard, start: int, end: int) -> list[StandingRow]:
    """Return the rows at these places, in order.

    If many rows are skipped, a first query finds the keys in the index. Otherwise the player and
    the game of each skipped row would be read, too.
    """
    lines = board.lines.in_order()[start:end]
    if start <= MOST_SKIPPED:
        return [StandingRow._make(row) for row in lines.values_list(*StandingRow._fields)]
    keys = list(lines.values_list("pk", flat=True))
    found = Standing.objects.filter(pk__in=keys).values_list("pk", *StandingRow._fields)
    rows = {key: StandingRow._make(row) for key, *row in found}
    return [rows[key] for key in keys if key in rows]


def page_at(place: int) -> int:
    """Return the number of the page that has this place (page 1 for place 0).

    >>> page_at(0), page_at(50), page_at(51)
    (1, 1, 2)
    """
    return max(1, -(-place // PAGE_SIZE))


def page_with(board: Leaderboard, line: Standing) -> int:
    """Return the number of the page with this line."""
    return page_at(board.lines.ahead_of(line).count() + line.has_account)


def own_row(board: Leaderboard, guest: int | None) -> StandingRow | None:
    """Return the row of a guest, or None; pages do not contain it, so only the guest sees it."""
    if guest is None:
        return None
    own = Standing.objects.filter(player=guest, has_account=False)
    # most guests have no row, and the next query takes five times as long
    if not own.values_list("pk")[:1]:
        return None
    rows = (own & board.everybody).values_list(*StandingRow._fields)[:1]
    return next(map(StandingRow._make, rows), None)


def would_be(board: Leaderboard, own: StandingRow | None) -> str:
    """Return a sentence on the rank that a guest would have with an account; "" if none."""
    if own is None or own.is_too_good or not own.is_established:
        return ""
    better = board.lines.filter(is_established=True, score__lt=own.score).count()
    return _("With these %(games)s on an account, you would be number %(rank)s.") % {
        "games": wording.games(own.games),
        "rank": wording.number(better + 1),
    }


def belongs_on(page: LeaderboardPage, place: tuple[float, ...]) -> bool:
    """Return whether a line with this place belongs between or directly after a page's lines."""
    is_before = page.above and not (page.shown and page.shown[0].place < place)
    return not (is_before or (page.below and page.below[0].place < place))


def lines_on(
    page: LeaderboardPage, board: Leaderboard, you: int | None, own: StandingRow | None = None
) -> tuple[LeaderboardLine, ...]:
    """Return the lines of a page, with lines of strategies between the ranked players.

    ``you`` is the key of the reader; ``own`` is the reader's line if the reader is a guest. A
    strategy comes before players with an equal score.
    """
    rows = [*enumerate(page.shown, start=page.start)]
    if own and belongs_on(page, own.place):
        rows.append((0, own))
    lines: list[tuple[tuple[float, ...], LeaderboardLine]] = [
        (row.place, line_of(row, rank, board.least_games, you)) for rank, row in rows
    ]
    for reference in yardsticks(board.rules, board.is_hard):
        place = False, reference.mean
        if belongs_on(page, place):
            lines.append((place, reference_line(reference, board.rules)))
    return tuple(line for _, line in sorted(lines, key=itemgetter(0)))


def line_of(row: StandingRow, rank: int, least: int, you: int | None) -> LeaderboardLine:
    """Return the line of a player, with a rank if there are enough games."""
    note = why_unranked(row, least)
    return LeaderboardLine(
        rank=None if note else rank,
        player=row.player,
        name=Player.display_name(row.player__name, row.player__public_id),
        has_page=bool(row.player__name),
        score=row.score,
        mean=row.mean,
        games=row.games,
        best=row.best,
        best_game=row.best_game__public_id,
        distribution=tuple(row.distribution),
        skill=round(row.skill) if row.graded else None,
        note=note,
        is_you=row.player == you,
    )


def why_unranked(row: StandingRow, least: int) -> str:
    """Return in a few words why a line has no rank; "" if it has one."""
    if row.is_too_good:
        return _("beyond perfect play")
    if not row.has_account:
        return _("as a guest")
    if row.is_established:
        return ""
    return _("%(games)s to go") % {"games": wording.games(least - row.games)}


def reference_line(reference: Reference, rules: Rules) -> LeaderboardLine:
    """Return the line of a strategy, with its results against every code of the game size."""
    missing = rules.limit + 1 - len(reference.lengths)
    return LeaderboardLine(
        name=str(reference.name),
        score=reference.mean,
        mean=reference.mean,
        games=reference.codes,
        best=reference.best,
        distribution=reference.lengths + (0,) * missing,
        note=_("every code"),
    )
