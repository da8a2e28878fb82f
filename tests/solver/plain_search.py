"""A plain search for the totals of guesses, which shares no code with the engine.

It uses no symmetry, no table and only one bound: n codes take at least 2n - 1 guesses.
"""

from functools import cache
from itertools import permutations, product

import numpy as np

NEVER = 10**6


class PlainSearch:
    """A search through all codes of a board that uses only the printed rule of the game."""

    def __init__(self, pegs, colors, repeats=True, candidates_only=False):
        ways = product(range(colors), repeat=pegs) if repeats else permutations(range(colors), pegs)
        self.codes = np.array(list(ways), dtype=np.uint8)
        self.answers = self._answer_each_other(colors)
        self.names = np.unique(self.answers)
        self.answers = np.searchsorted(self.names, self.answers)
        self.known, self.candidates_only = {}, candidates_only

    def _answer_each_other(self, colors):
        codes = self.codes
        black = sum((peg[:, None] == peg[None]).astype(int) for peg in codes.T)
        counts = [(codes == color).sum(axis=1) for color in range(colors)]
        keys = sum(np.minimum(count[:, None], count[None]) for count in counts)
        return 10 * black + (keys - black)

    def codes_left(self, turns):
        """Return the codes that fit some turns; codes and guesses are indices, answers are
        numbers.
        """
        fits = np.ones(len(self.codes), dtype=bool)
        for guess, answer in turns:
            fits &= self.answers[guess] == answer
        return tuple(np.flatnonzero(fits).tolist())

    def totals(self, left):
        """Return the total number of guesses for each next guess of the board."""
        answers = self.answers[:, left]
        codes = np.array(left)
        found = {}
        totals = np.zeros(len(self.codes), dtype=int)
        for guess, row in enumerate(answers):
            key = row.tobytes()
            if key not in found:
                parts = [tuple(codes[row == answer].tolist()) for answer in np.unique(row)]
                is_useless = parts == [left] and guess not in left
                found[key] = NEVER if is_useless else sum(map(self.total, parts))
            totals[guess] = len(left) + found[key] - (guess in left)
        totals[totals >= NEVER] = len(left) + totals.min()
        return totals

    def total(self, left):
        """Return the smallest total number of guesses that finds all codes of a set."""
        if len(left) <= 2:
            return 2 * len(left) - 1
        if left not in self.known:
            self.known[left] = self._search(left)
        return self.known[left]

    def _search(self, left):
        size, best = len(left), NEVER
        answers = self.answers[:, left]
        kinds = len(self.names)
        rows = np.arange(len(answers))[:, None] * kinds
        sizes = np.bincount((answers + rows).ravel(), minlength=len(answers) * kinds)
        sizes = sizes.reshape(-1, kinds)
        wins = np.isin(np.arange(len(answers)), left)
        least = size + np.where(sizes > 0, 2 * sizes - 1, 0).sum(axis=1) - wins
        least[(sizes == size).any(axis=1) | (self.candidates_only & ~wins)] = NEVER
        codes = np.array(left)
        for guess in np.argsort(least, kind="stable").tolist():
            if least[guess] >= best:
                break
            total = int(least[guess])
            for answer in np.flatnonzero(sizes[guess] > 2).tolist():
                part = tuple(codes[answers[guess] == answer].tolist())
                total += self.total(part) - (2 * len(part) - 1)
                if total >= best:
                    break
            best = min(best, total)
        return best


@cache
def plain_search(variant):
    """Return the search for a board, which keeps its results from earlier calls."""
    return PlainSearch(variant.pegs, variant.colors, variant.repeats)
