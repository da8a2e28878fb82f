import re
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from solver.deduction.arguments import ArgumentStep, Supposition
from solver.deduction.deduce import deduce
from solver.deduction.explain import Clash, explain_contradiction, explain_fact
from solver.deduction.facts import Fact, Placed
from solver.deduction.speech import Speech
from solver.deduction.words import SpeechWords
from solver.management.engine_command import HISTORY, EngineCommand
from solver.rule.codes import Variant
from solver.rule.errors import Contradiction
from solver.rule.feedback import Turn


class Command(EngineCommand):
    help = "Show what can be concluded from a history, and why."
    takes = HISTORY

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--fact", help="only why color 3 is, or is not, at place 1: 1=3")

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        history = options["history"]
        speech = Speech(variant, history, SpeechWords())
        try:
            steps = _steps(variant, history, options["fact"])
        except Contradiction:
            return self._contradiction(explain_contradiction(variant, history), speech, options)
        if options["json"]:
            return [self.as_json({"steps": list(map(step_facts, steps))})]
        return speech.sentences(steps) if steps else ["No conclusion is possible yet."]

    def _contradiction(
        self, clash: Clash | None, speech: Speech, options: dict[str, Any]
    ) -> Iterable[str]:
        """Return the sentences that say why no code fits."""
        if options["json"]:
            steps = list(map(step_facts, clash.steps)) if clash else []
            return [self.as_json({"steps": steps, "end": clash and _end_facts(clash)})]
        if clash is None:
            return ["No code fits, but the argument for it is too long."]
        return ["No code fits.", *speech.sentences(clash.steps), speech.end(clash.end)]


def step_facts(step: ArgumentStep) -> dict[str, Any]:
    """Return a step as JSON values."""
    facts = {
        **_fact_facts(step.fact),
        "rule": step.rule,
        "rows": step.rows,
        "rests_on": step.rests_on,
    }
    if step.supposition:
        facts["supposition"] = {
            "supposed": _fact_facts(step.supposition.fact),
            "steps": list(map(step_facts, step.supposition.steps)),
            "end": _end_facts(step.supposition),
        }
    return facts


def _end_facts(line: Supposition | Clash) -> dict[str, Any]:
    return {
        "rule": line.end.rule,
        "rows": line.end.looks_at,
        "facts": list(map(_fact_facts, line.end.premises)),
    }


def _fact_facts(fact: Fact) -> dict[str, Any]:
    if isinstance(fact, Placed):
        return {"place": fact.place, "color": fact.color, "holds": fact.holds}
    return {"least": fact.least, "color": fact.color, "most": fact.most}


def _steps(
    variant: Variant, history: tuple[Turn, ...], asked: str | None
) -> tuple[ArgumentStep, ...]:
    """Return the steps to everything that follows, or the argument for one fact."""
    if asked is None:
        return tuple(deduce(variant, history))
    match = re.fullmatch(r"\s*([1-9])\s*=\s*(\w)\s*", asked)
    color = match[2].upper() if match else ""
    if match is None or color not in variant.symbols or int(match[1]) > variant.pegs:
        raise ValueError("a fact is a place and a color: 1=3")
    is_so = Placed(int(match[1]), color, holds=True)
    is_not_so = Placed(int(match[1]), color, holds=False)
    return explain_fact(variant, history, is_so) or explain_fact(variant, history, is_not_so)
