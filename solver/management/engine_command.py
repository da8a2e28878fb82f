"""The common part of all engine commands: options, output, and errors in one sentence."""

import argparse
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from solver.positions.strategy import StrategyLike
from solver.rule.codes import Variant
from solver.strategies.foreign import load_strategy, resolve
from solver.strategies.roster import STRATEGIES, default_strategy

INTERRUPTED = 130  # the exit code of a shell command ended by Ctrl-C


def strategy_of(variant: Variant, options: dict[str, Any]) -> StrategyLike:
    """Return the requested strategy, or the default one of the board."""
    asked: StrategyLike | None = options["strategy"]
    return default_strategy(variant) if asked is None else asked


def limit_of(strategy: StrategyLike) -> dict[str, int]:
    """Return the limit on guesses of a strategy as a fact, or no facts."""
    most = getattr(resolve(strategy), "max_guesses", None)
    return {"max_guesses": most} if most else {}


def within(facts: dict[str, Any]) -> str:
    """Return the end of a sentence that names the limit, or ``""``."""
    most = facts.get("max_guesses")
    return f" if no game may take more than {most} guesses" if most else ""


def whole_number(text: str, least: int = 0) -> int:
    """Return the whole number in an option, at least ``least``."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError("must be a whole number") from None
    if number < least:
        raise argparse.ArgumentTypeError(f"must be at least {least}")
    return number


def counting_number(text: str) -> int:
    """Return the whole number in an option, at least 1."""
    return whole_number(text, least=1)


OPTIONS: dict[str, dict[str, Any]] = {  # shared by several commands
    "--pegs": {"type": int, "default": 4, "help": "number of pegs, 2 to 8 (default 4)"},
    "--colors": {"type": int, "default": 6, "help": "number of colors, 2 to 12 (default 6)"},
    "--repeats": {
        "action": argparse.BooleanOptionalAction,
        "default": True,
        "help": "whether a code may repeat a color",
    },
    "--json": {"action": "store_true", "help": "print JSON"},
    "--strategy": {
        "help": f"{', '.join(STRATEGIES)} (default knuth, above 4x6 entropy, "
        "above 65,536 codes farsighted), or package.module:name for your own",
    },
    "--history": {"default": "", "help": 'the turns: "1122:1,1 1345:0,2"'},
    "--workers": {"type": counting_number, "help": "processes (default: one per core)"},
    "--scheduler": {"help": "Dask scheduler to run on: tcp://host:port"},
}


class PrintingCommand:
    """A command that prints lines, or one sentence about an error.

    ``mastermind-engine NAME`` runs it without Django. ``manage.py NAME`` runs the same class,
    which has the attributes that Django expects of a command.
    """

    help = ""
    base_stealth_options: ClassVar = ("skip_checks",)
    stealth_options: ClassVar = ()

    def create_parser(self, program: str, name: str) -> ArgumentParser:
        """Return the parser for the options of the command."""
        program = f"{os.path.basename(program)} {name}".strip()
        parser = ArgumentParser(prog=program, description=self.help)
        self.add_arguments(parser)
        return parser

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options of the command to its parser."""

    def print_help(self, program: str, name: str) -> None:
        """Print the help of the command."""
        self.create_parser(program, name).print_help()

    def run_from_argv(self, arguments: Sequence[str]) -> None:
        """Run the command from a command line: the program, its name, and its options."""
        program, name, *options = arguments
        self.execute(**vars(self.create_parser(program, name).parse_args(options)))

    def execute(self, **options: Any) -> None:
        """Print the output. On an error, exit with the code that a shell expects."""
        try:
            for line in self.output(options):
                sys.stdout.write(line.removesuffix("\n") + "\n")
            sys.stdout.flush()
        except BrokenPipeError:  # the reader closed the pipe; flushing at exit would fail again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except (ValueError, OSError) as problem:
            self.note("\n".join([str(problem), *getattr(problem, "__notes__", ())]))
            raise SystemExit(2) from None
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None

    def note(self, sentence: str) -> None:
        """Write a sentence that is not part of the output."""
        sys.stderr.write(f"{sentence}\n")

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        """Return the lines to print. Raises ``ValueError`` with a sentence for the user."""
        raise NotImplementedError


class EngineCommand(PrintingCommand):
    """A command on one variant; ``takes`` lists its shared options."""

    takes: ClassVar[tuple[str, ...]] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        for option in ("--pegs", "--colors", "--repeats", "--json", *self.takes):
            parser.add_argument(option, **OPTIONS[option])

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        variant = Variant(options["pegs"], options["colors"], options["repeats"])
        if (name := options.get("strategy")) is not None:
            options["strategy"] = load_strategy(name) if ":" in name else name
            fitted_to = getattr(resolve(options["strategy"]), "fitted_to", variant)
            if fitted_to != variant:
                self.note(f"{name} was fitted to {fitted_to.name} alone")
        return self.lines(variant, options)

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        """Return the lines to print. Raises ``ValueError`` with a sentence for the user."""
        raise NotImplementedError


class FactsCommand(EngineCommand):
    """A command that prints facts, as JSON or as text."""

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        facts = self.facts(variant, options)
        return [json.dumps(facts) if options["json"] else self.describe(facts)]

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        """Return the facts by name. Raises ``ValueError`` with a sentence for the user."""
        raise NotImplementedError

    def describe(self, facts: dict[str, Any]) -> str:
        """Return the facts as text."""
        raise NotImplementedError
