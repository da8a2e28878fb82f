"""The skill and luck of finished games, worked out outside of any transaction."""

from __future__ import annotations

from math import inf

from games.models import Game
from games.web.tasks import for_a_while
from solver.study.skill import skill_and_luck


def grade(game: Game) -> None:
    """Work out how well a finished game was played, and keep it."""
    turns = game.turns()
    if turns:
        game.grade(*skill_and_luck(game.variant, turns))


def grade_the_rest(seconds: float = inf) -> int:
    """Grade finished games that are not yet, for so long; return how many."""
    graded = 0
    for pk in for_a_while(list(Game.objects.to_grade().values_list("pk", flat=True)), seconds):
        for game in Game.objects.to_grade().filter(pk=pk):  # unless somebody else was quicker
            grade(game)
            graded += 1
    return graded
