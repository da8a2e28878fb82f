"""Who may see and do what: every address there is, for everybody who could ask."""

from collections import Counter
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from games.models import FIRST_DAY, Assist, Challenge, Game, Player, Watch
from solver.feedback import Feedback
from tests.cast import log_in, play, sign_up, start, start_daily

pytestmark = pytest.mark.django_db

OWNER, OTHER, GUEST, LEFT = "owner", "other player", "without games", "logged out"
EVERYBODY = (OWNER, OTHER, GUEST, LEFT)

# What a GET and an empty POST are answered, for everybody in this order.
ALL = (200, 200, 200, 200)
GONE = (405, 405, 405, 405)
OWN = (200, 404, 404, 404)
MOVED = (302, 302, 302, 302)
PLAYERS = (200, 200, 302, 302)  # the page of somebody who plays, else a way to begin
FAULTY = (422, 422, 302, 302)  # what they sent was empty
EXPECTED: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "start": (ALL, (409, 302, 302, 302)),
    "game": (OWN, (422, 404, 404, 404)),
    "hint": (GONE, (422, 404, 404, 404)),
    "hide-candidates": (GONE, (302, 404, 404, 404)),
    "help-preference": (GONE, (302, 404, 404, 404)),
    "resign": (GONE, (302, 404, 404, 404)),
    "result": (ALL, GONE),
    "analysis": (ALL, GONE),
    "skill": (ALL, GONE),
    "challenge-from": (GONE, (302, 404, 404, 404)),
    "new-challenge": (ALL, (422, 422, 422, 422)),
    "challenge": (ALL, (200, 302, 302, 302)),
    "greet": (GONE, (302, 404, 404, 404)),
    "archive": (ALL, GONE),
    "daily-feed": (ALL, GONE),
    "daily": (ALL, MOVED),
    "daily-board": (ALL, GONE),
    "leaderboard": (ALL, GONE),
    "find": ((302, 404, 404, 404), GONE),
    "you": (ALL, GONE),
    "sign-up": ((302, 302, 200, 200), (302, 302, 422, 422)),
    "log-in": (ALL, (422, 422, 422, 422)),
    "log-out": (GONE, MOVED),
    "name": (PLAYERS, FAULTY),
    "password": (PLAYERS, FAULTY),
    "delete": (PLAYERS, FAULTY),
    "deleted": (ALL, GONE),
    "export-json": (ALL, GONE),
    "export-csv": (ALL, GONE),
    "player": (ALL, GONE),
    "new-watch": (ALL, (422, 422, 422, 422)),
    "watch": (ALL, (302, 404, 404, 404)),
    "new-assist": (ALL, (422, 422, 422, 422)),
    "assist": (OWN, (422, 404, 404, 404)),
    "correct": (GONE, (422, 404, 404, 404)),
    "tell": (GONE, (422, 404, 404, 404)),
    "strategies": (ALL, (422, 422, 422, 422)),
    "strategy": (ALL, GONE),
    "head-to-head": (ALL, GONE),
    "tree": (ALL, MOVED),
    "node": (ALL, MOVED),
    "tree-file": (ALL, GONE),
    "explore": (ALL, MOVED),
    "preview": (ALL, GONE),
    "result-preview": (ALL, GONE),
    "challenge-preview": (ALL, GONE),
    "daily-preview": (ALL, GONE),
    "player-preview": (ALL, GONE),
    "manifest": (ALL, GONE),
    "robots": (ALL, GONE),
    "sitemap": (ALL, GONE),
    "change-password": (MOVED, GONE),
    "rules": (ALL, GONE),
    "fair-play": (ALL, GONE),
    "design": (ALL, GONE),
}


def names_of_addresses(patterns) -> list[str]:
    """Return the name of every address of ours: the admin's are asked in its own test."""
    found = []
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            found.append(pattern.name)
        elif pattern.app_name != "admin":
            found += names_of_addresses(pattern.url_patterns)
    return found


@pytest.fixture
def world(client):
    """An account with a running and a finished game, and everybody who could ask for them."""
    sign_up(client, "Owner")
    done = start(client, "1111")
    play(client, done, "1111")
    running = start(client, "6165")
    play(client, running, "1122")
    client.post("/challenges/", {"code": "3344"})
    client.post("/watch/", {"code": "3632", "strategy": "knuth"})
    client.post("/assist/", {"strategy": "knuth"})
    left = Client()
    log_in(left, "Owner")
    left.post("/you/log-out/")
    other = Client()
    sign_up(other, "Other")
    start(other, "2222")
    return {OWNER: client, OTHER: other, GUEST: Client(), LEFT: left}, running, done


