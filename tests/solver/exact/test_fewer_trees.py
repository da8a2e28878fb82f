"""Proofs that search only trees with a given first guess, or trees with only possible guesses."""

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.proof import NoTree, prove
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.sets.arrays import all_codes
from tests.solver.plain_search import PlainSearch

SMALL = [Variant(2, 3), Variant(2, 4), Variant(3, 3), Variant(3, 4, repeats=False)]


@pytest.mark.parametrize("variant", SMALL, ids=str)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_a_restricted_proof_finds_the_smallest_total_of_all_allowed_trees(variant, candidates_only):
    search = PlainSearch(variant.pegs, variant.colors, variant.repeats, candidates_only)
    codes, totals = all_codes(variant), search.totals(tuple(range(variant.size)))
    assert prove(variant, candidates_only=candidates_only).book.total == totals.min()
    for place in (0, 1, variant.size - 1):
        book = prove(variant, first=codes[place], candidates_only=candidates_only).book
        assert (book.tree.guess, book.total) == (codes[place], totals[place])


@pytest.mark.parametrize(("first", "total"), [("123", 455), ("122", 456), ("111", 514)])
def test_trees_that_guess_only_candidates_have_the_published_totals(first, total):
    """The totals for 3x5 are published at supermastermind.github.io."""
    assert prove(Variant(3, 5), first=first, candidates_only=True).book.total == total


def test_in_a_proof_with_candidates_only_every_guess_is_a_candidate():
    def check(node, left):
        if node is None:
            return
        assert node.guess in left
        for answer, child in node.answers.items():
            check(child, {code for code in left if feedback(node.guess, code) == answer})

    variant = Variant(3, 4)
    check(
        prove(variant, candidates_only=True).book.tree,
        set(variant.texts(all_codes(variant).digits)),
    )


def test_a_proof_with_a_first_guess_keeps_to_the_limit():
    with pytest.raises(NoTree):
        prove(Variant(3, 4), 3, first="112")
    assert prove(Variant(3, 4), 5, first="111").book.worst == 5
