from typing import Any

from django.core.management.base import CommandParser

from solver.codes import Variant
from solver.history import parse_history
from solver.management.engine_command import FactsCommand
from solver.management.sentences import amount, things
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
            "counted": suggestion.is_counted,
            "is_candidate": suggestion.is_candidate,
            "worst_left": suggestion.worst_left,
            "expected_left": suggestion.expected_left,
            "parts": suggestion.parts,
            "exact": suggestion.exact,
        }
        return facts if suggestion.proven is None else {**facts, "proven": suggestion.proven}

    def describe(self, facts: dict[str, Any]) -> str:
        guess, is_exact = facts["guess"], facts["exact"]
        if facts["candidates"] == 1:
            return f"{guess} is the only code still possible."
        are_possible = f"{things(facts['candidates'], 'code', facts['counted'])} are still possible"
        may_win = "may win" if facts["is_candidate"] else "cannot win yet"
        at_least = "" if is_exact else "at least "
        return (
            f"{guess}: {are_possible}. It {may_win} and splits them into {at_least}"
            f"{things(facts['parts'], 'group')}; at worst {amount(facts['worst_left'], is_exact)} "
            f"remain, {amount(facts['expected_left'], is_exact, decimals=1)} on average."
            f"{_CLAIMS[facts.get('proven')]}"
        )
