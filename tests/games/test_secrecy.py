"""Before the end, no response depends on the secret beyond the feedback.

Two worlds differ only in the secret, and get the same requests at the same time. If the feedback
is the same in both worlds, all responses must be equal in every byte except for random values, in
their size and in their number of queries. ``tests/torture`` compares the time.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from math import ceil
from unittest.mock import patch

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from games.models import FIRST_DAY, ApiKey, Daily, Game, Hint
from games.play.board.page import PlayPage
from games.play.duels.pulse import moments_of
from games.templatetags.fixed import _render
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.sets.arrays import all_codes
from tests.addresses import ADDRESSES, path_of
from tests.cast import HTMX, form_of, play, sign_up, start
from tests.expensive import GIANT, Things
from tests.games.play.api.program import ROOT, Program

GUESSES = ("1122", "1344")
A_MOMENT = datetime(2026, 11, 24, 9, 46, tzinfo=UTC)
ENDS = {"resign", "delete", "log-out", "switch"}  # these acts end the game or the session


def twins(guesses: tuple[str, ...]) -> tuple[str, str]:
    """Return the first and last code of the largest group with the same answers to the guesses."""
    codes = Variant().texts(all_codes(Variant()).digits)
    answers: dict[tuple, list[str]] = {}
    for code in codes:
        answers.setdefault(tuple(feedback(guess, code) for guess in guesses), []).append(code)
    alike = max(answers.values(), key=len)
    return alike[0], alike[-1]


class CountingClient(Client):
    """A browser that also counts the database queries of each response."""

    def request(self, **request):
        with CaptureQueriesContext(connection) as asked:
            response = super().request(**request)
        response.questions = len(asked)
        return response


def masked(response: HttpResponse) -> bytes:
    """Return status, headers, size and body of a response, without the tokens of forms."""
    # each response has its own id, and states how much processor time is left
    headers = {**response.headers, "X-Request-ID": "", "RateLimit": ""}
    head = "\n".join(f"{name}: {value}" for name, value in sorted(headers.items()))
    body = response.content.decode("latin-1")  # decodes every byte, even of pictures
    head += f"\n{len(body)} bytes, {getattr(response, 'questions', 0)} questions"
    whole = f"{response.status_code}\n{head}\n{sorted(response.cookies)}\n{body}"
    whole = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", whole)
    return re.sub(r"Guest \w{4}", "GUEST", whole).encode()


def everything_that_can_be_asked(client: Client, game: Game, its: Things) -> list[bytes]:
    """Send the requests of a curious player; return the masked answers."""
    address = game.get_absolute_url()
    seen: list[HttpResponse] = []

    def note(response: HttpResponse) -> None:
        seen.append(response)

    for step, guess in enumerate(GUESSES):
        for headers in ({}, HTMX):
            note(client.get(address, headers=headers))
            note(client.head(address, headers=headers))
            note(client.get(address, {"row": "1...", "color": "2", "place": "2"}, headers=headers))
            note(client.post(address, {}, headers=headers))
            note(client.post(address, form_of(client, game) | {"code": "99"}, headers=headers))
            stale = {"number": "9", "token": "stale", "code": "6655"}
            note(client.post(address, stale, headers=headers))
            note(client.post(f"{address}hint/", {"kind": "facts", "number": "9"}, headers=headers))
            note(client.get(f"{address}hint/", headers=headers))
            note(client.get(f"{address}resign/", headers=headers))
            note(client.get(f"{address}analysis/", headers=headers))
            note(client.get(f"{address}result.png", headers=headers))
        note(play(client, game, guess, **(HTMX if step else {})))
        for response in asked_of_its_position(client, game, its):
            note(response)
        for kind in Hint.Kind:
            asked = {"kind": kind, "number": step + 2, "code": "1122", "strategy": "entropy"}
            note(client.post(f"{address}hint/", asked, headers=HTMX))
        note(client.get(address))
    for name in ADDRESSES:
        note(client.get(path_of(name, its)))
        if name not in ENDS:
            note(client.post(path_of(name, its)))
    return [masked(response) for response in seen]


def asked_of_its_position(client: Client, game: Game, its: Things) -> Iterator[HttpResponse]:
    """Request every page that can solve the position of the game; yield the responses."""
    turns = Game.objects.get(pk=game.pk).turns()
    history = {"history": " ".join(f"{turn.guess}:{turn.feedback}" for turn in turns)}
    yield client.get("/explore/", history)
    yield client.get("/explore/", history | {"guess": "1234"}, headers=HTMX)
    answers = tuple(turn.feedback for turn in turns)
    yield client.get(path_of("node", its._replace(answers=answers)))
    revision = len(turns) - 1
    row = {"code": turns[-1].guess, **turns[-1].feedback._asdict(), "said": "yes"}
    row |= {"revision": f"{revision}", "token": f"{revision}"}
    yield client.post(path_of("assist", its), row)
    yield client.get(path_of("assist", its))
    yield client.get(path_of("helped", its))


def things_of(client: Client) -> Things:
    """Create and return all things of a player except the running game."""
    done = start(client, "1111")
    play(client, done, "1111")
    made = [
        client.post("/challenges/", {"code": "3344"}),
        client.post("/watch/", {"code": "3632", "strategy": "knuth"}),
        client.post("/assist/", {"strategy": "knuth"}),
    ]
    return Things("-", done.public_id, *(one["Location"].split("/")[2] for one in made), "-")


def letters(number: int) -> str:
    return f"{number:06}".translate(str.maketrans("0123456789", "BCDFGHJKLM"))


@contextmanager
def world_apart() -> Iterator[Client]:
    """Yield a browser whose data has the same ids as in the other world."""
    numbers = count()
    with (
        patch("secrets.token_urlsafe", lambda size: f"{next(numbers):0{ceil(size * 4 / 3)}}"),
        patch("games.models.duels.duel.new_letters", lambda count: letters(next(numbers))),
        # This cache is switched off, because the first world has filled it.
        patch("games.templatetags.fixed._render_once", _render),
        travel(A_MOMENT, tick=False),
        transaction.atomic(),
    ):
        cache.clear()
        moments_of.cache_clear()
        Daily.objects.create(day=FIRST_DAY, secret="6543")
        client = CountingClient()
        # the ETag of a form depends on this cookie
        client.cookies[settings.CSRF_COOKIE_NAME] = "t" * 32
        yield client
        transaction.set_rollback(True)


def everything_that_a_program_can_ask(client: Client, game: Game, its: Things) -> list[bytes]:
    """Play with an API key; return the answers of all URLs before the end."""
    sign_up(client)
    program = Program(ApiKey.objects.make(User.objects.get(), "a bot"), client)
    game_id = program.begin(game.secret)
    its, seen = its._replace(by_key=game_id, place=len(GUESSES)), []

    def note(response: HttpResponse) -> None:
        seen.append(masked(response))

    for number, guess in enumerate(GUESSES, start=1):
        for code, place in (("99", number), ("6655", number + 1), ("6655", 0), (guess, number)):
            note(program.guess(game_id, place, code))
    for name in (name for name in ADDRESSES if name.startswith("api") and name != "api-resign"):
        path = path_of(name, its).removeprefix(ROOT)
        for method in ("get", "head", "put", "post", "delete", "patch", "options"):
            for body in (None, {"guess": GUESSES[-1]}, {"guess": "6655"}, {"limit": 3}):
                # The request that makes the next guess is left out.
                if method != "put" or body != {"guess": "6655"}:
                    note(program.send(method, path, body, history="1122:0,1", guess="1"))
    note(program.send("get", "/games", status="playing"))
    note(client.get(f"/games/{game_id}/"))
    assert GUESSES[-1] in program.send("get", f"/games/{game_id}").text
    return seen


def the_board(client: Client, game: Game, its: Things) -> list[bytes]:
    play(client, game, *GUESSES)
    return [masked(client.get(game.get_absolute_url()))]


def two_worlds(script=everything_that_can_be_asked) -> tuple[list[bytes], list[bytes]]:
    worlds = []
    for secret in twins(GUESSES):
        with world_apart() as client:
            its, game = things_of(client), start(client, secret)
            its = its._replace(running=game.public_id)
            worlds.append(script(client, game, its))
    return worlds[0], worlds[1]


def test_no_response_of_a_running_game_depends_on_its_secret():
    one, other = two_worlds()
    assert len(one) > 40 + len(ADDRESSES)
    assert one == other


def test_no_answer_to_a_program_depends_on_the_secret():
    one, other = two_worlds(everything_that_a_program_can_ask)
    assert len(one) > 100
    assert one == other


def leak(page: PlayPage) -> str:
    """Ask the database as often as the first symbol of the secret says."""
    return f"{[Game.objects.exists() for _ in range(int(page.game.secret[0]))] and ''}"


def test_a_planted_leak_of_the_secret_is_detected(monkeypatch):
    monkeypatch.setattr(PlayPage, "headline", property(leak))
    one, other = two_worlds(the_board)
    assert one != other


def test_the_secret_is_in_no_response_before_the_end(client):
    """This secret is so long that no page contains its digits by chance."""
    game = start(client, "25374618", GIANT)
    for page in (client.get(game.get_absolute_url()), play(client, game, "11223344", **HTMX)):
        assert game.secret not in page.text
    assert game.secret not in repr(game) + str(game) + str(vars(Game.objects.get()))


def test_an_error_page_does_not_reveal_the_secret(client, monkeypatch, caplog):
    game = start(client, "25374618", GIANT)

    def fail(*arguments, **named):
        raise RuntimeError("planted")

    monkeypatch.setattr("games.models.play.codemaker.feedback", fail)
    client.raise_request_exception = False
    response = play(client, game, "11223344")
    assert response.status_code == 500
    assert "Your game is as you left it" in response.text
    assert game.secret not in response.text + caplog.text
