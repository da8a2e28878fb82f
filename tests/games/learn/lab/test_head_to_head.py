"""Two strategies compared: the page counts the guesses that both take for each code."""

import re
from html import unescape

from games.learn.lab.work import playable
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.strategies.roster import strategy_named
from solver.study.play import play
from solver.study.results import kept_lengths

SCORE = re.compile(r"<dd>([\d,]+) <span")


def test_wins_ties_and_losses_are_counted_for_each_code(client):
    lengths = [kept_lengths(Variant(), name).tolist() for name in ("knuth", "simple")]
    pairs = list(zip(*lengths, strict=True))
    told = [
        sum(a < b for a, b in pairs),
        sum(a == b for a, b in pairs),
        sum(a > b for a, b in pairs),
    ]
    page = client.get("/strategies/knuth/vs/simple/").text
    assert [int(one.replace(",", "")) for one in SCORE.findall(page)] == told
    assert sum(told) == 1296
    assert "Over 1,296 codes, Knuth needs 1,670 fewer guesses than Simple." in page


def test_codes_that_take_different_numbers_of_guesses_link_to_a_race(client):
    page = unescape(client.get("/strategies/knuth/vs/simple/").text)
    link = re.search(r'href="(/watch/[^"]+)" aria-label="(\d+): (\d) against (\d) guesses"', page)
    address, code, *told = link.groups()
    start = position_after(Variant(), ())
    found = [
        sum(1 for _ in play(strategy_named(name), code, start)) for name in ("knuth", "simple")
    ]
    assert list(map(int, told)) == found
    watch = client.get(address).text
    assert f'value="{code}"' in watch
    assert '<option value="simple" selected>' in watch


def test_a_strategy_compared_with_itself_has_only_ties(client):
    page = client.get("/strategies/knuth/vs/knuth/").text
    assert SCORE.findall(page) == ["0", "1,296", "0"]
    assert "both need the same number" in page


def test_two_strategies_are_chosen_with_a_form(client):
    response = client.get("/strategies/?pegs=5&colors=8&one=knuth&other=entropy")
    assert response["Location"] == "/strategies/knuth/vs/entropy/?pegs=5&colors=8&repeats=yes"
    assert client.get("/strategies/?one=knuth&other=luck").status_code == 404


def test_the_page_names_the_strategies_that_have_no_results(client):
    assert client.get("/strategies/knuth/vs/luck/").status_code == 404
    page = client.get("/strategies/knuth/vs/optimal/?pegs=5&colors=8")
    assert (page.status_code, "only if its tree is proven" in page.text) == (200, True)
    assert client.get("/strategies/knuth/vs/simple/?pegs=0").status_code == 422


def test_an_optimal_strategy_can_be_requested_if_it_has_a_book(client):
    """For 5 pegs and 6 colors there is a book, but the repository has no play-out of this book."""
    page = client.get("/strategies/knuth/vs/optimal/?pegs=5&colors=6").text
    assert "Not yet played in this game size: Knuth and Optimal." in page
    assert "only if its tree is proven" not in page
    assert {"optimal"} == {"optimal", "optimal-5"} & {*playable(Variant(5, 6))}
    assert {"optimal", "optimal-5"}.isdisjoint(playable(Variant(5, 8)))
