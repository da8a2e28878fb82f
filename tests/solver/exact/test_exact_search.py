"""The search finds the published optima, and its two code spaces agree."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

import numba

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bound, Bounds
from solver.exact.budget import Budget, OutOfBudget
from solver.exact.compiled import CompiledSpace
from solver.exact.looks import guesses_for, look_around, look_at_all, nothing_known
from solver.exact.plain import PlainSpace
from solver.exact.proof import Means, prove
from solver.exact.search import Search
from solver.exact.space import State
from solver.exact.weighing import in_order
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.feedback import feedback_count
from solver.rule.history import parse_history
from solver.sets.arrays import all_codes, feedback_numbers, places_of
from solver.sets.partitions import partition_sizes
from tests.solver.drawing import games, variants

SMALL = variants(most_pegs=3, most_colors=5)
# Uncompiled kernels take seconds on 4x6, so only ``make proofs`` tests this board.
WEIGHED = variants(most_pegs=4, most_colors=4 if numba.config.DISABLE_JIT else 6)


def search_on(space, variant, max_guesses=UNLIMITED):
    return Search(space(variant), Bounds(variant, max_guesses))


def least_total(space, variant):
    search = search_on(space, variant)
    return search.cost(search.start())


def state_after(variant, history, left=UNLIMITED):
    past = variant.digits(turn.guess for turn in history)
    candidates = position_after(variant, history).candidates
    return State(past, places_of(candidates.digits, variant), left)


@pytest.mark.parametrize("space", [CompiledSpace, PlainSpace])
@pytest.mark.parametrize(
    ("variant", "total"), [(Variant(3, 4), 206), (Variant(3, 6), 854), (Variant(4, 4), 905)]
)
def test_small_boards_have_their_published_total(space, variant, total):
    assert least_total(space, variant) == total


@pytest.mark.parametrize(
    ("variant", "most", "total", "at_the_limit"),
    [(Variant(3, 4), 4, 206, 21), (Variant(3, 5), 5, 451, 2)],
)
def test_a_tree_within_a_limit_uses_the_last_guess_as_rarely_as_possible(
    variant, most, total, at_the_limit
):
    search = search_on(CompiledSpace, variant, most)
    assert divmod(search.cost(search.start()), search.bounds.unit) == (total, at_the_limit)


def test_four_guesses_do_not_suffice_for_the_mini_board():
    search = search_on(CompiledSpace, Variant(3, 6), 4)
    assert search.cost(search.start()) >= IMPOSSIBLE


@given(games(SMALL, most_turns=3), st.sampled_from([3, 4, UNLIMITED]))
def test_the_plain_and_the_compiled_space_find_the_same_costs(game, left):
    variant, _, history = game
    state = state_after(variant, history, left)
    costs = []
    for space in CompiledSpace, PlainSpace:
        cost = search_on(space, variant, left).cost(state)
        costs.append(min(cost, IMPOSSIBLE))
    assert costs[0] == costs[1]


@pytest.mark.parametrize("window", [8, 50])
def test_a_proof_works_with_many_open_questions_at_a_time(window):
    def run(answer, questions):
        while some := list(islice(questions, window)):
            yield from map(answer, some)

    assert prove(Variant(3, 4), means=Means(run)).book.total == 206


@given(games(WEIGHED, most_turns=3), st.data())
def test_the_plain_and_the_compiled_space_give_the_same_bounds(game, data):
    variant, _, history = game
    left = data.draw(st.sampled_from([3, 5, UNLIMITED]))
    state, bounds = state_after(variant, history, left), Bounds(variant, left)
    compiled, plain = CompiledSpace(variant), PlainSpace(variant)
    guess = data.draw(st.integers(0, variant.size - 1))
    parts, same = (space.split(guess, state.candidates) for space in (compiled, plain))
    assert np.array_equal(parts.places, same.places)
    assert np.array_equal(parts.sizes, same.sizes)
    if len(state.candidates) > 2:
        weighed, same = (space.weigh(state, bounds) for space in (compiled, plain))
        assert weighed.branching == same.branching
        assert set(weighed.costs.tolist()) == set(same.costs.tolist())
        limit = data.draw(st.sampled_from([*same.costs.tolist(), IMPOSSIBLE]))
        below = compiled.weigh(state, bounds, limit)
        less = {cost for cost in same.costs.tolist() if cost < below.rest}
        assert set(below.costs.tolist()) == less
        assert below.branching == same.branching
        if below.rest != limit:
            assert search_on(CompiledSpace, variant, left).cost(state) < below.rest < limit


@given(st.sampled_from([10, 5_000, IMPOSSIBLE]), st.data())
def test_costs_in_a_small_or_large_range_are_sorted(most, data):
    costs = np.array(data.draw(st.lists(st.integers(0, most), max_size=30)), dtype=np.int64)
    assert in_order(costs).tolist() == np.argsort(costs, kind="stable").tolist()


@given(
    games(variants(most_pegs=4, most_colors=4), most_turns=2),
    st.sampled_from([2, 3, 4, UNLIMITED]),
    st.sampled_from([CompiledSpace, PlainSpace]),
    st.data(),
)
def test_quick_lower_bounds_are_never_above_the_costs_of_guesses(game, left, space, data):
    variant, _, history = game
    state = state_after(variant, history, left)
    guess = data.draw(st.integers(0, variant.size - 1))
    search = search_on(PlainSpace, variant, left)
    branching = search.weigh(state).branching
    terms = search.bounds.terms(search.bounds.below(left), branching)
    glance = space(variant).glance(guess, state.candidates, terms, IMPOSSIBLE)
    costs = [min(search.cost(part), IMPOSSIBLE) for part in search.parts(state, guess)]
    total = len(state.candidates) * search.bounds.unit + glance.costs.sum()
    assert glance.total == total
    for cost, least, is_open in zip(costs, glance.costs, glance.is_open, strict=True):
        assert min(least, IMPOSSIBLE) <= cost
        assert is_open or cost == min(least, IMPOSSIBLE)


@pytest.mark.parametrize(
    ("answers", "guesses"),
    [([0, 1, 2, 3], 3), ([0, 0, 1, 1], 4), ([0, 1, 2, 2], 4), ([0, 0, 0, 1], UNLIMITED + 1)],
)
def test_a_guess_gets_its_total_if_no_group_has_more_than_two_codes(answers, guesses):
    table, part = np.array(answers, dtype=np.uint8)[:, None], np.arange(4, dtype=np.uint32)
    assert guesses_for(table, 0, part) == guesses


@given(st.data())
def test_the_cache_of_look_around_changes_no_value(data):
    variant = Variant(3, 3)
    codes = st.sets(st.integers(0, variant.size - 1), min_size=3, max_size=9)
    parts = [np.array(sorted(one), dtype=np.uint32) for one in data.draw(st.lists(codes))]
    width = feedback_count(variant.pegs)
    table = feedback_numbers(all_codes(variant), all_codes(variant))
    known = nothing_known(variant.size, 2 * width, rows=data.draw(st.integers(1, 5)))
    for part in [*parts, *parts]:
        cached = look_around(table, part, known, width)
        assert cached == look_at_all(table, part, known.words, width)


@given(games(variants(most_pegs=4, most_colors=6), most_turns=3))
def test_one_guess_of_each_kind_covers_all_partitions(game):
    variant, _, history = game
    state = state_after(variant, history)
    if len(state.candidates) <= 2:
        return
    codes = all_codes(variant)
    sizes = partition_sizes(codes, codes[state.candidates.astype(np.intp)])

    def ways(guesses):
        every = set(map(tuple, sizes[guesses].tolist()))
        return {way for way in every if max(way) < len(state.candidates)}

    weighed = CompiledSpace(variant).weigh(state, Bounds(variant))
    assert ways(weighed.guesses) == ways(np.arange(variant.size))


def test_a_search_beyond_its_budget_is_stopped():
    search = search_on(lambda variant: PlainSpace(variant, budget=Budget(10_000)), Variant())
    with pytest.raises(OutOfBudget):
        search.cost(search.start())


def test_the_state_that_the_docs_work_out_by_hand_has_the_documented_costs():
    """The test compares costs that docs/search.md works out for the 20 codes left after 1123 with
    three black pegs.
    """
    variant = Variant()
    search = search_on(CompiledSpace, variant)
    state = state_after(variant, parse_history(variant, "1123:3,0"))
    weighed = search.weigh(state)
    least = [search.bounds.least(UNLIMITED, most)[20] for most in (None, weighed.branching)]
    assert (least, len(weighed.guesses)) == ([45, 50], 129)
    costs = dict(weighed.choices())
    terms = search.bounds.terms(UNLIMITED, weighed.branching)
    guesses = places_of(variant.digits(["2413", "1245"]), variant).tolist()
    glances = [search.space.glance(guess, state.candidates, terms, 100) for guess in guesses]
    assert [costs[guess] for guess in guesses] == [52, 53]
    assert [glance.most for glance in glances] == [58, 56]
    assert search.bound(state, 100) == Bound(56, is_exact=True)
    assert search.bound(state, 56) == Bound(56, is_exact=True)  # this bound was remembered
