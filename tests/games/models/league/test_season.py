"""A season accepts trees from its first to its last day, and ranks the entrants."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError

from games.models import Entrant, NameTaken, Player, Season, SentTree
from games.models.league import season as league
from games.models.league.season import EnoughSeasons, NotOpen, SeasonFull, UnknownKey
from games.models.league.written import guess_after, text_of_tree, way_to
from solver.rule.codes import Variant

FIRST, LAST = date(2026, 11, 2), date(2026, 11, 20)
# for two pegs and two colors: a good tree, and one that tries the codes in order
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
    def test_each_entrant_gets_a_number_and_a_key_stored_only_as_a_digest(self, season):
        [(name, key), _other] = season.invite(["Ada", "Bob"])
        kept = Entrant.objects.get(number=1)
        assert (name, kept.name, season.entrant_with(f" {key.upper()} ")) == ("Ada", "Ada", kept)
        assert key not in str(vars(kept))

    def test_a_list_with_names_that_look_alike_adds_no_entrant(self, season):
        for names in (["Ada", "ada"], ["Bob", "\u0410da", "Ada"]):
            with pytest.raises(NameTaken):
                season.invite(names)
        assert not season.entrants.exists()

    def test_a_full_season_accepts_no_more_entrants(self, season, monkeypatch):
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

    def test_a_new_entrant_gets_the_number_after_the_highest(self, season):
        first, _second = entrants(season, "Ada", "Bob")
        first.delete()
        assert [one.number for one in entrants(season, "Cleo")] == [3]


class TestTrees:
    def test_the_latest_tree_of_an_entrant_counts_and_all_trees_are_kept(self, season):
        [ada] = entrants(season, "Ada")
        ada.enter(GOOD, GOOD_LENGTHS, "knuth")
        ada.enter(SLOW, SLOW_LENGTHS)
        [ranked] = season.ranked()
        kept = ada.trees.order_by("number").values_list("number", "total", "worst", "same_as")
        assert [*kept] == [(1, 8, 3, "knuth"), (2, 9, 3, "")]
        assert (ranked.counted.number, ranked.counted.mean) == (2, 2.25)

    def test_a_tree_that_is_sent_again_makes_no_second_entry(self, season):
        ada, bob = entrants(season, "Ada", "Bob")
        entry = ada.enter(GOOD, GOOD_LENGTHS)
        assert ada.enter(dict(reversed(GOOD.items())), GOOD_LENGTHS) == entry
        assert bob.enter(GOOD, GOOD_LENGTHS).digest == entry.digest

    def test_the_oldest_of_too_many_trees_is_deleted(self, season, monkeypatch):
        monkeypatch.setattr(league, "MOST_TREES", 2)
        [ada] = entrants(season, "Ada")
        for tree, lengths in ((GOOD, GOOD_LENGTHS), (SLOW, SLOW_LENGTHS), (GOOD, GOOD_LENGTHS)):
            ada.enter(tree, lengths)
        assert [*ada.trees.order_by("number").values_list("number", flat=True)] == [2, 3]

    @pytest.mark.parametrize(
        ("day", "words"),
        [(FIRST - timedelta(days=1), "starts on Monday 2"), (LAST + timedelta(days=1), "ended on")],
    )
    def test_no_tree_is_accepted_before_the_first_day_or_after_the_last(
        self, season, it_is, day, words
    ):
        [ada] = entrants(season, "Ada")
        ada.enter(GOOD, GOOD_LENGTHS)
        it_is(LAST)
        ada.enter(SLOW, SLOW_LENGTHS)
        it_is(day)
        with pytest.raises(NotOpen, match=words):
            ada.enter(GOOD, GOOD_LENGTHS)
        assert season.ranked()[0].counted.total == 9

    def test_entrants_are_ranked_by_total_then_worst_case_then_time(self, season, time_machine):
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


def test_an_account_can_open_only_a_limited_number_of_seasons(player, monkeypatch):
    monkeypatch.setattr(league, "MOST_SEASONS", 1)
    facts = {"title": "Autumn", "first_day": FIRST, "last_day": LAST}
    Season.objects.open(player, Variant(), **facts)
    with pytest.raises(EnoughSeasons):
        Season.objects.open(player, Variant(), **facts)


def test_a_season_and_its_contents_are_deleted_with_its_opener(season):
    [ada] = entrants(season, "Ada")
    ada.enter(GOOD, GOOD_LENGTHS)
    Player.objects.all().delete()
    assert not any(model.objects.exists() for model in (Season, Entrant, SentTree))


def test_a_written_tree_finds_every_code():
    text = text_of_tree(GOOD)
    ways = {code: [turn.guess for turn in way_to(text, code)] for code in ("11", "12", "21", "22")}
    assert ways == {"11": ["11"], "12": ["11", "12"], "21": ["11", "12", "21"], "22": ["11", "22"]}
    assert (guess_after(text, "1002"), guess_after(text, "02")) == ("21", "")
