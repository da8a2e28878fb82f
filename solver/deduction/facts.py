"""Statements about a code: facts as people say them, and claims as bits of a number.

A person thinks of two things: which colors are possible at each place, and the least and greatest
number of pegs of each color. Both are yes-or-no claims: "color c is at place p" and "color c is
in the code at least n times". Every claim and every opposite has a bit. So all knowledge is one
number, and a rule can count its bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from solver.rule.codes import Code, Variant

Bits: TypeAlias = int  # a set of claims, one per bit


@dataclass(frozen=True)
class Placed:
    """The fact that a color is or is not at a place (from 1)."""

    place: int
    color: str
    holds: bool

    def is_true_of(self, code: Code) -> bool:
        """Return whether the fact is true of a code.

        >>> Placed(1, "3", holds=False).is_true_of("1322")
        True
        """
        return (code[self.place - 1] == self.color) == self.holds


@dataclass(frozen=True)
class Amount:
    """The fact that a color is in the code ``least`` to ``most`` times."""

    color: str
    least: int
    most: int

    def is_true_of(self, code: Code) -> bool:
        """Return whether the fact is true of a code.

        >>> Amount("2", least=1, most=4).is_true_of("1322")
        True
        """
        return self.least <= code.count(self.color) <= self.most


Fact: TypeAlias = Placed | Amount


def each(bits: Bits) -> Iterator[Bits]:
    """Yield each claim of a set, from the lowest bit on."""
    while bits:
        lowest = bits & -bits
        yield lowest
        bits ^= lowest


class Claims:
    """The bits of all claims about the codes of a variant.

    Claims about places come first, then claims about amounts, then all opposites in this order.
    The amounts of a color have adjacent bits, so a shift by n bits makes "at least m + n times" of
    "at least m times".
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.most_often = variant.pegs if variant.repeats else 1
        self._amounts_from = variant.pegs * variant.colors
        self.half = self._amounts_from + variant.colors * self.most_often
        self._positive = (1 << self.half) - 1
        self.places = (1 << self._amounts_from) - 1
        self.amounts = self._positive ^ self.places
        self.all = (1 << 2 * self.half) - 1
        self.facts = {bit: self._fact(bit) for bit in each(self.all)}
        # "at least 3 times" implies "at least 2", and "not twice" implies "not 3 times"
        self.implied = {bit: self._chain(bit) & (2 * bit - 1) for bit in each(self._positive)}
        self.implied |= {
            bit << self.half: self.opposite(self._chain(bit) & -bit) for bit in each(self._positive)
        }
        # the claims on amounts that imply at least n weaker claims, for each n
        times = range(self.most_often + 1)
        self.steps_up = [self.amounts ^ self._all_in_code(count) for count in times]
        self.steps_down = [self.opposite(self._all_in_code(count)) for count in reversed(times)]

    def at(self, place: int, color: int) -> Bits:
        """Return the claim that a color is at a place, both counted from 0."""
        return 1 << place * self.variant.colors + color

    def in_code(self, color: int, times: int) -> Bits:
        """Return the claims "at least once", …, "at least ``times``" for a color."""
        each_time = (1 << min(times, self.most_often)) - 1
        return each_time << self._amounts_from + color * self.most_often

    def everywhere(self, color: int) -> Bits:
        """Return the claims that a color is at a place, one for each place."""
        return sum(self.at(place, color) for place in range(self.variant.pegs))

    def anything(self, place: int) -> Bits:
        """Return all claims about one place, one for each color."""
        return sum(self.at(place, color) for color in range(self.variant.colors))

    def opposite(self, bits: Bits) -> Bits:
        """Return the opposites of all claims of a set."""
        return bits >> self.half | (bits & self._positive) << self.half

    def strongest(self, bits: Bits) -> Bits:
        """Return the claims of a set that no other claim of the set implies."""
        kept = bits
        for bit in each(bits & ~(self.places | self.places << self.half)):
            kept &= ~self.implied[bit] | bit
        return kept

    def bits_of(self, fact: Fact) -> Bits:
        """Return the strongest claims of a fact, without claims that always hold."""
        color = self.variant.symbols.index(fact.color)
        if isinstance(fact, Placed):
            bit = self.at(fact.place - 1, color)
            return bit if fact.holds else self.opposite(bit)
        bits = 0
        if fact.least:
            bits = self.in_code(color, fact.least) ^ self.in_code(color, fact.least - 1)
        if fact.most < self.most_often:
            next_one = self.in_code(color, fact.most + 1) ^ self.in_code(color, fact.most)
            bits |= self.opposite(next_one)
        return bits

    def true_of(self, code: Code) -> Bits:
        """Return all claims that are true of a code."""
        symbols = self.variant.symbols
        true = sum(self.at(place, symbols.index(symbol)) for place, symbol in enumerate(code))
        true |= sum(self.in_code(color, code.count(one)) for color, one in enumerate(symbols))
        return true | self.opposite((self.places | self.amounts) & ~true)

    def _fact(self, bit: Bits) -> Fact:
        """Return the fact that a claim states."""
        holds = bit <= self._positive
        number = (bit if holds else self.opposite(bit)).bit_length() - 1
        symbols = self.variant.symbols
        if number < self._amounts_from:
            place, color = divmod(number, self.variant.colors)
            return Placed(place + 1, symbols[color], holds)
        color, times = divmod(number - self._amounts_from, self.most_often)
        if holds:
            return Amount(symbols[color], times + 1, self.most_often)
        return Amount(symbols[color], 0, times)

    def _chain(self, bit: Bits) -> Bits:
        """Return all claims about the same amount; for a claim about a place, only this claim."""
        if bit & self.places:
            return bit
        color = (bit.bit_length() - 1 - self._amounts_from) // self.most_often
        return self.in_code(color, self.most_often)

    def _all_in_code(self, times: int) -> Bits:
        """Return the claims "at least once", …, "at least ``times``" for every color."""
        return sum(self.in_code(color, times) for color in range(self.variant.colors))


claims = lru_cache(maxsize=16)(Claims)
