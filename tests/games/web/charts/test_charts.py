"""The charts: a partition, the guesses of all players, and the days of a calendar."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from hypothesis import given, strategies as st

from games.models import today
from games.web.charts.distribution import Distribution
from games.web.charts.partition import LENGTH, PartitionChart, PartitionColumns
from solver.rule.feedback import Feedback, possible_feedbacks
from tests.cast import start_daily

PEGS = 4
ANSWERS = sorted(possible_feedbacks(PEGS))
SIZES = {Feedback(0, 0): 8, Feedback(1, 0): 16, Feedback(0, 1): 8, Feedback(2, 0): 1}

sizes = st.dictionaries(st.sampled_from(ANSWERS), st.integers(1, 10**6), min_size=1)


def drawn(chart: PartitionChart) -> str:
    return render_to_string("web/charts/_partition.html", {"chart": chart})


def test_the_largest_group_comes_first_and_fills_the_drawing():
    bars = PartitionChart(SIZES).bars
    assert [(str(bar.answer), bar.size) for bar in bars] == [
        ("1,0", 16),
        ("0,0", 8),
        ("0,1", 8),
        ("2,0", 1),
    ]
    assert [bar.path for bar in bars] == [
        "M0 0H100.0V1H0z",
        "M0 0H50.0V1H0z",
        "M0 0H50.0V1H0z",
        "M0 0H6.2V1H0z",
    ]


@given(sizes, st.integers(1, 5))
def test_the_chart_leaves_out_the_smallest_groups_and_says_how_many(sizes, most):
    chart = PartitionChart(sizes, most=most)
    shown = [bar.size for bar in chart.bars]
    assert shown == sorted(sizes.values(), reverse=True)[:most]
    assert chart.more == len(sizes) - len(shown)


@given(sizes, st.integers(1, 5), st.data())
def test_the_actual_answer_is_drawn_even_if_its_group_is_small(sizes, most, data):
    came = data.draw(st.sampled_from(sorted(sizes)))
    chart = PartitionChart(sizes, came, most=most)
    assert [bar.answer for bar in chart.bars if bar.came] == [came]
    assert all(0 <= float(re.search("H([0-9.]+)", bar.path)[1]) <= LENGTH for bar in chart.bars)
    assert chart.more == len(sizes) - len(chart.bars)


def test_every_possible_answer_has_a_column():
    chart = PartitionChart(SIZES, came=Feedback(0, 1))
    columns = PartitionColumns(chart, PEGS)
    assert columns.box == "0 0 280 64"
    assert columns.path.startswith("M0 56v-28h16v28zM40 56v-56h16v56zM60 56v-1h16v1z")
    assert columns.path.count("M") == len(ANSWERS) - 1
    assert columns.came == "M20 56v-28h16v28zm0 4h16v4h-16z"


def test_columns_of_two_guesses_share_a_scale():
    columns = PartitionColumns(PartitionChart(SIZES), PEGS, 2 * max(SIZES.values()))
    assert columns.path.startswith("M0 56v-14h16v14zM20 56v-14h16v14zM40 56v-28h16v28z")


def test_the_chart_marks_the_actual_answer_and_says_what_is_left_out_or_estimated():
    page = drawn(PartitionChart(SIZES, Feedback(2, 0), is_exact=False, most=1))
    assert re.findall(r'<tr class="came"><th scope="row">(\d · \d)', page) == ["2 · 0"]
    assert page.count("<tr") == 3  # the headers, the largest group, the actual answer
    assert "and 2 smaller groups" in page
    assert "Estimated from a sample" in page
    assert "and 1 smaller group<" in drawn(PartitionChart(SIZES, most=3))


def test_the_highest_bar_has_full_height_and_other_bars_are_in_proportion():
    bars = list(Distribution((0, 2, 8, 4, 0)).bars)
    assert [(bar.label, bar.players, bar.height) for bar in bars] == [
        ("1", 0, 0),
        ("2", 2, 25),
        ("3", 8, 100),
        ("4", 4, 50),
        ("X", 0, 0),
    ]
    assert [bar.top + bar.height for bar in bars] == [100] * 5


def test_a_single_player_among_thousands_has_a_visible_bar():
    [one, *_] = Distribution((1, 5000, 0)).bars
    assert one.height > 0
    assert {bar.height for bar in Distribution((0, 0, 0)).bars} == {0}


def todays_square(client: Client, path: str) -> str:
    """Return the HTML of today in a calendar."""
    return re.search(r'<a class="day"[^>]*aria-current="date".*?</a>', client.get(path).text)[0]


@pytest.mark.parametrize("path", ["/daily/", "/puzzles/"])
def test_a_day_that_a_player_has_started_is_marked_only_for_this_player(client, path):
    untried = todays_square(Client(), path)
    assert todays_square(client, path) == untried
    start_daily(client)
    client.post(f"/puzzles/{today()}/easy/", {"do": "clock"})
    assert todays_square(client, path) != untried
    assert todays_square(Client(), path) == untried


@pytest.mark.parametrize("path", ["/daily/", "/puzzles/"])
def test_the_mark_of_today_moves_to_the_next_day_at_midnight(client, path, it_is):
    it_is(today().replace(day=14))
    assert ">14<" in todays_square(client, path)
    it_is(today().replace(day=15))
    assert ">15<" in todays_square(client, path)
    assert client.get(path).text.count('aria-current="date"') == 1
