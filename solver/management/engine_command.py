"""What all engine commands share: options, output, and errors in one sentence."""

import argparse
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, ClassVar, NoReturn

from solver import __version__
from solver.management.terminal import drop_output
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Variant
from solver.rule.feedback import Turn
from solver.rule.history import parse_history
from solver.strategies.foreign import load_strategy, resolve
from solver.strategies.roster import STRATEGIES, default_strategy

PROGRAM = "mastermind-engine"
INTERRUPTED = 130  # exit code of a shell command after Ctrl-C


def limit_of(strategy: StrategyLike) -> dict[str, int]:
    """Return the limit on guesses of a strategy as a JSON fact; empty without a limit."""
    most = getattr(resolve(strategy), "max_guesses", None)
    return {"max_guesses": most} if most else {}


def within(facts: dict[str, Any]) -> str:
    """Return the end of a sentence that names the limit on guesses; ``""`` without a limit."""
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


def turn_facts(turn: Turn) -> dict[str, Any]:
    """Return a turn as JSON values."""
    return {"guess": turn.guess, **turn.feedback._asdict()}


OPTIONS: dict[str, dict[str, Any]] = {  # options that several commands share
    "--pegs": {"type": int, "default": 4, "help": "number of pegs, 2 to 8 (default 4)"},
    "--colors": {"type": int, "default": 6, "help": "number of colors, 2 to 12 (default 6)"},
    "--repeats": {
        "action": argparse.BooleanOptionalAction,
        "default": True,
        "help": "whether a code may repeat a color",
    },
    "--json": {"action": "store_true", "help": "print JSON (docs/json.md)"},
    "--strategy": {
        "help": f"{', '.join(STRATEGIES)} (default knuth, above 4x6 entropy, "
        "above 65,536 codes farsighted), or package.module:name for your own"
    },
    "turns": {"nargs": "*", "default": [], "metavar": "TURN", "help": "a turn: 1122:1,1"},
    "--history": {"default": "", "help": 'the turns as one text: "1122:1,1 1345:0,2"'},
    "--workers": {"type": counting_number, "help": "processes (default: one per core)"},
    "--scheduler": {"help": "Dask scheduler to run on: tcp://host:port"},
}
HISTORY = ("turns", "--history")


class _Parser(ArgumentParser):
    """A parser that suggests a valid option if the user mistypes one."""

    def error(self, message: str) -> NoReturn:
        known = [name for name in self._option_string_actions if name.startswith("--")]
        wrong = [word.split("=")[0] for word in message.split() if word.startswith("--")]
        meant = [near for word in wrong for near in get_close_matches(word, known, 1)]
        hint = f"; did you mean {meant[0]}?" if meant and "unrecognized" in message else ""
        super().error(message + hint)


class PrintingCommand:
    """A command that prints lines, or one sentence about an error.

    ``mastermind-engine NAME`` runs it without Django. ``manage.py NAME`` runs the same class, which
    has the attributes of a Django command.
    """

    help = ""
    base_stealth_options: ClassVar = ("skip_checks",)
    stealth_options: ClassVar = ()

    def create_parser(self, program: str, name: str) -> ArgumentParser:
        """Return the parser for the options of the command."""
        program = f"{os.path.basename(program)} {name}".strip()
        parser = _Parser(prog=program, description=self.help, allow_abbrev=False)
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
        """Print the output; after an error, exit with the code that shells expect."""
        try:
            for line in self.output(options):
                sys.stdout.write(line.removesuffix("\n") + "\n")
            sys.stdout.flush()
        except BrokenPipeError:
            drop_output()
        except (ValueError, OSError) as problem:
            lines = getattr(problem, "__notes__", [])
            error = {"error": str(problem), "kind": getattr(problem, "kind", None), "lines": lines}
            is_json = options.get("json")
            self.note(with_program(error) if is_json else "\n".join([str(problem), *lines]))
            raise SystemExit(2) from None
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None

    def note(self, sentence: str) -> None:
        """Write a note to the user that is not part of the output."""
        sys.stderr.write(f"{sentence}\n")

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        """Return the lines to print. Raises ``ValueError`` with a sentence for the user."""
        raise NotImplementedError


def with_program(facts: dict[str, Any]) -> str:
    """Return facts as JSON that includes the name of the program."""
    return json.dumps({"engine": PROGRAM, "version": __version__, **facts})


class EngineCommand(PrintingCommand):
    """A command on one variant; ``takes`` lists its shared options.

    It prints facts, as JSON or described as text; with ``--quiet`` only its ``value``.
    """

    takes: ClassVar[tuple[str, ...]] = ()
    value: ClassVar[str] = ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        for option in ("--pegs", "--colors", "--repeats", "--json", *self.takes):
            parser.add_argument(option, **OPTIONS[option])
        if self.value:
            parser.add_argument("--quiet", action="store_true", help=f"print only the {self.value}")

    def output(self, options: dict[str, Any]) -> Iterable[str]:
        variant = Variant(options["pegs"], options["colors"], options["repeats"])
        strategy = given = options.get("strategy")
        if "--strategy" in self.takes:
            strategy = options["strategy"] = self.strategy(variant, options)
        if given is not None:
            fitted_to = getattr(resolve(options["strategy"]), "fitted_to", variant)
            if fitted_to != variant:
                self.note(f"{strategy} was fitted to {fitted_to.name} alone")
        if "--history" in self.takes:
            written = " ".join([options["history"], *options["turns"]])
            options["history"] = parse_history(variant, written)
        self.about = {
            "board": variant.name,
            "strategy": None if strategy is None else str(strategy),
            "seed": options.get("seed"),
        }
        return self.lines(variant, options)

    def strategy(self, variant: Variant, options: dict[str, Any]) -> StrategyLike | None:
        """Return the requested strategy, or the default strategy of the board."""
        if (given := options["strategy"]) is None:
            return self.default(variant, options)
        return load_strategy(given) if ":" in given else str(given)

    def default(self, variant: Variant, options: dict[str, Any]) -> str | None:
        """Return the strategy that is used if none is requested."""
        return default_strategy(variant)

    def as_json(self, facts: dict[str, Any]) -> str:
        """Return facts as JSON that includes the variant and the strategy."""
        return with_program({**self.about, **facts})

    def lines(self, variant: Variant, options: dict[str, Any]) -> Iterable[str]:
        """Return the lines to print. Raises ``ValueError`` with a sentence for the user."""
        facts = self.facts(variant, options)
        if options["json"]:
            return [self.as_json(facts)]
        if options.get("quiet") and self.value in facts:
            return [str(facts[self.value])]
        return self.describe(facts)

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        """Return the facts by name. Raises ``ValueError`` with a sentence for the user."""
        raise NotImplementedError

    def describe(self, facts: dict[str, Any]) -> Iterable[str]:
        """Return the facts as lines of text."""
        raise NotImplementedError
