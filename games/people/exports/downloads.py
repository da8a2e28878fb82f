"""The download of all data about a player."""

import json
from collections.abc import Iterable, Iterator
from datetime import tzinfo
from textwrap import indent
from typing import Any

from django.db.models import Count, Model, Prefetch, QuerySet
from django.utils.translation import gettext_lazy as _

from games.catalog.grades import address_of
from games.models import (
    Assist,
    Challenge,
    Game,
    Guess,
    Handover,
    Member,
    Player,
    PushSubscription,
    PuzzleAttempt,
    Season,
    Seat,
    Side,
    Watch,
)
from games.models.learn.watch import Step
from games.models.play.streak import streak_of
from games.web.responses.files import csv_table

GAME_SIZE = ("pegs", "colors", "repeats")
ANSWER = ("code", "black", "white")
# In this version of the format, columns can be added, but never removed or given another meaning.
VERSION = 2

# The table of games has these columns, each with its meaning.
GAME_COLUMNS = {
    "game": _("address of the game on this site"),
    "pegs": _("pegs of a code"),
    "colors": _("colors to choose from"),
    "repeats": _("whether a color may appear more than once"),
    "limit": _("guesses allowed"),
    "kind": _(
        "own, daily, challenge, evil or duel; before: played as a guest, or at a challenge that"
        " was deleted; known: a code you already knew; here: set at this screen;"
        " key: played by a program"
    ),
    "mode": _(
        "hard: every guess had to fit all feedback; evil: the code could change; duel:"
        " part of a duel; here: two at one screen; key: by a program; empty: any guess allowed"
    ),
    "daily": _("the date, if it was a daily"),
    "challenge": _("address of the challenge, if it was one"),
    "ranked": _("whether it counts on the leaderboard"),
    "helped": _("whether you had help"),
    "hints": _("hints taken"),
    "status": _("won, lost, resigned (gave up), expired (out of time) or playing"),
    "guesses": _("guesses made"),
    "counted_guesses": _("guesses that count: those made if won, otherwise the limit + 1"),
    "code": _("the code, once you may see it"),
    "skill": _("0 to 99; empty if not known"),
    "luck": _("0 to 99; 50 is average"),
    "begun_date": _("the day it started, in your time"),
    "begun_time": _("the time it started, in your time"),
    "ended_date": _("the day it ended"),
    "ended_time": _("the time it ended"),
}
# The table of guesses has these columns, each with its meaning.
GUESS_COLUMNS = {
    "game": _("address of the game on this site"),
    "number": _("number of the guess, from 1"),
    "code": _("the guess: one symbol for each color"),
    "black": _("right color, right place"),
    "white": _("right color, wrong place"),
    "date": _("the day, in your time"),
    "time": _("the time, in your time"),
}


def as_json(player: Player | None) -> Iterator[str]:
    """Yield everything as JSON: name, games with guesses and hints, codes set or held."""
    assists = Assist.objects.filter(player=player).prefetch_related("rows")
    puzzles = PuzzleAttempt.objects.filter(player=player)
    facts = {
        "version": VERSION,
        "name": player.name if player else "",
        **({"email": player.user.email} if player and player.user and player.user.email else {}),
        "since": player.created_at if player else None,
        "streak": streak_of(player.games.all())._asdict() if player else None,
    }
    lists: dict[str, Iterable[Any]] = {
        "games": games_of(player),
        "challenges": map(challenge_record, Challenge.objects.filter(setter=player)),
        "watched": map(watch_record, watches_of(player).iterator(500)),
        "assisted": map(assist_record, assists.order_by("pk").iterator(500)),
        "puzzles": map(puzzle_record, puzzles.order_by("pk")),
        "seasons": map(season_record, Season.objects.filter(opener=player)),
        "duels": map(duel_record, duels_of(player)),
        "groups": (
            {"id": one.group.public_id, **columns(one, "name", "wins")}
            for one in Member.objects.filter(player=player).select_related("group")
        ),
        "notifications": (
            columns(one, "browser", "since", "endpoint")
            for one in PushSubscription.objects.filter(player=player)
        ),
    }
    yield dump(facts).removesuffix("\n}")
    for name, things in lists.items():
        yield f',\n  "{name}": ['
        for place, thing in enumerate(things):
            yield ("," if place else "") + indent(f"\n{dump(thing)}", "    ")
        yield "\n  ]"
    yield "\n}"


