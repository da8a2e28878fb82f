"""Compute a table: search every guess in each position that has many candidates."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import TypeAlias

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, Bound, Bounds, Costs
from solver.exact.compiled import CompiledSpace
from solver.exact.memory import Memory
from solver.exact.search import Search
from solver.exact.space import Places, State
from solver.exact.tables import Reach, Table, least_total, most_beyond, stored_part
from solver.positions.shapes import Shape
from solver.rule.codes import Digits, Variant
from solver.sets.arrays import places_of

# The smallest total minus its lower bound; the kind of a best guess; and the numbers of guesses
# with the smallest total, with one more, and with two more.
TableRow: TypeAlias = tuple[int, int, Costs]

_NO_INFORMATION = -1
_NO_GUESSES = np.zeros(0, dtype=np.int64)


class SharedName(Exception):
    """Two sets share a name, although no exchange maps one to the other."""


@dataclass
class Tabling:
    """The large positions of a board, which get entries in a table.

    A position in the reach ``ranked`` gets the totals of all guesses. A position in the reach
    ``alone`` gets only the smallest total, and a best guess if it has many candidates. Raise
    ``SharedName`` if two positions have the same name.
    """

    variant: Variant
    ranked: Reach
    alone: Reach = ()
    best_of_more_than: int = 64
    _names: dict[bytes, int] = field(default_factory=dict)  # the name of each form
    _named: dict[int, Digits] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._space = CompiledSpace(self.variant)
        self._all = np.arange(self.variant.size, dtype=np.uint32)
        self._memory = Memory(self._form)
        self._search = Search(self._space, Bounds(self.variant), self._memory)

    def table(self) -> Table:
        rows: dict[int, TableRow] = {}
        for state in sorted(self._states(), key=lambda state: len(state.candidates)):
            rows[self._name(state.candidates)] = self._row(state)
        names = sorted(rows)
        above, kinds, guesses = zip(*(rows[name] for name in names), strict=True)
        return Table(
            self.variant,
            self._reach(),
            np.array(names, dtype=np.uint64),
            np.array(above, dtype=np.uint16),
            stored_part(np.array(kinds, dtype=np.uint64)).astype(np.uint16),
            np.cumsum(list(map(len, guesses)), dtype=np.uint32),
            np.concatenate(guesses).astype(np.uint16),
        )

    def names(self) -> set[int]:
        """Return the names of all entries, without a search."""
        return {self._name(state.candidates) for state in self._states()}

    def _form(self, candidates: Places) -> bytes:
        """Return the key for the cost of a set: the name of a large set, or else the form."""
        if len(candidates) <= most_beyond(self.ranked, guesses=0):
            return self._space.form(candidates)
        return self._name(candidates).to_bytes(8, "little")

    def _reach(self) -> Reach:
        """Return the reach of the table without redundant pairs."""
        reach = {*self.ranked, *self.alone}
        return tuple(sorted((one for one in reach if not _is_covered(one, reach)), reverse=True))

    def _name(self, candidates: Places) -> int:
        """Return the name of a set of candidates; raise ``SharedName`` if another set has this
        name.
        """
        form = self._space.form(candidates)
        if form not in self._names:
            codes = self._space.digits[candidates]
            name = self._shape(candidates).name(codes)
            if not are_alike(self._named.setdefault(name, codes), codes, self.variant):
                raise SharedName(name)
            self._names[form] = name
        return self._names[form]

    def _shape(self, candidates: Places) -> Shape:
        return Shape(self._space.digits[candidates], self.variant.colors)

    def _states(self) -> Iterator[State]:
        """Yield one state of each shape within the reach."""
        level, met = [self._search.start()], set[int]()
        while level:
            yield from level
            level = [part for state in level for part in self._parts(state, met)]

    def _parts(self, state: State, met: set[int]) -> Iterator[State]:
        """Yield the parts of all guesses within the reach, unless their shape was met before."""
        beyond = most_beyond(self._reach(), len(state.past) + 1)
        if len(state.candidates) <= beyond:
            return
        for guess in self._space.distinct(self._all.copy(), state).tolist():
            for part in self._search.parts(state, guess):
                if len(part.candidates) > beyond:
                    number = self._name(part.candidates)
                    if number not in met:
                        met.add(number)
                        yield part

    def _row(self, state: State) -> TableRow:
        if len(state.candidates) > most_beyond(self.ranked, len(state.past)):
            return self._rank(state)
        total, kind = self._search.cost(state), 0
        if len(state.candidates) > self.best_of_more_than:
            guess = self._search.choose(state, total)
            [kind] = self._shape(state.candidates).kinds(self._space.digits[[guess]]).tolist()
        return self._above(state, total), kind, _NO_GUESSES

    def _rank(self, state: State) -> TableRow:
        """Return the table row of a state, with the totals of all guesses."""
        shape = self._shape(state.candidates)
        totals = self._totals(state, shape)
        useful = totals[totals != _NO_INFORMATION]
        best = int(useful.min())
        self._memory.learn(state, Bound(best, is_exact=True))
        kinds = shape.kinds(self._space.digits)
        pure = np.setdiff1d(kinds[totals == best], kinds[totals != best])
        kind = int((pure if len(pure) else kinds[totals == best]).min())
        return self._above(state, best), kind, np.bincount(useful - best)

    def _above(self, state: State, total: int) -> int:
        return total - least_total(self.variant, len(state.candidates))

    def _totals(self, state: State, shape: Shape) -> Costs:
        """Return the total of each guess; only one guess of each kind is searched."""
        branching = self._search.weigh(state).branching
        kinds, place = np.unique(shape.kinds(self._space.digits), return_inverse=True)
        found: list[set[int]] = [set() for _ in kinds]
        for guess in self._space.distinct(self._all.copy(), state):
            found[place[guess]].add(self._total(state, guess, branching))
        totals = np.array([min(some) for some in found])[place]
        for guess in self._all[np.array([len(some) > 1 for some in found])[place]]:
            totals[guess] = self._total(state, guess, branching)
        return totals

    def _total(self, state: State, guess: np.uint32, branching: int) -> int:
        [largest, *others] = self._space.split(int(guess), state.candidates).sizes
        if not others and largest == len(state.candidates):
            return _NO_INFORMATION
        return self._search.cost_of_guess(state, int(guess), branching, IMPOSSIBLE).cost


def _is_covered(one: tuple[int, int], reach: Set[tuple[int, int]]) -> bool:
    """Return whether another pair of a reach makes this pair redundant."""
    return any(more <= one[0] and most >= one[1] for more, most in reach - {one})


def are_alike(some: Digits, others: Digits, variant: Variant) -> bool:
    """Return whether an exchange of places and colors maps one set of codes to the other."""
    wanted = np.sort(places_of(others, variant))
    return len(some) == len(others) and any(
        np.array_equal(np.sort(places_of(renaming[some[:, order]], variant)), wanted)
        for order in permutations(range(variant.pegs))
        for renaming in _renamings(some[:, order], others, variant.colors)
    )


def _renamings(some: Digits, others: Digits, colors: int) -> Iterator[Digits]:
    """Yield the renamings of colors that keep the number of each color in each place."""
    counts = [
        [tuple((digits == color).sum(axis=0).tolist()) for color in range(colors)]
        for digits in (some, others)
    ]
    if sorted(counts[0]) != sorted(counts[1]):
        return
    kinds = [kind for kind in dict.fromkeys(counts[0]) if any(kind)]
    places = [[np.flatnonzero([one == kind for one in of]) for kind in kinds] for of in counts]
    for moved in product(*map(permutations, places[1])):
        renaming = np.zeros(colors, dtype=some.dtype)
        for origin, target in zip(places[0], moved, strict=True):
            renaming[origin] = target
        yield renaming
