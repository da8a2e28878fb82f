"""Seasons take the trees of their entrants from the first to the last day, and rank them."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError

from games.models import Entrant, NameTaken, Player, Season, SentTree
from games.models.league import season as league
from games.models.league.season import EnoughSeasons, NotOpen, SeasonFull, UnknownKey
from games.models.league.written import guess_after, way_to, written
from solver.rule.codes import Variant

pytestmark = pytest.mark.django_db

FIRST, LAST = date(2026, 11, 2), date(2026, 11, 20)
# Of two pegs and two colors: one that is good, and one that tries the codes in order.
GOOD = {"": "11", "00": "22", "10": "12", "1002": "21"}
GOOD_LENGTHS = {1: 1, 2: 2, 3: 1}
SLOW = {"": "11", "00": "12", "0010": "22", "10": "12", "1002": "21"}
SLOW_LENGTHS = {1: 1, 2: 1, 3: 2}


@pytest.fixture
def season(player, it_is):
    it_is(FIRST)
    facts = {"title": "Autumn", "first_day": FIRST, "last_day": LAST}
    return Season.objects.open(player, Variant(2, 2), **facts)


def entrants(season, *names):
    return [season.entrant_with(key) for _name, key in season.invite(names)]


class TestEntrants:
    def test_each_gets_a_number_and_a_key_of_which_the_digest_is_kept(self, season):
        [(name, key), _other] = season.invite(["Ada", "Bob"])
        kept = Entrant.objects.get(number=1)
        assert (name, kept.name, season.entrant_with(f" {key.upper()} ")) == ("Ada", "Ada", kept)
        assert key not in str(vars(kept))

    def test_no_two_of_a_season_look_alike_and_a_list_with_such_names_adds_none(self, season):
        for names in (["Ada", "ada"], ["Bob", "\u0410da", "Ada"]):
            with pytest.raises(NameTaken):
                season.invite(names)
        assert not season.entrants.exists()

    def test_a_full_season_takes_no_more(self, season, monkeypatch):
        monkeypatch.setattr(league, "MOST_ENTRANTS", 2)
        season.invite(["Ada"])
        with pytest.raises(SeasonFull):
            season.invite(["Bob", "Cleo"])
        assert len(season.invite(["Bob"])) == 1

    def test_a_key_of_another_season_is_unknown(self, season, player):
        facts = {"title": "Winter", "first_day": FIRST, "last_day": LAST}
        other = Season.objects.open(player, Variant(2, 2), **facts)
        [(_name, key)] = other.invite(["Ada"])
        with pytest.raises(UnknownKey):
            season.entrant_with(key)

    def test_a_new_one_gets_the_number_after_the_last(self, season):
        first, _second = entrants(season, "Ada", "Bob")
        first.delete()
        assert [one.number for one in entrants(season, "Cleo")] == [3]


class TestTrees:
    def test_the_last_one_counts_and_all_are_kept(self, season):
        [ada] = entrants(season, "Ada")
        ada.enter(GOOD, GOOD_LENGTHS, "knuth")
        ada.enter(SLOW, SLOW_LENGTHS)
        [ranked] = season.ranked()
        kept = ada.trees.order_by("number").values_list("number", "total", "worst", "same_as")
        assert [*kept] == [(1, 8, 3, "knuth"), (2, 9, 3, "")]
        assert (ranked.counted.number, ranked.counted.mean) == (2, 2.25)

    def test_the_same_tree_sent_again_is_the_same_entry(self, season):
        ada, bob = entrants(season, "Ada", "Bob")
        entry = ada.enter(GOOD, GOOD_LENGTHS)
        assert ada.enter(dict(reversed(GOOD.items())), GOOD_LENGTHS) == entry
        assert bob.enter(GOOD, GOOD_LENGTHS).digest == entry.digest

    def test_the_oldest_of_too_many_goes(self, season, monkeypatch):
        monkeypatch.setattr(league, "MOST_TREES", 2)
        [ada] = entrants(season, "Ada")
        for tree, lengths in ((GOOD, GOOD_LENGTHS), (SLOW, SLOW_LENGTHS), (GOOD, GOOD_LENGTHS)):
            ada.enter(tree, lengths)
        assert [*ada.trees.order_by("number").values_list("number", flat=True)] == [2, 3]

    @pytest.mark.parametrize(
        ("day", "words"),
        [(FIRST - timedelta(days=1), "starts on Monday 2"), (LAST + timedelta(days=1), "ended on")],
    )
    def test_none_is_taken_before_the_first_day_or_after_the_last(self, season, it_is, day, words):
        [ada] = entrants(season, "Ada")
        ada.enter(GOOD, GOOD_LENGTHS)
        it_is(LAST)
        ada.enter(SLOW, SLOW_LENGTHS)
        it_is(day)
        with pytest.raises(NotOpen, match=words):
            ada.enter(GOOD, GOOD_LENGTHS)
        assert season.ranked()[0].counted.total == 9

    def test_the_order_is_by_total_then_worst_then_time(self, season, time_machine):
        people = entrants(season, "Ada", "Bob", "Cleo", "Dan", "Eve")
        lengths = [{3: 4}, {2: 1, 3: 2, 4: 1}, {3: 4}, {1: 1, 3: 3}]
        for place, (one, found) in enumerate(zip(people, lengths, strict=False)):
            time_machine.move_to(f"2026-11-{19 - place}")
            one.enter(GOOD | {"99": str(place)}, found)
        assert [one.name for one in season.ranked()] == ["Dan", "Cleo", "Ada", "Bob", "Eve"]


@pytest.mark.both_databases
def test_the_database_refuses_a_season_that_ends_before_it_starts(player):
    facts = {"title": "Never", "first_day": LAST, "last_day": FIRST}
    with pytest.raises(IntegrityError):
        Season.objects.open(player, Variant(), **facts)


def test_an_account_has_so_many_seasons_at_most(player, monkeypatch):
    monkeypatch.setattr(league, "MOST_SEASONS", 1)
    facts = {"title": "Autumn", "first_day": FIRST, "last_day": LAST}
    Season.objects.open(player, Variant(), **facts)
    with pytest.raises(EnoughSeasons):
        Season.objects.open(player, Variant(), **facts)


def test_a_season_goes_with_its_opener_and_all_that_is_in_it(season):
    [ada] = entrants(season, "Ada")
    ada.enter(GOOD, GOOD_LENGTHS)
    Player.objects.all().delete()
    assert not any(model.objects.exists() for model in (Season, Entrant, SentTree))


def test_a_written_tree_finds_every_code():
    text = written(GOOD)
    ways = {code: [turn.guess for turn in way_to(text, code)] for code in ("11", "12", "21", "22")}
    assert ways == {"11": ["11"], "12": ["11", "12"], "21": ["11", "12", "21"], "22": ["11", "22"]}
    assert (guess_after(text, "1002"), guess_after(text, "02")) == ("21", "")
