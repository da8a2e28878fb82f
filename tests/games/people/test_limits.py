"""The rate limits and the token buckets that count them."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
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
    @pytest.mark.parametrize(
        ("name", "path"), [("Ada", "/you/log-in/"), ("Nobody", "/admin/login/")]
    )
    def test_from_one_ip_address_an_account_can_be_tried_twenty_times_a_day(
        self, account, elsewhere, name, path, hashed, monkeypatch
    ):
        minute = limits.PASSWORDS_FROM_AN_ADDRESS._replace(times=100)
        monkeypatch.setattr(limits, "PASSWORDS_FROM_AN_ADDRESS", minute)
        stranger = elsewhere()
        sent = {"name": name, "username": name.casefold(), "password": "wrong"}
        answers = [stranger.post(path, sent).status_code for _ in range(25)]
        assert answers[20:] == [429] * 5
        assert 429 not in answers[:20]
        assert len(hashed) == 20

    def test_wrong_passwords_of_strangers_do_not_lock_out_the_owner(self, account, elsewhere):
        """The wrong passwords come from many IP addresses, and the owner logs in from yet
        another.
        """
        for _ in range(25):
            assert log_in(elsewhere(), password="wrong").status_code == 422
        assert log_in(elsewhere(), password=PASSWORD).status_code == 302

    @pytest.mark.parametrize("path", ["/you/log-in/", "/admin/login/"])
    def test_strangers_at_many_ip_addresses_reach_the_limit_of_the_account(
        self, account, elsewhere, path, monkeypatch
    ):
        few(monkeypatch, "PASSWORDS_OF_AN_ACCOUNT", 5)
        sent = {"name": "Ada", "username": "ada", "password": "wrong"}
        answers = [elsewhere().post(path, sent).status_code for _ in range(8)]
        assert answers[5:] == [429] * 3
        assert 429 not in answers[:5]

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

    def test_a_session_has_a_separate_limit(self, client, account, monkeypatch):
        few(monkeypatch, "PASSWORDS_IN_A_SESSION", 3)
        wrong = {"password": "wrong"}
        assert [client.post("/you/delete/", wrong).status_code for _ in range(5)] == [
            *[422] * 3,
            *[429] * 2,
        ]

    def test_log_ins_to_the_admin_have_a_separate_limit(self, account, elsewhere, monkeypatch):
        for name in ("PASSWORDS_OF_AN_ACCOUNT", "PASSWORDS_FROM_AN_ADDRESS"):
            few(monkeypatch, name, 2)
        stranger = elsewhere()
        assert [log_in(stranger, password="wrong").status_code for _ in range(3)][-1] == 429
        sent = {"username": "ada", "password": "wrong"}
        assert stranger.post("/admin/login/", sent).status_code == 200

    def test_reaching_the_limit_of_an_account_blocks_no_other_account_at_the_ip_address(
        self, client, account, monkeypatch
    ):
        few(monkeypatch, "PASSWORDS_OF_AN_ACCOUNT", 1)
        assert [log_in(client, "Nobody").status_code for _ in range(2)] == [422, 429]
        assert log_in(client).status_code == 302


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


def test_an_active_guest_is_not_refused_because_of_other_visitors(monkeypatch):
    guest, ways = known_to_play(Client()), ways_to_begin().values()
    few(monkeypatch, "ROWS_OF_NEWCOMERS", 1)
    assert [Client().post("/").status_code for _ in range(2)][-1] == 429
    assert [guest.post(*way).status_code for way in ways] == [302] * len(ways)


def test_a_guest_beyond_their_own_limit_counts_against_the_limit_of_newcomers(monkeypatch):
    guest = known_to_play(Client())
    few(monkeypatch, "ROWS_OF_A_GUEST", 2)
    few(monkeypatch, "ROWS_OF_NEWCOMERS", 4)
    held = ("/assist/", {"strategy": "knuth"})
    assert [guest.post(*held).status_code for _ in range(7)] == [*[302] * 5, *[429] * 2]


def test_all_guests_of_an_ip_address_together_can_create_a_limited_number_of_rows(
    monkeypatch, elsewhere
):
    """Otherwise a visitor could avoid the limit by making a guess in each of many sessions."""
    guests = [known_to_play(Client()) for _ in range(3)]
    Bucket.objects.all().delete()
    few(monkeypatch, "ROWS_AT_AN_ADDRESS", 4)
    held = ("/assist/", {"strategy": "knuth"})
    answers = [guest.post(*held).status_code for guest in guests for _ in range(2)]
    assert answers.count(302) == 4
    assert Client().post(*held).status_code == 429
    assert elsewhere().post(*held).status_code == 302


def test_an_account_can_start_a_limited_number_of_things_an_hour(client, account, monkeypatch):
    known_to_play(client)
    few(monkeypatch, "ROWS_OF_AN_ACCOUNT", 3)
    held = ("/assist/", {"strategy": "knuth"})
    assert [client.post(*held).status_code for _ in range(3)] == [302] * 3
    assert {client.post(*way).status_code for way in ways_to_begin().values()} == {429}


def test_new_accounts_of_an_ip_address_can_create_a_limited_number_of_rows(monkeypatch, elsewhere):
    accounts = [Client() for _ in range(3)]
    for number, client in enumerate(accounts):
        sign_up(client, f"Name {number}")
    Bucket.objects.all().delete()
    few(monkeypatch, "ROWS_OF_NEWCOMERS", 4)
    held = ("/assist/", {"strategy": "knuth"})
    assert [one.post(*held).status_code for one in accounts * 2] == [*[302] * 4, *[429] * 2]
    start(known := elsewhere(), "3632")  # after a guess, a guest has a limit of their own
    for client in accounts:
        Game.objects.create(player=player_of(client), secret="1", guess_count=1, **CLASSIC.fields())
    Bucket.objects.all().delete()
    few(monkeypatch, "ROWS_AT_AN_ADDRESS", 4)
    assert [one.post(*held).status_code for one in accounts * 2] == [*[302] * 4, *[429] * 2]
    assert known.post(*held).status_code == 302


@pytest.mark.parametrize(("is_old", "has_finished"), [(True, True), (True, False), (False, True)])
def test_an_old_account_counts_only_against_its_own_limit(
    client, account, monkeypatch, is_old, has_finished
):
    if has_finished:
        known_to_play(client)
    if is_old:
        User.objects.update(date_joined=timezone.now() - timedelta(days=8))
    Bucket.objects.all().delete()
    for name in ("ROWS_AT_AN_ADDRESS", "ROWS_OF_NEWCOMERS"):
        few(monkeypatch, name, 1)
    answers = [client.post("/assist/", {"strategy": "knuth"}).status_code for _ in range(3)]
    assert answers == ([302] * 3 if is_old and has_finished else [302, 429, 429])


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
    other = client.post("/assist/", {"strategy": "knuth"})
    assert (other.status_code, Assist.objects.count()) == (
        (302, 1) if who == "guest" and way == "made of a game" else (429, 0)
    )


def test_a_request_that_continues_an_unfinished_game_does_not_count(client, game, monkeypatch):
    play(client, game, "1122")
    few(monkeypatch, "ROWS_OF_A_GUEST", 1)
    few(monkeypatch, "ROWS_OF_NEWCOMERS", 1)
    assert [client.post("/").status_code for _ in range(5)] == [409] * 5
    assert client.post("/assist/", {"strategy": "knuth"}).status_code == 302


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


def test_a_refusal_because_of_a_limit_uses_up_no_other_limit():
    one, other = Use(Allowance("one", 2, 60), ("ada",)), Use(Allowance("other", 1, 60), ("ada",))
    spend(one, other)
    with pytest.raises(TooMany):
        spend(one, other)
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
