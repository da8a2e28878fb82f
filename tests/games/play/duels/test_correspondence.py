"""Duels that give players days for each guess: whose turn it is, and until when.

The tests move the clock forward, by eleven days in total.
"""

import re
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.db import OperationalError, transaction
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.management.tasks import settle_duels
from games.models import Duel, Game, Guess, Player, Side
from games.models.duels.leaving import forget
from games.people.accounts.feeds import feed_key_of, player_with_feed_key
from games.people.sessions.current import Identity
from games.people.statistics.open_duels import open_duels
from games.web.tasks import THOUGHTS
from games.wording import time_left
from tests.cast import PASSWORD, after_countdown, race_of, sign_up
from tests.games.management.test_tasks import work_off

NAMES = ("Ada", "Bob")


class Clock:
    def __init__(self) -> None:
        self.begun = self.time = timezone.now()

    def at(self, day: float) -> None:
        """Move the clock to this day, and settle the duels whose deadline has passed by then."""
        self.time = self.begun + timedelta(days=day)
        settle_duels.call()


def test_an_error_in_settling_a_duel_does_not_stop_the_other_duels(clock, monkeypatch, caplog):
    broken, sound = (race_of(Player.objects.create(), Player.objects.create()) for _ in range(2))
    settle = Duel.settle

    def settled(duel: Duel) -> None:
        assert duel != broken, "this duel cannot be settled"
        settle(duel)

    settled.__qualname__ = "Duel.settle"
    monkeypatch.setattr(Duel, "settle", settled)
    clock.time += timedelta(hours=1)
    settle_duels.call()
    over = dict(Duel.objects.values_list("pk", "status"))
    assert over == {broken.pk: "running", sound.pk: "over"}
    assert f"Duel.settle failed for {Duel} {broken.pk}." in caplog.text
    monkeypatch.setattr(Duel, "settle", Mock(side_effect=OperationalError))
    with pytest.raises(OperationalError):  # the task is tried again when the database is back
        settle_duels.call()


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.time)
    return clock


@pytest.fixture
def browsers():
    browsers = {name: Client() for name in NAMES}
    for name, browser in browsers.items():
        sign_up(browser, name)
    return browsers


@pytest.fixture
def players(browsers):
    return [Player.objects.by_name(name) for name in NAMES]


def entries(browser: Client, name: str) -> list[str]:
    feed = browser.get(f"/duels/feed/{feed_key_of(Player.objects.by_name(name))}/").text
    return re.findall(r"<id>([^<]+)</id>", feed.partition("<entry>")[2])


def turns(browsers: dict[str, Client]) -> dict[str, str]:
    """Return how much time is left to each player whose turn it is.

    Also assert that the home page, the page of the duel and the feed agree.
    """
    found = {}
    for name, browser in browsers.items():
        home, you = browser.get("/").context["page"].turns, browser.get("/you/").context["duels"]
        assert home == [seat for seat in you if seat.due_at]
        assert len(entries(browser, name)) == len(home)
        if home:
            [found[name]] = [time_left(seat.due_at) for seat in home]
    return found


def guess(duel: Duel, seat, code: str) -> None:
    game = Game.objects.get(side__seat=seat, side__round=duel.round)
    duel.guess(seat, code, game.next_number, f"{game.next_number}")


