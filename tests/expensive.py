"""The most expensive requests for each URL, with large boards and random positions.

Each function returns a different request at each call. ``Things`` names the games and other objects
in the URLs, which belong to a test or to an attacker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from games.catalog.cards import CARDS
from games.catalog.grades import GRADES_OF_A_DAY, address_of
from games.catalog.rules import PRESETS, Rules
from games.catalog.strategies import watchable
from games.insight.positions.address import explorer_query
from games.learn.lab.tree import KINDS
from games.models import FIRST_DAY, NUMBERS, today
from solver.deduction.puzzles import Grade
from solver.rule.codes import COLORS, PEGS, Code, Variant
from solver.rule.feedback import Feedback, Turn, feedback, possible_feedbacks

GIANT = PRESETS["giant"]
PLAYERS = 5_000  # number of players whose names are requested, whether or not they exist


class Things(NamedTuple):
    """The games and other objects of a player, whose ids are in the URLs."""

    running: str
    done: str
    challenge: str
    watch: str
    assist: str
    player: str
    day: date = FIRST_DAY
    strategy: str = "knuth"
    rival: str = "entropy"
    answers: tuple[Feedback, ...] = (Feedback(0, 2),)
    kind: str = "txt"
    place: int = 1
    lesson: int = 1
    grade: Grade = Grade.EASY
    number: int = 7
    evil: str = "-"
    evening: str = "-" * 22
    duel: str = "-"
    feed: str = "-"
    room: str = "QQQQQQ"
    seat: int = 1
    room_key: str = "-"
    by_key: str = "-"
    season: str = "QQQQQQ"
    entrant: int = 1
    entrant_key: str = "-"
    group: str = "-"


class Request(NamedTuple):
    """A URL, and the data of a POST."""

    path: str
    sent: dict[str, str] | None = None


Ask = Callable[[Things, Random], Request]


def request_to(name: str, *things: str, sent: dict[str, str] | None = None) -> Ask:
    """Return a function that requests the URL with this name, filled in with these things."""
    return lambda its, _: Request(reverse(name, args=[getattr(its, one) for one in things]), sent)


def board(chance: Random) -> Variant:
    """Return either the largest board or a random board, with equal probability."""
    if chance.random() < 0.5:
        return GIANT.variant
    return Variant(chance.choice(PEGS), chance.choice(COLORS))


def code(variant: Variant, chance: Random) -> Code:
    return "".join(chance.choices(variant.symbols, k=variant.pegs))


def position(variant: Variant, chance: Random) -> list[Turn]:
    """Return some random guesses with the feedback of a secret, or with random feedback."""
    secret = code(variant, chance) if chance.random() < 0.8 else ""
    guesses = [code(variant, chance) for _ in range(chance.randint(1, 5))]
    some = sorted(possible_feedbacks(variant.pegs))
    return [Turn(one, feedback(one, secret) if secret else chance.choice(some)) for one in guesses]


def a_day(chance: Random) -> date:
    return FIRST_DAY + timedelta(chance.randint(0, (today() - FIRST_DAY).days))


def a_player(chance: Random) -> str:
    return f"Player {chance.randrange(PLAYERS)}"


def one_of(things: Iterable[Any]) -> Callable[[Random], Any]:
    """Return a function that draws one of these things."""
    return lambda chance: chance.choice([*things])


def about(name: str, *draws: Callable[[Random], Any]) -> Ask:
    """Return a function that requests the URL with this name, filled in with random things."""
    return lambda _, chance: Request(reverse(name, args=[draw(chance) for draw in draws]))


def on_a_board(name: str, *draws: Callable[[Random], Any], **more: str) -> Ask:
    """Return a function that requests a URL about random things, on a random board."""

    def ask(its: Things, chance: Random) -> Request:
        query = urlencode([*Rules.of(board(chance)).codes, *more.items()])
        return Request(f"{about(name, *draws)(its, chance).path}?{query}")

    return ask


a_board_with_help = request_to("game", "running")
more_of_a_race = request_to("watch", "watch", sent={})
what_follows = request_to("assist", "assist")
a_picture_of_a_result = request_to("result-preview", "done")
a_picture_of_a_challenge = request_to("challenge-preview", "challenge")
a_picture_of_a_duel = request_to("duel-preview", "duel")
a_picture_of_the_site = request_to("preview")
an_export = request_to("export-json")
a_table = request_to("export-csv")
new_codes = request_to("recovery", sent={"password": "wrong"})
an_end = request_to("delete", sent={"password": "wrong"})
a_new_password = request_to(
    "password", sent={"old_password": "wrong", "new_password1": "correct horse 7"}
)
somebody = about("player", a_player)
a_picture_of_somebody = about("player-preview", a_player)
a_picture_of_a_day = about("daily-preview", a_day)
a_puzzle = about("puzzle", one_of([Grade.FIENDISH]), one_of(NUMBERS))
a_puzzle_of_a_day = about("puzzle-of-day", a_day, one_of(GRADES_OF_A_DAY))
a_picture_of_a_puzzle = about("puzzle-preview", one_of([Grade.EASY]), one_of(NUMBERS))
a_picture_of_a_puzzle_of_a_day = about("puzzle-of-day-preview", a_day, one_of(GRADES_OF_A_DAY))
an_evil_board = on_a_board("evil")
a_comparison = on_a_board("strategies", sort="worst")
a_strategy = on_a_board("strategy", one_of(CARDS))
a_match = on_a_board("head-to-head", one_of(CARDS), one_of(CARDS))
a_root = on_a_board("tree", one_of(CARDS), picture="yes")
a_whole_tree = on_a_board("tree-file", one_of(CARDS), one_of(KINDS))


def an_evil_guess(its: Things, chance: Random) -> Request:
    said = code(GIANT.variant, chance)
    sent = {"code": said, "token": said, "sure": said, "number": "1"}
    return Request(reverse("game", args=[its.evil]), sent)


def a_hint(its: Things, chance: Random) -> Request:
    kind = chance.choice(["follows", "best", "facts", "panel"])
    sent = {"kind": kind, "number": "2", "strategy": one_of(watchable())(chance)}
    return Request(reverse("hint", args=[its.running]), sent)


def a_lesson(its: Things, chance: Random) -> Request:
    """Return a request to the lesson of a game, with another guess and a strategy."""
    asked = {"guess": "2", "code": code(GIANT.variant, chance)}
    asked["beside"] = one_of(watchable())(chance)
    return Request(f"{reverse('analysis', args=[its.done])}?{urlencode(asked)}")


def a_race(its: Things, chance: Random) -> Request:
    strategy, rival = chance.sample(list(watchable()), 2)
    sent = {"random": "yes", "strategy": strategy, "rival": rival}
    return Request(reverse("new-watch"), dict(Rules.of(board(chance)).codes) | sent)


def a_step(its: Things, chance: Random) -> Request:
    return Request(f"{reverse('watch', args=[its.watch])}?step={chance.randrange(9)}")


def an_answer(its: Things, chance: Random) -> Request:
    said = code(GIANT.variant, chance)
    sent = {"code": said, "token": said, "black": str(chance.randrange(4)), "white": "2"}
    sent |= {"said": "yes", "revision": str(chance.randrange(4))}
    return Request(reverse("assist", args=[its.assist]), sent)


def a_correction(its: Things, chance: Random) -> Request:
    sent = {"answer": f"{chance.randrange(4)},2", "revision": str(chance.randrange(4))}
    return Request(reverse("correct", args=[its.assist, 1]), sent)


def a_node(its: Things, chance: Random) -> Request:
    variant = board(chance)
    answers = tuple(turn.feedback for turn in position(variant, chance))
    path = reverse("node", args=[one_of(CARDS)(chance), answers])
    return Request(f"{path}?{urlencode(Rules.of(variant).codes)}")


def any_position(its: Things, chance: Random) -> Request:
    variant = board(chance)
    guess = code(variant, chance) if chance.random() < 0.5 else ""
    why = chance.choice(["", "yes"])
    query = explorer_query(variant, position(variant, chance), guess, why=why)
    return Request(f"{reverse('explore')}?{query}")


def a_page_of_players(its: Things, chance: Random) -> Request:
    return Request(f"{reverse('leaderboard')}?page={chance.randint(1, 100)}")


def a_search(its: Things, chance: Random) -> Request:
    return Request(f"{reverse('find')}?name=Player+{chance.randrange(PLAYERS)}")


def a_sheet(its: Things, chance: Random) -> Request:
    what = chance.choice(["puzzles", "positions"])
    sent = {"what": what, "grade": address_of(Grade.FIENDISH), "per": "9"}
    return Request(f"{reverse('sheet')}?{urlencode(sent | {'sheet': chance.randint(1, 999)})}")


def a_longer_table(its: Things, chance: Random) -> Request:
    return Request(reverse("export-guesses") + "?zone=Europe/Paris")


def an_account(its: Things, chance: Random) -> Request:
    """Return a request to sign up with a name that is perhaps taken."""
    sent = {"name": f"Player {chance.randrange(2 * PLAYERS)}", "password": "correct horse 7"}
    return Request(reverse("sign-up"), sent)


def a_log_in(its: Things, chance: Random) -> Request:
    sent = {"name": a_player(chance), "password": "wrong"}
    return Request(reverse("log-in"), sent)


def a_way_back(its: Things, chance: Random) -> Request:
    sent = {"username": a_player(chance), "code": f"{chance.random()}"}
    return Request(reverse("recover"), sent | {"password": "correct horse 7"})


def a_suggestion(its: Things, chance: Random) -> Request:
    variant = Variant(4, 6)
    history = " ".join(f"{turn.guess}:{turn.feedback}" for turn in position(variant, chance))
    asked = {"strategy": one_of(watchable())(chance), "history": history}
    return Request(f"{reverse('api-suggestion')}?{urlencode(asked)}")


def a_code_for_all(its: Things, chance: Random) -> Request:
    """Return a request that lets all entrants of a season, and two strategies, break a code."""
    sent = urlencode({"code": code(Variant(), chance)})
    return Request(f"{reverse('season', args=[its.season])}?{sent}")


def a_parting(its: Things, chance: Random) -> Request:
    """Return a request for the first difference between an entrant's tree and a strategy's tree."""
    sent = urlencode({"against": chance.choice(["knuth", "optimal"])})
    return Request(f"{reverse('entrant', args=[its.season, its.entrant])}?{sent}")


def a_sent_tree(its: Things, chance: Random) -> Request:
    """Return a request with a tree that makes useless guesses for as long as allowed."""
    first = code(Variant(), chance)
    tree = "{" + f"{first}:{{00:{{" * 15 + "}" * 31
    return Request(
        reverse("season-tree", args=[its.season]), {"key": its.entrant_key, "tree": tree}
    )
