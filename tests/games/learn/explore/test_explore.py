"""The explorer, which shows any position of any game size."""

import re
from html import unescape

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.rule.history import parse_history
from solver.strategies.roster import strategy_named
from solver.study.analysis import appraise
from tests.cast import HTMX

TWO_TURNS = "1122:1,1 1344:0,2"
POSITION = position_after(Variant(), parse_history(Variant(), TWO_TURNS))


def shown(client, **query: str) -> str:
    return unescape(client.get("/explore/", query).text)


def rows_of(page: str) -> dict[str, list[str]]:
    """Return the cells of the table of guesses, for each guess."""
    table = page.partition('class="ruled prospects"')[2].partition("</table>")[0]
    rows = re.findall(r'aria-label="(\w+): .*?</th>(.*?)</tr>', table, re.DOTALL)
    return {guess: re.findall(r"<td [^>]*>(.*?)</td>", cells) for guess, cells in rows}


def test_the_page_says_how_many_codes_are_possible_and_a_row_can_be_removed(client):
    page = shown(client, history=TWO_TURNS)
    assert f"{POSITION.count} codes are still possible" in page
    query = re.search(r'href="\?([^"]+)" aria-label="Remove guess 1"', page)[1]
    assert "history=1344" in query
    assert client.get(f"/explore/?{query}").status_code == 200
    assert "The code is found." in shown(client, history="1122:1,0 3632:4,0")


def test_the_table_has_the_guess_of_each_strategy_with_its_numbers(client):
    rows = rows_of(shown(client, history=TWO_TURNS))
    for name in ("knuth", "entropy", "most-parts", "optimal"):
        [guess] = Variant().texts(strategy_named(name).choose(POSITION).digits)
        appraisal = appraise(POSITION, guess)
        parts = [part.size for part in appraisal.option.parts.values()]
        loss, worst, expected, _bits, number, wins = rows[guess]
        assert (worst, number) == (str(max(parts)), str(len(parts)))
        assert float(loss.removeprefix("≈ ")) == round(appraisal.loss, 2)
        assert float(expected) == round(appraisal.option.expected_left, 1)
        assert wins == ("yes" if POSITION.may_be(guess) else "no")
    losses = [float(cells[0].removeprefix("≈ ")) for cells in rows.values()]
    assert losses == sorted(losses)
    assert losses[0] == 0


def test_the_guess_of_the_visitor_is_ranked_among_the_other_guesses(client):
    page = shown(client, history=TWO_TURNS, code="1111")
    assert rows_of(page)["1111"][0] == f"{appraise(POSITION, '1111').loss:.2f}"
    assert '<tr class="you">' in page


def test_every_possible_answer_to_a_guess_links_to_the_next_position(client):
    page = shown(client, history="1122:1,1", code="1344")
    leads = re.findall(
        r'<a href="\?([^"]+)" aria-label="(\d) black, (\d) white: ([\d,]+) code', page
    )
    before = position_after(Variant(), [Turn("1122", Feedback(1, 1))])
    assert len(leads) == len(appraise(before, "1344").option.parts)
    query, black, white, codes = leads[-1]
    after = client.get(f"/explore/?{query}").text
    assert f"{codes} code" in after
    turns = [Turn("1122", Feedback(1, 1)), Turn("1344", Feedback(int(black), int(white)))]
    assert position_after(Variant(), turns).count == int(codes)


def test_the_color_probabilities_agree_with_the_candidates(client):
    page = shown(client, history="1111:4,0")
    cells = re.findall(r'<td class="(?:anywhere )?warm-(\d+)">([^<]+)</td>', page)
    assert cells == []  # with one code left, there is no table of probabilities
    page = shown(client, history="1112:2,2")
    heat = re.findall(r'<td class="(?:anywhere )?warm-(\d+)">([^<]+)</td>', page)
    assert heat[:5] == [("7", "67%"), ("7", "67%"), ("7", "67%"), ("10", "100%"), ("10", "100%")]
    assert heat[5:10] == [("3", "33%"), ("3", "33%"), ("3", "33%"), ("0", "–"), ("10", "100%")]


def test_pegs_can_be_placed_without_javascript(client):
    query = {"row": "112.", "color": "2", "place": "4", "history": "1122:1,1"}
    assert "What was the answer to 1122?" in shown(client, **query)


def test_contradictions_are_diagnosed_and_each_correction_is_a_link(client):
    page = shown(client, history="1122:4,0 3344:0,1")
    assert "The answers to guesses 1 and 2 cannot both be true." in page
    assert page.count("suspected") == 2
    query = re.search(r'<li><a class="button" href="\?([^"]+)">', page)[1]
    assert "4 codes are still possible" in client.get(f"/explore/?{query}").text


def test_large_boards_can_be_explored(client):
    page = shown(client, pegs="8", colors="12", history="12345678:1,2")
    assert "codes are still possible" in page
    assert len(rows_of(page)) >= 4
    assert "come from a sample" in page
    assert "come from a sample" not in shown(client, history=TWO_TURNS)


def test_an_exercise_hides_its_answer_and_does_not_mark_suspected_rows(client):
    page = shown(client, history=TWO_TURNS, exercise="yes")
    question, _, answer = page.partition('<details class="solution">')
    assert "37 codes" not in question
    assert "37 codes are still possible" in answer
    assert "suspected" not in shown(client, history="1122:4,0 3344:0,1", exercise="yes")


def test_the_start_of_a_game_is_explored_only_on_request(client):
    page = client.get("/explore/").text
    assert "1,296 codes are still possible" in page
    assert "What to guess" not in page
    assert 'hx-get="?work=yes"' in page
    assert "1122" in rows_of(shown(client, work="yes"))
    part = client.get("/explore/?work=yes", headers=HTMX).text
    assert ("What to guess" in part, "<html" in part) == (True, False)


def test_the_conclusions_of_a_position_have_a_separate_url(client):
    position = {"history": "1122:0,0 3344:2,0 3555:0,1"}
    assert '<a href="?history=1122%3A0%2C0+3344%3A2%2C0+3555%3A0%2C1&why=yes#argument">' in shown(
        client, **position
    )
    page = shown(client, **position, why="yes")
    steps = re.findall("<p>(.*?)</p>", page[page.index('id="argument"') :])
    assert steps[0] == "Row 1 has no key pegs, so neither Red nor Amber is in the code."
    assert len(steps) > 2
