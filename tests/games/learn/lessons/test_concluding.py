"""Three positions for practice, in which exactly one of three statements follows from the rows."""

import pytest

from games.learn.lessons.concluding import CONCLUDED_ON, EXERCISES
from solver.deduction.explain import explain_fact
from tests.cast import HTMX

pytestmark = pytest.mark.no_database


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


def test_the_last_position_links_to_the_puzzles(client):
    assert 'href="/rules/conclude/2/"' in client.get("/rules/conclude/1/?pick=B").text
    assert 'href="/puzzles/"' in client.get("/rules/conclude/3/").text
    assert client.get("/rules/conclude/0/").status_code == 404
    assert client.get("/rules/conclude/4/").status_code == 404
    assert client.get("/rules/conclude/1/?pick=Z").status_code == 200
