from typing import Any

from django.core.management.base import CommandParser

from solver.codes import Variant
from solver.history import parse_history
from solver.management.engine_command import FactsCommand
from solver.suggest import suggest

_CLAIMS = {
    True: " It is proven that no guess is better.",
    False: " It is an estimate: too many codes are possible for a proof.",
    None: "",
}


class Command(FactsCommand):
    help = "Suggest the next guess and say why."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--strategy", default="knuth")
        parser.add_argument("--history", default="", help='the turns: "1122:1,1 1345:0,2"')

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        history = parse_history(variant, options["history"])
        suggestion = suggest(variant, history, options["strategy"])
        facts = {
            "guess": suggestion.guess,
            "candidates": suggestion.candidates,
            "is_candidate": suggestion.is_candidate,
            "worst_left": suggestion.worst_left,
            "expected_left": suggestion.expected_left,
            "parts": suggestion.parts,
            "exact": suggestion.exact,
        }
        return facts if suggestion.proven is None else {**facts, "proven": suggestion.proven}

    def describe(self, facts: dict[str, Any]) -> str:
        about = "" if facts["exact"] else "about "
        may_win = "may win" if facts["is_candidate"] else "cannot win yet"
        return (
            f"{facts['guess']}: {about}{facts['candidates']:,} codes are still possible. "
            f"It {may_win} and splits them into {facts['parts']} groups; at worst "
            f"{about}{facts['worst_left']:,} remain, {facts['expected_left']:,.1f} on average."
            f"{_CLAIMS[facts.get('proven')]}"
        )
