"""A second search for the least total of a board, to compare with that of the engine.

It shares no code with it: it has its own rule, no memory, no bound but counting, and only one
symmetry, that colors in no guess so far are alike. Let b be the most answers of any guess besides
the win. Of n codes, 1 is found with one guess, b with two, b² with three. Each further code needs
at least as many guesses as the one before, so parts need the least together if they are as even as
possible. A guess has at most as many answers from a part as from all codes, so b is valid below,
too. The search raises the bounds of all parts of a guess little by little, in turn, until the guess
is worse than the best one, or its cost is known.

``python -m tests.solver.second_search 4x9 4x9.txt`` prints the total. The file gets a line for each
part of each first guess, with the time it took, and an interrupted search continues from there.
"""

import sys
from itertools import permutations, product
from pathlib import Path
from time import process_time
from typing import NamedTuple

import numpy as np
from numba import njit

FAR = 2**40  # costs more than any tree
BLOCK = 1024  # guesses per block, to keep their words in the cache of a core
FIRST, MORE = 1, 2  # first step by which bounds are raised, and growth factor of later steps


class SearchedBoard(NamedTuple):
    """The codes of a board, first those that are in order with the fewest colors named."""

    codes: np.ndarray
    answers: np.ndarray  # answers[guess, code], as symmetric numbers
    win: int  # the greatest of them
    but_the_win: np.uint32  # a bit for each answer except the win
    reach: np.ndarray  # reach[m]: number of guesses in order if the first m colors are named
    named: np.ndarray  # named[guess]: number of colors named after it
    floors: np.ndarray  # floors[b, n]: bound for n codes if no guess has more than b answers


def least_total(board, journal=None):
    """Return the least total of guesses for all codes of a board."""
    *_, (_, total) = search(board, {} if journal is None else journal)
    return int(total)


def board_of(pegs, colors, repeats=True):
    """Return a board; its answers come from a separate implementation of the rule."""
    every = product(range(colors), repeat=pegs) if repeats else permutations(range(colors), pegs)
    codes = np.array(sorted(every, key=needed), np.uint8)
    black = sum((peg[:, None] == peg).astype(np.uint8) for peg in codes.T)
    counts = np.array([(codes == color).sum(axis=1) for color in range(colors)], np.uint8)
    both = sum(np.minimum(count[:, None], count) for count in counts)
    pairs = [(some, keys) for some in range(pegs + 1) for keys in range(some, pegs + 1)]
    number = np.zeros((pegs + 1, pegs + 1), np.uint8)
    number[tuple(np.transpose(pairs))] = np.arange(len(pairs))
    answers, win = number[black, both], len(pairs) - 1
    reach = np.searchsorted([needed(code) for code in codes], range(colors + 1), side="right")
    floors = np.array([floor(ways, len(codes)) for ways in range(win)])
    return SearchedBoard(
        codes, answers, win, np.uint32(2**win - 1), reach, codes.max(axis=1) + np.int64(1), floors
    )


def needed(code):
    """Return how many colors must be named so that the others appear in order in a code."""
    for named in range(max(code) + 2):
        others = [color for color in dict.fromkeys(code) if color >= named]
        if others == list(range(named, named + len(others))):
            return named


def floor(ways, size):
    """Return bounds for 0, 1 … codes if no guess has more than ``ways`` answers besides the win."""
    lengths, length = [], 1
    while len(lengths) <= size:
        lengths += [length] * min(max(ways, 1) ** (length - 1), size + 1)
        length += 1
    return np.cumsum([0, *lengths[: size + 1]])


