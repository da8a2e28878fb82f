"""The changes of a duel's state: each change has one outcome, even with many requests at once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.models import Duel, Game, Guess, Player, Side, StalePage
from games.models.duels.leaving import forget
from games.models.duels.refusals import Alone, NotYet
from games.people.sessions.merging import take_over
from games.web.tasks import THOUGHTS
from tests.cast import after_countdown, refusal
from tests.games.management.test_tasks import work_off

TEN_MINUTES = timedelta(minutes=10)


def opened(kind=Duel.Kind.RACE, people=2, **how):
    """Return a duel with this many players, and their seats."""
    opener = Player.objects.create()
    duel = Duel.objects.open(opener, kind, CLASSIC, TEN_MINUTES, **how)
    for _ in range(people - duel.seats.count()):
        duel.sit(Player.objects.create())
    return duel, list(duel.seats.all())


def running_race(secret, people=2):
    """Return a race after its countdown, with a known code."""
    duel, seats = opened(people=people)
    for seat in seats:
        duel.get_ready(seat)
    return after_countdown(duel, secret), seats


def running_box(*codes, **how):
    duel, seats = opened(Duel.Kind.BOX, **how)
    for seat, code in zip(seats, codes, strict=True):
        duel.set_code(seat, code)
    return duel, seats


def game_of(duel, seat):
    return Game.objects.get(side__duel=duel, side__seat=seat, side__round=duel.round)


def test_a_race_starts_only_when_two_or_more_players_are_ready():
    duel, [seat] = opened(people=1)
    duel.get_ready(seat)
    assert refusal(duel.start) is Alone
    for _ in range(2):
        duel.sit(Player.objects.create())
    for seat in duel.seats.all():
        assert duel.is_waiting
        duel.get_ready(seat)
    assert duel.is_running
    assert not duel.has_begun
    assert refusal(duel.start) is StalePage, "the button was pressed twice"
    assert refusal(duel.guess, seat, "1122", 1, "a") is NotYet
    assert {side.due_at for side in duel.sides_now} == {duel.starts_at + TEN_MINUTES}
    secrets = Game.objects.with_secret().filter(side__duel=duel).values_list("secret")
    assert len(set(secrets)) == 1
    assert len(secrets) == 3


@pytest.mark.both_databases
def test_if_two_players_become_ready_at_once_the_second_one_starts_the_race(monkeypatch):
    duel, (one, other) = opened()
    duel.seat_computer("knuth", 100)
    moving = Duel.moving

    def moving_late(self, *statuses):
        monkeypatch.setattr(Duel, "moving", moving)
        duel_again(duel).get_ready(other)
        return moving(self, *statuses)

    monkeypatch.setattr(Duel, "moving", moving_late)
    duel.get_ready(one)
    assert duel.is_running
    assert work_off(THOUGHTS) == ["think"]
    assert duel.sides_now.exclude(computer_guesses=[]).count() == 1


def test_a_race_lasts_until_all_players_finish_and_hides_its_code_until_then():
    duel, (one, other) = running_race("1234")
    duel.guess(one, "1234", 1, "a")
    won = game_of(duel, one)
    assert duel.is_running
    assert won.is_won
    assert won.revealed_secret is None
    assert won.luck is not None
    duel.guess(other, "1122", 1, "b")
    duel.leave(other)
    assert duel.is_over
    assert game_of(duel, one).revealed_secret == "1234"
    assert game_of(duel, other).status == Game.Status.RESIGNED
    assert not Game.objects.to_grade().exists()


def test_answers_appear_only_after_both_players_have_guessed():
    duel, (one, other) = running_box("1234", "4321")
    duel.guess(one, "1122", 1, "a")
    assert not Guess.objects.exists()
    for code in ("3344", "1122"):  # from another tab
        assert refusal(duel.guess, one, code, 1, "b") is StalePage
    duel.guess(one, "1122", 1, "a")  # sent again
    duel.guess(other, "3344", 1, "c")
    assert [game_of(duel, seat).guess_count for seat in (one, other)] == [1, 1]
    duel.guess(one, "1122", 1, "a")  # and again
    assert game_of(duel, one).turns()[0].feedback == (1, 1)
    duel.guess(one, "4321", 2, "d")
    duel.guess(other, "1155", 2, "e")
    assert game_of(duel, one).is_won
    assert duel.is_running
    duel.guess(other, "1234", 3, "f")  # now the other player has finished, too
    assert duel.is_over


def test_after_a_round_both_players_set_codes_for_the_next_round():
    duel, (one, other) = running_box("1234", "4321", rounds=2)
    for seat, code in ((one, "4321"), (other, "1234")):
        duel.guess(seat, code, 1, code)
    assert (duel.status, duel.round, duel.rounds_over) == (Duel.Status.SETTING, 2, 1)
    assert not Game.objects.filter(is_held=True).exists()
    duel.set_code(one, "1111")
    assert refusal(duel.set_code, one, "2222") is StalePage
    duel.set_code(other, "1111")
    assert duel.is_running


def test_a_computer_guesses_after_its_opponent_or_in_a_race_by_the_clock():
    duel, [one] = opened(Duel.Kind.BOX, people=1)
    computer = duel.seat_computer("knuth", 100)
    duel.set_code(one, "3632")
    side = Side.objects.with_secret().get(seat=computer)
    own = Side.objects.with_secret().get(seat=one)
    assert side.guesses_by(timezone.now(), own) == []
    duel.guess(one, "1111" if own.secret != "1111" else "2222", 1, "a")
    own = Side.objects.with_secret().get(seat=one)
    assert side.guesses_by(timezone.now(), own) == [side.computer_guesses[0][0]]

    race, [seat] = opened(people=1)
    rival = race.seat_computer("knuth", 100)
    race.get_ready(seat)
    side = Side.objects.with_secret().get(seat=rival)
    assert side.guesses_by(timezone.now()) == []
    seconds = side.computer_guesses[0][1] + 0.05
    assert len(side.guesses_by(race.starts_at + timedelta(seconds=seconds))) == 1
    assert side.guesses_by(race.starts_at + timedelta(hours=1))[-1] == side.secret


@pytest.mark.both_databases
@pytest.mark.parametrize("way", ["is late", "is deleted"])
def test_a_duel_does_not_wait_for_a_player_who_is_late_or_deleted(way):
    duel, (one, other) = running_box("1234", "4321")
    duel.guess(one, "1122", 1, "a")
    if way == "is deleted":
        forget(other.player)
    else:
        Side.objects.filter(seat=other).update(due_at=timezone.now() - timedelta(seconds=1))
        [late] = Duel.objects.with_a_late_player()
        late.settle()
        assert game_of(duel, other).status == Game.Status.EXPIRED
    assert game_of(duel, one).guess_count == 1
    assert not Duel.objects.with_a_late_player().exists()
    duel.guess(one, "4321", 2, "b")
    assert duel.is_over


@pytest.mark.parametrize("way", ["is deleted", "logs in", "sits down"])
def test_grading_and_the_computers_work_outside_of_transactions(monkeypatch, way):
    depths = []

    def watched(*_arguments):
        depths.append(len(connection.savepoint_ids))
        return [] if way == "sits down" else (1.0, 1.0)

    monkeypatch.setattr("games.models.duels.duel.skill_and_luck", watched)
    monkeypatch.setattr("games.models.duels.seat.way_to", watched)
    if way == "sits down":
        duel, [seat] = opened(people=1)
        duel.get_ready(seat)
        duel.seat_computer("knuth", 100)
        Client().post(f"{duel.get_absolute_url()}sit/")
        assert duel_again(duel).is_running
    else:
        duel, (one, other) = running_race("1234")
        duel.guess(other, "1122", 1, "a")
        forget(other.player) if way == "is deleted" else take_over(one.player, other.player)
    assert set(depths) == {0}


@pytest.mark.parametrize("way", ["leaves", "is deleted", "sets no code"])
def test_if_a_player_leaves_or_sets_no_code_the_duel_ends_and_keeps_no_deadline(way):
    duel, (one, other) = opened(Duel.Kind.BOX)
    if way == "leaves":
        duel.leave(other)
    elif way == "is deleted":
        forget(other.player)
    else:
        duel.set_code(one, "1234")
        Side.objects.update(due_at=timezone.now() - timedelta(seconds=1))
        duel.settle()
    assert Duel.objects.get().is_over
    assert not Side.objects.filter(due_at__isnull=False).exists()


@pytest.mark.both_databases
def test_leaving_in_two_tabs_frees_only_one_seat():
    duel, _ = opened(people=3)
    for seat in [duel.seats.last() for _tab in range(2)]:
        duel.leave(seat)
    assert duel.seats_taken == duel.seats.count() == 2


def duel_again(duel):
    return Duel.objects.get(pk=duel.pk)
