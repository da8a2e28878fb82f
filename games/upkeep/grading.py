"""The skill and luck of finished games, worked out outside of any transaction."""

from __future__ import annotations

from games.models import Game
from solver.skill import skill_and_luck

QUICK = 1296  # codes of the largest board that is graded while its player waits: some 50 ms


def grade(game: Game) -> None:
    """Work out how well a finished game was played, and keep it."""
    turns = game.turns()
    if turns:
        game.grade(*skill_and_luck(game.variant, turns))


def grade_if_quick(game: Game) -> None:
    """Grade a game that has just ended if that takes no time; the rest is for later."""
    if not game.is_playing and game.variant.size <= QUICK:
        grade(game)


def grade_the_rest() -> int:
    """Grade the finished games that are not yet; return how many there were."""
    keys = list(Game.objects.to_grade().values_list("pk", flat=True))
    for key in keys:
        grade(Game.objects.get(pk=key))
    return len(keys)
