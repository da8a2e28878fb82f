"""The lessons for newcomers: the rules, the lesson of three turns, and positions to conclude on."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from games.learn.lessons.concluding import CONCLUDED_ON, EXERCISES
from games.learn.lessons.lesson import BOARD, CHOICES, FITTING, GIVEN, OPENING, SECRET
from games.learn.lessons.matching import Example
from solver.deduction.explain import explain_fact
from solver.positions.candidates import first_contradicted
from solver.rule.feedback import Feedback
from tests.cast import HTMX

pytestmark = pytest.mark.no_database

codes = st.text("1234", min_size=3, max_size=4)


def test_the_lesson_says_of_each_peg_why_it_earns_a_key_peg_or_none():
    assert [peg.told for peg in Example(secret="1325", guess="1142").pegs] == [
        "The first Red is right where it is. That uses up the code’s only Red.",
        "The second Red finds no other Red left in the code.",
        "Sky is not in the code.",
        "Amber is in the code, but elsewhere.",
    ]


def test_pegs_in_the_right_place_earn_their_key_pegs_first():
    first, second, third = Example(secret="212", guess="112").pegs
    assert (first.key, second.key, third.key) == ("none", "black", "black")
    assert first.told == "The first Red finds no other Red left in the code."


@given(st.data(), codes)
def test_the_key_pegs_of_all_pegs_add_up_to_the_answer(data, secret):
    guess = data.draw(st.text("1234", min_size=len(secret), max_size=len(secret)))
    example = Example(secret, guess)
    earned = [peg.key for peg in example.pegs]
    assert Feedback(earned.count("black"), earned.count("white")) == example.feedback


def test_the_url_of_a_guess_shows_its_answer(client):
    page = client.get("/rules/?peg1=1&peg2=1&peg3=2&code=1").text
    assert 'aria-label="2 black, 0 white"' in page
    assert "The first Red finds no other Red left in the code." in page


@pytest.mark.parametrize("query", ["", "?peg1=9&peg2=&code=77&hide=perhaps", "?peg1=\x00"])
def test_invalid_input_shows_the_page_without_a_guess(client, query):
    assert client.get(f"/rules/{query}").context["trial"] == client.get("/rules/").context["trial"]


def test_a_hidden_code_stays_hidden_until_it_is_found(client):
    guessing = client.get("/rules/?hide=yes&peg1=1&peg2=3&peg3=1", headers=HTMX).text
    assert "1 black, 1 white." in guessing
    assert "1, 2, 3" not in guessing
    assert "Amber" not in guessing
    assert "Green" in guessing  # Green is a color of the guess
    found = client.get("/rules/?hide=yes&peg1=1&peg2=2&peg3=3", headers=HTMX).text
    assert "That is the code!" in found
    assert 'aria-label="123: Red, Amber, Green"' in found


def test_htmx_gets_the_answer_and_the_announcement(client):
    reply = client.get("/rules/", headers=HTMX)
    assert reply.templates[0].name == "learn/lessons/_answer_reply.html"
    assert '<p id="status" hx-swap-oob="innerHTML">1 black, 1 white.</p>' in reply.text
    assert "HX-Request" in reply["Vary"]


LAST = "/rules/lesson/3/"


def test_exactly_one_of_the_two_codes_fits_the_first_row():
    assert {name for name, code in CHOICES.items() if not first_contradicted([OPENING], code)} == {
        "B"
    }


def test_exactly_two_codes_fit_the_rows_of_the_last_turn():
    codes = map("".join, product(BOARD.symbols, repeat=BOARD.pegs))
    assert tuple(code for code in codes if not first_contradicted(GIVEN, code)) == FITTING
    assert SECRET in FITTING


def test_the_lesson_leads_through_its_turns_and_back_to_the_game(client):
    for step in (1, 2):
        page = client.get(f"/rules/lesson/{step}/?game=a_b-123").text
        assert f'href="/rules/lesson/{step + 1}/?game=a_b-123"' in page
        assert 'href="/games/a_b-123/"' in page
    broken = client.get(f"{LAST}?code={SECRET}&game=a_b-123").text
    assert "Back to your game" in broken
    assert 'href="/rules/conclude/1/"' in broken
    assert "Play Classic" in client.get(f"{LAST}?code={SECRET}").text
    assert client.get("/rules/lesson/4/").status_code == 404


def test_a_wrong_choice_shows_the_row_that_it_contradicts(client):
    reply = client.get("/rules/lesson/2/?pick=A", headers=HTMX)
    reason = "4422 needs 1 black and 0 white in row 1. Row 1 has 1 and 1."
    assert f'<p id="status" hx-swap-oob="innerHTML">Not A. {reason}</p>' in reply.text
    assert "Yes. If B were the code" in client.get("/rules/lesson/2/?pick=B").text


@pytest.mark.parametrize("first", [code for code in FITTING if code != SECRET])
def test_if_one_of_the_two_possible_codes_is_wrong_the_other_code_wins(client, first):
    page = client.get(f"{LAST}?code={first}")
    assert "It was possible, but it was not the code." in page.text
    assert f'name="tried" value="{first}"' in page.text
    assert "You broke it!" in client.get(f"{LAST}?tried={first}&code={SECRET}").text


def test_an_impossible_guess_costs_nothing_and_stays_in_the_row(client):
    page = client.get(f"{LAST}?code=2341").text
    assert "2341 needs 0 black and 3 white in row 1. Row 1 has 1 and 1." in page
    assert page.count('class="keys"') == len(GIVEN)
    assert 'aria-label="Hole 1: Amber"' in page


@pytest.mark.parametrize(
    "query", ["code=9", "code=", "tried=1111&code=1111", "pick=Z", "game=../x", "row=12..&place=9"]
)
def test_invalid_input_shows_the_lesson_and_no_link_to_a_game(client, query):
    for step in (1, 2, 3):
        response = client.get(f"/rules/lesson/{step}/?{query}")
        assert response.status_code == 200
        assert "/games/" not in response.text


@pytest.mark.parametrize("exercise", EXERCISES)
def test_exactly_one_of_the_three_facts_follows_from_the_rows(exercise):
    why = [explain_fact(CONCLUDED_ON, exercise.rows, fact) for fact in exercise.facts.values()]
    assert len(list(filter(None, why))) == 1


def test_a_right_answer_shows_its_argument_and_highlights_the_rows_used(client):
    page = client.get("/rules/conclude/2/?pick=C").text
    assert "Right: it follows." in page
    assert "Row 2 has 3 key pegs, so Green is in the code." in page
    assert page.count('class="row lit') == 2


def test_a_wrong_answer_gets_a_possible_code_that_contradicts_the_answer(client):
    reply = client.get("/rules/conclude/1/?pick=A", headers=HTMX).text
    said = "Not A. 2232 fits the row as well, and there Red is not in the code."
    assert f'<p id="status" hx-swap-oob="innerHTML">{said}</p>' in reply
    assert 'class="button" href="/rules/conclude/2/"' in reply, "Next invites after a right answer"


def test_the_last_position_links_to_the_puzzles(client):
    right = client.get("/rules/conclude/1/?pick=B").text
    assert 'class="button main" href="/rules/conclude/2/"' in right
    assert 'href="/puzzles/"' in client.get("/rules/conclude/3/").text
    assert client.get("/rules/conclude/0/").status_code == 404
    assert client.get("/rules/conclude/4/").status_code == 404
    assert client.get("/rules/conclude/1/?pick=Z").status_code == 200
