"""Ranks on the leaderboard, and the lines of guests."""

import math
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.catalog.rules import PRESETS
from games.models import Game, Player, Standing, margin_for_luck
from tests.cast import finished, named, play, start
from tests.games.people.leaderboard.cast import lines, ranked, standings


def test_an_empty_leaderboard_says_that_it_has_no_players_yet(client):
    page = client.get("/leaderboard/")
    assert page.status_code == 200
    assert "No one is here yet" in page.text
    assert page.context["name"] == ""


@pytest.mark.both_databases
def test_the_score_is_the_average_plus_a_margin_that_shrinks_with_more_games(client):
    """A player with many games ranks before a player with few games that are slightly better."""
    named("Few", *[4, 5] * 15)
    named("Many", *([4, 5] * 15 + [5]) * 4)
    shown = [line for line in lines(client) if line.player]
    assert [(line.name, round(line.score, 3)) for line in shown] == [
        ("Many", round(4.5161 + margin_for_luck(1) / math.sqrt(124), 3)),
        ("Few", round(4.5 + margin_for_luck(1) / math.sqrt(30), 3)),
    ]
    page = client.get("/leaderboard/").text
    assert 'data-label="average">4.50</td>' in page
    assert "1.10 after 30 games" in page  # this text opens on demand
    assert "1.10 after 30 games, 0.60 after 100 games, 0.19 after 1,000 games" in page


@pytest.mark.parametrize(("period", "least"), [("all", 30), ("day", 5)])
def test_a_player_has_no_rank_before_a_minimum_number_of_games(client, period, least):
    named("Lucky", 1)
    named("Nearly", *[4] * (least - 1))
    named("Ada", *[6] * least)
    shown = standings(client, period=period)
    assert shown[0] == (1, "Ada", least, 6.0)
    assert {line[:2] for line in shown[1:]} == {(None, "Nearly"), (None, "Lucky")}
    page = client.get("/leaderboard/", {"period": period}).text
    assert "1 game to go" in page
    assert f"A rank takes {least} games on an account" in page


class TestGuests:
    """A guest's line is visible only to that guest."""

    @pytest.fixture
    def guest(self, client):
        """The client's player, who has no account."""
        start(client, "1111")
        return Player.objects.get()

    @pytest.mark.both_databases
    @pytest.mark.parametrize("games", [29, 30])
    def test_the_line_of_a_guest_is_sorted_among_the_others_but_has_no_rank(
        self, client, guest, games
    ):
        named("Ada", *[4, 5] * 15)
        named("Grace", *[6] * 30)
        named("Lucky", *[1] * 9)
        finished(guest, *[5] * games)
        shown = [(line.rank, line.name) for line in lines(client) if line.player]
        own = (None, str(guest))
        others = [(1, "Ada"), (2, "Grace"), (None, "Lucky")]
        place = 1 if games == 30 else 3
        assert shown == [*others[:place], own, *others[place:]]
        page = client.get("/leaderboard/").text
        assert "as a guest" in page
        assert ("you would be number 2." in page) == (games == 30)
        assert "your next games count" in page
        elsewhere = Client().get("/leaderboard/")
        seen = [line for line in elsewhere.context["standings"] if line.player]
        assert [(line.rank, line.name) for line in seen] == others
        assert "Guests have no rank" not in elsewhere.text

    @pytest.mark.both_databases
    @pytest.mark.parametrize("better", [0, 49, 50, 101])
    def test_the_line_of_a_guest_is_on_exactly_one_page(self, client, guest, better):
        finished(guest, *[6] * 30)
        ranked(101, better, (1, 9))
        pages = [lines(client, page=str(number)) for number in (1, 2, 3)]
        found = [number for number, page in enumerate(pages, 1) if any(one.is_you for one in page)]
        place = [line for page in pages for line in page if line.player]
        assert [line.is_you for line in place].index(True) == better
        address = client.get("/leaderboard/find/")["Location"]
        assert [f"page={number}#player-{guest.pk}" in address for number in found] == [True]

    def test_a_guest_cannot_be_found_by_name(self, client, guest):
        client.post("/you/name/", {"name": "Ada"})
        finished(guest, 5)
        assert client.get("/leaderboard/find/").status_code == 302
        assert Client().get("/leaderboard/find/", {"name": "Ada"}).status_code == 404


@pytest.mark.both_databases
def test_each_game_size_and_period_has_a_list_with_and_a_list_without_help(client):
    """Running games do not count, and games with help count as not solved."""
    ada, mini = named("Ada"), PRESETS["mini"]
    for days, guesses in ((0, 3), (1, 4), (6, 5), (7, 6)):
        finished(ada, guesses, when=timezone.now() - timedelta(days=days))
    finished(ada, 2, is_aided=True)
    finished(ada, 3, rules=mini)
    Game.objects.start(ada)
    for query, games, mean in (
        ({"period": "day"}, 2, 7.0),
        ({"period": "day", "help": "yes"}, 2, 2.5),
        ({"period": "week"}, 4, 5.75),
        ({"period": "all"}, 5, 5.8),
        (dict(mini.settings), 1, 3.0),
    ):
        assert standings(client, **query) == [(None, "Ada", games, mean)]
    assert standings(client, **dict(mini.settings) | {"limit": "9"}) == []


def test_a_line_has_the_distribution_the_rounded_skill_and_a_link_to_a_name(client):
    named("Ada", 4, 4, 6, 11)
    [line] = [line for line in lines(client) if line.player]
    assert line.distribution == (0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1)
    assert (line.best, line.skill, line.has_page) == (4, None, True)
    assert "2 games in 4, 1 game in 6, 1 not solved" in client.get("/leaderboard/").text
    Standing.objects.update(graded=3, skill=61.6)
    Player.objects.update(name="")
    [line] = [line for line in lines(client) if line.player]
    assert (line.skill, line.has_page) == (62, False)
    Standing.objects.update(is_too_good=True)
    assert "beyond perfect play" in client.get("/leaderboard/").text


def test_every_line_links_to_the_analysis_of_its_best_game(client, game):
    play(client, game, "1122", "3632")
    worse = start(client, "1111")
    play(client, worse, "1122", "2211", "1111")
    assert {line.best_game for line in lines(client) if line.player} == {game.public_id}
    [address] = re.findall(r'href="(/games/[^"]+/analysis/)"', client.get("/leaderboard/").text)
    assert address == f"{game.get_absolute_url()}analysis/"
    assert Client().get(address).status_code == 200
