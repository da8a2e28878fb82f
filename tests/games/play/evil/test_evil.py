"""Evil mode: the computer chooses its code at the end, from the codes that fit all answers."""

import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.catalog.rules import CLASSIC, PRESETS
from games.insight.positions import evil
from games.insight.positions.evil import EvilStory
from games.management.tasks import grade
from games.models import Game, Player, Refused, Standing, played_games_of
from games.models.base.refusals import GameOver, StalePage
from games.web.traffic.gate import Busy
from solver.positions.candidates import first_contradicted
from solver.strategies.roster import strategy_named
from solver.study.evil import against
from tests.cast import HTMX, ask, form_of, guessed, led_to, play, position_of, sign_up

KNUTH = [one.turn.guess for one in against(strategy_named("knuth"), CLASSIC.variant)]
MINI = PRESETS["mini"]


def begin(client: Client, rules=CLASSIC) -> Game:
    return led_to(client.post("/evil/", dict(rules.settings)), Game)


@pytest.fixture
def game(client) -> Game:
    return begin(client)


@pytest.fixture
def won(client, game) -> Game:
    play(client, game, *KNUTH)
    return Game.objects.get(pk=game.pk)


def test_an_evil_game_has_no_code_until_a_guess_wins_and_becomes_the_code(client, game):
    for place, code in enumerate(KNUTH[:-1], start=1):
        assert (Game.objects.get(pk=game.pk).secret, game.revealed_secret) == ("", None)
        assert play(client, game, code).status_code == 302
        assert game.guesses.count() == place
    assert "You cornered the computer in 5 guesses" in play(client, game, KNUTH[-1], **HTMX).text
    game.refresh_from_db()
    assert (game.status, game.secret, game.revealed_secret) == ("won", KNUTH[-1], KNUTH[-1])


@pytest.mark.parametrize(
    ("rules", "end"),
    [(CLASSIC, "lost"), (MINI, "lost"), *((rules, "resigned") for rules in PRESETS.values())],
)
def test_the_code_at_the_end_fits_all_answers(client, rules, end):
    game = begin(client, rules._replace(limit=2))
    repeated = rules.variant.symbols[: rules.variant.pegs]
    play(client, game, repeated)
    if end == "lost":
        play(client, game, repeated)
    else:
        client.post(f"{game.get_absolute_url()}resign/")
    game.refresh_from_db()
    assert game.status == end
    assert rules.variant.parse(game.revealed_secret) == game.revealed_secret
    assert not first_contradicted(game.turns(), game.revealed_secret)


def test_a_new_start_returns_an_open_game_without_guesses(client, game):
    assert begin(client) == game
    assert begin(client, MINI) != game
    play(client, game, "1122")
    assert begin(client) != game


def test_an_evil_game_counts_in_no_ranking_and_has_no_value_for_luck(client):
    sign_up(client)
    game = begin(client)
    play(client, game, *KNUTH)
    game.refresh_from_db()
    assert (game.is_won, game.is_ranked, game.skill, game.luck) == (True, False, None, None)
    assert not Standing.objects.exists()
    grade.call(game.pk)
    assert not Game.objects.to_grade().exists()
    assert Game.objects.get(pk=game.pk).luck is None
    for address in ("/leaderboard/", "/leaderboard/?period=hard", "/leaderboard/find/"):
        assert "Ada</a>" not in client.get(address, follow=True).text


WRONG = {
    "ranked": {"is_ranked": True},
    "with a code before the end": {"secret": "1122"},
    "without one at the end": {
        "status": "resigned",
        "finished_at": "2026-11-23T00:00Z",
        "counted_guesses": 11,
    },
}


def test_the_database_refuses_impossible_rows(game):
    for columns in WRONG.values():
        with pytest.raises(IntegrityError), transaction.atomic():
            Game.objects.filter(pk=game.pk).update(**columns)


def test_a_guess_out_of_order_is_not_answered(game):
    """An answer would ignore the guesses in between, so perhaps no code would fit all answers."""
    late = Game.objects.get(pk=game.pk)
    with pytest.raises(StalePage):
        late.play("3344", 2, token="b")
    guessed(game, "1122")
    late.play("3344", 2, token="b")
    assert len(late.turns()) == 2
    late.resign()
    with pytest.raises(GameOver):
        late.play("5566", 9, token="c")


def test_an_answer_from_old_guesses_is_not_recorded(game):
    """Another guess was made between reading the guesses and updating the row."""
    late = Game.objects.get(pk=game.pk)
    assert late.history == []
    guessed(game, "1122")
    with pytest.raises(Refused):
        late.play("3344", 2, token="b")
    assert [guess.code for guess in game.guesses.all()] == ["1122"]


def test_the_code_shown_after_giving_up_fits_a_guess_made_at_the_same_time(game):
    late = Game.objects.get(pk=game.pk)
    assert late.history == []
    guessed(game, "1111")
    with pytest.raises(StalePage):
        late.resign()
    assert len(late.turns()) == 1  # the row was reloaded
    late.resign()
    assert late.revealed_secret == "2222"


@pytest.mark.parametrize("act", ["guess", "resign"])
def test_an_answer_that_cannot_be_computed_is_not_recorded(client, game, monkeypatch, act):
    play(client, game, "1122")
    sent = form_of(client, game) | {"code": "3344"}

    def busy(*asked):
        raise Busy

    monkeypatch.setattr(evil, "answer" if act == "guess" else "code_after", busy)
    address = game.get_absolute_url() + ("" if act == "guess" else "resign/")
    response = client.post(address, sent)
    assert (response.status_code, response["X-Refused"]) == (503, "busy")
    kept = Game.objects.get(pk=game.pk)
    assert (kept.guess_count, kept.status, kept.secret) == (1, "playing", "")


