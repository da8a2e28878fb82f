"""Duels of up to three races: who wins, when players can join, and what the pages say."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.management.tasks import settle_duels
from games.models import Duel, Game, Seat, Side
from tests.cast import HTMX, after_countdown, play, sign_up
from tests.games.play.duels.test_duels import asked, at, opened

SECRET = "1234"


def named(name: str, duel: Duel | None = None) -> Client:
    """Return the browser of a player with this name and a seat in the duel.

    If there is no duel, the player opens one.
    """
    sign_up(browser := Client(), name)
    browser.post(at(duel, "sit/")) if duel else opened(browser, "best-of-3")
    return browser


@pytest.fixture
def ada():
    return named("Ada")


@pytest.fixture
def duel(ada):
    return Duel.objects.get()


@pytest.fixture
def bob(duel):
    return named("Bob", duel)


def race(duel: Duel, *in_order: Client, through: int = 8) -> None:
    """Play a race: all players get ready, and the first of them breaks the code."""
    for browser in in_order:
        browser.post(at(duel, "ready/"))
    after_countdown(duel, SECRET)
    for browser in in_order[:through]:
        play(browser, duel, SECRET)


def read(browser: Client, duel: Duel) -> tuple[str, list[str]]:
    """Return the headline of the page, and the number of races that each player has won."""
    page = browser.get(at(duel)).text
    between = "".join(re.findall("<p><b>(.*?)</b>", page))
    won = re.findall(r"(\d)[,.]", between) or re.findall(r"</th><td>(\d)</td>", page)
    return re.findall(r"<h1[^>]*>(.*?)</h1>", page)[0], won


def test_the_first_player_to_win_two_races_wins_the_match(ada, bob, duel):
    race(duel, ada, bob)
    assert read(ada, duel) == ("You won race 1", ["1", "0"])
    race(duel, bob, ada, through=1)
    assert "Race 2 of 3, 1 : 1" in ada.get(at(duel)).text
    pages = [one.get(at(duel)).text for one in (ada, bob)]
    assert all("Race 3 comes when all have finished." in page for page in pages)
    assert "A player who makes no guess for 10 minutes gives up." in pages[1], "so Bob can wait"
    play(ada, duel, SECRET)
    assert read(Client(), duel) == ("Bob won race 2", ["1", "1"])
    race(duel, ada, bob)
    assert read(ada, duel) == ("You won", ["2", "1"])
    assert read(bob, duel) == ("Ada won", ["2", "1"])


def test_a_player_wins_with_two_races_and_can_leave_before_others_finish(ada, bob, duel):
    eve = named("Eve", duel)
    race(duel, ada, bob, eve)
    race(duel, ada, bob, eve, through=2)
    ada.post(at(duel, "leave/"))
    play(eve, duel, SECRET)
    assert read(ada, duel) == ("You won", ["2", "0", "0"])
    assert "gave up" not in bob.get(at(duel)).text


def test_a_match_of_three_races_is_a_draw_if_no_player_won_two(ada, bob, duel):
    eve = named("Eve", duel)
    for order in ((ada, bob, eve), (bob, eve, ada), (eve, ada, bob)):
        race(duel, *order)
    assert read(ada, duel) == ("A draw", ["1", "1", "1"])


@pytest.mark.parametrize("way", ["leaves", "is late", "was away"])
def test_the_next_race_starts_when_the_last_player_waited_for_is_back_or_gone(ada, bob, duel, way):
    eve = named("Eve", duel)
    race(duel, ada, bob, eve)
    then = timezone.now() - timedelta(minutes=1)
    if way == "was away":
        eve.post(at(duel, "ready/"))
        Seat.objects.filter(number=3).update(seen_at=then, has_script=True)
    for browser in (ada, bob):
        browser.post(at(duel, "ready/"))
    assert Duel.objects.get().is_between
    if way == "leaves":
        eve.post(at(duel, "leave/"))
    elif way == "is late":
        Side.objects.filter(seat__number=3).update(due_at=then)
        settle_duels.call()
    for browser in (eve, ada) if way == "was away" else ():
        browser.post(at(duel, "here/"))
    assert Duel.objects.get().is_running


@pytest.mark.parametrize("has_script", [True, False])
def test_another_player_can_start_the_next_race_if_the_opener_is_silent(ada, bob, duel, has_script):
    race(duel, ada, bob)
    if has_script:
        ada.post(at(duel, "ready/"))
    assert bob.post(at(duel, "begin/")).status_code == 404, "Ada is still here"
    poll, now = asked(bob, duel), timezone.now()
    for number, seconds in ((1, 31), (2, 10)):
        silent = {"seen_at": now - timedelta(seconds=seconds), "has_script": has_script}
        Seat.objects.filter(number=number).update(**silent)
    bob.post(at(duel, "here/"))
    assert "without waiting" in bob.get(poll, headers=HTMX).text
    bob.post(at(duel, "begin/"))
    assert Duel.objects.get().is_running


def test_a_tied_race_has_no_winner_and_is_no_win(ada, bob, duel):
    race(duel, ada, bob)
    Game.objects.update(finished_at=timezone.now())
    assert read(ada, duel) == read(bob, duel) == ("Race 1 is a tie", ["0", "0"])


@pytest.mark.parametrize("way", ["leaves", "is late"])
def test_a_player_who_leaves_between_races_loses_and_the_seat_stays_empty(ada, bob, duel, way):
    race(duel, ada, bob)
    bob.post(at(duel, "ready/"))
    assert not re.search(r">(Take a seat|A free seat)<", Client().get(at(duel)).text)
    assert Client().post(at(duel, "sit/")).status_code == 409
    assert Side.objects.get(due_at__isnull=False).seat.number == 1, "it is her turn"
    if way == "leaves":
        ada.post(at(duel, "leave/"))
    Side.objects.filter(due_at__isnull=False).update(due_at=timezone.now() - timedelta(seconds=1))
    bob.post(at(duel, "here/"))
    assert read(bob, duel) == ("You won", ["1", "0"])
    assert "Ada gave up the duel." in bob.get(at(duel)).text


def test_the_other_players_continue_until_only_one_has_not_left(ada, bob, duel):
    eve = named("Eve", duel)
    race(duel, ada, bob, eve)
    ada.post(at(duel, "leave/"))
    assert Side.objects.filter(due_at__isnull=False).count() == 2, "who are still waited for"
    pages = [one.get(at(duel)).text for one in (ada, bob)]
    assert ["I’m ready" in page and "without waiting" in page for page in pages] == [False, True]
    race(duel, bob, eve)
    assert Duel.objects.get().sides_now.count() == 2
    eve.post(at(duel, "leave/"))
    assert read(bob, duel) == ("You won", ["1", "1", "0"])
    assert "Ada and Eve gave up the duel." in bob.get(at(duel)).text


def test_the_match_goes_on_while_a_person_plays_against_computers_and_then_ends(ada, bob, duel):
    for _ in range(2):
        ada.post(at(duel, "computer/"), {"strategy": "knuth", "memory": "100"})
    race(duel, ada, bob)
    ada.post(at(duel, "ready/"))
    bob.post(at(duel, "leave/"))
    assert Duel.objects.get().is_running
    ada.post(at(duel, "leave/"))
    assert Duel.objects.get().is_over


def test_the_planned_times_of_a_computer_decide_whether_it_wins_a_race(ada, duel):
    ada.post(at(duel, "computer/"), {"strategy": "knuth", "memory": "100"})
    # After 0.99 seconds the computer is just ahead of Ada; after an hour it is far behind.
    for seconds in (0.99, 3600):
        ada.post(at(duel, "ready/"))
        after_countdown(duel, SECRET)
        computer = Duel.objects.get().sides_now.filter(seat__strategy="knuth")
        computer.update(computer_guesses=[[SECRET, seconds]])
        play(ada, duel, SECRET)
    assert read(ada, duel) == ("You won race 2", ["1", "1"])
