from games.insight.fairness.position import FairPosition
from games.insight.positions.arguments import argument_in_words, clash_in_words
from solver.deduction.deduce import deduce
from solver.deduction.explain import explain_fact
from solver.deduction.facts import Placed
from solver.rule.codes import Variant
from solver.rule.history import parse_history


def test_an_argument_reads_like_the_explanation_of_a_teacher():
    history = parse_history(Variant(), "4244:2,0 3644:1,0 1241:1,2")
    assert argument_in_words(
        Variant(), history, explain_fact(Variant(), history, Placed(1, "1", False))
    ) == [
        "Row 2 has only 1 key peg, so Sky is in the code at most once.",
        "Row 1 has 2 key pegs, but Sky is in the code at most once, so Amber is in the code.",
        "Row 1 has no white peg, so none of its colors is elsewhere; Amber is in the code, so "
        "Amber is second.",
        "Row 3 has only 1 black peg; Amber is second, so Red is not first.",
    ]


def test_an_argument_for_contradictory_answers_leads_to_a_dead_end():
    history = parse_history(Variant(), "4444:1,0 1155:0,0 1222:1,0 2533:1,0")
    position = FairPosition.without_asking(Variant(), history, why="A test.")
    assert clash_in_words(position, [2, 3, 4])[-1] == "Then row 3 would have a white peg."


def test_long_arguments_are_put_in_words_on_every_game_size():
    for variant, text in (
        (Variant(5, 8), "11223:1,1 34455:1,2 63478:0,2"),
        (Variant(4, 10, repeats=False), "1234:1,1 5671:0,2 2589:1,1"),
    ):
        history = parse_history(variant, text)
        assert len(argument_in_words(variant, history, deduce(variant, history))) > 3
