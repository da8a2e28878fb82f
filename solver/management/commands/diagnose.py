from typing import Any

from solver.management.engine_command import HISTORY, EngineCommand, turn_facts
from solver.management.sentences import things
from solver.positions.diagnosis import diagnose
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback

_SEARCHES = 1000  # number of searches on boards too large to list


class Command(EngineCommand):
    help = "Say which answers cannot be true together, and which corrections are possible."
    takes = HISTORY

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        history = options["history"]
        found = diagnose(variant, history, _SEARCHES)
        if found is None:
            return {"is_consistent": True}
        return {
            "is_consistent": False,
            "conflict": found.conflict,
            "corrections": [
                {
                    "turn": correction.turn,
                    **turn_facts(history[correction.turn - 1]),
                    "corrected": correction.feedback._asdict(),
                    "candidates": correction.count,
                    "is_counted": correction.is_exact,
                }
                for correction in found.corrections
            ],
            "is_complete": found.is_complete,
        }

    def describe(self, facts: dict[str, Any]) -> list[str]:
        if facts["is_consistent"]:
            return ["Some code fits every answer."]
        turns = ", ".join(map(str, facts["conflict"]))
        lines = [f"No code fits: turns {turns} cannot be true together."]
        if len(facts["conflict"]) == 1:
            lines = [f"No code fits: turn {turns} cannot be true."]
        lines += [
            f"turn {one['turn']}: {Feedback(**one['corrected'])} instead of "
            f"{one['black']},{one['white']} leaves "
            f"{things(one['candidates'], 'code', one['is_counted'])}"
            for one in facts["corrections"]
        ]
        if not facts["corrections"]:
            lines.append("No change of a single answer resolves this.")
        if not facts["is_complete"]:
            lines.append("Not every change could be tried in the time allowed.")
        return lines
