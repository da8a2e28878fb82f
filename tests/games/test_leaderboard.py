"""Who stands where, and under which name."""

import pytest
from django.utils import timezone

from games.models import Game, Player
from games.variants import CLASSIC
from tests.games.conftest import play, start

pytestmark = pytest.mark.django_db


def finished(player: Player, guesses: int, is_aided: bool = False) -> Game:
    """Put a finished game on record; more guesses than the limit means it was lost."""
    won = guesses <= CLASSIC.limit
    return Game.objects.create(
        player=player,
        secret="1111",
        status="won" if won else "lost",
        guess_count=min(guesses, CLASSIC.limit),
        counted_guesses=guesses,
        is_aided=is_aided,
        is_ranked=True,
        finished_at=timezone.now(),
        **CLASSIC.fields(),
    )


def named(name: str) -> Player:
    player = Player.objects.create()
    player.rename(name)
    return player


def standings(client, page: str = "1") -> list[tuple]:
    shown = client.get("/leaderboard/", {"page": page}).context["standings"]
    return [(line.rank, str(line.player), line.games, round(line.mean, 3)) for line in shown]


def test_it_says_so_when_nobody_has_played(client):
    assert "Nobody is here yet" in client.get("/leaderboard/").text


def test_players_stand_by_their_mean_then_by_their_games(client):
    ada, grace, alan = named("Ada"), named("Grace"), named("Alan")
    for player, guesses in [(ada, 5), (ada, 6), (grace, 4), (grace, 11), (alan, 5), (alan, 6)]:
        finished(player, guesses)
    finished(alan, 5)
    finished(alan, 6)
    assert standings(client) == [
        (1, "Alan", 4, 5.5),
        (2, "Ada", 2, 5.5),
        (3, "Grace", 2, 7.5),
    ]


def test_running_and_aided_games_do_not_count(client):
    ada = named("Ada")
    finished(ada, 2, is_aided=True)
    Game.objects.start(ada)
    assert standings(client) == []


def test_the_distribution_counts_every_game(client):
    ada = named("Ada")
    for guesses in (4, 4, 6, 11):
        finished(ada, guesses)
    [line] = client.get("/leaderboard/").context["standings"]
    assert line.distribution == [0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 1]
    assert line.sentence == "2 games in 4, 1 game in 6, 1 not won"
    assert [bar.height for bar in line.bars] == [1, 1, 1, 24, 1, 12, 1, 1, 1, 1, 12]


def test_a_finished_game_is_found_there(client, game):
    play(client, game, "1122", "3632")
    [(rank, name, games, mean)] = standings(client)
    assert (rank, games, mean) == (1, 1, 2.0)
    assert name.startswith("Guest ")
    assert "(you)" in client.get("/leaderboard/").text


def test_pages_hold_fifty_and_junk_shows_the_nearest(client):
    for number in range(51):
        finished(named(f"Player {number}"), 5)
    assert len(standings(client)) == 50
    assert [line[0] for line in standings(client, "2")] == [51]
    assert standings(client, "99999999999999999999") == standings(client, "2")
    assert standings(client, "\x00<b>") == standings(client, "1")


def test_it_asks_as_many_questions_for_fifty_players_as_for_one(client, django_assert_num_queries):
    for number in range(50):
        finished(named(f"Player {number}"), 5)
    with django_assert_num_queries(4):
        client.get("/leaderboard/")


@pytest.mark.parametrize("name", ["Ada", "Zoë 2", "a-b_c", "名前", "x" * 24])
def test_a_player_takes_a_name(client, game, name):
    response = client.post("/you/name/", {"name": f"  {name} "})
    assert response["Location"] == "/leaderboard/"
    assert Player.objects.get().name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 25,
        "<b>bold</b>",
        '"onclick=alert(1)',
        "a\u202eb",
        "zero\u200bwidth",
        "new\x00line",
        "Guest 1234",
        "x" * 10_000,
    ],
)
def test_what_is_no_name_is_refused_with_a_sentence(client, game, name):
    response = client.post("/you/name/", {"name": name})
    assert response.status_code == 422
    assert 'class="problem"' in response.text
    assert Player.objects.get().name == ""


def test_a_name_is_taken_whatever_its_case(client, game):
    named("Ada")
    response = client.post("/you/name/", {"name": "aDA"})
    assert response.status_code == 422
    assert "Somebody is already called aDA" in response.text


def test_who_has_not_played_has_no_name_to_choose(client):
    assert client.get("/you/name/")["Location"] == "/"
    assert client.post("/you/name/", {"name": "Ada"})["Location"] == "/"
    assert not Player.objects.exists()


def test_the_end_of_a_game_offers_to_choose_a_name(client):
    game = start(client, "1111")
    play(client, game, "1111")
    assert "Choose a name" in client.get(game.get_absolute_url()).text
    client.post("/you/name/", {"name": "Ada"})
    assert "Choose a name" not in client.get(game.get_absolute_url()).text
