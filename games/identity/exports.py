"""All that is kept about a player, to take along."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from games.catalog.grades import address_of
from games.models import Assist, Challenge, Game, Guess, Hint, Player, PuzzleAttempt, Watch
from games.models.answered import Answered
from games.models.columns import on_board

EXPORTED = (
    *("id", "pegs", "colors", "repeats", "limit", "status", "guess_count", "secret"),
    *("daily", "is_ranked", "is_aided", "counted_guesses", "skill", "luck"),
    *("started_at", "finished_at", "guesses", "hints"),
)


def as_json(player: Player | None) -> str:
    """Return everything: name, games with their guesses and hints, and codes set or held."""
    everything = {
        "name": player.name if player else "",
        "since": player.created_at.isoformat() if player else None,
        "games": list(games_of(player)),
        "challenges": [challenge_record(one) for one in Challenge.objects.filter(setter=player)],
        "watched": [watch_record(one) for one in watched_by(player)],
        "assisted": [assist_record(one) for one in assisted(player)],
        "puzzles": [puzzle_record(one) for one in puzzles_of(player)],
    }
    return json.dumps(everything, indent=2)


def as_csv(player: Player | None) -> str:
    """Return the games as a table; guesses stand as 1122:1,0 with a space in between."""
    table = io.StringIO()
    writer = csv.DictWriter(table, EXPORTED)
    writer.writeheader()
    for game in games_of(player):
        guesses = [f"{one['code']}:{one['black']},{one['white']}" for one in game["guesses"]]
        hints = [f"{one['number']}:{one['kind']}" for one in game["hints"]]
        writer.writerow(game | {"guesses": " ".join(guesses), "hints": " ".join(hints)})
    return table.getvalue()


def games_of(player: Player | None) -> Iterator[dict[str, Any]]:
    """Yield the games of a player, the oldest first; the secret only of those that are over."""
    games = Game.objects.with_secret().filter(player=player) if player else Game.objects.none()
    for game in games.order_by("pk").prefetch_related("guesses", "hints").iterator(500):
        yield {
            "id": game.public_id,
            **game.rules.fields(),
            "status": game.status,
            "guess_count": game.guess_count,
            "secret": game.revealed_secret,
            "daily": game.daily_id and game.daily_id.isoformat(),
            "is_ranked": game.is_ranked,
            "is_aided": game.is_aided,
            "counted_guesses": game.counted_guesses,
            "skill": game.skill,
            "luck": game.luck,
            "started_at": game.started_at.isoformat(),
            "finished_at": game.finished_at and game.finished_at.isoformat(),
            "guesses": [guess_record(guess) for guess in game.guesses.all()],
            "hints": [hint_record(hint) for hint in game.hints.all()],
        }


def watched_by(player: Player | None) -> QuerySet[Watch]:
    watches = Watch.objects.filter(player=player).order_by("pk")
    return watches.prefetch_related("codebreakers__steps")


def assisted(player: Player | None) -> QuerySet[Assist]:
    return Assist.objects.filter(player=player).order_by("pk").prefetch_related("rows")


def puzzles_of(player: Player | None) -> QuerySet[PuzzleAttempt]:
    return PuzzleAttempt.objects.filter(player=player).order_by("pk")


def guess_record(guess: Guess) -> dict[str, Any]:
    record = {"number": guess.number, **answer_record(guess)}
    return record | {"played_at": guess.played_at.isoformat()}


def answer_record(row: Answered) -> dict[str, Any]:
    """Return a code and what it earned."""
    return {"code": row.code, **row.feedback._asdict()}


def hint_record(hint: Hint) -> dict[str, Any]:
    record = {"number": hint.number, "kind": hint.kind, "detail": hint.detail}
    return record | {"asked_at": hint.asked_at.isoformat()}


def challenge_record(challenge: Challenge) -> dict[str, Any]:
    """Return what a challenge consists of."""
    record = {"id": challenge.public_id, **challenge.rules.fields()}
    record |= {"secret": challenge.secret, "greeting": challenge.greeting}
    return record | {"set_at": challenge.set_at.isoformat()}


def watch_record(watch: Watch) -> dict[str, Any]:
    """Return a code that was set, and the guesses of each strategy at it."""
    return {
        "id": watch.public_id,
        **on_board(watch.variant),
        "secret": watch.secret,
        "begun_at": watch.begun_at.isoformat(),
        "strategies": {
            breaker.strategy: [answer_record(step) for step in breaker.steps.all()]
            for breaker in watch.codebreakers.all()
        },
    }


def assist_record(assist: Assist) -> dict[str, Any]:
    """Return the guesses at a code that somebody held, and what they answered."""
    return {
        "id": assist.public_id,
        **on_board(assist.variant),
        "strategy": assist.strategy,
        "told": assist.code,
        "begun_at": assist.begun_at.isoformat(),
        "guesses": [answer_record(row) for row in assist.rows.all()],
    }


def puzzle_record(attempt: PuzzleAttempt) -> dict[str, Any]:
    """Return which puzzle was tried, and how it went."""
    return {
        "grade": address_of(attempt.name.grade),
        "number": attempt.number,
        "day": attempt.day and attempt.day.isoformat(),
        "status": attempt.status,
        "tries": attempt.tries,
        "hints": attempt.hints,
        "begun_at": attempt.begun_at.isoformat(),
        "ended_at": attempt.ended_at and attempt.ended_at.isoformat(),
        "seconds": attempt.time and attempt.time.total_seconds(),
    }