def test_a_duel_with_two_codes_can_last_for_days(clock, browsers, players):
    patience = Duel.Pace.DAYS.patience
    duel = Duel.objects.open(players[0], Duel.Kind.BOX, CLASSIC, patience)
    assert turns(browsers) == {}
    assert "not started" in browsers["Ada"].get("/you/").text
    clock.at(1)
    duel.sit(players[1])
    ada, bob = duel.seats.all()
    clock.at(2)
    assert turns(browsers) == {"Ada": "2 days left", "Bob": "2 days left"}
    page = browsers["Ada"].get(duel.get_absolute_url()).text
    assert re.search("2 days left</b>: set the code before .* \\(UTC\\)", page)
    duel.set_code(ada, "1234")
    clock.at(3.5)
    assert turns(browsers) == {"Bob": "12 hours left"}
    assert "the others’ turn" in browsers["Ada"].get("/you/").text
    duel.set_code(bob, "4321")
    clock.at(5)
    guess(duel, ada, "1122")
    assert turns(browsers) == {"Bob": "1 day left"}
    assert "1 day left: guess before" in browsers["Bob"].get(duel.get_absolute_url()).text
    clock.at(6)
    before = entries(browsers["Bob"], "Bob")
    guess(duel, bob, "3344")
    assert turns(browsers) == {"Ada": "3 days left", "Bob": "3 days left"}
    # Each turn is a new entry of the feed.
    assert set(before).isdisjoint(entries(browsers["Bob"], "Bob"))
    clock.at(8)
    guess(duel, ada, "4321")
    assert not Game.objects.filter(status="won").exists()
    clock.at(8.9)
    assert turns(browsers) == {"Bob": "2 hours left"}
    clock.at(11)
    assert turns(browsers) == {}
    duel.refresh_from_db()
    assert duel.is_over
    statuses = [Game.objects.get(side__seat=seat).status for seat in (ada, bob)]
    assert statuses == ["won", "expired"]


def test_a_race_can_last_for_days(clock, browsers, players):
    duel = race_of(*players, patience=Duel.Pace.DAY.patience)
    ada, bob = duel.seats.all()
    for day in range(1, 11):
        clock.at(day - 0.1)
        if day < 5:
            guess(duel, bob, "1111")
        guess(duel, ada, "1111")
        if day in (1, 5, 6, 10):
            waited_for = NAMES[: (day < 10) + (day <= 5)]
            assert turns(browsers).keys() == set(waited_for)
    clock.at(11)
    duel.refresh_from_db()
    assert duel.is_over
    games = [Game.objects.get(side__seat=seat) for seat in (ada, bob)]
    assert [(game.status, game.guess_count) for game in games] == [("lost", 10), ("expired", 4)]
    assert games[0].revealed_secret == "3632"


class TestRaceOverDays:
    """If players have days for each guess, speed is no advantage.

    The players need not be online when the race starts.
    """

    @pytest.fixture
    def duel(self, players):
        duel = Duel.objects.open(players[0], Duel.Kind.RACE, CLASSIC, Duel.Pace.DAY.patience)
        duel.sit(players[1])
        return after_countdown(duel, "3632")

    def test_an_absent_player_is_told_of_a_rematch_and_can_be_deleted(self, browsers, duel):
        ada, again = browsers["Ada"], f"{duel.get_absolute_url()}again/"
        guess(duel, duel.seats.first(), "3632")
        browsers["Bob"].post(again)
        assert "a rematch waits for you" in ada.get("/").text
        assert entries(ada, "Ada") == [f"{duel.public_id}-rematch"]
        with transaction.atomic():
            ada.post(again)
            assert "a rematch waits for you" not in ada.get("/you/").text
            transaction.set_rollback(True)
        forget(Player.objects.get(name="Ada"))
        assert not Player.objects.filter(name="Ada").exists()

    def test_the_race_starts_as_soon_as_a_second_player_joins(self, browsers, players):
        duel = Duel.objects.open(players[0], Duel.Kind.RACE, CLASSIC, Duel.Pace.DAYS.patience)
        page = browsers["Ada"].get(duel.get_absolute_url()).text
        assert "The race starts as soon as one of them takes a seat." in page
        assert "ready" not in page
        duel.sit(players[1])
        for browser in browsers.values():
            page = browser.get(duel.get_absolute_url()).text
            assert "Guess 1 of 10" in page
            assert "3 days left: guess before" in page
            assert 'class="countdown"' not in page

    @pytest.mark.parametrize(("wrong", "winner"), [(1, "Ada"), (2, "Bob")])
    def test_the_fewest_guesses_win_and_after_as_many_the_earlier_player(
        self, browsers, duel, wrong, winner
    ):
        ada, bob = duel.seats.all()
        for code in ("1111", "2222", "3632"):
            guess(duel, bob, code)
        page = browsers["Bob"].get(duel.get_absolute_url()).text
        assert "You broke the code in 3 guesses" in page, "and it is not decided"
        assert "Rematch" not in page
        assert browsers["Bob"].post(f"{duel.get_absolute_url()}again/").status_code == 409
        for _ in range(wrong):
            guess(duel, ada, "1111")
        assert duel.is_decided == (winner == "Bob"), "Ada can at best need as many guesses"
        guess(duel, ada, "3632")
        for name, browser in browsers.items():
            page = browser.get(duel.get_absolute_url()).text
            assert ("You won" if name == winner else f"{winner} won") in page
            assert "broke it in 3 guesses</p>" in page, "a time of days would say nothing"

    def test_other_players_can_join_the_race_until_it_is_decided(self, duel):
        for browser, is_open in ((Client(), True), (Client(), False)):
            page = browser.get(duel.get_absolute_url()).text
            assert (">Take a seat<" in page) == is_open
            answer = browser.post(f"{duel.get_absolute_url()}sit/", {"name": ""})
            assert answer.status_code == (302 if is_open else 409)
            assert ("No one can join this duel any more." in answer.text) != is_open
            Game.objects.filter(side__seat__number=3).update(secret="3632")
            guess(duel, duel.seats.first(), "3632") if is_open else None
        assert duel.seats.count() == 3

    def test_a_computer_computes_its_guesses_after_it_has_joined_the_race(self, players):
        duel = Duel.objects.open(players[0], Duel.Kind.RACE, CLASSIC, Duel.Pace.DAY.patience)
        duel.seat_computer("knuth", 100)
        assert duel.is_running
        assert Side.objects.get(seat__strategy="knuth").computer_guesses == []
        assert work_off(THOUGHTS) == ["think"]
        assert Side.objects.get(seat__strategy="knuth").computer_guesses != []


