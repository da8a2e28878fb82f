"""``mastermind NAME``: the commands of the engine, without Django."""

import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import cast

from solver.management import commands
from solver.management.engine_command import INTERRUPTED, PrintingCommand
from solver.management.terminal import write_plainly

NAMES = sorted(module.name for module in iter_modules(commands.__path__))


def main() -> None:
    """Run the command that is named first, or list them all."""
    for stream in (sys.stdout, sys.stderr):
        write_plainly(stream)
    name = "".join(sys.argv[1:2])
    if name in NAMES:
        try:
            return _command(name).run_from_argv(["mastermind", *sys.argv[1:]])
        except KeyboardInterrupt:
            sys.exit(INTERRUPTED)
    lines = [f"  {name:<12}{_command(name).help}" for name in NAMES]
    usage = "\n".join(["usage: mastermind COMMAND [options]", "", *lines])
    if name in ("", "-h", "--help", "help"):
        print(usage)
    else:
        sys.exit(f"{name} is no command\n\n{usage}")


def _command(name: str) -> PrintingCommand:
    command = import_module(f"solver.management.commands.{name}").Command
    return cast(PrintingCommand, command())
