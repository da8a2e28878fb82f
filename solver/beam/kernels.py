"""The inner loops of the beam search, compiled by numba (extra ``lab``).

Codes are given by their indexes in the list of all codes.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.exact.bounds import Costs
from solver.exact.kernels import split
from solver.exact.space import Counts, Places
from solver.rule.codes import Digits
from solver.sets.arrays import Flags, Floats, Numbers, Words
from solver.sets.compiling import compiled

Pairs: TypeAlias = npt.NDArray[np.uint16]

_SAMPLED = 32  # guesses are preselected with a sample of this many codes
_WEIGHED = 300  # this many guesses are weighed even for the smallest set
_MORE = 8  # this many more guesses are weighed for each code of the set
_BLOCK = 1024  # guesses per block, so few that their feedbacks fit in the cache of a core
_UNSEEN = 255  # marks a feedback without a counterpart


class BeamBoard(NamedTuple):
    """The numbers about a board that do not change during a search."""

    digits: Digits  # all codes, shape (codes, pegs)
    table: Numbers  # table[g, s]: the number of the feedback of code g to code s
    feedbacks: Numbers  # numbers of all feedbacks, the win last
    # a random number for each code; the key of a set is the xor of its codes' numbers
    marks: Words
    least: Costs  # least[n]: a lower bound for trees of n codes
    hoped: Costs  # hoped[n]: an optimistic cost of n codes, rarely too high
    expected: Floats  # expected[n]: the cost of a good tree of n codes


class BeamParts(NamedTuple):
    """The parts of a partition without the win; all fields but the first have shape (parts,)."""

    places: Places  # the codes of each part in order, one part after the other
    sizes: Counts
    costs: Costs  # lower bound for each part
    is_open: Flags  # whether the part can cost more than its bound
    keys: Words


@compiled
def parts_of(board: BeamBoard, codes: Places, guess: int) -> BeamParts:
    """Return the parts into which a guess splits codes, each with a quick estimate of its cost."""
    places, sizes = split(board.table[guess], codes, len(board.feedbacks))
    costs = np.empty(len(sizes), dtype=np.int64)
    is_open = np.empty(len(sizes), dtype=np.bool_)
    keys = np.zeros(len(sizes), dtype=np.uint64)
    end = 0
    for part, size in enumerate(sizes):
        start, end = end, end + size
        costs[part], is_open[part] = glance(board, places[start:end])
        for code in places[start:end]:
            keys[part] ^= board.marks[code]
    return BeamParts(places, sizes, costs, is_open, keys)


@compiled
def glance(board: BeamBoard, codes: Places) -> tuple[int, bool]:
    """Return a quick estimate of the cost of some codes, and whether they can cost more.

    The estimate is exact if one code distinguishes all others, or all but a pair. Otherwise it is
    optimistic.
    """
    size = len(codes)
    if size <= 2:
        return board.least[size], False
    if size >= len(board.feedbacks):
        return board.hoped[size], True
    most = 0
    for guess in codes:
        most = max(most, count_answers(board.table, codes, guess))
        if most == size:
            return board.least[size], False
    if most == size - 1:
        return board.least[size] + 1, False
    return max(board.least[size] + 1, board.hoped[size]), True


@compiled
def count_answers(table: Numbers, codes: Places, guess: int) -> int:
    """Return how many different feedbacks a guess can get from these codes."""
    seen = np.uint64(0)
    for code in codes:
        seen |= np.uint64(1) << np.uint64(table[code, guess])
    different = 0
    while seen:
        seen &= seen - np.uint64(1)
        different += 1
    return different


@compiled
def most_distinguishing(table: Numbers, codes: Places) -> int:
    """Return the code that gets the most different feedbacks; the first if there are several."""
    best = most = 0
    for guess in codes:
        different = count_answers(table, codes, guess)
        if different > most:
            best, most = int(guess), different
    return best


@compiled
def cheapest(board: BeamBoard, codes: Places, count: int) -> Places:
    """Return the guesses with the smallest estimated cost, the best first.

    The estimate uses the sizes of parts. Guesses are considered only if they separate most pairs of
    codes in a sample.
    """
    pairs = pairs_left(board.table, codes[:: -(-len(codes) // _SAMPLED)])
    pool = promising(pairs, codes, _WEIGHED + _MORE * len(codes))
    return rank_cheapest(board, codes, pool, count)


@compiled
def pairs_left(table: Numbers, codes: Places) -> Pairs:
    """Return for each guess how many pairs of codes it does not separate."""
    pairs = np.zeros(len(table), dtype=np.uint16)
    more = np.empty(_BLOCK, dtype=np.uint8)
    for start in range(0, len(table), _BLOCK):
        width = min(_BLOCK, len(table) - start)
        for one in range(1, len(codes)):
            answers = table[codes[one], start : start + width]
            more[:] = 0
            for other in range(one):
                others = table[codes[other], start : start + width]
                for guess in range(width):
                    more[guess] += answers[guess] == others[guess]
            for guess in range(width):
                pairs[start + guess] += more[guess]
    return pairs


@compiled
def promising(pairs: Pairs, codes: Places, enough: int) -> Places:
    """Return at least ``enough`` guesses, which leave the fewest pairs of codes together.

    The codes themselves are always among these guesses.
    """
    most = np.searchsorted(np.cumsum(np.bincount(pairs)), enough)
    is_promising = pairs <= most
    is_promising[codes] = True
    return np.flatnonzero(is_promising).astype(np.uint32)


@compiled
def rank_cheapest(board: BeamBoard, codes: Places, pool: Places, count: int) -> Places:
    """Return the guesses of a pool with the smallest estimated cost, the best first.

    The estimate uses the sizes of parts. Of guesses that split the codes alike, only one is
    returned.
    """
    steps = np.diff(board.expected[: len(codes) + 1])
    costs = np.full(count, np.inf)
    guesses = np.zeros(count, dtype=np.uint32)
    sizes = np.zeros(len(board.feedbacks), dtype=np.int64)
    found = 0
    for guess in pool:
        cost = weigh(board.table, codes, guess, steps, costs[-1], sizes)
        if cost < costs[-1] and not is_known(board, codes, guesses[:found], costs, guess, cost):
            place = min(found, count - 1)
            while place and costs[place - 1] > cost:
                costs[place], guesses[place] = costs[place - 1], guesses[place - 1]
                place -= 1
            costs[place], guesses[place] = cost, guess
            found = min(found + 1, count)
    return guesses[:found]


@compiled
def weigh(
    table: Numbers, codes: Places, guess: int, steps: Floats, limit: float, sizes: Costs
) -> float:
    """Return the estimated cost of a guess; infinity if the guess is useless.

    A guess is useless if its cost reaches ``limit`` or if it has only one answer. Each code adds a
    step to the cost of its part. ``sizes`` is scratch space.
    """
    sizes[:] = 0
    win = len(sizes) - 1
    cost = 0.0
    to_come = len(codes) - 1  # one is subtracted, because a code of the set could be the win
    for code in codes:
        answer = table[code, guess]
        if answer != win:
            cost += steps[sizes[answer]]
        sizes[answer] += 1
        to_come -= 1
        if cost + to_come > limit:
            return np.inf
    return np.inf if sizes.max() == len(codes) else cost


@compiled
def is_known(
    board: BeamBoard, codes: Places, guesses: Places, costs: Floats, guess: int, cost: float
) -> bool:
    """Return whether one of these guesses splits the codes in the same way as this guess."""
    for place, other in enumerate(guesses):
        if abs(costs[place] - cost) < 1e-6 and splits_alike(board, codes, guess, other):
            return True
    return False


@compiled
def splits_alike(board: BeamBoard, codes: Places, one: int, other: int) -> bool:
    """Return whether two guesses split codes into the same parts, including the win."""
    win = len(board.feedbacks) - 1
    names = np.full((2, win + 1), _UNSEEN, dtype=np.uint8)
    names[:, win] = win
    for code in codes:
        first, second = board.table[code, one], board.table[code, other]
        if names[0, first] == _UNSEEN and names[1, second] == _UNSEEN:
            names[0, first], names[1, second] = second, first
        if names[0, first] != second or names[1, second] != first:
            return False
    return True