def dump(thing: Any) -> str:
    return json.dumps(thing, indent=2, default=lambda moment: moment.isoformat())


def games_as_csv(player: Player | None, zone: tzinfo) -> Iterator[str]:
    """Return the lines of a table of the games, with times in this time zone."""
    games = saved_games(player).annotate(help_count=Count("hints")).select_related("challenge")
    return csv_table(GAME_COLUMNS, (game_row(game, zone) for game in games.iterator()))


def guesses_as_csv(player: Player | None, zone: tzinfo) -> Iterator[str]:
    """Return the lines of a table of all guesses, one row for each."""
    guesses = Guess.objects.filter(game__player=player) if player else Guess.objects.none()
    rows = guesses.order_by("game", "number").select_related("game").defer("game__secret")
    return csv_table(GUESS_COLUMNS, (guess_row(guess, zone) for guess in rows.iterator()))


def game_row(game: Game, zone: tzinfo) -> dict[str, Any]:
    """Return a game as a row for a spreadsheet, without any formula."""
    begun, over = game.started_at.astimezone(zone), game.finished_at
    ended = over.astimezone(zone) if over else None
    return {
        "game": game.get_absolute_url(),
        **game.rules.fields(),
        "repeats": yes_or_no(game.repeats),
        "kind": kind_of(game),
        "mode": game.mode,
        "daily": game.daily_id,
        "challenge": game.challenge and game.challenge.get_absolute_url(),
        "ranked": yes_or_no(game.is_ranked),
        "helped": yes_or_no(game.is_aided),
        "hints": game.help_count,  # type: ignore[attr-defined]
        "status": game.status,
        "guesses": game.guess_count,
        "counted_guesses": game.counted_guesses,
        "code": game.revealed_secret,
        "skill": game.skill,
        "luck": game.luck,
        "begun_date": begun.date(),
        "begun_time": f"{begun:%H:%M:%S}",
        "ended_date": ended and ended.date(),
        "ended_time": ended and f"{ended:%H:%M:%S}",
    }


def guess_row(guess: Guess, zone: tzinfo) -> dict[str, Any]:
    when = guess.played_at.astimezone(zone)
    row = {"game": guess.game.get_absolute_url(), **columns(guess, "number", *ANSWER)}
    return row | {"date": when.date(), "time": f"{when:%H:%M:%S}"}


def yes_or_no(is_so: bool) -> str:
    return "yes" if is_so else "no"


def kind_of(game: Game) -> str:
    """Return the kind of a game: who set its code, and whether the player knew it."""
    if game.daily_id:
        return "daily"
    if game.challenge_id:
        return "challenge"
    if game.is_at_one_screen:
        return "here"
    if game.repeated_daily_id or game.repeated_challenge_id:
        return "known"
    if game.is_evil or game.is_in_duel or game.is_by_key:
        return game.mode
    return "own" if game.is_ranked else "before"


def saved_games(player: Player | None) -> QuerySet[Game]:
    games = Game.objects.with_secret().filter(player=player) if player else Game.objects.none()
    return games.order_by("pk")


def games_of(player: Player | None) -> Iterator[dict[str, Any]]:
    """Yield the games of a player, oldest first; the secret only if the game is over."""
    kept = saved_games(player).select_related("challenge", "handover")
    for game in kept.prefetch_related("guesses", "hints").iterator(500):
        yield {
            "id": game.public_id,
            **columns(game, *GAME_SIZE, "limit", "status", "guess_count"),
            "secret": game.revealed_secret,
            "kind": kind_of(game),
            "mode": game.mode,
            "daily": game.daily_id,
            "challenge": game.challenge and game.challenge.public_id,
            "here": evening_record(game),
            **columns(game, "is_ranked", "is_aided", "counted_guesses", "skill", "luck"),
            **columns(game, "started_at", "finished_at"),
            "guesses": [
                columns(guess, "number", *ANSWER, "played_at") for guess in game.guesses.all()
            ],
            "hints": [
                columns(hint, "number", "kind", "detail", "asked_at") for hint in game.hints.all()
            ],
        }


