"""Groups: the people of a duel or room keep a score, play again, and share a code of the week."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.management.tasks import forget_the_outdated
from games.models import Challenge, Duel, Game, Group, Member, Player, today
from games.models.duels.group import SEASON, STARTS, GroupFull
from tests.cast import after_countdown, led_to, play, player_of, refusal
from tests.games.play.duels.test_duels import at, box, race

SECRET = "1234"


def kept(client: Client, duel: Duel) -> str:
    """Keep the players of a duel as a group; return the URL of the group."""
    response = client.post(at(duel, "group/"))
    assert response.status_code == 302
    return response["Location"]


def wins() -> list[int]:
    return list(Member.objects.order_by("pk").values_list("wins", flat=True))


def won_by(winner: Client, duel: Duel, *others: Client) -> None:
    """Start the race now and let the winner break the code; the other players leave."""
    duel = after_countdown(duel, SECRET)
    play(winner, duel, SECRET)
    for other in others:
        other.post(at(duel, "leave/"))


@pytest.fixture
def pair():
    """Return two players of a race that the first player won, and the URL of their group."""
    duel, (one, other) = race(SECRET)
    won_by(one, duel, other)
    assert "Keep this group" in other.get(at(duel)).text
    return one, other, kept(other, duel)


def test_keeping_the_players_of_a_race_twice_makes_one_group_with_their_score(pair):
    one, _other, address = pair
    duel = Duel.objects.get()
    assert wins() == [1, 0]
    assert kept(one, duel) == address
    assert "Your group" in one.get(at(duel)).text
    assert Group.objects.count() == 1
    assert Client().post(at(duel, "group/")).status_code == 404


def test_each_member_starts_or_joins_the_next_duel_of_a_group_with_one_press(pair):
    one, other, address = pair
    duel = led_to(other.post(f"{address}play/"), Duel)
    assert "A game waits for you" in one.get("/friends/").text
    assert "Join: Race" in one.get(address).text
    assert led_to(one.post(f"{address}play/"), Duel) == duel
    duel.refresh_from_db()
    assert duel.is_running
    won_by(other, duel, one)
    assert wins() == [1, 1]
    for client in (one, other):
        client.post(at(duel, "again/"))
    won_by(one, Duel.objects.get(first_duel=duel), other)
    assert wins() == [2, 1], "a rematch counts, too"
    duel = led_to(one.post(f"{address}play/"), Duel)
    one.post(at(duel, "computer/"), {"strategy": "simple", "memory": "50"})
    one.post(at(duel, "begin/"))
    won_by(one, duel)
    assert duel.seats.count() == 2
    assert wins() == [2, 1], "no other member played"
    assert one.post(at(duel, "group/")).status_code == 404


@pytest.mark.parametrize("start", ["race", "days"])
def test_a_third_member_joins_the_same_duel(pair, start):
    *members, address = pair
    members.append(Client())
    members[2].post(address, {"name": "Cleo"})
    sent = {"start": start}
    duels = {led_to(one.post(f"{address}play/", sent), Duel).pk for one in members[:2]}
    page = members[2].get(address).text
    assert ("Join: Race over several days" in page) == ('value="race"' in page) == (start == "days")
    duels.add(led_to(members[2].post(f"{address}play/"), Duel).pk)
    duel = Duel.objects.get(pk=duels.pop())
    assert not duels
    assert duel.seats.count() == 3
    if start == "race":
        members[0].post(at(duel, "ready/"))
    assert Duel.objects.get(pk=duel.pk).is_running
    button = "Play: Race over several days" if start == "days" else "Play: Race"
    assert button in members[1].get(address).text, "the next one can start meanwhile"
    one = Client()
    one.post(address, {"name": "Dan"})
    assert led_to(one.post(f"{address}play/", {"start": "race"}), Duel) != duel


def test_a_duel_with_two_codes_counts_for_the_group_when_it_ends():
    duel, (one, other) = box(SECRET, SECRET)
    kept(one, duel)
    play(one, duel, SECRET)
    play(other, duel, "1122")
    assert wins() == [0, 0]
    play(other, duel, SECRET)
    assert Duel.objects.get().is_over
    assert sum(wins()) == 1


def test_a_win_counts_once_if_the_group_is_kept_before_the_end_of_a_decided_race():
    duel, (one, other) = race(SECRET)
    play(one, duel, SECRET)
    assert Duel.objects.get().winner
    kept(one, duel)
    play(other, duel, "1122")
    other.post(at(duel, "leave/"))
    assert Duel.objects.get().is_over
    assert sum(wins()) == 1


def test_a_class_and_its_teacher_can_become_a_group():
    teacher, pupil = Client(), Client()
    door = teacher.post("/rooms/")["Location"]
    pupil.post(door, {"name": "Ann"})
    room = Duel.objects.get()
    assert pupil.post(at(room, "group/")).status_code == 404, "a room is deleted after a day"
    teacher.post(f"{door}close/")
    address = kept(teacher, room)
    page = pupil.get(address).text
    assert "Group of Ann and Guest" in page
    assert "Play: Race" in page
    following = led_to(pupil.post(f"{address}play/", {"start": "room"}), Duel)
    assert (following.kind, following.group) == ("race", Group.objects.get())
    assert led_to(teacher.post(f"{address}play/"), Duel) == following


@pytest.mark.parametrize(
    ("start", "kind", "days"),
    [("days", "race", 1), ("best-of-3", "best-of-3", 0), ("box", "race", 0)],
)
def test_a_member_can_start_a_race_a_best_of_three_or_a_race_over_days(pair, start, kind, days):
    one, _other, address = pair
    duel = led_to(one.post(f"{address}play/", {"start": start}), Duel)
    assert (duel.kind, duel.patience.days) == (kind, days)
    group = Group.objects.get()
    assert (group.kind, group.patience, group.start) == (
        *(kind, duel.patience),
        start if start in STARTS else "race",
    )


def test_people_join_a_group_by_its_link_with_a_name_that_is_not_taken_and_leave_it(pair):
    _one, other, address = pair
    other.post(address, {"name": "Bob"})
    third = Client()
    assert "Join the group" in third.get(address).text
    assert third.post(f"{address}play/").status_code == 404
    assert third.post(address, {"name": "bob"})["X-Refused"] == "name-taken"
    third.post(address, {"name": "Cleo"})
    assert "Cleo (you)" in third.get(address).text
    assert 'name="nickname"' in other.get(address).text, "a name can be reported"
    third.post(f"{address}leave/")
    assert Member.objects.count() == 2
    for one, left in ((pair[0], 0), (other, 1)):
        assert one.get(address).status_code == 200
        one.post("/you/delete/") if left else one.post(f"{address}leave/")
    assert one.get(address).status_code == 404, "the last member is deleted"


def test_the_code_of_the_week_is_the_same_for_all_members_and_changes_on_monday(pair, it_is):
    one, other, address = pair
    one.post(address, {"name": "Ann"})
    for client, guesses in ((one, ["1111"]), (other, [])):
        game = led_to(client.post(f"{address}week/"), Game)
        Challenge.objects.update(secret=SECRET)
        Game.objects.filter(challenge__isnull=False).update(secret=SECRET)
        play(client, game, *guesses, SECRET)
        page = client.get(game.get_absolute_url()).text
        assert "The code of the week" in page
        assert f'<a class="button main" href="{address}">' in page, "back to the group"
        assert ">Compare</a>" not in page, "its page would say that a friend set the code"
    assert "You 1, Ann 2. You won." in page, "the name that the group knows"
    assert Challenge.objects.count() == 1
    results = re.findall(r"<td>Broken in (\w+ guess\w*)", one.get(address).text)
    assert sorted(results) == ["1 guess", "2 guesses"]
    assert player_of(one) != Challenge.objects.get().setter
    assert led_to(one.post(f"{address}week/"), Game).player == player_of(one)
    assert Game.objects.filter(challenge__isnull=False).count() == 2, "there is one try"
    it_is(today() + timedelta(days=7))
    assert "Broken in" not in one.get(address).text
    one.post(f"{address}week/")
    assert Challenge.objects.count() == 2


def test_a_group_that_has_not_played_for_a_season_is_deleted(pair):
    _one, _other, _address = pair
    Group.objects.update(played_at=timezone.now() - SEASON + timedelta(hours=1))
    forget_the_outdated.call()
    assert Group.objects.exists()
    Group.objects.update(played_at=timezone.now() - SEASON - timedelta(hours=1))
    forget_the_outdated.call()
    assert not Group.objects.exists()
    assert Duel.objects.get().is_over, "the duel stays"


def test_a_group_has_at_most_forty_members():
    group = Group.objects.create(pegs=4, colors=6, repeats=True, limit=10)
    for _ in range(40):
        group.join(Player.objects.create(), str)
    assert refusal(group.join, Player.objects.create(), str) is GroupFull
