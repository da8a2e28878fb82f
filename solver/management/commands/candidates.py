import json
from collections.abc import Iterable
from typing import Any

from django.core.management.base import CommandParser

from solver.arrays import sampled
from solver.candidates import Position, position_after
from solver.codes import Variant
from solver.errors import Kind, TooManyCodes
from solver.history import parse_history
from solver.management.engine_command import EngineCommand, add_history, counting_number
from solver.management.sentences import things
from solver.sampling import MOST_LISTED


class Command(EngineCommand):
    help = "List the codes that are still possible, or count them, or draw some of them."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_history(parser)
        parser.add_argument("--count", action="store_true", help="only say how many there are")
        parser.add_argument("--sample", type=counting_number, help="so many of them, at random")

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        position = position_after(variant, parse_history(variant, options["history"]))
        codes = [] if options["count"] else _shown(position, options["sample"])
        if options["json"]:
            facts = {"count": position.told, "counted": position.is_counted}
            return [json.dumps(facts if options["count"] else {**facts, "codes": codes})]
        if options["count"]:
            return [things(position.told, "code", position.is_counted)]
        return codes


def _shown(position: Position, most: int | None) -> list[str]:
    """All candidates, or some of them. Raises ``TooManyCodes``."""
    if most is not None:
        return position.variant.texts(sampled(position.candidates, most).digits)
    if not position.is_exact:
        raise TooManyCodes(
            Kind.TOO_MANY_TO_LIST, position.told, MOST_LISTED, is_counted=position.is_counted
        )
    return position.variant.texts(position.candidates.digits)
