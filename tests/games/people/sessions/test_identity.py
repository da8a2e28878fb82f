"""Test who owns a thing: the same rule decides for accounts and guests."""

import pytest
from django.contrib.auth.models import User
from django.db.models.sql.compiler import SQLCompiler

from games.catalog.rules import CLASSIC
from games.models import Assist, Challenge, Game, Player, Watch
from games.people.sessions.current import Identity
from tests.cast import start


def things_of(player: Player) -> list:
    """Create and return one of each kind of thing that a player can own."""
    variant = CLASSIC.variant
    return [
        Game.objects.start(player),
        Watch.objects.begin(player, variant, "3632", ["knuth"]),
        Assist.objects.begin(player, variant, "knuth"),
        Challenge.objects.set_code(player, CLASSIC, "3632"),
    ]


@pytest.fixture
def people():
    """An account and a guest, each with a player, and a visitor without games."""
    ada = Player.objects.create(user=User.objects.create(username="ada"))
    guest = Player.objects.create()
    return {
        Identity(account=ada.user_id): ada,
        Identity(guest=guest.pk): guest,
        Identity(account=User.objects.create(username="new").pk): None,
        Identity(): None,
    }


def test_each_thing_belongs_to_exactly_one_person(people):
    owners = [player for player in people.values() if player]
    for owner in owners:
        for thing in things_of(owner):
            assert [who.owns(thing) for who in people] == [
                player == owner for player in people.values()
            ]


def test_the_lists_of_a_person_contain_exactly_what_the_person_owns(people):
    for owner in filter(None, people.values()):
        things_of(owner)
    for who in people:
        for listed in (who.games, who.watches, who.assists):
            everything = listed.model.objects.all()
            assert list(listed) == [thing for thing in everything if who.owns(thing)]


def test_checking_whether_a_guest_owns_a_thing_needs_no_query(client, django_assert_num_queries):
    game = start(client, "1111")
    with django_assert_num_queries(0):
        assert Identity(guest=game.player_id).owns(game)


@pytest.mark.parametrize("who", [Identity(), Identity(guest=7)])
def test_django_does_not_compile_queries_for_a_visitor_without_games(who, monkeypatch):
    """The home page has four such queries, and compiling them took a third of its time."""
    written, write = [], SQLCompiler.as_sql

    def as_sql(self, *args, **kwargs):
        written.append(self.query)
        return write(self, *args, **kwargs)

    monkeypatch.setattr(SQLCompiler, "as_sql", as_sql)
    assert not who.games.unfinished()
    assert not list(who.seats.waited_for().at_open_duels())
    assert who.puzzles.filter(tries=0).first() is None
    assert bool(written) == (who.guest is not None)
