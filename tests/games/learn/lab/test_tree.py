"""The pages of a tree: their links lead to every code, and to no impossible answer."""

import json
import re
from html import unescape

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, feedback
from solver.strategies.roster import strategy_named
from solver.study.results import codes_played, kept_lengths
from solver.study.walk import visit
from solver.trees.formats import TREE_FORMATS
from solver.trees.tree import grow_tree
from tests.cast import HTMX

GUESS = re.compile(
    r'aria-current="step"><span class="number">\d+</span><span class="pegs" [^>]*"(\w+):'
)


def walked(client, strategy: str, secret: str, query: str) -> int:
    """Follow the links to a secret; return the number of guesses that this takes."""
    address, guesses = f"/strategies/{strategy}/tree/{query}", 0
    while True:
        response = client.get(address)
        [guess] = GUESS.findall(response.text)
        guesses += 1
        if guess == secret:
            return guesses
        assert secret not in address
        answer = feedback(guess, secret)
        told = f"{answer.black} black, {answer.white} white"
        [address] = {
            *re.findall(f'href="([^"]+)" aria-label="{told}:', unescape(response.text)),
            *re.findall(f'href="([^"]+)">{told}</a>', unescape(response.text)),
        }


@pytest.mark.parametrize(
    ("strategy", "board", "places"),
    [("knuth", Variant(), range(7, 1296, 130)), ("entropy", Variant(5, 8), [12_345])],
)
def test_a_code_takes_as_many_guesses_as_the_results_say(client, strategy, board, places):
    codes = board.texts(codes_played(board, None).digits)
    lengths = kept_lengths(board, strategy).tolist()
    query = f"?pegs={board.pegs}&colors={board.colors}&repeats=yes"
    for place in places:
        assert walked(client, strategy, codes[place], query) == lengths[place]


def test_a_node_shows_how_many_guesses_are_needed_after_it(client):
    ahead = visit(Variant(), "knuth", [Feedback(0, 2)]).ahead
    page = client.get("/strategies/knuth/tree/02/").text
    assert "of 96 codes are left." in page
    assert "at most 4." in page
    assert page.count('class="longest"') == sum(one.longest == 4 for one in ahead.values()) > 1
    assert "on the longest way" in page


@pytest.mark.parametrize("answers", ["31", "40", "40-00", "00-00-00", "88"])
def test_the_404_page_of_a_missing_node_links_back_to_the_tree(client, answers):
    response = client.get(f"/strategies/knuth/tree/{answers}/")
    assert response.status_code == 404
    back = re.search(r'main" href="([^"]+)">Go to the last guess', response.text)[1]
    assert client.get(back).status_code == 200


@pytest.mark.parametrize("answers", ["9", "1", "111", "11-", "x", "11_02"])
def test_the_url_of_an_impossible_answer_gets_404(client, answers):
    assert client.get(f"/strategies/knuth/tree/{answers}/").status_code == 404


@pytest.mark.parametrize(
    ("kind", "name"), [("txt", "text"), *((k, k) for k in ("rules", "json", "dot", "exchange"))]
)
def test_the_whole_tree_can_be_downloaded(client, kind, name):
    response = client.get(f"/strategies/knuth/tree.{kind}?pegs=3&colors=4")
    tree = grow_tree(strategy_named("knuth"), position_after(Variant(3, 4), ()))
    assert response.text.splitlines() == "\n".join(TREE_FORMATS[name](tree)).splitlines()
    assert response["Content-Disposition"] == f'attachment; filename="knuth-3x4.{kind}"'
    assert kind != "json" or json.loads(response.text)["candidates"] == 64


def test_a_large_tree_or_an_unknown_type_of_file_cannot_be_downloaded(client):
    response = client.get("/strategies/knuth/tree.txt?pegs=5&colors=8")
    assert response.status_code == 422
    assert "guess by guess" in response.text
    assert client.get("/strategies/knuth/tree.exe").status_code == 404


def test_a_tree_page_says_whether_the_tree_is_proven(client):
    page = client.get("/strategies/optimal/tree/").text
    assert "It is proven that no guess does better here." in page
    query = "?pegs=3&colors=7"
    page = unescape(client.get(f"/strategies/optimal/tree/{query}").text)
    assert "The best guess here is not proven." in page
    assert "Optimal guesses as Weighted does. Once 96 or fewer are left, it searches" in page
    assert 'id="picture"' not in page
    assert "The whole tree" not in page
    page = client.get(f"/strategies/optimal/tree/10/{query}").text
    assert "It is proven that no guess does better here." in page
    assert "proven" not in client.get("/strategies/knuth/tree/").text


def test_an_optimal_strategy_without_a_book_cannot_be_downloaded(client):
    response = client.get("/strategies/optimal/tree.txt?pegs=3&colors=7")
    assert response.status_code == 422
    assert "we keep no proven tree of Optimal" in response.text
    assert 'href="/strategies/optimal/tree/?pegs=3&amp;colors=7&amp;repeats=yes"' in response.text


def test_the_picture_has_every_node_of_the_first_three_levels(client):
    page = client.get("/strategies/knuth/tree/?picture=yes", headers=HTMX).text
    tree = grow_tree(strategy_named("knuth"), position_after(Variant(), ()), depth=3)
    nodes = 1 + sum(1 + len(below.answers) for below in tree.answers.values())
    assert page.count("<rect") == nodes
    assert "<html" not in page
    assert "<svg" not in client.get("/strategies/knuth/tree/").text.partition("picture-title")[2]
