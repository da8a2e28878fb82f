"""What the commands of the engine share: the variant, ``--json`` and errors in one sentence."""

import argparse
import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from solver.codes import Variant

INTERRUPTED = 130  # the exit code of a shell command that Ctrl-C has ended


def counting_number(text: str) -> int:
    """Return the number written in ``text``, at least 1, for an option."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


class EngineCommand(BaseCommand):
    """A command on one variant. Its ``answer`` returns what to print or, as JSON, to dump."""

    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--pegs", type=int, default=4, help="2 to 8 (default 4)")
        parser.add_argument("--colors", type=int, default=6, help="2 to 12 (default 6)")
        parser.add_argument(
            "--repeats",
            action=argparse.BooleanOptionalAction,
            default=True,
            help="whether a code may repeat a color",
        )
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            variant = Variant(options["pegs"], options["colors"], options["repeats"])
            facts = self.answer(variant, options)
        except ValueError as problem:
            self.stderr.write(str(problem))
            raise SystemExit(2) from None
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None
        self.stdout.write(json.dumps(facts) if options["json"] else self.describe(facts))

    def answer(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        """Return the facts by name. Raises ``ValueError`` with a sentence for the user."""
        raise NotImplementedError

    def describe(self, facts: dict[str, Any]) -> str:
        """Return the facts as text for people."""
        raise NotImplementedError
