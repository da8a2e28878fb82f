"""The page of the rules, where visitors try guesses and every key peg is explained."""

import pytest
from hypothesis import given, strategies as st

from games.learn.lessons.matching import Example
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
