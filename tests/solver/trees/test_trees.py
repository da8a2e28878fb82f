import json

import pytest

from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.strategies.roster import STRATEGIES
from solver.trees.formats import as_dot, as_exchange, as_json, as_rules, as_text
from solver.trees.tree import game_lengths, grow_tree
from solver.trees.verify import lengths_of, parse


def tree_of(strategy, variant):
    return grow_tree(STRATEGIES[strategy], position_after(variant, ()))


@pytest.fixture(scope="module")
def plain():
    return tree_of("minimax-plain", Variant())


def test_the_rules_of_a_tree_are_the_lines_of_the_published_tree(plain):
    lines = list(as_rules(plain))
    assert len(lines) == 1710 + 2
    assert lines[:5] == [
        "1:    b b a a | 1296 ",
        "2:    0;0|e d c c | 256 ",
        "3:        0;0|f f f f | *",
        "3:        0;1|f d f f | 16 ",
        "4:            0;2|d f d d | *",
    ]
    assert lines[-2:] == ["", "Questions in worst case: 5 "]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_tree_leads_to_every_code(strategy):
    tree = tree_of(strategy, Variant(pegs=3, colors=5))
    assert lengths_of(parse("".join(as_exchange(tree)))) == game_lengths(tree)


def test_the_json_of_a_tree_contains_the_whole_tree():
    tree = tree_of("knuth", Variant(pegs=2, colors=2))
    [text] = as_json(tree)
    leaf = {"candidates": 1, "is_candidate": True, "answers": {}}
    assert json.loads(text) == {
        "guess": "11",
        "candidates": 4,
        "is_candidate": True,
        "answers": {
            "0,0": {"guess": "22", **leaf},
            "1,0": {
                "guess": "12",
                "candidates": 2,
                "is_candidate": True,
                "answers": {"0,2": {"guess": "21", **leaf}},
            },
        },
    }


def test_the_dot_graph_of_a_tree_joins_every_node_to_its_parent():
    assert list(as_dot(tree_of("knuth", Variant(pegs=2, colors=2)))) == [
        "digraph strategy {",
        "    node [shape=box fontname=monospace]",
        '    0 [label="11\\n4"]',
        '    1 [label="22\\n1"]',
        '    0 -> 1 [label="0,0"]',
        '    2 [label="12\\n2"]',
        '    0 -> 2 [label="1,0"]',
        '    3 [label="21\\n1"]',
        '    2 -> 3 [label="0,2"]',
        "}",
    ]


def test_the_text_of_a_tree_has_a_line_for_every_node(plain):
    lines = list(as_text(plain))
    assert len(lines) == 1710
    assert lines[:3] == [
        "2211 (1,296 possible)",
        "    0,0 then 5433 (256 possible)",
        "        0,0 then 6666",
    ]