def test_hints_work_in_an_evil_game_but_a_game_with_hints_is_not_listed(client):
    sign_up(client)
    game = begin(client)
    play(client, game, "1122")
    assert "this game is not listed" in client.get(game.get_absolute_url()).text
    for kind in ("follows", "check", "facts", "best", "panel"):
        assert ask(client, game, kind, 2, "3344").status_code == 302, kind
    play(client, game, *KNUTH[1:])
    assert "You had help, so this game is not listed." in client.get(game.get_absolute_url()).text
    assert "Ada</a>" not in Client().get("/evil/").text


def test_winners_are_listed_by_their_fewest_guesses(client):
    sign_up(client)
    play(client, begin(client, CLASSIC._replace(limit=1)), "1111")  # lost
    assert "Ada</a>" not in Client().get("/evil/").text
    for guesses in (["1111", *KNUTH], KNUTH):
        play(client, begin(client), *guesses)
    guest = Client()
    play(guest, begin(guest), *KNUTH)
    page = Client().get("/evil/").text
    end = client.get(Game.objects.filter(status="won")[0].get_absolute_url()).text
    assert "This game counts for the list of best results." in end
    assert re.findall(r'<th scope="row">.*?</tr>', page) == [
        '<th scope="row"><a translate="no" href="/players/Ada/">Ada</a></th><td>5</td></tr>'
    ]
    assert "Perfect play always wins in 5 guesses at this size, but not in 4." in page
    assert "Ada</a>" not in Client().get("/evil/", dict(MINI.settings)).text
    assert "Guests are not listed." in guest.get(Game.objects.last().get_absolute_url()).text


def test_a_hidden_player_is_not_listed(client):
    sign_up(client)
    play(client, begin(client), *KNUTH)
    player = Player.objects.get(name="Ada")
    player.hidings.create(what="line", which=CLASSIC.query)
    Player.objects.update(is_moderated=True)
    assert "Ada</a>" not in Client().get("/evil/").text


def test_the_end_says_how_many_guesses_suffice_and_which_guess_was_bad(client, game):
    page = play(client, game, "1111", *KNUTH, **HTMX).text
    story = EvilStory(over := Game.objects.get(pk=game.pk), position_of(over))
    assert story.verdict == "5 guesses are always enough. You needed 6."
    assert story.slips == "Guess 1 gave away 1 guess."
    assert f"{story.verdict} {story.slips}" in page
    assert [move.held.better for move in story.moves] == ["1122", *[None] * 5]
    held = [move.held.left for move in story.moves]
    assert held[-1] == 1
    assert held == sorted(held, reverse=True)
    assert [move.held.before for move in story.moves] == [1296, *held[:-1]]
    assert all(sum(one.held.parts.values()) == one.held.before for one in story.moves)


def test_perfect_play_is_called_perfect(client, won):
    story = EvilStory(won, position_of(won))
    assert story.verdict == "It can’t be done in fewer. You played perfectly."
    assert [move.held.needed for move in story.moves] == [4, 3, 2, 1, 0]
    assert (story.slips, story.is_proven) == ("", True)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_the_analysis_shows_the_possible_codes_and_the_games_of_strategies(won, headers):
    page = Client().get(f"{won.get_absolute_url()}analysis/").text
    assert "There was no luck" in page
    assert "Cost in guesses" not in page
    address = f"{won.get_absolute_url()}analysis/?beside=knuth"
    [stops] = Client().get(address, headers=headers).context["paths"].others.values()
    assert [code for code, _left in stops] == KNUTH


def test_an_evil_game_cannot_be_turned_into_a_challenge(client, won):
    assert client.post(f"{won.get_absolute_url()}challenge/").status_code == 404


def test_the_statistics_of_a_player_list_evil_games_separately(client, won):
    plain = led_to(client.post("/", dict(CLASSIC.settings)), Game)
    client.post(f"{plain.get_absolute_url()}resign/")
    player = Player.objects.get()
    played = played_games_of(player)
    assert [line.games for line in played.boards] == [1]
    assert (played.evil.games, played.evil.won) == (1, {5: 1})
    assert (played.games, played.won) == (2, 1)
    assert list(Game.objects.of_ones_own(player)) == [plain]
    sign_up(client)
    page = client.get("/you/").text
    assert "Evil mode" in page
    assert "no (evil mode)" in page
    assert ",evil,evil," in client.get("/you/export.csv").text


def test_a_running_evil_game_reveals_only_its_guesses_and_answers(client, game):
    """No page shows how many codes are left or how many guesses are still needed."""
    play(client, game, "1122")
    page = client.get(game.get_absolute_url()).text
    assert not re.search(r"\b(256|still needed|enough)\b", page)
    assert 'href="/evil/"' not in page.partition("</main>")[0]  # /evil/ shows the fewest guesses
    for path in ("analysis", "result", "result.png"):
        assert client.get(f"{game.get_absolute_url()}{path}").status_code in (301, 404)


def test_a_page_that_says_that_the_solver_is_busy_is_not_cached(client, monkeypatch):
    def busy(variant):
        raise Busy

    page = "/evil/?pegs=8&colors=12&repeats=yes&limit=20"
    assert "s-maxage" in Client().get(page)["Cache-Control"]
    monkeypatch.setattr("games.play.evil.page.guesses_that_suffice", busy)
    answer = Client().get(page)
    assert "The solver is busy" in answer.text
    assert "We don’t know how many guesses" not in answer.text
    assert "no-store" in answer["Cache-Control"]
