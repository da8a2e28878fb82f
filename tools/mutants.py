"""Plant small faults in the rules of the game, and print those that no test detects.

``python -m tools.mutants`` plants all faults, ``python -m tools.mutants games.models`` those of
some modules, and ``python -m tools.mutants games.models 100`` a hundred of these, chosen by the
date. ``python -m tools.mutants today`` plants a few faults in one module.
"""

import difflib
import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from importlib.abc import MetaPathFinder
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from django.db import connection
from mutmut.mutation.file_mutation import MutatedFile, mutate_file_contents
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

RULES = (
    *("games/models/*/*.py", "games/people/leaderboard/*.py", "games/people/limits.py"),
    *("solver/positions/candidates.py", "solver/rule/*.py"),
)
# Only these tests count, because each rule needs a test of its own.
TESTS = (
    "tests/games/models",
    "tests/games/people/leaderboard",
    "tests/games/play/daily/test_board.py",
    "tests/games/people/test_limits.py",
    "tests/games/people/accounts/test_keys.py",
    "tests/games/play/push/test_notices.py",
    *(f"tests/games/people/accounts/test_{name}.py" for name in ("names", "passwords", "recovery")),
    "tests/games/learn/puzzles",
    "tests/games/people/statistics",
    "tests/games/management/test_recounting.py",
    "tests/games/insight/fairness",
    "tests/games/learn/lab/test_work.py",
    "tests/games/play/board/test_one_at_a_time.py",
    "tests/games/web/tasks",
    "tests/solver/positions/test_candidates.py",
    "tests/solver/positions/test_large_boards.py",
    "tests/solver/rule",
)
# Garbage collection for unraisable exceptions would take half of a run's time. Tests with threads
# can fail on a busy machine, as if they had detected the fault.
OPTIONS = (
    *("-qqs", "-p", "no:cacheprovider", "-p", "no:unraisableexception", "--no-migrations"),
    *("-k", "not at_once and not copies", "-m", "not migrations", "--hypothesis-profile=mutants"),
)
ENOUGH = 0.9  # the share of an area's faults that tests must detect
# Each day, this many faults of a module are tested by the tests named after it, which must detect
# at least this share. The weakest of these tests detect half of all faults.
A_FEW, LEAST = 12, 0.25
PASSED, NOTICED, BROKEN = 0, 1, 2
ENDINGS = {PASSED: "the tests pass", NOTICED: "noticed", -signal.SIGXCPU: "out of time"}
# a run can take this many processor seconds, plus 15 times its duration without a fault
PATIENCE = 10


class Module(NamedTuple):
    """A module in which faults can be planted."""

    path: Path

    @property
    def name(self) -> str:
        return ".".join(self.path.with_suffix("").parts)

    @property
    def home(self) -> Path:
        return Path("tests", self.path.with_name(f"test_{self.path.name}"))

    @property
    def has_a_home(self) -> bool:
        """Return whether this module has tests that can run here; tests of migrations cannot."""
        return self.home.exists() and "migrations" not in self.home.read_text()

    def plant(self) -> MutatedFile:
        """Return the module with all its faults; each is inactive until its name is activated."""
        return mutate_file_contents(str(self.path), self.path.read_text())


class Mutant(NamedTuple):
    """A fault, and the result of its tests."""

    module: str
    name: str
    change: str
    ending: str = ""

    @property
    def area(self) -> str:
        return self.module.rpartition(".")[0]

    @property
    def function(self) -> str:
        return f"{self.module}.{self.name.partition('__mutmut_')[0]}"

    @property
    def is_noticed(self) -> bool:
        return self.ending in ("noticed", "out of time")

    def __str__(self) -> str:
        return f"{self.module}.{self.name}: {self.ending}\n{self.change}"


class Garden(MetaPathFinder):
    """An importer that loads the modules with faults instead of their files."""

    def __init__(self, modules: list[Module]) -> None:
        self.modules = {module.name: module for module in modules}
        self.files = {module.name: module.plant() for module in modules}

    def find_spec(self, fullname, path=None, target=None):
        if (module := self.modules.get(fullname)) is None:
            return None
        loader = Faulty(fullname, str(module.path.resolve()), self.files[fullname].code)
        return spec_from_file_location(fullname, module.path.resolve(), loader=loader)

    def mutants(self) -> Iterator[Mutant]:
        for module, file in self.files.items():
            lines = file.code.splitlines()
            for name in file.mutant_names:
                original = name.rpartition("__mutmut_")[0] + "__mutmut_orig"
                spans = [file.line_span_by_function_name[key] for key in (original, name)]
                before, after = (lines[span.start + 1 : span.end] for span in spans)
                changed = [line for line in difflib.ndiff(before, after) if line[0] in "-+"]
                yield Mutant(module, name, "\n".join(changed))


