"""The number of queries of each request.

If a request needs more queries, change the number here.
"""

import pytest
from django.test import Client

from games.models import Hint
from tests.cast import HTMX, ask, form_of, log_in, play, sign_up


@pytest.fixture(params=[0, 1], ids=["guest", "account"])
def more(request, client):
    """Return the number of additional queries for an account."""
    if request.param:  # the session that signed up would also show tips
        sign_up(client)
        client.post("/you/log-out/")
        log_in(client)
    return request.param


@pytest.fixture
def at_most(django_assert_max_num_queries):
    return django_assert_max_num_queries


def guess(client, game, code):
    """Return a function that sends a guess with htmx.

    The form is requested beforehand, so that its queries are not counted.
    """
    sent = form_of(client, game) | {"code": code}
    return lambda: client.post(game.get_absolute_url(), sent, headers=HTMX)


@pytest.mark.parametrize("is_aided", [False, True])
def test_a_guess_takes_seven_queries_and_one_more_if_hints_were_used(
    client, more, game, at_most, is_aided
):
    if is_aided:
        ask(client, game, "best", 1)
    send = guess(client, game, "1122")
    with at_most(7 + is_aided + more):
        assert "Guess 1: 1 black, 0 white." in send().text


@pytest.mark.parametrize("kind", [kind for kind in Hint.Kind if kind != Hint.Kind.CANDIDATE])
def test_a_hint_takes_nine_queries_and_a_check_takes_six_more(client, more, game, at_most, kind):
    play(client, game, "4444")
    # two buckets limit the checks of a guest or a young account
    counted = 6 * (kind == Hint.Kind.CHECK)
    # every page with the panel also looks for other open games
    counted += kind == Hint.Kind.PANEL
    for _ in ("the first", "the same again"):
        with at_most(9 + counted + more):
            row = "1344" if kind == Hint.Kind.CHECK else "13"  # a nudge also checks full rows
            response = ask(client, game, kind, 2, row, **HTMX)
        assert response.status_code == 200
    assert [hint.kind for hint in game.hints.all()] == [kind]


@pytest.mark.parametrize("is_aided", [False, True])
def test_the_end_of_a_ranked_game_takes_eleven_queries(client, more, game, at_most, is_aided):
    play(client, game, "1122")
    if is_aided:
        ask(client, game, "best", 2)
    send = guess(client, game, "3632")
    with at_most(11 + (more or 3)):  # a guest's first win also hides the coach
        assert "You broke the code in 2 guesses" in send().text
    game.refresh_from_db()
    assert game.skill is not None  # the game has been graded
    assert game.player.standings.count() == 18


def test_an_analysis_takes_four_queries_and_two_more_for_an_account(client, more, game, at_most):
    play(client, game, "1122", "3632")
    address = f"{game.get_absolute_url()}analysis/"
    for sent, headers in (({}, {}), ({"code": "1344"}, HTMX), ({"beside": "all"}, HTMX)):
        with at_most(4 + 2 * more):
            assert client.get(address, sent, headers=headers).status_code == 200
    with at_most(3):
        assert Client().get(address).status_code == 200


def test_a_step_of_a_watched_game_takes_five_queries_and_three_more_for_an_account(
    client, more, at_most
):
    race = {"code": "3632", "strategy": "knuth", "rival": "entropy"}
    address = client.post("/watch/", race)["Location"]
    for step in (0, 2, 5):
        with at_most(5 + 3 * more):
            assert client.get(address, {"step": step}, headers=HTMX).status_code == 200


def test_an_answer_in_the_solver_takes_thirteen_queries(client, more, at_most):
    address = client.post("/assist/", {"strategy": "knuth"})["Location"]
    for revision in range(3):
        sent = {"code": "1122", "black": 1, "white": 0, "said": "yes"}
        sent |= {"revision": revision, "token": f"t{revision}"}
        with at_most(13 + more):
            response = client.post(address, sent, headers=HTMX)
        assert response.text.count('class="row') == revision + 2  # the last row is empty
