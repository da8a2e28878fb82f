"""Plant small faults in the rules of the game, one at a time, and print those no test notices.

``python -m tools.mutants`` plants them all; ``python -m tools.mutants 'solver.*'`` some of them.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from mutmut.mutation.diff_apply import get_diff_for_mutant

FOLDER = Path("mutants")  # where mutmut keeps its copy of the code and how each fault ended
ENOUGH = 0.9  # of the faults of an area, and of all

# How the tests of a fault ended. What mutmut takes for a timeout when it is 255 is a run that
# never began: nothing was tried, so nothing was noticed.
FAILED, INTERNAL_ERROR, OUT_OF_TIME = 1, 3, -24
NOT_NOTICED = {0: "the tests pass", 33: "no test comes here"}


class Mutant(NamedTuple):
    """A fault in a module, and how its tests ended."""

    module: str
    name: str
    ending: int

    @property
    def area(self) -> str:
        return str(Path(self.module).parent)

    @property
    def is_noticed(self) -> bool:
        return self.ending in (FAILED, INTERNAL_ERROR, OUT_OF_TIME)

    def __str__(self) -> str:
        why = NOT_NOTICED.get(self.ending, f"not tried, pytest ended with {self.ending}")
        lines = get_diff_for_mutant(self.name, path=self.module).splitlines()[2:]
        changed = [line for line in lines if line.startswith(("-", "+"))]
        return "\n".join([f"{self.name}: {why}", *changed])


class Score(NamedTuple):
    """How many of the faults that were planted have been noticed."""

    noticed: int
    planted: int

    @property
    def share(self) -> float:
        return self.noticed / self.planted


def plant(patterns: list[str]) -> None:
    """Try every fault in a fresh copy of the code: what an older one showed may hold no more."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as temporary:  # for the folders that pytest would leave
        env = os.environ | {"PYTEST_DEBUG_TEMPROOT": temporary, "LOG_LEVEL": "ERROR"}
        program = Path(sys.executable).with_name("mutmut")
        subprocess.run([program, "run", *patterns], env=env, check=True)


def found() -> Iterator[Mutant]:
    """Yield the faults that were planted."""
    for path in sorted(FOLDER.rglob("*.py.meta")):
        module = str(path.relative_to(FOLDER).with_suffix(""))
        for name, ending in json.loads(path.read_text())["exit_code_by_key"].items():
            if ending is not None:
                yield Mutant(module, name, ending)


def scores(mutants: list[Mutant], place: Callable[[Mutant], str]) -> dict[str, Score]:
    """Return the score of every place where there are faults."""
    planted = Counter(map(place, mutants))
    noticed = Counter(place(mutant) for mutant in mutants if mutant.is_noticed)
    return {where: Score(noticed[where], planted[where]) for where in sorted(planted)}


def report(mutants: list[Mutant]) -> bool:
    """Print the scores and the faults that remain; return whether enough were noticed."""
    for mutant in mutants:
        if not mutant.is_noticed:
            print(f"{mutant}\n")
    areas = scores(mutants, lambda mutant: mutant.area) | scores(mutants, lambda _: "all")
    for where, score in (scores(mutants, lambda mutant: mutant.module) | areas).items():
        print(f"{where:30} {score.noticed:5} of {score.planted:5} {score.share:7.1%}")
    return all(score.share >= ENOUGH for score in areas.values())


if __name__ == "__main__":
    plant(sys.argv[1:])
    sys.exit(not report(list(found())))
