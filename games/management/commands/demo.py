"""Fill a database with honest games, so that every page can be seen full."""

import random
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.demo import characters, played, put_on_record
from games.models import Player
from solver.management.engine_command import counting_number


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=counting_number, default=60)
        parser.add_argument("--games", type=counting_number, default=60, help="of each player")
        parser.add_argument("--seed", type=int, default=1, help="another one, other players")

    def handle(self, *args: Any, players: int, games: int, seed: int, **options: Any) -> None:
        if Player.objects.exclude(name_key="").exists():
            raise CommandError("There are players already. The demo is for an empty database.")
        chance = random.Random(seed)  # noqa: S311 - secrets are drawn elsewhere
        for character in characters(players, chance):
            put_on_record(character, list(played(character, games, chance)))
        self.stdout.write(f"{Player.objects.count()} players have played.")
