"""The skill and luck of finished games, worked out outside of any transaction."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Game
from solver.study.skill import skill_and_luck


def grade(game: Game) -> None:
    """Work out how well a finished game was played, and keep it."""
    turns = game.turns()
    if turns:
        game.grade(*skill_and_luck(game.variant, turns))


def grade_the_rest() -> Iterator[int]:
    """Grade finished games one by one, and yield 1 after each."""
    for pk in list(Game.objects.to_grade().values_list("pk", flat=True)):
        for game in Game.objects.to_grade().filter(pk=pk):  # it may be graded meanwhile
            grade(game)
            yield 1
