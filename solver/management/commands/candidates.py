from argparse import ArgumentParser
from typing import Any

from solver.management.engine_command import HISTORY, EngineCommand, counting_number
from solver.management.sentences import things
from solver.positions.candidates import Position, position_after
from solver.rule.codes import Variant
from solver.rule.errors import Kind, TooManyCodes
from solver.sets.arrays import sample
from solver.sets.sampling import MOST_LISTED, drawn_candidates


class Command(EngineCommand):
    help = "List, count or sample the codes that are still possible."
    takes = HISTORY

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--count", action="store_true", help="print only their number")
        parser.add_argument("--sample", type=counting_number, help="draw this many at random")

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        position = position_after(variant, options["history"])
        facts = {"candidates": position.count_shown, "is_counted": position.is_counted}
        if options["count"]:
            return facts
        codes, asked = _list_codes(position, options["sample"]), options["sample"] or 0
        if len(codes) < asked:
            self.note(_why_fewer(position, len(codes)))
            facts |= {"asked": asked, "drawn": len(codes)}
        return {**facts, "codes": codes}

    def describe(self, facts: dict[str, Any]) -> list[str]:
        if "codes" in facts:
            return facts["codes"]
        return [things(facts["candidates"], "code", facts["is_counted"])]


def _why_fewer(position: Position, drawn: int) -> str:
    """Return why a sample is smaller than requested."""
    if position.is_exact:
        return f"there are no more than {things(drawn, 'code')}"
    return f"only {things(drawn, 'code')} could be drawn"


def _list_codes(position: Position, most: int | None) -> list[str]:
    """Return all candidates, or some of them. Raises ``TooManyCodes``."""
    variant = position.variant
    if position.is_exact:
        codes = position.candidates if most is None else sample(position.candidates, most)
        return variant.texts(codes.digits)
    if most is None:
        raise TooManyCodes(
            Kind.TOO_MANY_TO_LIST, position.count_shown, MOST_LISTED, is_counted=position.is_counted
        )
    return variant.texts(drawn_candidates(variant, position.history, most))
