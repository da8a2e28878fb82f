"""The results of strategies on the leaderboard are stored results or proven totals.

test_pages checks their places among the players.
"""

import re
from pathlib import Path

import pytest

from games.catalog.references import (
    HARD_REFERENCES,
    HARD_TOTALS,
    REFERENCES,
    references_for,
    yardsticks,
)
from games.catalog.rules import CLASSIC
from solver.study.results import kept_results

OPTIMA = (Path(__file__).parents[4] / "docs/optimum.md").read_text()
AFTER_EACH_FIRST_GUESS = OPTIMA.partition("## After each first guess")[2].partition("\n## ")[0]


def rows_of(document):
    """Yield the cells of each row about a first guess, in the tables of a document."""
    yield from (line.split(" | ") for line in re.findall(r"(?m)^\| (.*×.*) \|$", document))


# The optimal tree of Koyama and Lai has other lengths than the site's tree, and the same total.
STRATEGIES = {
    "Knuth’s strategy": "knuth",
    "The weighted strategy": "weighted",
    "Optimal play": "optimal",
}


@pytest.mark.parametrize("variant", REFERENCES)
def test_the_references_have_the_stored_results_of_their_strategies(variant):
    compared = [one for one in references_for(variant) if one.name in STRATEGIES]
    for reference in compared if variant != CLASSIC.variant else compared[1:]:
        kept = kept_results(variant).strategies[STRATEGIES[reference.name]]
        assert dict(enumerate(reference.lengths, start=1)) == kept.distribution


def test_the_averages_of_strategies_equal_the_published_averages():
    optimal, knuth = references_for(CLASSIC.variant)
    assert (round(optimal.mean * 1296), round(knuth.mean * 1296)) == (5625, 5801)
    assert {variant.size for variant in REFERENCES} == {
        reference.codes for references in REFERENCES.values() for reference in references
    }


@pytest.mark.parametrize("variant", HARD_TOTALS)
def test_the_results_in_hard_mode_are_the_proven_totals(variant):
    proven = {
        first: (int(total.replace(",", "")), int(worst))
        for name, first, *_, total, worst in rows_of(AFTER_EACH_FIRST_GUESS)
        if re.search(rf"\b{variant.pegs}×{variant.colors}\b", name)
        and ("Cows" not in name) == variant.repeats
    }
    assert {first: total for first, (total, _) in proven.items()} == HARD_TOTALS[variant]
    for reference in HARD_REFERENCES.get(variant, ()):
        total = round(reference.mean * reference.codes)
        least = min(proven.values())
        assert (reference.codes, total, len(reference.lengths)) == (variant.size, *least)


def test_a_strategy_that_exceeds_the_guess_limit_is_not_shown():
    names = [[one.name for one in yardsticks(CLASSIC._replace(limit=most))] for most in (10, 5, 1)]
    assert [len(some) for some in names] == [len(references_for(CLASSIC.variant)), 1, 0]