def test_the_list_of_turns_needs_at_most_three_queries(players, django_assert_num_queries):
    """The number of duels does not change the number of queries."""
    player = players[0]
    for number in range(4):
        if number:
            race_of(player, *(Player.objects.create() for _ in range(number)))
        with django_assert_num_queries(3 if number else 1):
            assert len([duel.occasion for duel in open_duels(Identity(guest=player.pk))]) == number


class TestFeed:
    @pytest.fixture
    def ada(self, players):
        duel = race_of(*players)
        duel.guess(duel.seat_of(players[1]), "1122", 1, "a")
        return players[0]

    def test_the_feed_names_the_turns_and_their_deadlines_but_no_codes(self, browsers, ada):
        response = Client().get(f"/duels/feed/{feed_key_of(ada)}/")
        assert response["Content-Type"].startswith("application/atom+xml")
        assert "Race with Bob, Classic" in response.text
        assert "Your turn, until " in response.text
        secret = Side.objects.with_secret().first().secret
        told = [secret, Guess.objects.get().code, "Bob"]
        # without the boundaries, the digits of a time would count
        found = [re.search(rf"\b{word}\b", response.text) is not None for word in told]
        assert found == [False, False, True]

    def test_an_invented_feed_url_gets_404(self, ada):
        key = feed_key_of(ada)
        bob = Player.objects.by_name("Bob")
        for bad in ("-", ":", key[:-1], key + "x", f"{bob.public_id}:{key.partition(':')[2]}"):
            assert Client().get(f"/duels/feed/{bad}/").status_code == 404
        assert player_with_feed_key(key) == ada

    def test_a_new_password_changes_the_url_of_the_feed(self, browsers, ada):
        before = feed_key_of(ada)
        ada.user.set_password("another " + PASSWORD)
        ada.user.save()
        assert player_with_feed_key(before) is None
        assert feed_key_of(Player.objects.by_name("Ada")) != before

    def test_the_feed_of_a_guest_is_valid_until_the_guest_signs_up(self):
        guest = Player.objects.create()
        key = feed_key_of(guest)
        assert player_with_feed_key(key) == guest
        guest.open_account("Eve", password_hash="!")
        assert player_with_feed_key(key) is None
