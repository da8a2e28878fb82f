"""The task that plays a strategy against every code of a board, piece by piece."""

import logging
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from functools import lru_cache

import django
from django.conf import settings
from django.utils.translation import gettext_noop

from games.catalog.effort import GIANT, HUGE
from games.models import Playout
from games.web.tasks import LAB, UPKEEP, WHILE, for_a_while, task
from games.web.tasks.recurring import recurring
from games.web.tasks.worker import may_pass
from solver.rule.codes import Variant
from solver.rule.errors import EngineError
from solver.rule.feedback import Feedback
from solver.running.executors import run_on
from solver.running.workers import patient_process
from solver.sets.arrays import Numbers
from solver.study.evaluate import Piece, pieces_of, play_piece

NEVER = float("inf")
PRIORITY = -5  # priority of a play-out while its visitor waits
# These texts are stored in English and translated when a page shows them.
STUMBLED = gettext_noop("Something went wrong; the administrator finds the reason in the log.")
TOO_LONG = gettext_noop("It was not finished within a day.")
AWAY = gettext_noop("The machines for large boards cannot be reached. Please ask again later.")

logger = logging.getLogger(__name__)

PlayedAnswer = tuple[Feedback, Numbers, float]


def can_be_played(variant: Variant) -> bool:
    """Return whether this machine or a cluster can play out a board of this size."""
    return variant.size <= most_codes()


def most_codes() -> int:
    """Return the number of codes of the largest board that can be played out."""
    return GIANT if settings.DASK_SCHEDULER else HUGE


def enqueue(row: Playout) -> None:
    """Enqueue a play-out; the later its turn, the lower its priority."""
    play_out.using(priority=PRIORITY - row.turn).enqueue(row.pk)


@task(queue_name=LAB)
def play_out(playout: int) -> None:
    """Play for a while, then enqueue the rest; stop if no visitor wants the play-out any more."""
    row = Playout.objects.unfinished().filter(pk=playout).first()
    if row is None:
        return
    pieces = pieces_of(row.variant, row.strategy)
    row.begin(pieces[0].turn.guess)
    done = row.done()
    left = [piece for piece in pieces if piece.turn.feedback not in done]
    is_far = row.variant.size > HUGE
    try:
        for found in for_a_while(results_of(left, is_far), NEVER if is_far else WHILE):
            if not row.keep(*found):
                return
    except EngineError as problem:  # the cluster is unreachable, and this machine is too small
        # The log has the details, which visitors need not know.
        logger.warning("%s is not played out: %s", row, problem)
        row.stop(AWAY)
        return
    except Exception as error:
        if not may_pass(error):
            row.stop(STUMBLED)
        raise
    if not row.finish():
        enqueue(row)


@recurring(UPKEEP, every=timedelta(hours=1))
def stop_the_abandoned() -> Iterator[int]:
    """Stop play-outs whose task was abandoned; yield 1 for each of them."""
    for row in Playout.objects.abandoned():
        row.stop(TOO_LONG)
        yield 1


def results_of(pieces: Iterable[Piece], is_far: bool) -> Iterator[PlayedAnswer]:
    """Yield the result of each piece, from a cluster or from a process at low priority."""
    if is_far:
        with run_on(settings.DASK_SCHEDULER, workers=1) as run:
            yield from run(play_piece, pieces)
    else:
        yield from map(play_patiently, pieces)


def play_patiently(piece: Piece) -> PlayedAnswer:
    """Return the result of a piece, computed at low priority."""
    try:
        return process().submit(play_piece, piece).result()
    # The process was killed, perhaps for its memory; try once more in a new process.
    except BrokenProcessPool:
        process.cache_clear()
        return process().submit(play_piece, piece).result()


@lru_cache(maxsize=1)
def process() -> Executor:
    """Return the executor with one process at low priority."""
    return patient_process(django.setup)
