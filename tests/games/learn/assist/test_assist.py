"""The pages of the Solver: answers, corrections, and contradictions."""

import re

import pytest
from django.db import IntegrityError, connection, transaction

from games.insight.positions.outlook import outlook_with_guess
from games.learn.assist.forms import answers_on
from games.models import Assist, new_token
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, feedback
from tests.cast import HTMX, led_to


@pytest.fixture
def assist(client):
    return begin(client)


def begin(client, **sent):
    return led_to(client.post("/assist/", {"strategy": "knuth", **sent}), Assist)


def page_of(client, assist):
    return client.get(assist.get_absolute_url()).text


def current(assist):
    return {"revision": Assist.objects.get(pk=assist.pk).revision, "token": new_token()}


def answer(client, assist, code, told, **headers):
    sent = current(assist) | {"code": code} | keys(told)
    return client.post(assist.get_absolute_url(), sent, headers=headers)


def keys(told):
    """Return the form fields for an answer such as "1,2"."""
    black, white = told.split(",")
    return {"black": black, "white": white, "said": "yes"}


def amend(client, assist, place, **sent):
    path = f"{assist.get_absolute_url()}guesses/{place}/"
    return client.post(path, {"revision": current(assist)["revision"], **sent})


def tell(client, assist, code):
    return client.post(f"{assist.get_absolute_url()}code/", current(assist) | {"told": code})


def rows(assist):
    return [str(row) for row in assist.rows.all()]


def test_the_computer_breaks_a_code_that_a_player_sets(client, assist):
    while "broke your code in" not in (page := page_of(client, assist)):
        guess = re.search(r"Knuth tries (\w+)", page)[1]
        answer(client, assist, guess, str(feedback(guess, "3632")))
    assert rows(assist) == ["1122 1,0", "1344 0,1", "3526 1,2", "1462 1,1", "3632 4,0"]
    assert "The computer broke your code in 5 guesses" in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_answer_shows_the_codes_left_and_the_next_guess(client, assist, headers):
    response = answer(client, assist, "1122", "1,0", **headers)
    page = response.text if headers else page_of(client, assist)
    assert "256 codes are still possible" in page
    assert "Knuth tries 1344" in page
    assert ("<html" in page) == (not headers)


@pytest.mark.parametrize("pegs", [0, 3, 4])
def test_only_possible_answers_are_accepted(client, assist, pegs):
    for black in range(-1, pegs + 2):
        white = pegs - black
        response = answer(client, assist, "1122", f"{black},{white}")
        is_possible = Feedback(black, white) in answers_on(4)
        assert response.status_code == (302 if is_possible else 422), black


