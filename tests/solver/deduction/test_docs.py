import re
from itertools import groupby
from pathlib import Path

import pytest

from solver.deduction.deduce import deduce
from solver.deduction.rules import Rule
from solver.deduction.speech import Speech
from solver.deduction.words import SpeechWords
from solver.rule.codes import Variant
from solver.rule.history import parse_history

PAGE = Path("docs/deduction.md")
EXAMPLES = re.findall(r"^\| `(\w+)` \| .* \| `(.*)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)


@pytest.mark.parametrize(("rule", "text", "sentence"), EXAMPLES)
def test_the_documented_example_of_a_rule_is_what_the_engine_says(rule, text, sentence):
    history = parse_history(Variant(), text)
    speech = Speech(Variant(), history, SpeechWords())
    groups = groupby(deduce(Variant(), history), key=lambda step: step.rule)
    assert (rule, sentence) in [
        (name, said) for name, steps in groups for said in speech.sentences(steps)
    ]


def test_the_documentation_has_an_example_of_every_rule_in_order_of_difficulty():
    assert [rule for rule, _, _ in EXAMPLES] == list(Rule)
