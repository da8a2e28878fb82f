"""The pages of the strategies show their stored results."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils.dateformat import format as date_format

from games.catalog.cards import CARDS
from games.catalog.rules import PRESETS
from games.learn.lab.comparison import SORT_COLUMNS
from games.models import today
from games.web.charts.lengths import HEIGHT, LengthColumns, Scale
from games.web.responses.revalidation import RELEASE
from solver.rule.codes import Variant
from solver.strategies.roster import FOR_COMMANDS, STRATEGIES
from solver.study.results import kept_results

NAME = re.compile(r'of-strategy"><a href="/strategies/([\w-]+)/')


def order_of(client, query: str = "") -> list[str]:
    """Return the strategies in the order of the page."""
    return NAME.findall(client.get(f"/strategies/{query}").text)


def test_the_page_shows_the_stored_numbers_of_each_strategy(client):
    page = client.get("/strategies/").text
    for strategy in CARDS:
        found = kept_results(Variant()).strategies[strategy]
        row = page.partition(f'href="/strategies/{strategy}/"')[2].partition("</tr>")[0]
        assert f'<td class="of-mean">{found.mean:.4f}</td>' in row, strategy
        assert f'data-label="total">{found.total:,}</td>' in row
        assert f'data-label="at most">{found.worst}</td>' in row
        assert LengthColumns(found.distribution, Scale(9, 1)).sentence in row


def test_the_strategy_with_the_best_average_comes_first(client):
    names = order_of(client)
    means = [kept_results(Variant()).strategies[name].mean for name in names]
    assert names[:3] == ["optimal", "optimal-5", "weighted"]
    assert means == sorted(means)
    assert len(names) == len(CARDS)


@pytest.mark.parametrize("column", [column.key for column in SORT_COLUMNS])
def test_every_column_sorts_in_both_directions(client, column):
    up, down = order_of(client, f"?sort={column}"), order_of(client, f"?sort={column}&order=down")
    assert sorted(up) == sorted(down) == sorted(CARDS)
    assert up != down
    page = client.get(f"/strategies/?sort={column}").text
    assert page.count('aria-sort="ascending"') == 1
    assert f"?sort={column}&amp;order=down" in page


def test_published_numbers_are_next_to_our_numbers_and_marked_as_reproduced(client):
    page = client.get("/strategies/").text
    assert page.count("reproduced</span>") == 9
    assert "Koyama and Lai, 1993" in page
    assert "reproduced" not in client.get("/strategies/?pegs=5&colors=8").text


@pytest.mark.parametrize("rules", PRESETS.values(), ids=str)
def test_a_preset_shows_its_results_at_once(client, rules):
    assert "knuth" in order_of(client, f"?{rules.board}")


def test_the_bars_of_all_strategies_use_the_same_scale():
    kept = kept_results(Variant()).strategies
    scale = Scale.over([one.distribution for one in kept.values()])
    heights = {
        name: max(map(int, re.findall(r"v-(\d+)h", LengthColumns(one.distribution, scale).path)))
        for name, one in kept.items()
    }
    # The highest bar of all strategies stands for 1,025 codes that take five guesses.
    assert heights["minimax-plain"] == HEIGHT
    assert heights["simple"] == round(HEIGHT * 602 / 1025)


def test_a_size_without_results_is_marked_as_not_played(client):
    response = client.get("/strategies/?pegs=6&colors=8")
    assert response.status_code == 200
    assert "Not played yet" in response.text


@pytest.mark.parametrize("name", CARDS)
def test_every_strategy_has_a_page(client, name):
    page = client.get(f"/strategies/{name}/").text
    assert f"<h1>{CARDS[name].title}</h1>" in page
    assert str(kept_results(Variant()).strategies[name].worst) + " guesses" in page


def test_the_page_of_an_unknown_strategy_is_404(client):
    assert client.get("/strategies/luck/").status_code == 404
    assert client.get("/strategies/luck/tree/").status_code == 404


@pytest.mark.parametrize("name", CARDS)
def test_a_strategy_is_described_in_a_few_short_sentences(name):
    sentences = re.split(r"(?<=[a-z0-9)]\.) ", str(CARDS[name].description))
    assert len(sentences) <= 7
    assert all(len(sentence.split()) <= 20 for sentence in sentences)


def test_every_strategy_has_a_card_unless_only_commands_use_it():
    assert set(CARDS) == set(STRATEGIES) - FOR_COMMANDS


def test_a_strategy_page_lists_the_codes_that_need_the_maximum_number_of_guesses(client):
    page = client.get("/strategies/optimal/").text
    [code] = re.findall(r"strategy=optimal&amp;row=(\d+)", page)
    assert code in page
    page = client.get("/strategies/simple/?pegs=3&colors=6").text
    assert "pegs=3&amp;colors=6&amp;repeats=yes&amp;strategy=simple&amp;row=" in page


def test_an_optimal_strategy_without_a_proof_says_so(client):
    """With 3 pegs and 12 colors five guesses are not enough, so the strategy has no proof."""
    assert kept_results(Variant(3, 12)).strategies["optimal-5"].proven is False
    assert (
        client.get("/strategies/?pegs=3&colors=12").text.count("not proven for this game size") == 1
    )
    assert "not proven" not in client.get("/strategies/").text


@pytest.mark.parametrize(
    "address",
    [
        "/strategies/knuth/?pegs=5&colors=8&repeats=yes",
        "/strategies/knuth/vs/simple/",
        "/strategies/knuth/tree/11-02/",
    ],
)
def test_a_page_says_how_to_cite_it(client, address):
    page = unescape(client.get(address).text)
    cited = page.partition("Cite this page")[2].partition("</p>")[0]
    assert f"release {RELEASE[:12]}, {date_format(today(), 'j F Y')}, " in cited
    assert f'href="http://testserver{address}"' in cited


def test_a_citation_contains_the_day_on_which_the_reader_opened_the_page(client, it_is):
    address = "/strategies/knuth/"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    it_is(today() + timedelta(days=1))
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200
