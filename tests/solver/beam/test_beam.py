"""The beam search never beats the optimum and finds shorter trees with more effort."""

import numpy as np
import pytest

from tests.extras import LAB

pytest.importorskip("numba", reason=LAB)

from solver.beam.board import board_of
from solver.beam.kernels import cheapest, glance, pairs_left, parts_of, splits_alike
from solver.beam.record import Record
from solver.beam.search import Beam
from solver.rule.codes import Variant
from solver.rule.feedback import feedback, number
from solver.sets.arrays import places_of
from solver.trees.formats import as_exchange
from solver.trees.verify import lengths_of, parse

SMALL, FIRST, OPTIMUM = Variant(3, 5), "123", 451  # the exact search finds this optimum


@pytest.fixture(scope="module")
def board():
    return board_of(SMALL)


@pytest.fixture
def codes(board):
    return np.arange(SMALL.size, dtype=np.uint32)[3::4]


def total_of(tree):
    [line] = as_exchange(tree)
    return sum(guesses * codes for guesses, codes in lengths_of(parse(line)).items())


def test_more_effort_finds_shorter_trees_down_to_the_optimum():
    record = Record(SMALL, FIRST)
    totals = []
    for effort in range(4):
        *_, last = record.improve(effort)
        assert last.total == record.total == total_of(record.tree())
        totals.append(last.total)
    assert totals == sorted(totals, reverse=True)
    assert (totals[0], totals[-1]) == (453, OPTIMUM)


def test_a_search_continues_from_a_known_tree():
    first = Record(SMALL, FIRST)
    list(first.improve(3))
    [line] = as_exchange(first.tree())
    again = Record(SMALL, FIRST, parse(line))
    assert again.total == total_of(again.tree()) == OPTIMUM
    *_, last = again.improve(0)
    assert last.total == OPTIMUM


def test_a_full_memory_keeps_only_the_best_tree(monkeypatch):
    monkeypatch.setattr("solver.beam.record._MOST_REMEMBERED", 0)
    record = Record(SMALL, FIRST)
    for effort in (0, 3):
        *_, last = record.improve(effort)
    assert last.total == total_of(record.tree()) == OPTIMUM


def test_a_beam_search_returns_its_limit_if_no_tree_costs_less(board, codes):
    beam = Beam(board, SMALL)
    cost = beam.cost(codes, effort=2)
    assert Beam(board, SMALL).cost(codes, effort=2, limit=cost) == cost
    assert Beam(board, SMALL).cost(codes, effort=2, limit=cost - 5) == cost - 5


def test_a_search_with_a_limit_does_not_hide_trees_from_later_searches(board, codes):
    beam = Beam(board, SMALL)
    cost = Beam(board, SMALL).cost(codes, effort=2)
    assert beam.cost(codes, effort=2, limit=cost - 5) == cost - 5
    assert beam.cost(codes, effort=2) == cost


def test_pairs_of_codes_with_the_same_feedback_are_counted(board, codes):
    texts = SMALL.texts(board.digits)
    inside = [texts[code] for code in codes]
    pairs = [
        sum(feedback(guess, a) == feedback(guess, b) for a in inside for b in inside if a < b)
        for guess in texts
    ]
    assert pairs_left(board.table, codes).tolist() == pairs


def test_the_function_glance_returns_the_exact_cost_of_easy_sets(board):
    texts = SMALL.texts(board.digits)

    def at(*codes):
        return np.array([texts.index(code) for code in codes], dtype=np.uint32)

    assert glance(board, at("111")) == (1, False)
    assert glance(board, at("111", "112")) == (3, False)
    assert glance(board, at("111", "112", "122")) == (5, False)
    assert glance(board, at("111", "112", "113")) == (6, False)


def test_the_parts_of_a_guess_agree_with_the_rule(board, codes):
    texts = SMALL.texts(board.digits)
    expected = {}
    for code in codes.tolist():
        expected.setdefault(feedback("123", texts[code]), []).append(code)
    expected.pop(feedback("123", "123"), None)
    beam = Beam(board, SMALL)
    [guess] = places_of(SMALL.digits(["123"]), SMALL).tolist()
    found = {answer: part.tolist() for answer, part in beam.parts(codes, guess)}
    assert found == expected
    parts = parts_of(board, codes, guess)
    by_number = sorted(expected, key=number)
    assert parts.sizes.tolist() == [len(expected[answer]) for answer in by_number]
    assert parts.keys.tolist() == [beam.key(np.array(expected[answer])) for answer in by_number]


def test_the_cheapest_guesses_all_have_different_partitions(board, codes):
    guesses = cheapest(board, codes, 8)
    assert len(guesses) == 8
    pairs = [(one, other) for one in guesses for other in guesses if one < other]
    assert not any(splits_alike(board, codes, *pair) for pair in pairs)
