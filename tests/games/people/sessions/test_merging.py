"""Merging a guest into an account loses no data and stores no data twice."""

from datetime import timedelta
from itertools import compress, product

import pytest
from django.contrib.auth.models import User
from hypothesis import given, settings, strategies as st

from games.catalog.rules import CLASSIC
from games.models import (
    FIRST_DAY,
    Assist,
    Challenge,
    Complaint,
    Daily,
    Duel,
    Game,
    Group,
    Hiding,
    Player,
    Reportable,
    Standing,
    Watch,
)
from games.people.sessions.merging import take_over
from tests.cast import finished, race_of

PEOPLE = ("account", "guest", "friend", "stranger")
SETTERS, CODES, DAYS = PEOPLE[:3], ("1122", "3344"), (FIRST_DAY, FIRST_DAY + timedelta(days=1))


@st.composite
def some_of(draw, *things):
    """Draw some combinations of these things; each combination is drawn with probability one
    half.
    """
    every = list(product(*things))
    return list(compress(every, draw(st.tuples(*[st.booleans()] * len(every)))))


@pytest.mark.both_databases
@settings(max_examples=8)
@given(
    sets=some_of(SETTERS, CODES),
    takes=some_of(PEOPLE, SETTERS, CODES),
    dailies=some_of(PEOPLE, DAYS),
    ranked=some_of(PEOPLE[:2], (4, 11)),
)
def test_every_kind_of_game_is_merged_by_its_rule(sets, takes, dailies, ranked):
    Game.objects.all().delete()
    Challenge.objects.all().delete()
    players = {name: Player.objects.create() for name in PEOPLE}
    for who, code in sets:
        Challenge.objects.set_code(players[who], CLASSIC, code)
    for who, setter, code in takes:
        challenge = players[setter].challenges.filter(secret=code).first()
        if challenge and setter != who:
            challenge.begin(players[who])
    for who, day in dailies:
        Daily(day=day).begin(players[who])
    for who, counted in ranked:
        finished(players[who], counted)
    account, guest = players["account"], players["guest"]
    games = list(Game.objects.select_related("challenge"))
    own = [game for game in games if game.player == account]
    set_by = {who: {c.secret: c for c in players[who].challenges.all()} for who in PEOPLE}
    lines = list(account.standings.order_by("pk").values())

    def daily_of(game):
        is_second = game.player == guest and game.daily_id in [one.daily_id for one in own]
        return None if is_second else game.daily_id

    def challenge_of(game):
        challenge = game.challenge
        if challenge and game.player == guest:
            is_taken = challenge in [one.challenge for one in own]
            return None if is_taken or challenge.setter == account else challenge
        if challenge and game.player == account and challenge.setter == guest:
            return None  # after the merge, the account would play its own code
        twin = set_by["account"].get(challenge.secret) if challenge else None
        if twin and challenge.setter == guest:
            is_taken = (game.player, twin) in [(one.player, one.challenge) for one in games]
            return None if is_taken else twin
        return challenge

    def place_of(game):
        is_guests = game.player == guest
        return {
            "player": account if is_guests else game.player,
            "is_ranked": game.is_ranked and not is_guests,
            "daily_id": daily_of(game),
            "challenge": challenge_of(game),
        }

    expected = {game.pk: place_of(game) for game in games}
    moved = guest.games.count()
    assert take_over(account, guest) == moved
    assert {
        game.pk: {name: getattr(game, name) for name in expected[game.pk]}
        for game in Game.objects.select_related("challenge")
    } == expected
    codes = set(account.challenges.values_list("secret", flat=True))
    assert codes == set_by["account"].keys() | set_by["guest"].keys()
    assert account.challenges.count() == len(codes)
    assert list(account.standings.order_by("pk").values()) == lines


@pytest.mark.parametrize(("of_account", "of_guest"), [(0, 1), (1, 0), (None, 1), (1, None)])
def test_a_merge_keeps_the_later_of_the_dailies_that_the_two_players_saw_last(of_account, of_guest):
    seen = [None if one is None else DAYS[one] for one in (of_account, of_guest)]
    account, guest = (Player.objects.create(saw_daily_of=day) for day in seen)
    take_over(account, guest)
    account.refresh_from_db()
    assert account.saw_daily_of == DAYS[1]


def test_watched_games_and_solver_pages_move_and_the_guest_is_deleted():
    account, guest = Player.objects.create(), Player.objects.create()
    Watch.objects.begin(guest, CLASSIC.variant, "1122", ["knuth"])
    Assist.objects.begin(guest, CLASSIC.variant, "knuth")
    finished(guest, 4)
    take_over(account, guest)
    assert Watch.objects.get().player == Assist.objects.get().player == account
    assert Player.objects.get() == account
    assert not Standing.objects.exists()


def test_the_account_joins_the_guests_groups_and_adds_up_the_wins():
    account, guest = Player.objects.create(), Player.objects.create()
    shared, other = (Group.objects.create(**CLASSIC.fields()) for _ in range(2))
    shared.members.create(player=account, wins=2)
    for group in (shared, other):
        group.members.create(player=guest, name="Bob", wins=3)
    take_over(account, guest)
    members = account.memberships.order_by("group").values_list("group", "name", "wins")
    assert list(members) == [(shared.pk, "", 5), (other.pk, "Bob", 3)]


@pytest.mark.parametrize("what", ["challenge", "player", "nothing"])
def test_a_guest_cannot_log_in_to_escape_reports_and_moderators(what):
    account, guest = Player.objects.create(), Player.objects.create()
    warden = User.objects.create(username="warden")
    challenge = Challenge.objects.set_code(guest, CLASSIC, "1122", "Find it!")
    greeting = Reportable.challenge(challenge)
    Complaint.objects.keep(greeting)
    Hiding.objects.hide(greeting, warden, "a mistake").undo(warden)
    if hidden := {"challenge": greeting, "player": Reportable.all_of(guest)}.get(what):
        Hiding.objects.hide(hidden, warden, "rude")
    take_over(account, Player.objects.get(pk=guest.pk))
    assert Complaint.objects.get().player == account
    assert Challenge.objects.get().is_hidden == (what in ("challenge", "player"))
    assert not Player.objects.get().is_hidden


class TestDuels:
    @pytest.fixture
    def people(self):
        return [Player.objects.create() for _ in range(3)]

    def test_the_account_takes_the_seat_of_the_guest_in_a_duel(self, people):
        account, guest, friend = people
        duel = race_of(guest, friend)
        duel.guess(duel.seat_of(guest), "1122", 1, "a")
        take_over(account, guest)
        duel.refresh_from_db()
        assert duel.opener == account
        duel.guess(duel.seat_of(account), "3632", 2, "b")
        assert account.games.get().is_won

    def test_a_guest_leaves_a_duel_if_the_account_already_has_a_seat(self, people):
        account, guest, friend = people
        duel = race_of(account, guest, friend)
        waiting = Duel.objects.open(guest, Duel.Kind.BOX, CLASSIC, timedelta(days=1))
        take_over(account, guest)
        assert sorted(account.games.values_list("status", flat=True)) == ["playing", "resigned"]
        assert account.seats.count() == 2
        assert waiting.seat_of(account)
        duel.refresh_from_db()
        duel.guess(duel.seat_of(account), "3632", 1, "a")
        duel.leave(duel.seat_of(friend))
        assert duel.is_over
