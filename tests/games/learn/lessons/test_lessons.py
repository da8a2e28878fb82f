"""The lesson: three turns on fixed positions, whose state is in the URL."""

from itertools import product

import pytest

from games.learn.lessons.lesson import BOARD, CHOICES, FITTING, GIVEN, OPENING, SECRET
from solver.positions.candidates import first_contradicted
from tests.cast import HTMX

pytestmark = pytest.mark.no_database

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
    reason = "With 4422, row 1 would have 1 black and 0 white, not 1 and 1."
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
    assert "With 2341, row 1 would have 0 black and 3 white, not 1 and 1." in page
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
