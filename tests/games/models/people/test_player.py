"""Names, accounts, and the deletion of idle players."""

import unicodedata

import pytest
from django.contrib.auth.models import User
from hypothesis import assume, given, strategies as st

from games.catalog.rules import CLASSIC
from games.models import Game, Hiding, NameTaken, Player, Reportable
from games.models.base.refusals import Gone
from games.models.duels.leaving import forget
from games.people.sessions.merging import take_over
from tests.cast import finished, named

names = st.text("abABßẞéÉｱア1 _-", min_size=2, max_size=6).filter(str.strip).map(str.strip)


def is_same(name: str, other: str) -> bool:
    """Return whether people would confuse two names."""
    one, two = (unicodedata.normalize("NFKC", text).casefold() for text in (name, other))
    return one == two


@given(names, names, st.booleans())
def test_names_in_capital_and_small_letters_count_as_the_same_name(name, other, has_account):
    User.objects.all().delete()
    Player.objects.all().delete()
    assume(min(len(name), len(other)) > 1)
    ada, grace = Player.objects.create(), Player.objects.create()
    if has_account:
        ada.open_account("first name", "hash")
    ada.rename(name)
    assert Player.objects.by_name(f" {other} ") == (ada if is_same(name, other) else None)
    if is_same(name, other):
        with pytest.raises(NameTaken):
            grace.rename(other)
        with pytest.raises(NameTaken):
            grace.open_account(other, "hash")
    else:
        grace.rename(other)
    kept = Player.objects.get(pk=ada.pk)
    assert (kept.name, str(kept)) == (name, name)
    assert [user.username for user in User.objects.all()] == (
        [Player.key_of(name)] if has_account else []
    )


@pytest.mark.parametrize("name", ["", "A", "x" * 25, "<b>", "a\x00b"])
def test_an_invalid_name_finds_no_player(name):
    Player.objects.create(name=name, name_key=Player.key_of(name))
    assert Player.objects.by_name(name) is None


def test_signing_up_keeps_the_player_and_the_games():
    ada = Player.objects.create()
    finished(ada, 4)
    user = ada.open_account("Ada", "hash")
    kept = Player.objects.get(pk=ada.pk)
    assert (kept.user, kept.name, user.username, user.password) == (user, "Ada", "ada", "hash")
    assert Player.objects.owner_of(user) == ada
    assert kept.get_absolute_url() == "/players/Ada/"
    assert not Game.objects.exclude(is_ranked=False, is_placed=False).exists()
    assert not kept.standings.exists()


def test_a_taken_name_is_refused_before_it_is_saved():
    ada = named("Ada")
    User.objects.create(username="edsger")
    for taken in ("Ada", "ADA", "\u0410da", "Edsger"):
        with pytest.raises(NameTaken):
            Player().refuse_taken(taken)
    ada.refuse_taken("ada")
    Player().refuse_taken("Grace")


def test_only_names_that_look_like_the_name_of_an_administrator_are_refused():
    chief = User.objects.create(username="chief", is_staff=True)
    with pytest.raises(NameTaken):
        Player.objects.create().rename("\u0421hief")
    Player.objects.create().rename("Grace")
    Player.objects.create(user=chief).rename("Chief")


def test_a_hidden_line_is_not_listed_but_other_lines_and_players_are():
    ada, grace, by = named("Ada", 4), named("Grace", 5), User.objects.create(username="by")
    line = Reportable.line(ada, CLASSIC)
    hiding = Hiding.objects.hide(line, by, "foul")
    ada.refresh_from_db()
    assert [ada.conceals("line", key) for key in (CLASSIC.query, "other")] == [True, False]
    assert (ada.is_listed(CLASSIC), grace.is_listed(CLASSIC)) == (False, True)
    assert not ada.standings.filter(has_account=True).exists()
    assert hiding.undo(by)
    assert not ada.standings.filter(has_account=False).exists()
    Hiding.objects.hide(Reportable.all_of(ada), by, "foul")
    ada.refresh_from_db()
    assert ada.is_hidden
    assert ada.conceals("line", CLASSIC.query)


@pytest.mark.parametrize(
    "again",
    [
        lambda guest: guest.open_account("Grace", "hash"),
        lambda guest: take_over(named("Grace"), guest),
    ],
)
def test_a_player_with_an_account_cannot_get_a_second_account(again):
    """Two tabs sign up at once. If both succeeded, games in between would lose their rank."""
    first = Player.objects.create()
    second = Player.objects.get(pk=first.pk)
    first.open_account("Ada", "hash")
    finished(first, 9)
    with pytest.raises(Gone):
        again(second)
    assert Game.objects.get().is_ranked
    assert Player.objects.get(name="Ada").standings.exists()
    assert not User.objects.filter(username="grace", player=first).exists()


def test_an_account_without_a_player_gets_exactly_one():
    user = User.objects.create(username="chief")
    chief = Player.objects.owner_of(user)
    assert Player.objects.owner_of(user) == chief
    assert (chief.user, chief.get_absolute_url()) == (user, "/you/")
    assert str(chief).startswith("Guest ")


@pytest.mark.parametrize("has_account", [False, True])
def test_deleting_a_player_deletes_games_and_account(has_account):
    ada, grace = Player.objects.create(), Player.objects.create()
    for player in (ada, grace):
        finished(player, 4)
    if has_account:
        ada.open_account("Ada", "hash")
    forget(ada)
    assert [game.player for game in Game.objects.all()] == [grace]
    assert [*Player.objects.all(), *User.objects.all()] == [grace]
