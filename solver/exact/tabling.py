"""Making the table of a board: every guess of every position with many candidates, searched."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from itertools import chain
from typing import TypeAlias

import numpy as np

from solver.exact.bounds import IMPOSSIBLE, UNLIMITED, Bounds, Costs
from solver.exact.compiled import CompiledSpace
from solver.exact.memory import KnownCost, Memory
from solver.exact.search import Search
from solver.exact.space import Places, State
from solver.exact.tables import Reach, Table
from solver.positions.shapes import Shape, are_alike
from solver.rule.codes import Variant
from solver.sets.arrays import Codes, all_codes

# A total, a kind of guess and how many guesses take each total.
TableRow: TypeAlias = tuple[int, int, Costs]

_NOTHING_TOLD = -1
_NO_GUESSES = np.zeros(0, dtype=np.int64)
_QUICKLY_SEARCHED = 64  # candidates: the best guess among so few need not be kept
_EARLY = 2  # guesses: parts of positions after fewer are what players meet most


class SharedName(Exception):
    """Two sets have one name, though no exchange of places and colors maps one to the other."""


@dataclass
class Tabling:
    """The positions of a board with more candidates than some, after so many guesses at most.

    The totals of all guesses are found in each of them. Of larger positions behind the last guess
    the least total and a best guess are kept, and behind the first two the total of smaller ones,
    too. Raises ``SharedName`` if the names of two of them do not tell them apart.
    """

    variant: Variant
    more_than: int
    guesses: int = UNLIMITED
    behind_more_than: int = _QUICKLY_SEARCHED
    alone_more_than: int = UNLIMITED
    _rows: dict[int, TableRow] = field(default_factory=dict)
    _names: dict[bytes, int] = field(default_factory=dict)  # by form
    _named: dict[int, Codes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._space = CompiledSpace(self.variant)
        self._codes = all_codes(self.variant)
        self._all = np.arange(self.variant.size, dtype=np.uint32)
        self._memory = Memory(self._form)
        self._search = Search(self._space, Bounds(self.variant), self._memory)

    def table(self) -> Table:
        """Return the whole table."""
        states = sorted(self._states(), key=lambda state: len(state.candidates))
        for state in states:
            self._rank(state)
        for part in self._parts_alone(states):
            self._rows[self._name(part.candidates)] = self._alone(part)
        names = sorted(self._rows)
        totals, kinds, guesses = zip(*(self._rows[name] for name in names), strict=True)
        return Table(
            self.variant,
            self._reach(),
            np.array(names, dtype=np.uint64),
            np.array(totals, dtype=np.uint16),
            np.array(kinds, dtype=np.uint64),
            np.cumsum(list(map(len, guesses)), dtype=np.uint32),
            np.concatenate(guesses).astype(np.uint16),
        )

    def names(self) -> set[int]:
        """Return the names of all that the table will have, with no total found."""
        states = list(self._states())
        return {self._name(state.candidates) for state in chain(states, self._parts_alone(states))}

    def _form(self, candidates: Places) -> bytes:
        """The number of a large set, which all that look like it share; the form of a small one."""
        if len(candidates) <= self.more_than:
            return self._space.form(candidates)
        return self._name(candidates).to_bytes(8, "little")

    def _reach(self) -> Reach:
        """How many guesses may come before a position of some size that a table knows."""
        ranked = self.more_than, self.guesses
        last = self.behind_more_than, min(UNLIMITED, self.guesses + 1)
        reach = {ranked, last, (self.alone_more_than, _EARLY)}
        return tuple(sorted((one for one in reach if not _is_covered(one, reach)), reverse=True))

    def _name(self, candidates: Places) -> int:
        """The name of a set, which no other has that was ever named here."""
        form = self._space.form(candidates)
        if form not in self._names:
            codes = self._codes[candidates.astype(np.intp)]
            name = self._shape(candidates).name(codes.digits)
            if not are_alike(self._named.setdefault(name, codes), codes, self.variant.colors):
                raise SharedName(name)
            self._names[form] = name
        return self._names[form]

    def _shape(self, candidates: Places) -> Shape:
        return Shape(self._space.digits[candidates], self.variant.colors)

    def _states(self) -> Iterator[State]:
        """Yield one state of each shape, as far as the guesses reach."""
        level, met = [self._search.start()], set[int]()
        while level:
            yield from level
            level = [
                part
                for state in level
                if len(state.past) < self.guesses
                for part in self._parts(state, self.more_than, met)
            ]

    def _parts(self, state: State, more_than: int, met: set[int]) -> Iterator[State]:
        """Yield the parts of all guesses that look like none of those that were met."""
        for guess in self._space.distinct(self._all.copy(), state).tolist():
            for part in self._search.parts(state, guess):
                if len(part.candidates) > more_than:
                    number = self._name(part.candidates)
                    if number not in met:
                        met.add(number)
                        yield part

    def _parts_alone(self, states: list[State]) -> Iterator[State]:
        """Yield what lies behind the guesses of some states, as far as the least totals go."""
        met = {self._name(state.candidates) for state in states}
        early = [state for state in states if len(state.past) < _EARLY]
        for state in early:
            for part in self._parts(state, min(self.more_than, self.alone_more_than), met):
                yield part
                if len(part.past) < _EARLY:
                    early.append(part)
        for state in states:
            if len(state.past) == self.guesses >= _EARLY:
                yield from self._parts(state, self.behind_more_than, met)

    def _alone(self, state: State) -> TableRow:
        """The least total of a state, with a kind of guess that takes it if many are to compare."""
        total = self._search.cost(state)
        if len(state.candidates) <= _QUICKLY_SEARCHED:
            return total, 0, _NO_GUESSES
        guess = self._search.choose(state, total)
        [kind] = self._shape(state.candidates).kinds(self._space.digits[[guess]]).tolist()
        return total, kind, _NO_GUESSES

    def _rank(self, state: State) -> None:
        """Find the totals of all guesses in a state."""
        shape = self._shape(state.candidates)
        totals = self._totals(state, shape)
        telling = totals[totals != _NOTHING_TOLD]
        best = int(telling.min())
        self._memory.learn(state, KnownCost(best, is_exact=True))
        kinds = shape.kinds(self._space.digits)
        pure = np.setdiff1d(kinds[totals == best], kinds[totals != best])
        kind = int((pure if len(pure) else kinds[totals == best]).min())
        self._rows[self._name(state.candidates)] = best, kind, np.bincount(telling - best)

    def _totals(self, state: State, shape: Shape) -> Costs:
        """What each guess takes, one of each kind searched."""
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
        """What a guess takes in a state."""
        [largest, *others] = self._space.split(int(guess), state.candidates).sizes
        if not others and largest == len(state.candidates):
            return _NOTHING_TOLD
        guesses = np.array([guess])
        return next(self._search.costs_of_guesses(state, guesses, branching, IMPOSSIBLE))


def _is_covered(one: tuple[int, int], reach: Set[tuple[int, int]]) -> bool:
    """Whether all that one part of a reach tells of is told of by another."""
    return any(more <= one[0] and most >= one[1] for more, most in reach - {one})
