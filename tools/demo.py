"""Fill an empty database with games of invented players: ``python -m tools.demo --players 60``.

Some follow a strategy; the others mix careful and careless guesses, like people. They do not know
the secrets: they get the same feedback as real players.
"""

from __future__ import annotations

import os
import random
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")
    django.setup()

from django.contrib.auth.hashers import make_password
from django.db import transaction

from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import (
    FIRST_DAY,
    Daily,
    Game,
    Guess,
    Player,
    Standing,
    new_secret,
    new_token,
    today as current_day,
)
from solver.management.engine_command import counting_number
from solver.positions.candidates import Position, follow, position_after
from solver.positions.strategy import ArrayStrategy
from solver.rule.codes import Code, Variant
from solver.rule.feedback import Turn, feedback
from solver.sets.arrays import all_codes
from solver.strategies.roster import strategy_named
from solver.study.play import Remembering

DEMO_NAMES = (
    *("Ada", "Blaise", "Cleo", "Dürer", "Emmy", "Fermat", "Gauss", "Hypatia", "Ibn Sina", "Jacobi"),
    *("Kepler", "Lise", "Mary S", "Newton", "Oresme", "Poisson", "Quine", "Ramanujan", "Sophie"),
    *("Turing", "Ulam", "Viète", "Wiles", "Xenia", "Yates", "Zeno", "名前", "a-b_c", "007"),
)
MACHINES = ("knuth", "entropy", "most-parts", "simple")
BOARDS = (CLASSIC, CLASSIC, CLASSIC, PRESETS["mini"], PRESETS["bulls-and-cows"])
DAYS = 60  # the games are from the last 60 days
SECONDS_OF_A_GUESS = 20


@dataclass(frozen=True)
class Character:
    """A way to play: ``care`` is the share of guesses from a strategy; the others are random."""

    name: str
    strategies: Mapping[Variant, ArrayStrategy]
    care: float
    asks: float  # probability that the player asks for a hint

    def guesses(self, rules: Rules, secret: Code, chance: random.Random) -> Iterator[Turn]:
        """Yield the turns of a game until its end."""
        position = position_after(rules.variant, [])
        for _ in range(rules.limit):
            turn, position = self._turn(position, secret, chance)
            yield turn
            if turn.guess == secret:
                return

    def _turn(
        self, position: Position, secret: Code, chance: random.Random
    ) -> tuple[Turn, Position]:
        if chance.random() < self.care:
            guess = self.strategies[position.variant].choose(position)
        else:
            place = chance.randrange(position.variant.size)
            guess = all_codes(position.variant)[place : place + 1]
        [text] = position.variant.texts(guess.digits)
        answer = feedback(text, secret)
        return Turn(text, answer), follow(position, guess, answer)


@dataclass(frozen=True)
class Playing:
    """A game to be saved, with its guesses and time and whether a hint was used."""

    rules: Rules
    secret: Code
    turns: list[Turn]
    begun: datetime
    is_aided: bool = False
    daily: Daily | None = None

    def fields(self) -> dict[str, Any]:
        is_won = self.turns[-1].guess == self.secret
        took = timedelta(seconds=SECONDS_OF_A_GUESS * len(self.turns))
        return self.rules.fields() | {
            "secret": self.secret,
            "status": Game.Status.WON if is_won else Game.Status.LOST,
            "guess_count": len(self.turns),
            "counted_guesses": len(self.turns) if is_won else self.rules.limit + 1,
            "is_ranked": self.daily is None,
            "is_placed": self.daily is not None,
            "is_aided": self.is_aided,
            "daily": self.daily,
            "started_at": self.begun,
            "moved_at": self.begun + took,
            "finished_at": self.begun + took,
        }


def characters(people: int, chance: random.Random) -> Iterator[Character]:
    """Yield a player for each strategy, then ``people`` players who play like people."""
    for name in MACHINES:
        title = f"Robot {name}".title()
        strategies = {board.variant: Remembering(strategy_named(name)) for board in BOARDS}
        yield Character(title, strategies, care=1, asks=0)
    for number in range(people):
        lap, place = divmod(number, len(DEMO_NAMES))
        name = f"{DEMO_NAMES[place]} {lap + 1}" if lap else DEMO_NAMES[place]
        own_way = strategy_named("random").with_seed(chance.randrange(2**32))
        ways = dict.fromkeys((board.variant for board in BOARDS), own_way)
        yield Character(name, ways, care=chance.uniform(0.5, 1), asks=chance.uniform(0, 0.3))


def play_games(character: Character, games: int, chance: random.Random) -> Iterator[Playing]:
    """Yield ``games`` games of a player, the oldest first, and the player's daily games."""
    now = datetime.now(UTC) - timedelta(minutes=15)
    ages = sorted((chance.uniform(0, DAYS) ** 2 / DAYS for _ in range(games)), reverse=True)
    for age in ages:
        rules = chance.choice(BOARDS)
        secret = new_secret(rules.variant)
        turns = list(character.guesses(rules, secret, chance))
        is_aided = chance.random() < character.asks
        yield Playing(rules, secret, turns, now - timedelta(days=age), is_aided)
    for daily in days_played(chance):
        turns = list(character.guesses(CLASSIC, daily.secret, chance))
        morning = datetime(daily.day.year, daily.day.month, daily.day.day, tzinfo=UTC)
        yield Playing(CLASSIC, daily.secret, turns, min(morning, now), daily=daily)


def days_played(chance: random.Random) -> Iterator[Daily]:
    """Yield the daily games of a player, for most days between a random day and today."""
    first = chance.randrange((current_day() - FIRST_DAY).days + 1)
    for offset in range(first, (current_day() - FIRST_DAY).days + 1):
        if chance.random() < 0.9:
            day: date = FIRST_DAY + timedelta(days=offset)
            start = {"secret": new_secret(CLASSIC.variant)}
            yield Daily.objects.get_or_create(day=day, defaults=start)[0]


def put_on_record(character: Character, games: list[Playing]) -> None:
    """Save a player's games and count them on the leaderboard; no one can log in as the player."""
    player = Player()
    with transaction.atomic():
        player.open_account(character.name, make_password(None))
        rows = Game.objects.bulk_create(Game(player=player, **game.fields()) for game in games)
        Guess.objects.bulk_create(
            Guess(
                game=row,
                number=number,
                code=turn.guess,
                token=new_token(),
                played_at=game.begun + timedelta(seconds=SECONDS_OF_A_GUESS * number),
                **turn.feedback._asdict(),
            )
            for row, game in zip(rows, games, strict=True)
            for number, turn in enumerate(game.turns, start=1)
        )
        Standing.objects.add(player, [row for row in rows if row.is_ranked])


def fill(players: int, games: int) -> None:
    """Let some players play some games each; exit if the database has players already."""
    if Player.objects.exclude(name_key="").exists():
        sys.exit("There are players already. The demo is for an empty database.")
    chance = random.Random(1)  # noqa: S311 - secrets are drawn elsewhere
    for character in characters(players, chance):
        put_on_record(character, list(play_games(character, games, chance)))


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=counting_number, default=60)
    parser.add_argument("--games", type=counting_number, default=60, help="of each player")
    fill(**vars(parser.parse_args()))
