import re
from random import Random

import pytest

from solver.deduction.deduce import deduce
from solver.deduction.explain import explain_contradiction
from solver.deduction.rules import Rule, limits
from solver.deduction.speech import _BY_PREMISES_ALONE, Speech
from solver.deduction.words import ARGUMENT_REASONS, ARGUMENT_SENTENCES, SpeechWords
from solver.rule.codes import Variant
from solver.rule.feedback import possible_feedbacks
from solver.rule.history import parse_history
from tests.solver.deduction.test_soundness import random_game

HISTORY = "1122:1,0 3344:0,1 1335:0,0"
TEXTS = ARGUMENT_REASONS | ARGUMENT_SENTENCES
BLANK = re.compile(r"%\((\w+)\)s")
# From these turns, every rule derives a limit.
ALL_LIMITS = "1122:1,0 3344:0,1 1335:0,0 1166:1,1 3334:4,0"


def test_explain_prints_conclusions_as_sentences(printed):
    lines = printed("explain", HISTORY).splitlines()
    assert lines[0] == "Row 3 has no key pegs, so none of 1, 3 and 5 is in the code."
    assert lines[9] == "Row 1 has 1 key peg, but 1 is not in the code, so 2 is in the code."


def test_explain_prints_the_argument_for_one_fact(printed):
    assert printed("explain", HISTORY, "--fact", "1=2").splitlines() == [
        "Row 1 has only 1 key peg, so 2 is in the code at most once.",
        "Suppose 2 is first. 2 is in the code at most once, so 2 is not third or fourth. Then row "
        "1 would have a white peg. So 2 is not first.",
    ]


def test_explain_prints_steps_as_json(facts):
    steps = facts("explain", "4244:2,0 3644:1,0", "--fact", "2=2")["steps"]
    assert steps == [
        {"least": 0, "color": "4", "most": 1, "rule": "keys_found", "rows": [2], "rests_on": []},
        {
            "least": 1,
            "color": "2",
            "most": 4,
            "rule": "keys_needed",
            "rows": [1, 2],
            "rests_on": [1],
        },
        {
            "place": 2,
            "color": "2",
            "holds": True,
            "rule": "no_white",
            "rows": [1, 2],
            "rests_on": [2],
        },
    ]
    assert list(steps[2]) == ["place", "color", "holds", "rule", "rows", "rests_on"]


def test_explain_prints_suppositions_as_json(facts):
    steps = facts("explain", HISTORY)["steps"]
    assert len(steps) == 26
    assert steps[-1]["supposition"]["supposed"] == {"place": 2, "color": "2", "holds": True}
    assert steps[-1]["supposition"]["end"]["rule"] == "blacks_needed"


def test_explain_prints_json_if_the_argument_is_too_long(facts, monkeypatch):
    module = "solver.management.commands.explain"
    monkeypatch.setattr(f"{module}.explain_contradiction", lambda variant, history: None)
    found = facts("explain", "1111:2,0 1122:0,0")
    assert (found["steps"], found["end"]) == ([], None)


def test_explain_says_why_answers_contradict_each_other(printed):
    assert printed("explain", "1155:0,0 1222:1,0 2533:1,0").splitlines() == [
        "No code fits.",
        "Leave out the colors that rows 1 and 2 share: row 2 still has 1 key peg more, so 2 is in "
        "the code.",
        "Row 3 has no white peg, so none of its colors is elsewhere; 2 is in the code, so 2 is "
        "first.",
        "Row 2 has only 1 key peg, so 2 is in the code at most once.",
        "2 is first, so 2 is not second, third or fourth.",
        "Then row 2 would have a white peg.",
    ]


def test_explain_says_if_no_conclusion_is_possible(printed):
    nothing = "No conclusion is possible yet.\n"
    assert printed("explain") == nothing
    assert printed("explain", "1122:1,1", "--fact", "1=6") == nothing


@pytest.mark.parametrize("fact", ["", "1", "5=1", "1=7", "1=3=2", "a=1", "0=1"])
def test_an_invalid_fact_is_refused(refusal, fact):
    said = refusal("explain", HISTORY, "--fact", fact)
    assert said == "a fact is a place and a color: 1=3\n"


def names():
    """Return every sentence name that ``Speech`` can use."""
    ends = {limit.rule for limit in limits(Variant(), parse_history(Variant(), ALL_LIMITS))}
    return {*Rule, *(f"end_{rule}" for rule in ends)}


def test_every_step_and_every_dead_end_has_a_sentence():
    said = {name.removesuffix("_alone").removesuffix("_alike") for name in TEXTS}
    assert said | set(_BY_PREMISES_ALONE) == names() | {"so", "then", "reason"}


def test_the_sentences_use_only_blanks_that_can_be_filled():
    blanks = {name for text in TEXTS.values() for name in BLANK.findall(text)}
    assert blanks == {
        *("row", "rows", "black", "keys", "pegs", "missing", "difference", "together"),
        *("color", "place", "premises", "reason", "shared", "so", "supposed", "thought"),
    }


def test_arguments_of_true_and_of_contradictory_games_can_be_put_into_words():
    random = Random(1)
    for seed in range(30):
        variant = (Variant(), Variant(4, 6, repeats=False), Variant(5, 3))[seed % 3]
        history = random_game(variant, turns=1 + seed % 6, seed=seed)
        assert all(
            Speech(variant, history, SpeechWords()).sentences(deduce(variant, history, depth=1))
        )
        answer = random.choice(sorted(possible_feedbacks(variant.pegs)))
        spoiled = [history[0]._replace(feedback=answer), *history[1:]]
        if clash := explain_contradiction(variant, spoiled, work=20_000):
            speech = Speech(variant, spoiled, SpeechWords())
            assert all([*speech.sentences(clash.steps), speech.end(clash.end)])
