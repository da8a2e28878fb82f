"""The skill and luck of finished games, worked out outside of any transaction."""

from __future__ import annotations

from games.models import Game
from solver.study.skill import skill_and_luck


def grade(game: Game) -> None:
    """Work out how well a finished game was played, and keep it."""
    turns = game.turns()
    if turns:
        game.grade(*skill_and_luck(game.variant, turns))
