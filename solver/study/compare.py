"""Compare strategies; each file plays in a separate process.

The process of a file has limited processor time and memory, and returns the tree of its player.
The main process plays the tree against every code, so the player cannot influence the results.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter, process_time
from typing import NoReturn

from solver.positions.candidates import position_after
from solver.positions.strategy import StrategyLike
from solver.rule.codes import Variant, require_listable
from solver.rule.errors import Kind
from solver.running.workers import available_cores
from solver.sets.arrays import all_codes
from solver.strategies import foreign
from solver.strategies.foreign import Foreign, StrategyFailed
from solver.study.evaluate import Evaluation, evaluate
from solver.study.results import kept_results
from solver.trees.formats import as_exchange
from solver.trees.tree import grow_tree
from solver.trees.verify import parse, play

PLAYER_NAMES = ("choose", "Player", "player")  # a strategy can have one of these names in its file
SECONDS = 60  # a player has this many processor seconds for all its games
MEGABYTES = 1024

_GRACE = 5  # seconds to wait for a player to end after its time
_CHILD = "from solver.study.compare import send_tree; send_tree()"


@dataclass(frozen=True)
class ComparedPlayer:
    """A player, with its results or with a sentence about what went wrong."""

    name: str
    evaluation: Evaluation | None
    problem: str = ""


def compare(
    variant: Variant,
    players: Iterable[StrategyLike | Path],
    seconds: int = SECONDS,
    megabytes: int = MEGABYTES,
) -> list[ComparedPlayer]:
    """Return the results of players against every code; the best player comes first.

    A ``Path`` is a file with a function ``choose`` or a class ``Player``. Raises ``TooManyCodes``.

    >>> [(one.name, one.evaluation.total) for one in compare(Variant(3, 4), ["simple", "knuth"])]
    [('knuth', 216), ('simple', 250)]
    """
    require_listable(variant, Kind.TOO_MANY_TO_PLAY)
    play = partial(_compare_player, variant, seconds=seconds, megabytes=megabytes)
    with ThreadPoolExecutor(available_cores()) as pool:
        return sorted(pool.map(play, players), key=_rank)


def _rank(one: ComparedPlayer) -> tuple[float, float, str]:
    found = one.evaluation
    return (found.total, found.worst, one.name) if found else (float("inf"), 0, one.name)


def _compare_player(
    variant: Variant, player: StrategyLike | Path, seconds: int, megabytes: int
) -> ComparedPlayer:
    if isinstance(player, Path):
        return _compare_file(variant, player, seconds, megabytes)
    kept = kept_results(variant)
    if isinstance(player, str) and kept and kept.is_whole and player in kept.strategies:
        return ComparedPlayer(player, kept.strategies[player])
    name = player if isinstance(player, str) else str(Foreign(player))
    try:
        return ComparedPlayer(name, evaluate(variant, player))
    except StrategyFailed as problem:
        return ComparedPlayer(name, None, _message_of(problem))


def _compare_file(variant: Variant, file: Path, seconds: int, megabytes: int) -> ComparedPlayer:
    begin = perf_counter()
    limits = [str(seconds), str(megabytes)]
    command = [sys.executable, "-P", "-c", _CHILD, str(file.resolve()), variant.name, *limits]
    engine = str(Path(__file__).parents[2])
    with TemporaryFile() as output:  # child processes of the player could keep a pipe open
        process = subprocess.Popen(  # noqa: S603 - it runs the player, which may do anything
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd=file.parent,
            env=os.environ | {"PYTHONPATH": engine, "OPENBLAS_NUM_THREADS": "1"},
            start_new_session=True,
        )
        with suppress(subprocess.TimeoutExpired):
            process.wait(4 * seconds + 30)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        output.seek(0)
        said = output.read()
    try:
        facts = json.loads(said) if said else {"problem": _end(code)}
        if "problem" in facts:
            return ComparedPlayer(file.name, None, f"{file.name} {facts['problem']}")
        first, lengths = _judge(variant, facts["tree"])
    except (ValueError, LookupError, TypeError, RecursionError) as problem:
        return ComparedPlayer(file.name, None, f"{file.name} sent no tree of this board: {problem}")
    return ComparedPlayer(file.name, Evaluation(first, lengths, perf_counter() - begin))


def _judge(variant: Variant, text: str) -> tuple[str, dict[int, int]]:
    """Return the first guess of a tree and the game lengths of the tree. Raises ``ValueError``."""
    tree = parse(text)
    [first] = tree
    codes = [*all_codes(variant)]
    return first, play(tree, codes, board=frozenset(codes)).lengths


def _end(code: int) -> str:
    """Return a sentence on the exit code of a process that ended without sending a tree."""
    if code < 0:
        return f"was ended by {signal.Signals(-code).name}, without a guess to blame"
    return f"ended its process with exit code {code}"


def _message_of(problem: BaseException) -> str:
    return "\n".join([str(problem), *getattr(problem, "__notes__", ())])


def send_tree() -> None:
    """Print the tree of a player, or its problem, as JSON; this runs in the player's process."""
    file, board, seconds, megabytes = Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:])
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what the player prints is discarded
    players: list[Foreign] = []
    leave = os._exit  # while a player chooses, os._exit raises an error that the player can catch

    def send(answer: dict[str, str]) -> NoReturn:
        output.write(json.dumps(answer))
        output.flush()
        leave(0)  # ends the process even if the player has left threads running

    def send_problem(failure: BaseException) -> NoReturn:
        problem = _message_of(failure).removeprefix(f"{file.name} ").replace(f"{file.parent}/", "")
        send({"problem": problem})

    # An exception could be caught by the player, so this ends the process.
    def give_up(*_: object) -> NoReturn:
        send_problem(players[0].late() if players else StrategyFailed("takes too long to load"))

    signal.signal(signal.SIGXCPU, give_up)
    last = round(process_time()) + seconds  # loading the engine takes none of the player's time
    resource.setrlimit(resource.RLIMIT_CPU, (last, last + _GRACE))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2)
    foreign.LONGEST_THOUGHT = float(seconds)
    try:
        players.append(_load(file))
        tree = grow_tree(players[0], position_after(Variant.named(board), ()))
    except StrategyFailed as failure:
        send_problem(failure)
    send({"tree": "".join(as_exchange(tree))})


def _load(file: Path) -> Foreign:
    """Return the strategy in a file. Raises ``StrategyFailed``."""
    sys.path.append(str(file.parent))
    spec = spec_from_file_location(f"player_{file.stem}", file)
    assert spec is not None and spec.loader is not None  # noqa: S101, PT018 - of a file *.py
    module = module_from_spec(spec)
    with foreign.loading(file.name):
        spec.loader.exec_module(module)
        for name in PLAYER_NAMES:
            if hasattr(module, name):
                return Foreign(getattr(module, name), file.name)
    raise StrategyFailed(f"{file.name} has no function choose and no class Player")
