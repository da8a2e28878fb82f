"""Proofs that take minutes: run them with ``pytest tests/solver/proofs.py``."""

import pytest

from solver.books import proven_book
from solver.codes import Variant
from solver.exact.proof import prove
from solver.executors import run_on

BULLS_AND_COWS = Variant(4, 10, repeats=False)

pytestmark = pytest.mark.timeout(1800)


@pytest.mark.parametrize(
    ("variant", "total"),
    [(Variant(4, 7), 11228), (Variant(5, 5), 13496), (BULLS_AND_COWS, 26274)],
)
def test_the_published_optimum_is_found(variant, total):
    with run_on(None, workers=2) as run:
        assert prove(variant, run=run).book.total == total


def test_the_book_of_bulls_and_cows_is_proven_again():
    assert prove(BULLS_AND_COWS).book == proven_book(BULLS_AND_COWS)
