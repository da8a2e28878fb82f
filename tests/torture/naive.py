"""An app that removes the condition under which a guess is stored."""

from django.apps import AppConfig


class Naive(AppConfig):
    name = "tests.torture"

    def ready(self) -> None:
        from games.models import Game

        def advance(game, number, **changes):
            Game.objects.filter(pk=game.pk).update(**changes)

        Game._advance = advance