class Faulty(SourceFileLoader):
    """A loader that runs a text instead of the content of its file."""

    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self.text = text

    def get_code(self, fullname):
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Asking:
    """A plugin of pytest that runs the collected tests against one fault after another.

    Each fault gets a new process, forked from this one, with empty caches and its own database.
    """

    def __init__(self, mutants: list[Mutant]) -> None:
        self.mutants = mutants
        self.asked: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        with TemporaryDirectory() as folder:
            self.found = Path(folder, "found.json")
            self.make_database(session)
            self.in_a_fork(self.look_around)
            known = json.loads(self.found.read_text())
            for name in self.items.keys() - known.keys():
                print(f"{name} fails without a fault, and is not asked")
            with suppress(KeyboardInterrupt):  # after Ctrl-C, report the results so far
                for mutant in self.mutants:
                    self.asked.append(mutant._replace(ending=self.ask(mutant, known)))
                    if not self.asked[-1].is_noticed:
                        print(f"\n{self.asked[-1]}", flush=True)
        return True

    def make_database(self, session: pytest.Session) -> None:
        """Create the database with pytest-django, then disconnect: a fork must not share a
        connection.
        """
        item: Any = session.items[0]
        session._setupstate.setup(item)
        item._request.getfixturevalue("django_db_setup")
        session._setupstate.teardown_exact(session)
        item._initrequest()  # allows the test to run again
        connection.inc_thread_sharing()
        connection.close()

    def in_a_fork(self, work: Callable[[], int], seconds: int = resource.RLIM_INFINITY) -> int:
        """Run ``work`` in a forked process with at most ``seconds`` of processor time; return how
        it ends.
        """
        if (process := os.fork()) == 0:
            ending, loud = BROKEN, os.fdopen(os.dup(2), "w", buffering=1)
            try:
                for stream in (1, 2):
                    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
                database = connection.settings_dict
                if Path(database["NAME"]).exists():  # no database exists if no test needs one
                    database["NAME"] = shutil.copy(database["NAME"], self.found.parent)
                ending = work()
            except Exception:
                traceback.print_exc(file=loud)
            finally:
                os._exit(ending)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def look_around(self) -> int:
        """Record the duration of each test without a fault, and the functions that it calls."""
        set_mutant_under_test("stats")
        known, reached = {}, state()._stats
        for name, item in self.items.items():
            reached.clear()
            before = time.process_time()
            if run_silently(item):
                known[name] = time.process_time() - before, sorted(reached)
        self.found.write_text(json.dumps(known))
        return PASSED

    def ask(self, mutant: Mutant, known: dict[str, tuple[float, list[str]]]) -> str:
        """Run the tests that call the faulty function, the fastest first; return the result."""
        tests = [test for test, (_, reached) in known.items() if mutant.function in reached]
        tests.sort(key=known.__getitem__)

        def work() -> int:
            set_mutant_under_test(f"{mutant.module}.{mutant.name}")
            return PASSED if all(run_silently(self.items[test]) for test in tests) else NOTICED

        if not tests:
            return "no test comes here"
        seconds = PATIENCE + 15 * sum(known[test][0] for test in tests)
        return ENDINGS.get(self.in_a_fork(work, round(seconds)), "not tried")


def run_silently(item: pytest.Item) -> bool:
    """Run a test silently; return whether it passed, including setup and teardown."""
    # keep shared fixtures for the next run
    reports = runtestprotocol(item, log=False, nextitem=item.session)
    return not any(report.failed for report in reports)


def print_shares(mutants: list[Mutant], place: Callable[[Mutant], str]) -> list[float]:
    """Print the share of detected faults for each place; return these shares."""
    shares = []
    for where, group in groupby(sorted(mutants, key=place), key=place):
        noticed = [mutant.is_noticed for mutant in group]
        shares.append(sum(noticed) / len(noticed))
        print(f"{where:30} {sum(noticed):5} of {len(noticed):5} {shares[-1]:7.1%}")
    return shares


def report(mutants: list[Mutant], enough: float) -> bool:
    """Print the shares of modules and areas, and the total; return whether each area has enough."""
    print_shares(mutants, attrgetter("module"))
    areas = print_shares(mutants, attrgetter("area"))
    print_shares(mutants, lambda _: "all")
    return all(share >= enough for share in areas)


def plant(modules: list[Module], tests: list[str], most: int | None = None) -> list[Mutant]:
    """Return some faults of the modules, drawn by the date, with the results of their tests."""
    garden = Garden(modules)
    sys.meta_path.insert(0, garden)
    mutants = sorted(garden.mutants())
    dice = Random(date.today().toordinal())  # noqa: S311
    dice.shuffle(mutants)  # so that the faults at the front are a fair sample of all
    asking = Asking(mutants[:most])
    if ended := pytest.main([*OPTIONS, *tests], plugins=[asking]):
        sys.exit(f"No fault was planted: pytest ended with code {ended}.")
    return asking.asked


def main(wanted: str = "", most: str = "") -> bool:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    modules = [Module(path) for pattern in RULES for path in sorted(Path().glob(pattern))]
    if wanted == "today":
        modules = [module for module in modules if module.has_a_home]
        module = modules[date.today().toordinal() % len(modules)]
        return report(plant([module], [str(module.home)], A_FEW), LEAST)
    modules = [module for module in modules if module.name.startswith(wanted)]
    return report(plant(modules, list(TESTS), int(most) if most else None), ENOUGH)


if __name__ == "__main__":
    sys.exit(not main(*sys.argv[1:]))