def address_of(name: str, running: Game, done: Game) -> str:
    """Return the address with this name that concerns the owner's things."""
    parameters = {
        "result": [done.public_id],
        "result-preview": [done.public_id],
        "analysis": [done.public_id],
        "challenge-from": [done.public_id],
        "challenge": [Challenge.objects.get(secret="3344").public_id],
        "challenge-preview": [Challenge.objects.get(secret="3344").public_id],
        "greet": [Challenge.objects.get(secret="3344").public_id],
        "daily": [FIRST_DAY],
        "daily-preview": [FIRST_DAY],
        "daily-board": [FIRST_DAY],
        "player": ["Owner"],
        "player-preview": ["Owner"],
        "strategy": ["knuth"],
        "head-to-head": ["knuth", "entropy"],
        "tree": ["knuth"],
        "node": ["knuth", (Feedback(0, 2),)],
        "tree-file": ["knuth", "txt"],
        "watch": [Watch.objects.get().public_id],
        "assist": [Assist.objects.get().public_id],
        "tell": [Assist.objects.get().public_id],
        "correct": [Assist.objects.get().public_id, 1],
    }
    of_a_game = ("game", "hint", "hide-candidates", "help-preference", "resign")
    parameters |= {key: [running.public_id] for key in of_a_game}
    return reverse(name, args=parameters.get(name, []))


def test_every_address_has_a_row():
    assert set(names_of_addresses(get_resolver().url_patterns)) == EXPECTED.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_everybody_gets_what_is_theirs(world, name):
    people, running, done = world
    address, (seen, sent) = address_of(name, running, done), EXPECTED[name]
    assert tuple(people[who].get(address).status_code for who in EVERYBODY) == seen
    for who, status in list(zip(EVERYBODY, sent, strict=True))[:0:-1]:
        assert people[who].post(address).status_code == status, who
        running.refresh_from_db()
        assert (running.is_playing, running.guess_count, running.is_aided) == (True, 1, False)
    assert people[OWNER].post(address).status_code == sent[0]


def test_exports_are_of_who_asks(world):
    people, _, done = world
    for kind in ("json", "csv"):
        texts = {who: people[who].get(f"/you/export.{kind}").text for who in EVERYBODY}
        assert done.public_id in texts[OWNER]
        assert not any(done.public_id in texts[who] for who in (OTHER, GUEST, LEFT))


def test_the_admin_is_for_the_staff_alone(world):
    people, running, _ = world
    for path in ("", "games/game/", f"games/game/{running.pk}/change/", "auth/user/"):
        for who in EVERYBODY:
            response = people[who].get(f"/admin/{path}")
            assert response["Location"].startswith("/admin/login/")


PAYLOADS = (
    "<img src=x onerror=a()>",
    '"><svg onload=alert(1)>',
    "' hx-get=x hx-vals=y '",
    "{% url 'start' %}",
    "a\u202eb\u200b",
)


class Markup(HTMLParser):
    """Every element of a page, by its tag and the names of its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[tuple] = Counter()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found[tag, tuple(sorted(name for name, _ in attrs))] += 1


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_name_is_text_wherever_it_stands(client, admin_user, payload):
    """Forms refuse such names; here they are in the database all the same."""
    chief = Client()
    chief.force_login(admin_user)
    game = start(client, "1111")
    play(client, game, "1111")
    daily = start_daily(client, FIRST_DAY)
    play(client, daily, daily.secret)
    address = client.post("/challenges/", {"code": "3344"})["Location"]
    client.post("/you/name/", {"name": "Ada"})
    own = ("/you/", "/leaderboard/", "/leaderboard/find/?name=x", "/you/delete/", "/you/name/")
    public = (f"/daily/{FIRST_DAY}/board/", address, f"{game.get_absolute_url()}result/")
    admins = ("/admin/games/player/", "/admin/games/game/", "/admin/games/standing/")

    def pages() -> list[Counter]:
        seen = [client.get(path).text for path in own]
        seen += [Client().get(path).text for path in public]
        seen += [chief.get(path).text for path in admins]
        return [Markup(page).found for page in seen]

    before = pages()
    Player.objects.update(name=payload)
    assert pages() == before
