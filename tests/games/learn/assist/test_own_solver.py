"""A solver of one's own beside a game: it counts as help, from the moment on when it is some."""

import pytest
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import Assist, Game, Standing
from solver.rule.feedback import Turn, feedback
from tests.cast import HTMX, log_in, play, sign_up, start, start_daily

pytestmark = pytest.mark.django_db

SECRET = "3632"
GUESSES = ("1122", "1344")


def turns_of(*codes: str) -> list[Turn]:
    return [Turn(code, feedback(code, SECRET)) for code in codes]


def tell(client: Client, assist: Assist, *turns: Turn) -> str:
    """Type guesses with their answers into the assist; return the last page."""
    page = ""
    for turn in turns:
        assist.refresh_from_db()
        sent = {"code": turn.guess, **turn.feedback._asdict(), "said": "yes"}
        sent |= {"revision": assist.revision, "token": f"t{assist.revision}"}
        page = client.post(assist.get_absolute_url(), sent, headers=HTMX).text
    return page


def new_assist(client: Client, rules=CLASSIC) -> Assist:
    client.post("/assist/", {"strategy": "knuth", **dict(rules.settings)})
    return Assist.objects.latest("pk")


@pytest.fixture
def game(client, account):
    return start(client, SECRET)


def is_aided(game: Game) -> bool:
    game.refresh_from_db()
    return game.is_aided


def test_the_finding_of_the_review_a_game_fed_to_the_assist_counts_as_not_solved(client, game):
    assist = new_assist(client)
    for code in GUESSES:
        play(client, game, code)
        tell(client, assist, *turns_of(code))
    play(client, game, SECRET)
    assert set(Standing.objects.values_list("is_aided", "total")) == {(False, 11), (True, 3)}


@pytest.mark.parametrize("told", [GUESSES, GUESSES[::-1], (*GUESSES, "5566")])
def test_the_assist_gets_the_history_in_whatever_order(client, game, told):
    play(client, game, *GUESSES)
    assist, turns = new_assist(client), turns_of(*told)
    before = tell(client, assist, *(turn for turn in turns if turn.guess == "5566"))
    assert not is_aided(game)
    assert "counts as helped" not in before
    for turn in (turn for turn in turns if turn.guess != "5566"):
        assert not is_aided(game)
        page = tell(client, assist, turn)
    assert is_aided(game)
    assert game.get_absolute_url() in page
    assert "counts as helped" in page
    assert "your own solver" in client.get(game.get_absolute_url()).text


def test_an_answer_that_is_corrected_counts_as_well(client, game):
    play(client, game, "1122")
    assist = new_assist(client)
    tell(client, assist, Turn("1122", feedback("1122", "5566")))
    assert not is_aided(game)
    [turn] = turns_of("1122")
    sent = {"answer": f"{turn.feedback.black},{turn.feedback.white}", "revision": 1}
    client.post(f"{assist.get_absolute_url()}guesses/1/", sent)
    assert is_aided(game)


def test_the_game_reaches_what_the_assist_was_told(client, game):
    assist = new_assist(client)
    tell(client, assist, *turns_of(*GUESSES, "5566"))
    play(client, game, GUESSES[0], **HTMX)
    assert is_aided(game)


def test_the_game_reaches_it_at_a_later_guess(client, game):
    assist = new_assist(client)
    play(client, game, "5555")
    tell(client, assist, *turns_of(*GUESSES))
    assert not is_aided(game)
    tell(client, assist, *turns_of("6666"))
    play(client, game, GUESSES[0])
    assert not is_aided(game)
    tell(client, assist, *turns_of("5555"))
    assert is_aided(game)


def test_a_daily_is_taken_off_its_board(client, account):
    game = start_daily(client)
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    play(client, game, GUESSES[0])
    tell(client, new_assist(client), *turns_of(GUESSES[0]))
    play(client, game, SECRET)
    assert list(client.get(f"/daily/{game.daily_id}/board/").context["page"]) == []


def test_an_assist_that_comes_along_at_a_log_in_is_found_too(client, game):
    guest = Client()
    assist = new_assist(guest)
    tell(guest, assist, *turns_of(*GUESSES))
    log_in(guest)
    play(client, game, GUESSES[0])
    assert is_aided(game)


def test_one_guess_costs_one_question_more(client, django_assert_num_queries):
    sign_up(client)
    game = start(client, SECRET)
    assert game.player.has_account
    with django_assert_num_queries(1):
        assert game.player.assists.fed_since(game.started_at, game.variant) == []
