"""The computer players of different visitors take turns at thinking."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.catalog.rules import PRESETS
from games.models import Duel, Seat, Side
from games.models.base.long_work import QueueBounds
from games.play.duels import tasks
from games.play.duels.tasks import think
from games.web.tasks import THOUGHTS
from games.web.tasks.turns import LAST
from games.web.tasks.worker import do_next
from tests.cast import led_to

FEW = QueueBounds(most=6, of_one=3)
GIANT = dict(PRESETS["giant"].settings) | {"kind": "race", "pace": "live", "rounds": "1"}
BUSY = "The computers are still thinking in other duels. Nothing changed. Please try again in ten"


@pytest.fixture(autouse=True)
def _few_places(monkeypatch):
    """Let six computers think at once, three of them for one visitor."""
    monkeypatch.setattr(tasks, "THINKING", FEW)


def opened(client) -> Duel:
    return led_to(client.post("/duels/", GIANT), Duel)


def seat(client, duel):
    address = f"{duel.get_absolute_url()}computer/"
    return client.post(address, {"strategy": "simple", "memory": "100"})


def start(client, duel):
    return client.post(f"{duel.get_absolute_url()}ready/")


def begun(client) -> Duel:
    """Return a started race with a computer that has to think."""
    duel = opened(client)
    assert [seat(client, duel).status_code, start(client, duel).status_code] == [302, 302]
    return duel


def computers_of(*duels) -> list[Side]:
    return list(Side.objects.filter(duel__in=duels).exclude(seat__strategy="").order_by("pk"))


def waiting() -> list[int]:
    """Return the ids of the sides that wait, in the order in which their computers think."""
    rows = DBTaskResult.objects.ready().filter(task_path=think.module_path)
    return [row.args_kwargs["args"][0] for row in rows]


def visitor(number: int) -> Client:
    return Client(REMOTE_ADDR=f"198.51.100.{number}")


@pytest.mark.parametrize("is_away", [False, True])
def test_one_visitor_cannot_take_all_places_for_thinking_and_the_page_says_why(is_away):
    attacker = visitor(1)
    for _ in range(FEW.of_one):
        begun(attacker)
        if is_away:  # the visitor has left the duels, which gives them no more places
            Seat.objects.update(seen_at=timezone.now() - timedelta(minutes=1))
    duel = opened(attacker)
    refused = seat(attacker, duel)
    assert (refused.status_code, refused["Retry-After"]) == (429, "10")
    assert BUSY in refused.text
    assert not duel.seats.exclude(strategy="").exists()
    assert len(waiting()) == FEW.of_one


def test_a_race_does_not_start_if_its_computer_has_no_place_for_thinking(monkeypatch):
    attacker = visitor(1)
    seated = [opened(attacker) for _ in range(FEW.of_one + 1)]
    assert {seat(attacker, duel).status_code for duel in seated} == {302}
    assert [start(attacker, duel).status_code for duel in seated] == [302] * FEW.of_one + [429]
    last = Duel.objects.get(pk=seated[-1].pk)
    assert (last.status, last.round, last.sides.count()) == ("waiting", 0, 0)
    first = seated[0].get_absolute_url()
    attacker.post(f"{first}leave/")
    monkeypatch.setattr(tasks, "THINKING", QueueBounds(most=0, of_one=0))
    rematch = led_to(attacker.post(f"{first}again/"), Duel)
    assert (rematch.status, rematch.seats_taken) == ("waiting", 2)


@pytest.mark.both_databases
def test_the_first_computer_of_every_visitor_thinks_before_any_second_computer():
    attacker = visitor(1)
    flood = [begun(attacker) for _ in range(2)]
    stranger = begun(visitor(2))
    [theirs] = computers_of(stranger)
    assert waiting().index(theirs.pk) == 1
    assert do_next(THOUGHTS, "one")
    assert do_next(THOUGHTS, "one")
    assert Side.objects.get(pk=theirs.pk).computer_guesses
    assert not any(side.computer_guesses for side in computers_of(*flood[1:]))


def test_two_computers_in_the_same_race_get_the_same_priority():
    client = visitor(1)
    duel = opened(client)
    seat(client, duel)
    seat(client, duel)
    start(client, duel)
    rows = DBTaskResult.objects.filter(task_path=think.module_path)
    assert list(rows.values_list("priority", flat=True)) == [0, 0]


def test_computers_whose_players_are_absent_take_no_place_and_think_last():
    left = [begun(visitor(number)) for number in range(FEW.most)]
    stranger = visitor(100)
    assert seat(stranger, opened(stranger)).status_code == 503
    Seat.objects.filter(duel__in=left).update(seen_at=timezone.now() - timedelta(minutes=1))
    [theirs] = computers_of(begun(stranger))
    assert waiting()[0] == theirs.pk
    assert set(DBTaskResult.objects.values_list("priority", flat=True)) == {0, LAST}


def test_a_thinking_task_from_an_older_version_still_runs():
    duel = begun(visitor(1))
    [side] = computers_of(duel)
    DBTaskResult.objects.all().delete()
    think.enqueue(side.pk)
    begun(visitor(2))
    assert do_next(THOUGHTS, "one")
    assert Side.objects.get(pk=side.pk).computer_guesses
