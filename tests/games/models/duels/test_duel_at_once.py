"""Concurrent requests on one duel have one outcome, without duplicates or deadlock."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games.management.tasks import settle_duels
from games.models import Duel, Game, Guess, Player, Seat, Side
from games.models.duels.duel import BETWEEN_PHRASES
from games.models.duels.leaving import forget
from games.people.sessions.merging import take_over
from tests.cast import side_by_side
from tests.games.models.duels.test_duel import (
    duel_again,
    game_of,
    opened,
    running_box,
    running_race,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

DONE, REFUSED = (
    "done",
    {"stale-page", "too-late", "game-over", "duel-full", "gone", "not-yet", "alone"},
)


def at_once(*acts) -> list[str]:
    """Run each function in its own thread; return the outcome of each as a word."""

    def act(place: int) -> str:
        while True:
            try:
                acts[place]()
                return DONE
            # on a busy machine, a lock can be held longer than the limit
            except OperationalError:
                # on PostgreSQL two of these requests would deadlock
                if connection.vendor == "postgresql":
                    raise

    answers = side_by_side(act, len(acts))
    assert len(answers) == len(acts), "something else was raised"
    assert set(answers) <= {DONE, *REFUSED}
    return answers


def assert_whole(duel: Duel) -> None:
    """Assert that the duel is consistent: either it can continue, or it is over."""
    duel.refresh_from_db()
    people = list(duel.seats.exclude(player=None).values_list("player", flat=True))
    assert len(people) == len(set(people))
    games = Game.objects.filter(side__duel=duel)
    if duel.is_over:
        assert not games.filter(status="playing").exists()
        assert not games.filter(is_held=True).exists()
        assert not duel.sides.exclude(due_at=None).exists()
    elif duel.is_running:
        assert games.filter(status="playing").exists()
    for game in games:
        assert game.guesses.count() == game.guess_count


def late(duel: Duel) -> None:
    past = timezone.now() - BETWEEN_PHRASES
    Side.objects.filter(duel=duel, due_at__isnull=False).update(due_at=past)


def test_a_race_starts_once_if_its_players_become_ready_at_the_same_moment():
    duel, seats = opened(people=4)
    ready = [lambda seat=seat: duel_again(duel).get_ready(seat) for seat in seats]
    at_once(*ready, lambda: duel_again(duel).start(), lambda: duel_again(duel).start())
    assert_whole(duel)
    assert (duel.round, duel.is_running) == (1, True)
    assert Side.objects.count() == Game.objects.count() == 4


def test_only_one_of_many_concurrent_players_gets_the_last_seat():
    duel, _seats = opened(people=7)
    players = [Player.objects.create() for _ in range(12)]
    answers = at_once(*(lambda one=one: duel_again(duel).sit(one) for one in players))
    assert (answers.count(DONE), answers.count("duel-full")) == (1, 11)
    assert duel.seats.count() == 8


def test_two_concurrent_guesses_are_both_answered_and_each_request_can_come_twice():
    duel, seats = running_box("1234", "4321")
    for number in range(1, 4):
        sent = [(seat, f"11{number}1", number, f"{number} {seat.pk}") for seat in seats]
        at_once(*(lambda one=one: duel_again(duel).guess(*one) for one in sent * 2))
        assert [game_of(duel, seat).guess_count for seat in seats] == [number, number]


def test_a_duel_is_consistent_if_two_players_join_while_its_opener_leaves():
    duel, [opener] = opened(Duel.Kind.BOX, people=1)
    others = [Player.objects.create() for _ in range(3)]
    sit = [lambda one=one: duel_again(duel).sit(one) for one in others]
    at_once(*sit, lambda: duel_again(duel).leave(opener))
    assert_whole(duel)
    assert duel.seats_taken == duel.seats.count()
    assert duel.status in ("over", "setting", "waiting")


def test_two_codes_can_be_set_concurrently_and_each_request_twice():
    duel, seats = opened(Duel.Kind.BOX)
    codes = [(seat, code) for seat in seats for code in ("1234", "4321")]
    answers = at_once(*(lambda one=one: duel_again(duel).set_code(*one) for one in codes))
    assert answers.count(DONE) == 2
    assert_whole(duel)
    assert Game.objects.count() == 2


def test_only_one_of_several_concurrent_phrases_is_stored(monkeypatch):
    monkeypatch.setattr("games.models.duels.duel.BETWEEN_PHRASES", timedelta(hours=1))
    duel, [seat, _other] = opened()
    at_once(*(lambda phrase=phrase: duel_again(duel).say(seat, phrase) for phrase in range(5)))
    said = Seat.objects.get(pk=seat.pk)
    assert said.phrase in range(5)
    first = said.said_at
    duel.say(seat, 5)
    assert Seat.objects.get(pk=seat.pk).said_at == first


def test_concurrent_requests_for_a_rematch_create_one_duel():
    duel, seats = running_race("1234", people=3)
    for seat in seats:
        duel.guess(seat, "1234", 1, "a")
    again = [lambda seat=seat: duel_again(duel).again(seat) for seat in seats]
    assert at_once(*again, *again) == [DONE] * 6
    following = Duel.objects.exclude(pk=duel.pk).get()
    assert following.seats.count() == following.seats_taken == 3


def test_a_late_player_can_guess_while_another_request_settles_the_duel():
    duel, (one, other) = running_box("1234", "4321")
    duel.guess(one, "1122", 1, "a")
    late(duel)
    settle = [settle_duels.call] * 2
    at_once(*settle, lambda: duel_again(duel).guess(other, "3344", 1, "b"))
    assert_whole(duel)
    game = Game.objects.get(side__seat=other)
    assert (game.status, game.guess_count) in {("playing", 1), ("expired", 0)}
    assert Game.objects.get(side__seat=one).guess_count == 1, "nobody to wait for"


def test_a_duel_is_consistent_after_all_kinds_of_concurrent_requests():
    """Players delete themselves, log in, leave, guess, resend, settle, and take a seat."""
    duel, seats = running_race("1234", people=5)
    deleted, guest, leaving, *guessing = seats
    account, newcomer = Player.objects.create(), Player.objects.create()
    late(duel)
    at_once(
        partial(forget, deleted.player),
        lambda: take_over(account, guest.player),
        lambda: duel_again(duel).leave(leaving),
        *(lambda seat=seat: duel_again(duel).guess(seat, "1234", 1, "a") for seat in guessing * 2),
        settle_duels.call,
        lambda: duel_again(duel).sit(newcomer),
    )
    assert_whole(duel)
    assert duel.is_over
    assert duel.seats.get(number=2).player == account
    assert not duel.seats.filter(player=newcomer).exists()


def test_two_deletions_in_two_duels_do_not_deadlock():
    for _ in range(3):
        one, other = Player.objects.create(), Player.objects.create()
        duels = []
        for opener, rival in ((one, other), (other, one)):
            duel, _seats = opened()
            Duel.objects.filter(pk=duel.pk).update(opener=opener)
            for seat, player in zip(duel.seats.all(), (rival, opener), strict=True):
                Seat.objects.filter(pk=seat.pk).update(player=player)
            duel.start()
            duels.append(duel)
        assert at_once(partial(forget, one), partial(forget, other)) == [DONE] * 2
        for duel in duels:
            assert_whole(duel)
            assert duel.is_over


def test_a_guest_with_two_concurrent_log_ins_keeps_one_seat():
    duel, seats = running_race("1234", people=3)
    account = seats[0].player
    guests = [Player.objects.get(seats=seats[1]) for _ in range(2)]
    join = [lambda guest=guest: take_over(account, guest) for guest in guests]
    at_once(*join, lambda: duel_again(duel).guess(seats[1], "1234", 1, "a"))
    assert_whole(duel)
    assert duel.seat_of(account).number == 1
    assert account.games.count() == 2
    assert Guess.objects.count() <= 1
