"""A class at one IP address plays, signs up and logs in during an attack from the same address.

``make torture`` plays the whole lesson: two classes, attacked in every minute. Here ten children
play, and the limits are checked to be wide enough for all.
"""

from collections import Counter

import pytest
from django.contrib.auth import authenticate, get_user
from django.http import HttpRequest
from django.test import Client, RequestFactory

from games.models import Game, Player
from games.people import limits
from games.people.limits import TooMany
from games.people.sessions.store import SessionStore
from tests.cast import guessed, led_to, log_in, sign_up

pytestmark = pytest.mark.timeout(600)

CHILDREN, MINUTES = 60, 45
A_GAME = 3  # in minutes: how long a child plays one game


@pytest.fixture
def clock(monkeypatch):
    """The minute of the lesson; the limits use this minute as their clock."""
    clock = {"minute": 0.0}
    now = lambda: 1_000_000 + 60 * clock["minute"]  # noqa: E731
    monkeypatch.setattr("games.models.base.bucket.time.time", now)
    monkeypatch.setattr(
        "games.web.traffic.gate.Shares.charge", lambda *shares: None
    )  # in real seconds
    return clock


def request_of(client: Client) -> HttpRequest:
    """Return a request of this browser with the parts that the limits need."""
    request = RequestFactory().post("/")
    cookie = client.cookies.get("session")
    request.session = SessionStore(cookie.value if cookie else None)
    request.user = get_user(request)
    return request


class Child:
    """A child who must never be refused."""

    def __init__(self, number: int) -> None:
        self.name, self.client = f"Child {number}", Client()
        game = led_to(self.client.post("/"), Game)
        guessed(game, next(code for code in ("1122", "1123") if code != game_secret(game)))
        self.request = request_of(self.client)

    def begin_another(self) -> None:
        limits.count_row(self.request)

    def sign_up(self) -> None:
        self.enter(sign_up)

    def log_in_again(self) -> None:
        self.client.post("/you/log-out/")
        self.enter(log_in)

    def enter(self, by) -> None:
        assert by(self.client, self.name).status_code == 302
        self.request = request_of(self.client)


def game_secret(game: Game) -> str:
    return Game.objects.with_secret().get(pk=game.pk).secret


class Attacker:
    """An attacker at the same IP address who uses up every limit."""

    def __init__(self, guests: int, rows: int) -> None:
        self.at_once = guests, rows
        self.got: Counter[str] = Counter()
        self.guests: list[HttpRequest] = []

    def do_their_worst(self) -> None:
        self.guess_passwords()
        self.come_as_newcomers()
        self.come_as_guests_who_play()

    def guess_passwords(self) -> None:
        while self.is_given("passwords", self.guess_one):
            pass
        # One more log-in is refused, so that the site has stored the page of this refusal.
        log_in(Client(), "Nobody", "wrong")

    def guess_one(self) -> None:
        number = self.got["passwords"]
        name = f"child {number % CHILDREN}"
        authenticate(request_of(Client()), username=name, password=f"wrong {number}")

    def come_as_newcomers(self) -> None:
        """Create as many sessions as the limits allow, and make a guess in each.

        Then each session counts as a player.
        """
        while self.is_given("newcomers", lambda: limits.count_row(request_of(Client()))):
            if len(self.guests) == self.at_once[0]:
                continue
            request = request_of(Client())
            request.session["player"] = Player.objects.create().pk
            game = Game.objects.start(Player.objects.get(pk=request.session["player"]))
            Game.objects.filter(pk=game.pk).update(guess_count=1)
            self.guests.append(request)

    def come_as_guests_who_play(self) -> None:
        for request in self.guests:
            for _ in range(self.at_once[1]):
                self.is_given("rows of guests", lambda request=request: limits.count_row(request))

    def is_given(self, what: str, take) -> bool:
        try:
            take()
        except TooMany:
            return False
        self.got[what] += 1
        return True


def a_lesson(
    clock: dict[str, float], attacker: Attacker, is_attacked, children: int = CHILDREN
) -> None:
    """Play a lesson minute by minute; a refusal of a child raises an error."""
    children = [Child(number) for number in range(children)]
    for minute in range(1, MINUTES):
        clock["minute"] = minute
        if is_attacked(minute):
            attacker.do_their_worst()
        for number, child in enumerate(children):
            if minute % A_GAME == number % A_GAME:
                child.begin_another()  # raises an error if the game is refused
            if number % 2 and minute == 10 + number % 3:
                child.sign_up()
            if number % 2 and minute == 35 + number % 3:
                child.log_in_again()


def assert_is_held(attacker: Attacker) -> None:
    assert attacker.got["passwords"] <= 10 + 10 * MINUTES
    assert attacker.got["newcomers"] <= 200 + 200 * MINUTES / 60


def test_children_are_never_refused_but_an_attacker_is(clock):
    attacker = Attacker(guests=1, rows=31)
    a_lesson(clock, attacker, {1, 10, 35}.__contains__, children=10)
    assert_is_held(attacker)
    assert attacker.got["passwords"] > 25
    assert attacker.got["newcomers"] > 250
    assert attacker.got["rows of guests"] > 30


def test_an_attacker_cannot_use_up_the_limits_of_two_classes():
    """The limit of the IP address leaves room for the children, however many sessions the attacker
    has.
    """

    def at_most(allowance: limits.Allowance) -> float:
        return allowance.times + 60 * MINUTES / allowance.refill

    guests = at_most(limits.ROWS_OF_NEWCOMERS) - CHILDREN
    at_once = limits.ROWS_OF_NEWCOMERS.times - CHILDREN
    # The other guests come one after another, so on average they play for half of the lesson.
    later = guests - at_once
    rows = at_once * at_most(limits.ROWS_OF_A_GUEST)
    rows += later * (limits.ROWS_OF_A_GUEST.times + at_most(limits.ROWS_OF_A_GUEST)) / 2
    needed = CHILDREN * 2 * MINUTES / A_GAME
    assert rows + needed <= at_most(limits.ROWS_AT_AN_ADDRESS)
