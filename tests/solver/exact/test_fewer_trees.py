"""Proofs that search only trees with a given first guess, or trees with only possible guesses."""

from functools import cache

import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.exact.proof import NoTree, prove
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.sets.arrays import all_codes

SMALL = [Variant(2, 3), Variant(2, 4), Variant(3, 3), Variant(3, 4, repeats=False)]


def least_total(variant: Variant, first: str | None, candidates_only: bool) -> int:
    """Return the smallest total over all trees.

    This function shares only the rule with the search.
    """
    codes = variant.texts(all_codes(variant).digits)

    @cache
    def cost(left: frozenset[str]) -> int:
        return min(cost_of(left, guess) for guess in (left if candidates_only else codes))

    def cost_of(left: frozenset[str], guess: str) -> float:
        parts: dict[object, set[str]] = {}
        for code in left:
            parts.setdefault(feedback(guess, code), set()).add(code)
        if len(parts) == 1 and guess not in left:
            return float("inf")
        return len(left) + sum(cost(frozenset(part)) for part in parts.values() if part != {guess})

    everything = frozenset(codes)
    return cost(everything) if first is None else cost_of(everything, first)


@pytest.mark.parametrize("variant", SMALL, ids=str)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_a_restricted_proof_finds_the_smallest_total_of_all_allowed_trees(variant, candidates_only):
    codes = variant.texts(all_codes(variant).digits)
    for first in (None, codes[0], codes[1], codes[-1]):
        proof = prove(variant, first=first, candidates_only=candidates_only)
        assert proof.book.total == least_total(variant, first, candidates_only)
        assert first is None or proof.book.tree.guess == first


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
