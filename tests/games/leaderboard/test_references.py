"""Strategies stand among the players, with numbers that are played again."""

import re
from pathlib import Path

import pytest

from games.catalog.references import HARD_REFERENCES, REFERENCES, references_for, yardsticks
from games.catalog.rules import CLASSIC
from games.models import Standing
from solver.rule.codes import Variant
from solver.study.evaluate import evaluate
from tests.cast import named
from tests.games.leaderboard.cast import hundred_and_one, lines

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

OPTIMA = (Path(__file__).parents[3] / "docs/optimum.md").read_text()
AFTER_EACH_FIRST_GUESS = OPTIMA.partition("## After each first guess")[2].partition("\n## ")[0]


def rows_of(document):
    """Yield the cells of the lines about a first guess."""
    yield from (line.split(" | ") for line in re.findall(r"(?m)^\| (.*×.*) \|$", document))


class TestStrategies:
    """They stand among the players, where their means are among the scores."""

    def test_they_stand_where_their_mean_is_among_the_scores(self, client):
        named("Ada", *[4, 5] * 15)
        Standing.objects.filter(player__name="Ada").update(score=4.266)  # as nobody gets there
        named("Grace", *[4, 5] * 15)
        named("Lucky", 1)
        shown = [(line.rank, line.name, round(line.score, 3)) for line in lines(client)]
        assert shown == [
            (1, "Ada", 4.266),
            (None, "Optimal play", 4.340),
            (None, "Knuth’s strategy", 4.476),
            (2, "Grace", 5.595),
            (None, "Lucky", 7.0),
        ]

    @pytest.mark.parametrize("better", [0, 10, 49, 50, 51, 99, 100, 101])
    def test_each_is_on_one_page(self, client, better):
        hundred_and_one(better, (4, 5))
        pages = [lines(client, page=str(number)) for number in (1, 2, 3)]
        shown = [line for page in pages for line in page]
        assert [line.name for line in shown].count("Optimal play") == 1
        assert shown[better].name == "Optimal play"
        assert [line.rank for line in shown if line.player] == list(range(1, 102))

    @pytest.mark.parametrize(
        ("variant", "strategies"),
        [
            (Variant(4, 6), {"Knuth’s strategy": "knuth"}),
            (Variant(3, 6), {"Knuth’s strategy": "knuth", "Optimal play": "optimal"}),
            (
                Variant(4, 10, repeats=False),
                {"Knuth’s strategy": "knuth", "Optimal play": "optimal"},
            ),
        ],
        ids=["classic", "mini", "bulls-and-cows"],
    )
    def test_their_numbers_are_played_again(self, variant, strategies):
        for reference in references_for(variant):
            if reference.name in strategies:
                played = evaluate(variant, strategies[reference.name]).distribution
                assert dict(enumerate(reference.lengths, start=1)) == played

    def test_the_published_means_are_those_published(self):
        optimal, knuth = references_for(CLASSIC.variant)
        assert (round(optimal.mean * 1296), round(knuth.mean * 1296)) == (5625, 5801)
        assert {variant.size for variant in REFERENCES} == {
            reference.codes for references in REFERENCES.values() for reference in references
        }

    @pytest.mark.parametrize("variant", HARD_REFERENCES)
    def test_those_of_hard_mode_are_the_proven_totals(self, variant):
        [reference] = HARD_REFERENCES[variant]
        board = f"{variant.pegs}×{variant.colors}"
        proven = [
            (int(total.replace(",", "")), int(worst))
            for name, *_, total, worst in rows_of(AFTER_EACH_FIRST_GUESS)
            if name.endswith(board)
        ]
        total = round(reference.mean * reference.codes)
        assert (reference.codes, (total, len(reference.lengths))) == (variant.size, min(proven))


def test_nobody_is_compared_with_a_strategy_that_needs_more_guesses_than_there_are():
    names = [[one.name for one in yardsticks(CLASSIC._replace(limit=most))] for most in (10, 5, 1)]
    assert [len(some) for some in names] == [len(references_for(CLASSIC.variant)), 1, 0]