def evening_record(game: Game) -> dict[str, Any] | None:
    """Return the evening, codemaker and codebreaker of a game on one screen, or None."""
    row: Handover | None = getattr(game, "handover", None)
    return columns(row, "evening", "number", "maker", "breaker") if row else None


def watches_of(player: Player | None) -> QuerySet[Watch]:
    """Return the codes that the player set for the computer.

    The computer's guesses are included unless they are help in an open game.
    """
    watches = Watch.objects.filter(player=player).order_by("pk")
    is_help = Game.objects.open_to_help().filter(player=player).exists()
    steps = Step.objects.none() if is_help else Step.objects.all()
    return watches.prefetch_related(Prefetch("codebreakers__steps", steps))


def duels_of(player: Player | None) -> QuerySet[Seat]:
    """Return the seats of a player, with their games there and the codes they set."""
    if player is None:
        return Seat.objects.none()
    own = Prefetch("sides", Side.objects.select_related("game"))
    set_here = Side.objects.with_code_of_a_player().exclude(seat__player=player)
    codes = Prefetch("duel__sides", set_here.with_secret(), to_attr="codes_set")
    seats = Seat.objects.filter(player=player).order_by("pk")
    return seats.select_related("duel").prefetch_related(own, codes)


def challenge_record(challenge: Challenge) -> dict[str, Any]:
    kept = columns(challenge, *GAME_SIZE, "limit", "secret", "greeting", "set_at")
    return {"id": challenge.public_id, **kept}


def season_record(season: Season) -> dict[str, Any]:
    """Return a season of the league, with its entrants and the results of their trees."""
    return {
        "letters": season.code,
        **columns(season, *GAME_SIZE, "title", "first_day", "last_day", "is_listed"),
        "entrants": [
            columns(entrant, "number", "name")
            | {"trees": [*entrant.trees.order_by("number").values("number", "total", "worst")]}
            for entrant in season.entrants.order_by("number")
        ],
    }


def watch_record(watch: Watch) -> dict[str, Any]:
    """Return a code that the player set, with the guesses of each strategy."""
    return {
        "id": watch.public_id,
        **columns(watch, *GAME_SIZE, "secret", "begun_at"),
        "strategies": {
            breaker.strategy: [columns(step, *ANSWER) for step in breaker.steps.all()]
            for breaker in watch.codebreakers.all()
        },
    }


def assist_record(assist: Assist) -> dict[str, Any]:
    """Return the guesses of a page of the Solver, with the player's answers."""
    return {
        "id": assist.public_id,
        **columns(assist, *GAME_SIZE, "strategy"),
        "told": assist.code,
        "begun_at": assist.begun_at,
        "guesses": [columns(row, *ANSWER) for row in assist.rows.all()],
    }


def duel_record(seat: Seat) -> dict[str, Any]:
    """Return the player's part of a duel: seat, games and codes set."""
    duel, sides = seat.duel, seat.sides.all()
    codes = duel.codes_set  # type: ignore[attr-defined]
    return {
        "id": duel.public_id,
        **columns(duel, *GAME_SIZE, "limit", "kind", "status", "opened_at"),
        "seat": seat.number,
        **columns(seat, "name", "seen_at", "left_at"),
        "was_sent_out": seat.is_sent_out,
        "games": [side.game.public_id for side in sides if side.game],
        "waiting": [side.row for side in sides if side.row],
        "codes": [side.secret for side in codes if side.secret],
    }


def puzzle_record(attempt: PuzzleAttempt) -> dict[str, Any]:
    """Return which puzzle the player tried, and the result."""
    return {
        "grade": address_of(attempt.name.grade),
        **columns(attempt, "number", "day", "status", "tries", "hints", "begun_at", "ended_at"),
        "seconds": attempt.time and attempt.time.total_seconds(),
    }


def columns(row: Model, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