def test_every_answer_can_be_corrected_and_every_row_removed(client, assist):
    for told in ("1,0", "0,1", "2,2"):
        answer(client, assist, "1122", told)
    amend(client, assist, 2, answer="0,2")
    amend(client, assist, 1, remove="yes")
    assert rows(assist) == ["1122 0,2", "1122 2,2"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_solver_finds_a_contradiction_and_a_click_corrects_it(client, assist, headers):
    answer(client, assist, "1122", "1,0")
    answer(client, assist, "1344", "0,1")
    answer(client, assist, "3526", "0,0", **headers)
    page = page_of(client, assist)
    assert "The answers to guesses 2 and 3 cannot both be true." in page
    assert "Guess 3 was 1 black, 2 white, not 0 black, 0 white: 7 codes are left" in page
    proposals = client.get(assist.get_absolute_url()).context["page"].outlook.proposals
    assert page.count('name="answer" value="') == len(proposals)
    amend(client, assist, 3, answer="1,2")
    assert "7 codes are still possible" in page_of(client, assist)


def test_the_solver_says_if_several_answers_must_be_wrong(client, assist):
    answer(client, assist, "1111", "0,1")
    assert "No code answers guess 1 like that." in page_of(client, assist)
    answer(client, assist, "2222", "0,1")
    assert "No single change makes all answers fit" in page_of(client, assist)


def test_a_revealed_code_shows_which_answer_was_wrong(client, assist):
    answer(client, assist, "1122", "1,0")
    answer(client, assist, "1344", "1,1")
    refused = tell(client, assist, "99")
    assert (refused.status_code, "is not a color" in refused.text) == (422, True)
    tell(client, assist, "3632")
    page = page_of(client, assist)
    assert "3632 gives another answer to guess 2." in page
    assert "The code gives 0 black, 1 white." in page
    amend(client, assist, 2, answer="0,1")
    assert "All your answers fit 3632." in page_of(client, assist)


def test_an_answer_that_is_sent_twice_counts_once(client, assist):
    sent = current(assist) | {"code": "1122"} | keys("1,0")
    statuses = [client.post(assist.get_absolute_url(), sent).status_code for _ in range(3)]
    assert statuses == [302, 302, 302]
    assert rows(assist) == ["1122 1,0"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_form_on_an_outdated_page_is_refused(client, assist, headers):
    stale = current(assist)
    answer(client, assist, "1122", "1,0")
    address = assist.get_absolute_url()
    sent = stale | {"code": "5566", "answer": "0,0", "told": "1111"} | keys("0,0")
    for path in ("", "guesses/1/", "code/"):
        response = client.post(address + path, sent | {"token": "other"}, headers=headers)
        assert response.status_code == 409
        assert "This game continued elsewhere" in response.text
    assert amend(client, assist, 2, answer="0,0").status_code == 409
    assert rows(assist) == ["1122 1,0"]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"code": "112"}, "1 hole to go"),
        ({"code": ""}, "The row is empty"),
        ({"black": "3", "white": "1"}, "With 3 black there can’t be a white"),
        ({"black": "3", "white": "2"}, "That makes 5 key pegs"),
        ({"black": ""}, "Say how many black and how many white"),
        ({"white": "١2"}, "Say how many black and how many white"),
        ({"said": ""}, "Say how many black and how many white"),
        ({"revision": "x"}, "This page was incomplete"),
        ({"revision": "9" * 30}, "This page was incomplete"),
        ({"token": "a b"}, "This page was incomplete"),
    ],
)
def test_an_invalid_answer_is_refused_with_a_sentence(client, assist, sent, sentence):
    sent = current(assist) | {"code": "1234"} | keys("1,0") | sent
    for headers in ({}, HTMX):
        response = client.post(assist.get_absolute_url(), sent, headers=headers)
        assert response.status_code == 422
        assert sentence in response.text
    assert not assist.rows.exists()


def test_no_database_transaction_is_open_while_the_solver_works(client, assist, monkeypatch):
    seen = []

    def noted(*arguments):
        seen.append(connection.savepoint_ids[:])
        return outlook_with_guess(*arguments)

    monkeypatch.setattr("games.learn.assist.page.outlook_with_guess", noted)
    answer(client, assist, "1122", "1,0", **HTMX)
    assert seen == [[]]


def test_a_solver_page_is_listed_at_the_next_visit(client, assist):
    assert assist.get_absolute_url() in client.get("/assist/").text
    assert assist.get_absolute_url() not in type(client)().get("/assist/").text


def test_the_database_refuses_impossible_rows(client, assist):
    answer(client, assist, "1122", "1,0")
    token = assist.rows.get().token
    impossible = [
        lambda: assist.rows.create(code="1122", black=1, white=0, token=token),
        lambda: assist.rows.update(black=5, white=4),
        lambda: Assist.objects.update(pegs=9),
    ]
    for change in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.parametrize("board", [Variant(2, 2), Variant(3, 3, repeats=False), Variant(8, 12)])
def test_any_answers_on_any_board_get_a_page(client, board):
    repeats = "yes" if board.repeats else "no"
    assist = begin(client, pegs=board.pegs, colors=board.colors, repeats=repeats)
    code = board.symbols[: board.pegs]
    for guess, told in ((code, "0,1"), (code[::-1], "0,0"), (code, "1,0")):
        for headers in ({}, HTMX):
            response = answer(client, assist, guess, told, **headers)
            assert response.status_code == (200 if headers else 302)
        assert client.get(assist.get_absolute_url()).status_code == 200


def test_the_page_offers_exactly_the_answers_that_some_possible_code_gives():
    assert answers_on(2) == [Feedback(*told) for told in [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]]


def test_a_contradiction_is_explained_step_by_step(client, assist):
    answer(client, assist, "1122", "0,0")
    answer(client, assist, "1222", "1,0")
    assert "Row 1 has no key pegs, so Amber is not in the code." in page_of(client, assist)
