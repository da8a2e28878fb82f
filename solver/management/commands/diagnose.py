from typing import Any

from solver.management.engine_command import FactsCommand
from solver.management.sentences import things
from solver.positions.diagnosis import diagnose
from solver.rule.codes import Variant
from solver.rule.history import parse_history

_SEARCHES = 1000  # searches, on boards too large to be listed


class Command(FactsCommand):
    help = "Say which answers cannot be true together, and which other ones would make sense."
    takes = ("--history",)

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        history = parse_history(variant, options["history"])
        found = diagnose(variant, history, _SEARCHES)
        if found is None:
            return {"is_consistent": True}
        return {
            "is_consistent": False,
            "conflict": found.conflict,
            "corrections": [
                {
                    "turn": correction.turn,
                    "guess": history[correction.turn - 1].guess,
                    "told": str(history[correction.turn - 1].feedback),
                    "corrected": str(correction.feedback),
                    "candidates": correction.count,
                    "counted": correction.is_exact,
                }
                for correction in found.corrections
            ],
            "is_complete": found.is_complete,
        }

    def describe(self, facts: dict[str, Any]) -> str:
        if facts["is_consistent"]:
            return "Some code fits every answer."
        turns = ", ".join(map(str, facts["conflict"]))
        lines = [f"No code fits: turns {turns} cannot be true together."]
        if len(facts["conflict"]) == 1:
            lines = [f"No code fits: turn {turns} cannot be true."]
        lines += [
            f"turn {one['turn']}: {one['corrected']} instead of {one['told']} leaves "
            f"{things(one['candidates'], 'code', one['counted'])}"
            for one in facts["corrections"]
        ]
        if not facts["corrections"]:
            lines.append("No change of a single answer makes sense of them.")
        if not facts["is_complete"]:
            lines.append("There was not the time to try every change.")
        return "\n".join(lines)
