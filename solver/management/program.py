"""``mastermind-engine NAME``: the commands of the engine, without Django."""

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from solver import __version__
from solver.management import commands
from solver.management.engine_command import INTERRUPTED, PROGRAM, PrintingCommand
from solver.management.terminal import write_plainly

MODULES = {module.name: module.name for module in iter_modules(commands.__path__)}
MODULES["check"] = MODULES.pop("verify")  # `manage.py check` already is a command of Django
NAMES = sorted(MODULES)


class Usage(PrintingCommand):
    """The list of all commands."""

    def output(self, options: dict[str, Any]) -> list[str]:
        lines = [f"  {name:<12}{_command(name).help}" for name in NAMES]
        return [f"usage: {PROGRAM} COMMAND [options]", "", *lines]


def main() -> None:
    """Run the command named by the first argument, or list all commands."""
    for stream in ("stdout", "stderr"):
        if getattr(sys, stream) is None:  # closed by the parent process
            setattr(sys, stream, open(os.devnull, "w"))  # noqa: SIM115 - until the end
        write_plainly(getattr(sys, stream))
    name = "".join(sys.argv[1:2])
    try:
        if name in NAMES:
            return _command(name).run_from_argv([PROGRAM, *sys.argv[1:]])
        if name == "help" and "".join(sys.argv[2:3]) in NAMES:
            return _command(sys.argv[2]).print_help(PROGRAM, sys.argv[2])
        if name in ("", "-h", "--help", "help"):
            return Usage().execute()
        if name in ("--version", "version"):
            return print(PROGRAM, __version__)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    meant = get_close_matches(name, NAMES, 1)
    more = f"; did you mean {meant[0]}?" if meant else "\n\n" + "\n".join(Usage().output({}))
    Usage().note(f"there is no command {name}{more}")
    sys.exit(2)


def _command(name: str) -> PrintingCommand:
    command = import_module(f"solver.management.commands.{MODULES[name]}").Command
    return cast(PrintingCommand, command())
