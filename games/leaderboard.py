"""The leaderboard: players by the mean number of guesses over their counted games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Avg, Count, Min, QuerySet

from games.models import Game, Player
from games.variants import GameVariant

PAGE_SIZE = 50
BAR_STEP, BAR_HEIGHT = 12, 24  # units of the drawing


class Bar(NamedTuple):
    """A bar of a distribution, in the units of its drawing; y runs downwards."""

    x: int
    y: int
    height: int


@dataclass(frozen=True)
class Standing:
    """A player's line: ``distribution[n - 1]`` games took n guesses; the last were not won."""

    rank: int
    player: Player
    games: int
    mean: float
    best: int
    distribution: Sequence[int]

    @property
    def sentence(self) -> str:
        """The distribution in words: what the drawing of it says to a screen reader.

        >>> Standing(1, Player(), 3, 5.67, 4, (0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1)).sentence
        '2 games in 4, 1 not won'
        """
        *won, missed = self.distribution
        parts = [
            f"{games} {'game' if games == 1 else 'games'} in {guesses}"
            for guesses, games in enumerate(won, start=1)
            if games
        ]
        return ", ".join(parts + [f"{missed} not won"] * bool(missed))

    @property
    def bars(self) -> list[Bar]:
        """The distribution as a drawing, one bar a number of guesses; no game is a thin line."""
        most = max(self.distribution)
        heights = [max(1, round(BAR_HEIGHT * games / most)) for games in self.distribution]
        return [
            Bar(place * BAR_STEP, BAR_HEIGHT - high, high) for place, high in enumerate(heights)
        ]

    @property
    def width(self) -> int:
        return BAR_STEP * len(self.distribution)


def ranking(variant: GameVariant) -> QuerySet[Game, Any]:
    """Return player, games, mean and best of everybody: least mean first, then most games."""
    return (
        Game.objects.counted(variant)
        .values("player")
        .annotate(
            mean=Avg("counted_guesses"), games=Count("counted_guesses"), best=Min("counted_guesses")
        )
        .order_by("mean", "-games", "player")
    )


def page_of(variant: GameVariant, number: str) -> Page[Any]:
    """Return that page of the ranking, or the nearest one there is."""
    return Paginator(ranking(variant), PAGE_SIZE).get_page(number)


def standings_on(page: Page[Any], variant: GameVariant) -> list[Standing]:
    """Return the lines of a page of the ranking, with names and distributions."""
    players = Player.objects.in_bulk([line["player"] for line in page])
    distributions = distributions_of(players, variant)
    return [
        Standing(
            rank=rank,
            player=players[line["player"]],
            games=line["games"],
            mean=line["mean"],
            best=line["best"],
            distribution=distributions[line["player"]],
        )
        for rank, line in enumerate(page, start=page.start_index())
    ]


def distributions_of(players: Iterable[int], variant: GameVariant) -> dict[int, list[int]]:
    """Return for each player how many counted games took 1, 2, … guesses, and limit + 1."""
    counts = (
        Game.objects.counted(variant)
        .filter(player__in=players)
        .values_list("player", "counted_guesses")
        .annotate(games=Count("pk"))
    )
    by_player: dict[int, Counter[int]] = {player: Counter() for player in players}
    for player, guesses, games in counts:
        by_player[player][guesses] = games
    columns = range(1, variant.limit + 2)
    return {player: [count[n] for n in columns] for player, count in by_player.items()}