@njit
def count_bits(word):
    """Return the number of set bits of a word."""
    word -= (word >> np.uint32(1)) & np.uint32(0x55555555)
    word = (word & np.uint32(0x33333333)) + ((word >> np.uint32(2)) & np.uint32(0x33333333))
    word = (word + (word >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
    word += word >> np.uint32(8)
    return (word + (word >> np.uint32(16))) & np.uint32(0x3F)


@njit
def look(board, named, left):
    """Return the answers of each guess besides the win, the most, and a bound for the codes."""
    size = len(left)
    counts = np.zeros(board.reach[named], np.uint32)
    for start in range(0, len(counts), BLOCK):
        words = counts[start : start + BLOCK]
        for code in left:
            answers = board.answers[code, start : start + BLOCK]
            for place in range(len(words)):
                words[place] |= np.uint32(1) << np.uint32(answers[place])
        for place in range(len(words)):
            words[place] = count_bits(words[place] & board.but_the_win)
    ways, inner = counts[0], 0
    for count in counts:
        ways = max(ways, count)
    for code in left:
        if code < len(counts):
            inner = max(inner, np.int64(counts[code]))
    ways = np.int64(ways)
    shared = spread(board.floors[ways], size, ways) if ways > 1 else FAR
    return counts, ways, size + min(shared, spread(board.floors[ways], size - 1, inner))


@njit
def spread(floor, size, ways):
    """Return a bound for codes in ``ways`` parts that are as even as possible."""
    ways = min(ways, size)
    if ways == 0:
        return FAR if size else 0
    each, more = divmod(size, ways)
    return (ways - more) * floor[each] + more * floor[each + 1]


@njit
def weigh(board, named, left, limit):
    """Return the guesses that may cost less than a limit, their bounds, and a bound for the others.

    Also return the most answers of any guess, and the limit. A guess that leaves parts of at most
    two codes has a known cost and may lower the limit.
    """
    counts, ways, least_bound = look(board, named, left)
    guesses, bounds = np.empty(len(counts), np.int64), np.empty(len(counts), np.int64)
    if least_bound >= limit:
        return guesses[:0], bounds[:0], least_bound, ways, limit
    size, floor, rest, listed, kept = len(left), board.floors[ways], FAR, 0, 0
    for guess in left:
        if guess < len(counts):
            bound = size + spread(floor, size - 1, np.int64(counts[guess]))
            counts[guess] = 0
            if bound < limit:
                guesses[listed] = guess
                listed += 1
            else:
                rest = min(rest, bound)
    for many in range(ways, 1, -1):
        bound = size + spread(floor, size, many)
        if bound >= limit:
            rest = min(rest, bound)
            break
        for guess in range(len(counts)):
            if counts[guess] == many:
                guesses[listed] = guess
                listed += 1
    sizes = np.empty((BLOCK, board.win + 1), np.int32)
    for start in range(0, listed, BLOCK):
        block = guesses[start : min(start + BLOCK, listed)]
        sizes[:] = 0
        for code in left:
            answers = board.answers[code]
            for place in range(len(block)):
                sizes[place, answers[block[place]]] += 1
        for place in range(len(block)):
            bound, largest = size, 0
            for one in sizes[place, : board.win]:
                bound += floor[one]
                largest = max(largest, one)
            if bound >= limit:
                rest = min(rest, bound)
            elif largest <= 2:
                limit = bound
            else:
                guesses[kept], bounds[kept] = block[place], bound
                kept += 1
    return guesses[:kept], bounds[:kept], rest, ways, limit


@njit
def least(board, named, left, limit):
    """Return the least total of some codes, or a bound that is not below the limit."""
    if len(left) <= 2:
        return 2 * len(left) - 1
    guesses, bounds, rest, ways, best = weigh(board, named, left, limit)
    for place in np.argsort(bounds, kind="mergesort"):
        if bounds[place] >= best:
            rest = min(rest, bounds[place])
            break
        total = cost_after(board, named, left, guesses[place], bounds[place], ways, best)
        rest, best = min(rest, total), min(best, total)
    return best if best < limit else rest


@njit
def cost_after(board, named, left, guess, total, ways, limit):
    """Return the total of some codes after a guess, or a bound that is not below the limit.

    ``total`` is the bound from the sizes of the parts; no guess has more than ``ways`` answers.
    """
    answers, ends = np.empty(len(left), np.uint8), np.zeros(board.win + 2, np.int64)
    for place, code in enumerate(left):
        answers[place] = board.answers[code, guess]
        ends[answers[place] + 1] += 1
    sizes = ends[1:-1].copy()
    ends = np.cumsum(ends)
    codes, places = np.empty_like(left), ends.copy()
    for place, code in enumerate(left):
        codes[places[answers[place]]] = code
        places[answers[place]] += 1
    known, is_open = board.floors[ways][sizes], sizes > 2
    for part in range(board.win):
        if 2 < sizes[part] <= ways + 1:  # larger parts cannot be separated by one guess
            if separates(board, codes[ends[part] : ends[part + 1]]):
                is_open[part] = False
            else:
                is_open[part] = sizes[part] > 3
                known[part] += 1
                total += 1
                if total >= limit:
                    return total
    named, order, step = max(named, board.named[guess]), np.argsort(-sizes), 0
    while total < limit and is_open.any():
        for part in order:
            if is_open[part] and total < limit:
                some = codes[ends[part] : ends[part + 1]]
                if step == 0:
                    cost = look(board, named, some)[2]
                else:
                    room = known[part] + min(step, limit - total)
                    cost = least(board, named, some, room)
                    is_open[part] = cost >= room
                more = max(0, cost - known[part])
                known[part] += more
                total += more
        step = step * MORE or FIRST
    return total


@njit
def separates(board, codes):
    """Return whether one code gets different answers from all others, so that n need 2n - 1."""
    for guess in codes:
        row, met = board.answers[guess], 0
        for code in codes:
            answer = 1 << np.int64(row[code])
            if met & answer:
                break
            met |= answer
        else:
            return True
    return False


def openings(board):
    """Return the first guesses with a bound and their parts, the least bound first."""
    found = []
    for guess in range(board.reach[0]):
        parts = []
        for answer in range(board.win):
            part = np.flatnonzero(board.answers[guess] == answer)
            if len(part):
                parts.append((len(part), answer, part, look(board, board.named[guess], part)[2]))
        total = len(board.codes) + sum(bound for *_, bound in parts)
        found.append((total, guess, sorted(parts)))
    return sorted(found)


def search(board, journal):
    """Yield the cost or bound of each part of each first guess, and finally the total.

    Entries of the journal are not searched again.
    """
    limit = FAR
    for total, guess, parts in openings(board):
        name = "".join(map(str, board.codes[guess] + 1))
        for size, answer, part, bound in parts:
            room = FAR if limit == FAR else limit - total + bound
            if total < limit and size > 2:
                asked = f"{name} {answer} of {size}, below {room}"
                if asked not in journal:
                    begin = process_time()
                    cost = least(board, board.named[guess], part, room)
                    journal[asked] = f"{cost} in {process_time() - begin:.1f} s"
                    yield asked, journal[asked]
                total += int(journal[asked].split()[0]) - bound
        limit = min(limit, total)
    yield "total", limit


def main(name, file):
    """Search a board, ``4x6`` or without repeats ``4x10n``, and write the progress to a file."""
    pegs, colors = map(int, name.removesuffix("n").split("x"))
    with Path(file).open("a+") as lines:
        lines.seek(0)
        journal = dict(line.strip().split(": ") for line in lines if line.endswith("s\n"))
        for asked, found in search(board_of(pegs, colors, not name.endswith("n")), journal):
            print(f"{asked}: {found}", file=lines if asked != "total" else None, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
