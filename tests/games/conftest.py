"""Fixtures: the objects that exist before a test. ``tests.cast`` has the moves of players."""

from copy import deepcopy
from datetime import UTC, date, datetime, time, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client, TestCase
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.models import Assist, Challenge, Duel, Game, Group, Player, Season, Watch, today
from games.people.accounts.feeds import feed_key_of
from games.play.rooms.views import key_of
from tests.addresses import GUEST, LEFT, OTHER, OWNER
from tests.cast import log_in, play, sign_up, start
from tests.expensive import Things
from tests.games.reading import language_of_brackets, rename_everybody


@pytest.fixture
def player(db):
    return Player.objects.create()


@pytest.fixture
def game(client):
    """Start a Classic game with the secret 3632 for the client's player."""
    return start(client, secret="3632")


@pytest.fixture
def it_is(time_machine):
    """Return a function that sets the current day."""

    def turned(day: date) -> None:
        time_machine.move_to(datetime.combine(day, time(12), UTC))

    return turned


@pytest.fixture
def stopped_clock(monkeypatch):
    """Stop the clock of the server; return its time."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


@pytest.fixture
def account(client):
    """The account Ada, in which the client is logged in."""
    assert sign_up(client).status_code == 302
    return User.objects.get()


@pytest.fixture(scope="class")
def peopled(django_db_setup, django_db_blocker):
    """After each test of a class, restore the database to its state before the test."""
    with django_db_blocker.unblock():
        transactions = TestCase._enter_atomics()
        people = everybody()
        its = things(people[OWNER])
        for client in people.values():
            client.get("/you/")  # so that no later page shows a waiting message
    yield people, its
    with django_db_blocker.unblock():
        TestCase._rollback_atomics(transactions)


def everybody() -> dict[str, Client]:
    """Return the clients: the owner of the objects, and clients without these objects."""
    owner, other, left = Client(), Client(), Client()
    sign_up(owner, "Owner")
    sign_up(other, "Other")
    start(other, "2222")
    log_in(left, "Owner")
    left.post("/you/log-out/")
    return {OWNER: owner, OTHER: other, GUEST: Client(), LEFT: left}


def things(owner: Client) -> Things:
    """Create and return the objects of an account, among them a running game."""
    done = start(owner, "1111")
    play(owner, done, "1111")
    running = start(owner, "6165")
    play(owner, running, "1122")
    owner.post("/challenges/", {"code": "3344"})
    owner.post("/watch/", {"code": "3632", "strategy": "knuth"})
    owner.post("/assist/", {"strategy": "knuth"})
    owner.post(f"/duels/here/{'evening':-<22}/", {"code": "3443"})
    owner.post("/duels/", dict(CLASSIC.settings) | {"kind": "race", "pace": "live", "rounds": "1"})
    owner.post("/rooms/")
    challenge = Challenge.objects.get(secret="3344")
    kept = (running, done, challenge, Watch.objects.get(), Assist.objects.get())
    owned = {"player": "Owner", "feed": feed_key_of(Player.objects.by_name("Owner"))}
    duels = {
        "duel": Duel.objects.get(kind="race").public_id,
        "evening": f"{'evening':-<22}",
        "room": (room := Duel.objects.get(kind="room")).code,
        "room_key": key_of(room),
        "group": group_of(owner).public_id,
        "by_key": Game.objects.start_by_key(room.opener).public_id,
    }
    return Things(*(thing.public_id for thing in kept), **owned, **duels, **season_of(room.opener))


def group_of(owner: Client) -> Group:
    """Return a group that this account has started."""
    owner.post("/groups/")
    return Group.objects.get()


def season_of(opener: Player) -> dict[str, str]:
    """Return a season of this player, with an entrant who has sent a tree."""
    days = {"first_day": today(), "last_day": today() + timedelta(days=100)}
    season = Season.objects.open(opener, CLASSIC.variant, title="2026", **days)
    [(_name, key)] = season.invite(["4710"])
    season.entrant_with(key).enter({"": "1122"}, {1: 1, 5: 1295})
    return {"season": season.code, "entrant_key": key}


@pytest.fixture
def world(peopled, db):
    """The clients, and the objects of an account, including a running game."""
    people, its = peopled
    return {who: as_of_now(client) for who, client in people.items()}, its


def as_of_now(client: Client) -> Client:
    """Return another browser with the same cookies."""
    same = Client()
    same.cookies = deepcopy(client.cookies)
    return same


@pytest.fixture
def in_brackets():
    with language_of_brackets():
        yield


@pytest.fixture
def nameless(world):
    """The people and objects of ``world``, renamed to numbers."""
    people, its = world
    return people, rename_everybody(its)
