"""Compute the skill and luck of finished games, outside of any transaction."""

from games.models import Game
from solver.study.skill import skill_and_luck


def grade(game: Game) -> None:
    """Compute the skill and luck of a finished game, and store them."""
    turns = game.turns()
    if turns:
        game.grade(*skill_and_luck(game.variant, turns))
