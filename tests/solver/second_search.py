"""A second search for the least total of a board, to hold against that of the engine.

It shares no line with it: a rule of its own, no memory, no symmetry but that colors no guess has
named are alike, and no bound but counting: one guess finds 1 code at most, the next one as many
more as there are answers, and so on. It is slower by far, and has nowhere to hide.

``python -m tests.solver.second_search 4x6`` prints what it finds and how long that takes.
"""

import sys
from collections import Counter
from itertools import product
from time import process_time

import numpy as np
from numba import njit

FAR = 2**40  # costs more than any tree


def least_total(pegs, colors, repeats=True):
    """Return the fewest guesses that all codes of a board need together."""
    every = product(range(colors), repeat=pegs)
    codes = [code for code in every if repeats or len({*code}) == pegs]
    pairs = [(black, both) for black in range(pegs + 1) for both in range(black, pegs + 1)]
    number = {pair: place for place, pair in enumerate(pairs)}  # the win comes last
    answers = np.array([[number[answer(*two)] for two in product([one], codes)] for one in codes])
    ways = len(pairs) - 2  # neither the win nor all but one right and that one misplaced
    lengths = [
        length for length in range(1, 9) for _ in range(min(ways ** (length - 1), len(codes)))
    ]
    floor = np.cumsum([0, *lengths[: len(codes)]])
    everything = np.arange(len(codes))
    answers, win = answers.astype(np.uint8), len(pairs) - 1
    return least(answers, win, np.array(codes), 0, everything, FAR, floor)


def answer(guess, secret):
    """Return the black pegs, and all key pegs."""
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    return black, (Counter(guess) & Counter(secret)).total()


@njit
def named_after(guess, named):
    """Return how many colors are named after a guess, or -1 if it names them out of order."""
    for color in guess:
        if color > named:
            return -1
        if color == named:
            named += 1
    return named


@njit
def weigh(answers, win, codes, named, left, floor):
    """Return what some codes need at least after each guess, as the sizes of its parts tell."""
    bounds = np.full(len(codes), FAR)
    sizes = np.zeros(win + 1, np.int64)
    for guess in range(len(codes)):
        if named_after(codes[guess], named) >= 0:
            sizes[:] = 0
            for code in left:
                sizes[answers[guess, code]] += 1
            bounds[guess] = len(left)
            for size in sizes[:win]:
                bounds[guess] += floor[size]
    return bounds


@njit
def least(answers, win, codes, named, left, limit, floor):
    """Return the fewest guesses that some codes need together, or a number from ``limit`` on."""
    if len(left) <= 2:
        return 2 * len(left) - 1
    bounds = weigh(answers, win, codes, named, left, floor)
    guesses = np.flatnonzero(bounds < limit)
    for guess in guesses[np.argsort(bounds[guesses], kind="mergesort")]:
        if bounds[guess] >= limit:
            break
        after = named_after(codes[guess], named)
        found, total, known = answers[guess][left], bounds[guess], np.zeros(win, np.int64)
        sizes = np.bincount(found, minlength=win + 1)[:win]
        for look in range(2):  # every part is weighed before any is searched
            for one in np.argsort(sizes)[::-1] if look == 0 else np.argsort(sizes):
                if sizes[one] > 2 and total < limit:
                    part = left[found == one]
                    if look == 0:
                        cost = weigh(answers, win, codes, after, part, floor).min()
                        known[one] = floor[sizes[one]]
                    else:
                        room = limit - total + known[one]
                        cost = least(answers, win, codes, after, part, room, floor)
                    total += cost - known[one]
                    known[one] = cost
        limit = min(limit, total)
    return limit


def main(boards):
    """Print the least total of each board, ``4x6`` or, without repeats, ``4x10n``."""
    least_total(2, 3)
    for board in boards:
        begin = process_time()
        pegs, colors = map(int, board.removesuffix("n").split("x"))
        total = least_total(pegs, colors, not board.endswith("n"))
        sys.stdout.write(f"{board}: {total:,} in {process_time() - begin:.1f} s\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
