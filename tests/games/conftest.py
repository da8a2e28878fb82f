"""Who is there before a test begins; ``tests.cast`` says what they can do."""

import pytest
from django.contrib.auth.models import User
from django.template import engines
from django.test import Client

from games.models import Assist, Challenge, Player, Watch
from tests.addresses import GUEST, LEFT, OTHER, OWNER
from tests.cast import log_in, play, sign_up, start
from tests.expensive import Things
from tests.laws import UNKNOWN, lawful


@pytest.fixture(scope="session", autouse=True)
def _every_answer_is_held_to_the_laws():
    patch = pytest.MonkeyPatch()
    patch.setattr(engines["django"].engine, "string_if_invalid", UNKNOWN)
    patch.setattr(Client, "request", lawful(Client.request))
    yield
    patch.undo()


@pytest.fixture
def player(db):
    return Player.objects.create()


@pytest.fixture
def game(client):
    """A running Classic game of the client's player, whose secret is 3632."""
    return start(client, secret="3632")


@pytest.fixture
def account(client):
    """The account Ada, logged in in the client."""
    assert sign_up(client).status_code == 302
    return User.objects.get()


@pytest.fixture
def world(client):
    """Everybody who could ask, and the things of an account, of which one game is running."""
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
    people = {OWNER: client, OTHER: other, GUEST: Client(), LEFT: left}
    challenge = Challenge.objects.get(secret="3344")
    things = (running, done, challenge, Watch.objects.get(), Assist.objects.get())
    return people, Things(*(thing.public_id for thing in things), player="Owner")
