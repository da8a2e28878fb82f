"""The rate limits and the token buckets that count them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Sum
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone
from hypothesis import given, strategies as st

from games.catalog.rules import CLASSIC
from games.models import Assist, Bucket, Challenge, Duel, Game, Player, today
from games.people import limits
from games.people.limits import (
    PASSWORDS_FOR_AN_ACCOUNT_FROM_AN_ADDRESS,
    PASSWORDS_FROM_AN_ADDRESS,
    PASSWORDS_IN_A_SESSION,
    PASSWORDS_OF_AN_ACCOUNT,
    ROWS_OF_NEWCOMERS,
    Allowance,
    TooMany,
    Use,
    spend,
    uses_of_password,
)
from games.people.sessions.current import GUESTS_COOKIE
from tests.cast import PASSWORD, ask, log_in, play, player_of, sign_up, start


@pytest.fixture
def elsewhere():
    """Return a function that returns a browser with a new IP address."""
    numbers = iter(range(1, 250))
    return lambda: Client(REMOTE_ADDR=f"198.51.100.{next(numbers)}")


def few(monkeypatch, name: str, times: int) -> None:
    """Set a limit to a number that a test can reach."""
    allowance = getattr(limits, name)
    monkeypatch.setattr(limits, name, allowance._replace(times=times, seconds=limits.DAY))


class TestPasswords:
    @pytest.mark.parametrize("path", ["/you/log-in/", "/admin/login/"])
    @pytest.mark.parametrize(("is_from_one", "most"), [(True, 20), (False, 25)])
    def test_an_account_can_be_tried_twenty_times_a_day_from_one_ip_address_and_more_from_many(
        self, account, elsewhere, hashed, monkeypatch, path, is_from_one, most
    ):
        few(monkeypatch, "PASSWORDS_FROM_AN_ADDRESS", 100)
        few(monkeypatch, "PASSWORDS_OF_AN_ACCOUNT", 25)
        sent, stranger = {"name": "Ada", "username": "ada", "password": "wrong"}, elsewhere()
        browsers = [stranger if is_from_one else elsewhere() for _ in range(most + 3)]
        answers = [browser.post(path, sent).status_code for browser in browsers]
        assert [status == 429 for status in answers] == [False] * most + [True] * 3
        assert hashed == ["wrong"] * most

    @pytest.mark.parametrize(
        ("path", "sent"),
        [
            ("/you/password/", {"old_password": PASSWORD, "new_password1": "staple of horses"}),
            ("/you/delete/", {"password": PASSWORD}),
        ],
    )
    def test_a_stranger_cannot_lock_out_a_logged_in_user(
        self, client, account, elsewhere, monkeypatch, path, sent
    ):
        few(monkeypatch, "PASSWORDS_OF_AN_ACCOUNT", 2)
        for _ in range(11):  # even from the owner's IP address
            log_in(elsewhere(), password="wrong")
            log_in(Client(), password="wrong")
        assert log_in(elsewhere()).status_code == 429
        assert client.post(path, sent).status_code == 302


def ways_to_begin() -> dict[str, tuple[str, dict[str, str]]]:
    """Return the name and URL of every request that creates rows, with the data to send."""
    player = Player.objects.create()
    challenge = Challenge.objects.set_code(player, CLASSIC, "1122")
    race, room = (
        Duel.objects.open(player, kind, CLASSIC, Duel.Pace.LIVE.patience)
        for kind in (Duel.Kind.RACE, Duel.Kind.ROOM)
    )
    for duel in (race, room):  # no stranger can take this seat
        duel.seat_computer("simple", 20)
    return {
        "ranked": ("/", {}),
        "daily": (f"/daily/{today()}/", {}),
        "challenge": (challenge.get_absolute_url(), {}),
        "set": ("/challenges/", {"code": "1234"}),
        "watch": ("/watch/", {"code": "1234", "strategy": "knuth"}),
        "assist": ("/assist/", {"strategy": "knuth"}),
        "sit": (f"{race.get_absolute_url()}sit/", {}),
        "enter": (f"/rooms/{room.code}/", {"animal": "yes"}),
    }


HELD = ("/assist/", {"strategy": "knuth"})


def known_to_play(client: Client) -> Client:
    """Give a client a finished game with a guess, so that its player counts as known."""
    game = start(client, "3632")
    play(client, game, "1122")
    client.post(f"{game.get_absolute_url()}resign/")
    return client


def test_newcomers_of_an_ip_address_can_start_a_limited_number_of_things_an_hour(
    monkeypatch, elsewhere
):
    """Each of these requests uses up one token, whatever it starts."""
    ways = ways_to_begin().values()
    few(monkeypatch, "ROWS_OF_NEWCOMERS", len(ways))
    assert [Client().post(*way).status_code for way in ways] == [302] * len(ways)
    players = Player.objects.count()
    assert [Client().post(*way).status_code for way in ways] == [429] * len(ways)
    assert Player.objects.count() == players
    assert [elsewhere().post(*way).status_code for way in ways] == [302] * len(ways)


def test_a_form_that_stores_only_a_session_counts_as_a_row(monkeypatch):
    guest, room = known_to_play(Client()), Client()
    guest.post("/you/switch/")
    page = room.get(room.post("/rooms/")["Location"]).text
    remote = re.search(r"http://testserver(/rooms/\w+/hold/\w+/)", page)[1]
    for path in (remote, "/you/switch/"):
        browsers = [Client() for _ in range(3)]
        for browser in browsers:
            browser.cookies[GUESTS_COOKIE] = guest.cookies[GUESTS_COOKIE].value
        Bucket.objects.all().delete()
        few(monkeypatch, "ROWS_OF_NEWCOMERS", 2)
        assert [browser.post(path).status_code for browser in browsers] == [302, 302, 429]
        assert browsers[0].post(path).status_code == 302, "it has a session"


def guest(name: str) -> Client:
    return known_to_play(Client())


def new_account(name: str) -> Client:
    sign_up(client := Client(), name)
    return client


def account_with_a_guess(name: str) -> Client:
    client = new_account(name)
    Game.objects.create(player=player_of(client), secret="1", guess_count=1, **CLASSIC.fields())
    return client


def young_account(name: str) -> Client:
    return known_to_play(new_account(name))


def old_account_without_a_finished_game(name: str, begin=new_account) -> Client:
    client = begin(name)
    User.objects.update(date_joined=timezone.now() - timedelta(days=8))
    return client


def old_account(name: str) -> Client:
    return old_account_without_a_finished_game(name, young_account)


AT_AN_ADDRESS = {"ROWS_AT_AN_ADDRESS": 4, "ROWS_OF_NEWCOMERS": 4}


@pytest.mark.parametrize(
    ("begin", "browsers", "most", "few_of"),
    [
        # then a guest counts as a newcomer
        (guest, 1, 5, {"ROWS_OF_A_GUEST": 2, "ROWS_OF_NEWCOMERS": 3}),
        # otherwise a visitor could avoid the limit by making a guess in each of many sessions
        (guest, 3, 4, {"ROWS_AT_AN_ADDRESS": 4}),
        (new_account, 3, 4, {"ROWS_OF_NEWCOMERS": 4}),
        (account_with_a_guess, 3, 4, {"ROWS_AT_AN_ADDRESS": 4}),
        (young_account, 1, 3, {"ROWS_OF_AN_ACCOUNT": 3}),
        (young_account, 1, 4, AT_AN_ADDRESS),
        (old_account_without_a_finished_game, 1, 4, AT_AN_ADDRESS),
        (old_account, 1, 6, AT_AN_ADDRESS),
    ],
)
def test_visitors_can_create_a_limited_number_of_rows(
    monkeypatch, elsewhere, begin, browsers, most, few_of
):
    visitors = [begin(f"Name {number}") for number in range(browsers)]
    Bucket.objects.all().delete()
    for name, times in few_of.items():
        few(monkeypatch, name, times)
    answers = [visitors[press % browsers].post(*HELD).status_code for press in range(6)]
    assert answers == [302] * most + [429] * (6 - most)
    if "ROWS_AT_AN_ADDRESS" in few_of:
        assert Client().post(*HELD).status_code == (429 if most == 4 else 302)
    assert elsewhere().post(*HELD).status_code == 302


@pytest.mark.parametrize(
    ("begin", "most"), [(new_account, 3), (guest, 3), (young_account, 3), (old_account, 4)]
)
def test_all_rooms_at_an_ip_address_share_a_limit_of_codes_except_those_of_old_accounts(
    monkeypatch, begin, most
):
    few(monkeypatch, "BOARDS_OF_ROOMS", 4)
    hosts = [begin(f"Host {number}") for number in range(2)]
    walls, answers = [host.post("/rooms/")["Location"] for host in hosts], []
    for host, wall in zip(hosts * 2, walls * 2, strict=True):
        Client().post(wall, {"animal": "yes"})  # a second player at the second code
        answers.append(host.post(f"{wall}code/"))
        host.post(f"{wall}stop/")
    assert [answer.status_code for answer in answers] == [302] * most + [429] * (4 - most)
    assert Duel.objects.aggregate(Sum("round")) == {"round__sum": most}
    told = "This one was not sent. Please try again in 12 hours."
    assert [told in answer.text for answer in answers] == [False] * most + [True] * (4 - most)


@pytest.mark.parametrize(
    ("who", "way"),
    [
        *(("guest", way) for way in ("ranked", "daily", "challenge", "set", "made of a game")),
        ("account", "daily"),
    ],
)
def test_continuing_a_game_is_never_refused(client, monkeypatch, way, who):
    """Many presses of a start button start one game, and the game counts once."""
    if who == "account":
        sign_up(client)
    if way == "made of a game":
        known_to_play(client)
        begun = f"{Game.objects.get().get_absolute_url()}challenge/", {}
    else:
        begun = ways_to_begin()[way]
    for name in ("ROWS_OF_AN_ACCOUNT", "ROWS_OF_A_GUEST", "ROWS_OF_NEWCOMERS"):
        monkeypatch.setattr(limits, name, Allowance(f"few {name}", 1, limits.DAY))
    answers = [client.post(*begun) for _ in range(3)]
    assert {answer["Location"] for answer in answers} == {answers[0]["Location"]}
    other = client.post(*HELD)
    assert (other.status_code, Assist.objects.count()) == (
        (302, 1) if who == "guest" and way == "made of a game" else (429, 0)
    )


def test_a_request_that_continues_an_unfinished_game_does_not_count(client, game, monkeypatch):
    play(client, game, "1122")
    few(monkeypatch, "ROWS_OF_A_GUEST", 1)
    few(monkeypatch, "ROWS_OF_NEWCOMERS", 1)
    assert [client.post("/").status_code for _ in range(5)] == [409] * 5
    assert client.post(*HELD).status_code == 302


def test_checks_of_a_row_are_limited_and_the_last_allowed_check_is_shown(client, monkeypatch):
    few(monkeypatch, "CHECKS_OF_NEWCOMERS", 5)
    game = start(client, "3632")
    codes = [f"{number:04}" for number in range(1111, 2000) if set(str(number)) <= set("123456")]
    answers = [ask(client, game, "check", 1, code).status_code for code in codes[:7]]
    assert answers == [302] * 5 + [429] * 2
    page = client.get(game.get_absolute_url()).text
    assert re.findall(r"<h2>(\w+) fits every row", page) == [codes[4]]


def test_after_the_requested_wait_a_visitor_can_start_another_game(monkeypatch):
    for allowance in (Allowance("one", 3, limits.DAY), Allowance("other", 10, 60)):
        monkeypatch.setattr("games.models.base.bucket.time.time", lambda: 1_000_000.0)
        for _ in range(allowance.times):
            spend(Use(allowance, ("ada",)))
        with pytest.raises(TooMany) as refusal:
            spend(Use(allowance, ("ada",)))
        later = 1_000_000.0 + refusal.value.seconds
        assert refusal.value.headers["Retry-After"] == str(refusal.value.seconds)
        monkeypatch.setattr("games.models.base.bucket.time.time", lambda later=later: later - 1)
        with pytest.raises(TooMany):
            spend(Use(allowance, ("ada",)))
        monkeypatch.setattr("games.models.base.bucket.time.time", lambda later=later: later)
        spend(Use(allowance, ("ada",)))


def test_a_refusal_gives_the_wait_in_words_and_in_seconds():
    for seconds, told, wait in (
        (0.3, "1", "1 second"),
        (6, "6", "6 seconds"),
        (60, "60", "a minute"),
        (61, "61", "2 minutes"),
        (4320, "4320", "72 minutes"),
        (7201, "7201", "3 hours"),
    ):
        refusal = TooMany(Allowance("tries", 10, 10 * seconds))
        when = f"Please try again in {wait}."
        assert (refusal.headers["Retry-After"], refusal.when) == (told, when)
        assert str(refusal).endswith(when)


def test_limits_count_separately_and_store_no_name():
    one, other = (Allowance(what, 1, 60) for what in ("tries", "games"))
    for allowance, whose in ((one, "ada"), (other, "ada"), (one, "grace")):
        spend(Use(allowance, (whose,)))
        with pytest.raises(TooMany):
            spend(Use(allowance, (whose,)))
    keys = [bucket.key for bucket in Bucket.objects.all()]
    assert len(keys) == 3
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)


def test_a_refusal_because_of_a_limit_uses_up_no_other_limit_and_an_act_can_count_twice():
    one, other = Use(Allowance("one", 4, 60), ("ada",)), Use(Allowance("other", 1, 60), ("ada",))
    spend(one, other)
    with pytest.raises(TooMany):
        spend(one, other)
    spend(one._replace(allowance=one.allowance.per(2)))
    spend(one)
    with pytest.raises(TooMany):
        spend(one)


doors = st.sampled_from(["/you/log-in/", "/admin/login/"])
tries = st.tuples(
    doors, st.sampled_from(["ada", "grace"]), st.sampled_from(["10.0.0.1", "10.0.0.2"])
)


def buckets_of(request: HttpRequest | None, account: str) -> dict[str, tuple[str, ...]]:
    """Return the limits that a password attempt counts against, by name."""
    return {use.allowance.what: use.whose for use in uses_of_password(request, account)}


def used_up_by(door: str, account: str, address: str) -> dict[str, tuple[str, ...]]:
    request = RequestFactory().post(door, REMOTE_ADDR=address)
    request.user = AnonymousUser()
    return buckets_of(request, account)


@given(tries, tries)
def test_password_attempts_share_a_limit_if_all_parts_of_its_key_are_equal(one, other):
    used, used_by_other = used_up_by(*one), used_up_by(*other)
    assert {what: used[what] == used_by_other[what] for what in used} == {
        PASSWORDS_FROM_AN_ADDRESS.what: one[::2] == other[::2],
        PASSWORDS_FOR_AN_ACCOUNT_FROM_AN_ADDRESS.what: one == other,
        PASSWORDS_OF_AN_ACCOUNT.what: one[:2] == other[:2],
    }
    door, account, _ = one
    without_a_visitor = buckets_of(None, account)
    assert (without_a_visitor.items() <= used.items()) == (door == "/you/log-in/")


def test_the_tries_of_a_logged_in_user_count_only_against_their_session():
    request = RequestFactory().post("/you/password/")
    request.user, request.session = User(username="ada"), SessionStore("key of ada")
    assert buckets_of(request, "ada") == {PASSWORDS_IN_A_SESSION.what: ("key of ada",)}
    assert PASSWORDS_IN_A_SESSION.what not in buckets_of(request, "grace")


def test_the_password_limit_of_an_ip_address_stops_all_its_visitors_not_only_newcomers():
    places = (PASSWORDS_FROM_AN_ADDRESS, ROWS_OF_NEWCOMERS)
    assert [TooMany(one).is_for_all_there for one in places] == [True, False]
