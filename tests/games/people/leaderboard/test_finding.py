"""Finding lines of the leaderboard by name and by page, with an index of the database."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db import connection
from django.template.loader import render_to_string

from games.catalog.rules import CLASSIC
from games.models import Period, Player, Standing
from games.people.leaderboard.lines import PAGE_SIZE, StandingRow
from games.people.leaderboard.page import Leaderboard
from tests.cast import finished, play, sign_up, start
from tests.games.people.leaderboard.cast import ranked, standings


class TestFinding:
    def test_a_player_is_found_on_the_page_with_their_line(self, client, game):
        ranked(51)
        sign_up(client)
        game = start(client, "3632")
        play(client, game, "3632")
        week = client.get("/leaderboard/find/", {"period": "week"})
        assert week["Location"].endswith(f"period=week&help=no&page=1#player-{game.player_id}")
        page = client.get("/leaderboard/find/")
        assert page["Location"].endswith(f"help=no&page=2#player-{game.player_id}")
        assert f'id="player-{game.player_id}"' in client.get(page["Location"]).text
        assert "Find me" in client.get("/leaderboard/").text
        assert "page=1#" in client.get("/leaderboard/find/", {"name": "player 3"})["Location"]

    @pytest.mark.both_databases
    def test_a_missing_player_gets_a_sentence(self, client):
        for name in ("", "Nobody", "\x00", "<b>"):
            response = client.get("/leaderboard/find/", {"name": name})
            assert response.status_code == 404
            assert "no finished game on this leaderboard" in response.text
            assert response.context["name"] == name

    @pytest.mark.both_databases
    def test_the_number_of_lines_ahead_of_a_line_agrees_with_the_order(self):
        ranked(18, better=7, scores=(4, 5))
        for number in range(0, 18, 2):
            Standing.objects.filter(player__name=f"Player {number}").update(
                is_established=bool(number % 3), games=28 + number % 4, skill=number % 5
            )
        board = Leaderboard(CLASSIC, "all", False)
        places = [board.lines.ahead_of(line).count() for line in board.lines.in_order()]
        assert places == list(range(18))


@pytest.mark.both_databases
@pytest.mark.parametrize("most_skipped", [0, PAGE_SIZE])
def test_pages_have_fifty_lines_and_invalid_numbers_show_the_nearest_page(
    client, monkeypatch, most_skipped
):
    monkeypatch.setattr("games.people.leaderboard.lines.MOST_SKIPPED", most_skipped)
    ranked(51)
    assert len(standings(client)) == 50
    assert [line[0] for line in standings(client, page="2")] == [51]
    links = re.findall(r'href="[^"]*(period=[^"]*page=\d+)"', client.get("/leaderboard/").text)
    assert set(links) == {"period=all&amp;help=no&amp;page=2"}
    missed = client.get("/leaderboard/find/", {"name": "Nobody"}).text
    assert re.search(r'href="/leaderboard/\?[^"]*&amp;page=2"', missed)
    beyond = client.get("/leaderboard/", {"page": "999999999"})
    assert beyond["Location"].endswith("&period=all&help=no&page=2")
    for junk in ("\x00<b>", "0", "-1", "٢", "9" * 30, "9" * 5000):
        assert standings(client, page=junk) == standings(client)


def test_a_leaderboard_with_invalid_settings_is_not_found(client):
    for query in ("pegs=9", "period=year", "help=x", "limit="):
        assert client.get(f"/leaderboard/?{query}").status_code == 404, query


def test_a_page_with_fifty_players_needs_no_more_queries_than_with_one(
    client, django_assert_num_queries
):
    ranked(50)
    with django_assert_num_queries(1):
        client.get("/leaderboard/")


@pytest.mark.both_databases
@pytest.mark.parametrize("period", Period.values)
def test_the_database_uses_an_index_to_read_a_page(period):
    """The first pages read rows in the order of the index; late pages find their keys in it."""
    lines = Leaderboard(CLASSIC, period, False).lines.in_order()
    early = lines.values_list(*StandingRow._fields)[:51].explain()
    late = lines.values_list("pk")[5000:5052].explain()
    assert "INDEX standing_by_score" in early or connection.vendor == "postgresql"
    assert "COVERING INDEX standing_by_score" in late or connection.vendor == "postgresql"
    assert "TEMP B-TREE" not in early + late


def test_large_page_numbers_in_urls_have_no_thousands_separators(client):
    ada = Player.objects.create(pk=12345, user=User.objects.create())
    finished(ada, 5)
    assert 'id="player-12345"' in client.get("/leaderboard/").text
    page = Paginator(range(3000), 1).page(1500)
    links = render_to_string("web/responses/_pages.html", {"page": page})
    assert "page=1499" in links
    assert "page=1501" in links
