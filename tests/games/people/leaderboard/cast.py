"""Helpers for lines of the leaderboard."""

from games.catalog.rules import CLASSIC
from games.models import Player, Standing
from games.models.play.standing import FOREVER
from games.people.leaderboard.lines import LeaderboardLine


def lines(client, **query) -> tuple[LeaderboardLine, ...]:
    return client.get("/leaderboard/", query).context["standings"]


def standings(client, **query) -> list[tuple]:
    """Return the lines of players on a leaderboard page, without the lines of strategies."""
    shown = [line for line in lines(client, **query) if line.player]
    return [(line.rank, line.name, line.games, round(line.mean, 3)) for line in shown]


def ranked(people: int, better: int = 0, scores: tuple[float, float] = (5, 5)) -> None:
    """Put some players with a rank on the leaderboard.

    The first ``better`` players have the first score, the others have the second score.
    """
    everybody = [Player(name=f"Player {n}", name_key=f"player {n}") for n in range(people)]
    Player.objects.bulk_create(everybody)
    board = {**CLASSIC.fields(), "is_aided": False, "period": "all", "last_day": FOREVER}
    rest = {"distribution": [0] * 11, "is_established": True, "games": 30}
    Standing.objects.bulk_create(
        Standing(player=player, score=scores[place >= better], **board, **rest)
        for place, player in enumerate(everybody)
    )
