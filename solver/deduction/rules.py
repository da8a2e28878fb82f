"""The rules by which people draw conclusions; each rule counts claims.

"Row 2 has one black peg" means that at most one of its pegs is right and, on four pegs, that at
most three are wrong. Every rule is such a `Limit`: *at most n of these claims hold*. Once n of them
are found, the others are false; if more than n are found, that is a dead end. Each rule is sound by
itself, because its limit is true of every code that fits its rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, auto
from itertools import combinations

from solver.deduction.facts import Bits, Claims, Fact, Placed, claims
from solver.rule.codes import Variant
from solver.rule.feedback import Turn


class Rule(StrEnum):
    """The names of the rules, from easy to hard."""

    EMPTY_ROW = auto()  # the row has no key pegs, so none of its colors is in the code
    # every peg of the row earned a key peg, so the code has exactly the row's colors
    FULL_ROW = auto()
    NO_BLACK = auto()  # the row has no black pegs, so all its pegs are in wrong places
    TAKEN = auto()  # a place has only one color, so its other colors are excluded
    USED_UP = auto()  # if all pegs of a color are found, the color is nowhere else
    FOUND = auto()  # a color is in the code at least as often as it has known places
    ONLY_COLOR = auto()  # a place has this color, because all other colors are excluded
    ONLY_PLACES = auto()  # a color needs all places that are possible for it
    PLACES_LEFT = auto()  # the places possible for a color limit how often it is in the code
    BLACKS_FOUND = auto()  # all black pegs of the row are found, so its other pegs are wrong
    BLACKS_NEEDED = auto()  # only as many pegs of the row can be right as it has black pegs
    KEYS_FOUND = auto()  # all key pegs of the row are explained
    KEYS_NEEDED = auto()  # all colors that can earn key pegs are needed to earn them
    CODE_FULL = auto()  # the colors that were found fill the code
    CODE_NEEDED = auto()  # all colors that can be in the code are needed to fill it
    OTHERS_FOUND = auto()  # n pegs of the code have colors outside of the row, and all n are found
    OTHERS_NEEDED = auto()  # the code needs n colors outside of the row, and only n are possible
    NO_WHITE = auto()  # without white pegs, each color is missing or at a place of it in the row
    PLACES_COMPARED = auto()  # two rows differ by n blacks, from pegs that they do not share
    COLORS_COMPARED = auto()  # two rows differ by n keys, from colors that they do not share
    PLACES_TOGETHER = auto()  # the black pegs of two rows leave n places for other colors
    COLORS_TOGETHER = auto()  # the key pegs of two rows leave n pegs for other colors
    SUPPOSITION = auto()  # the opposite of the conclusion leads to a dead end


@dataclass(frozen=True)
class Limit:
    """Of the claims in ``members``, at most ``most`` hold in a code that fits the rows.

    Conclusions about places can have a rule of their own.
    """

    rule: Rule
    members: Bits
    most: int
    rows: tuple[int, ...] = ()  # row numbers, from 1
    rule_on_places: Rule | None = None

    def rule_for(self, fact: Fact) -> Rule:
        """Return the rule for a fact that follows from this limit."""
        return self.rule_on_places or self.rule if isinstance(fact, Placed) else self.rule


@dataclass(frozen=True)
class Clue:
    """A row as two sets of claims: its pegs are right, and its colors are in the code."""

    number: int  # row number, from 1
    pegs: Bits
    keys: Bits  # one claim for each key peg that the row could earn
    by_color: tuple[tuple[Bits, Bits], ...]  # pegs and keys of each color of the row
    black: int
    white: int


def limits(variant: Variant, history: Sequence[Turn]) -> list[Limit]:
    """Return all limits of a history, the easiest rule first."""
    known = claims(variant)
    clues = [_clue(known, number, turn) for number, turn in enumerate(history, start=1)]
    found = [*places(known), *colors(known), *code(known)]
    for clue in clues:
        found += [*blacks(known, clue), *keys(known, clue)]
        found += [*others(known, clue), *whites(known, clue)]
    for clue, other in combinations(clues, 2):
        found += [*compare_rows(known, clue, other), *together(known, clue, other)]
    useful = [limit for limit in found if limit.most < limit.members.bit_count()]
    order = list(Rule)
    return sorted(useful, key=lambda limit: order.index(limit.rule))


def places(known: Claims) -> Iterator[Limit]:
    """Yield the limits of places: each place has one color."""
    for place in range(known.variant.pegs):
        pegs = known.anything(place)
        yield Limit(Rule.TAKEN, pegs, 1)
        yield Limit(Rule.ONLY_COLOR, known.opposite(pegs), known.variant.colors - 1)


def colors(known: Claims) -> Iterator[Limit]:
    """Yield the limits of colors: a color is in the code as often as it is at places."""
    for color in range(known.variant.colors):
        at, often = known.everywhere(color), known.in_code(color, known.most_often)
        found = at | known.opposite(often)
        yield Limit(Rule.FOUND, found, known.most_often, rule_on_places=Rule.USED_UP)
        missing = known.opposite(at) | often
        yield Limit(Rule.PLACES_LEFT, missing, known.variant.pegs, rule_on_places=Rule.ONLY_PLACES)


def code(known: Claims) -> Iterator[Limit]:
    """Yield the limits of the code: the amounts of all colors fill it."""
    pegs = known.variant.pegs
    yield Limit(Rule.CODE_FULL, known.amounts, pegs)
    others = known.amounts.bit_count() - pegs
    yield Limit(Rule.CODE_NEEDED, known.opposite(known.amounts), others)


def blacks(known: Claims, clue: Clue) -> Iterator[Limit]:
    """Yield the limits of black pegs: how many pegs of the row are at the right place."""
    found = Rule.BLACKS_FOUND if clue.black else Rule.NO_BLACK
    yield Limit(found, clue.pegs, clue.black, (clue.number,))
    wrong = clue.pegs.bit_count() - clue.black
    yield Limit(Rule.BLACKS_NEEDED, known.opposite(clue.pegs), wrong, (clue.number,))


def keys(known: Claims, clue: Clue) -> Iterator[Limit]:
    """Yield the limits of key pegs, which count the colors that row and code share."""
    count = clue.black + clue.white
    missing = clue.keys.bit_count() - count
    yield Limit(Rule.KEYS_FOUND if count else Rule.EMPTY_ROW, clue.keys, count, (clue.number,))
    is_full = count == known.variant.pegs
    needed = Rule.FULL_ROW if is_full else Rule.KEYS_NEEDED
    yield Limit(needed, known.opposite(clue.keys), missing, (clue.number,))


def others(known: Claims, clue: Clue) -> Iterator[Limit]:
    """Yield the limits of the code's pegs for which the row gets no key peg."""
    rest = known.amounts ^ clue.keys
    count = known.variant.pegs - clue.black - clue.white
    yield Limit(Rule.OTHERS_FOUND if count else Rule.FULL_ROW, rest, count, (clue.number,))
    missing = rest.bit_count() - count
    yield Limit(Rule.OTHERS_NEEDED, known.opposite(rest), missing, (clue.number,))


def whites(known: Claims, clue: Clue) -> Iterator[Limit]:
    """Yield the limits of a row without white pegs.

    The code has each color of the row only where the row has it.
    """
    for pegs, amounts in clue.by_color if not clue.white else ():
        members = amounts | known.opposite(pegs)
        yield Limit(Rule.NO_WHITE, members, pegs.bit_count(), (clue.number,))


def compare_rows(known: Claims, clue: Clue, other: Clue) -> Iterator[Limit]:
    """Yield the limits from two rows: only pegs that they do not share explain a difference."""
    black = clue.black - other.black
    key = black + clue.white - other.white
    rows = (clue.number, other.number)
    if clue.pegs & other.pegs:
        yield from _difference(known, Rule.PLACES_COMPARED, clue.pegs, other.pegs, black, rows)
    if clue.keys & other.keys:
        yield from _difference(known, Rule.COLORS_COMPARED, clue.keys, other.keys, key, rows)


def together(known: Claims, clue: Clue, other: Clue) -> Iterator[Limit]:
    """Yield the limits from adding up two rows, on pegs of the code that are in neither row.

    Pegs that are in both rows count twice.
    """
    black = clue.black + other.black
    key = black + clue.white + other.white
    rows = (clue.number, other.number)
    rest, shared = known.places & ~(clue.pegs | other.pegs), clue.pegs & other.pegs
    yield from _balance(known, Rule.PLACES_TOGETHER, rest, shared, black, rows)
    rest, shared = known.amounts & ~(clue.keys | other.keys), clue.keys & other.keys
    yield from _balance(known, Rule.COLORS_TOGETHER, rest, shared, key, rows)


def _difference(
    known: Claims, rule: Rule, first: Bits, second: Bits, more: int, rows: tuple[int, ...]
) -> Iterator[Limit]:
    """Yield the limits that follow if ``first`` has ``more`` more true claims than ``second``.

    Claims in both sets cancel out.
    """
    alone, other = first & ~second, second & ~first
    yield Limit(rule, alone | known.opposite(other), more + other.bit_count(), rows)
    yield Limit(rule, known.opposite(alone) | other, alone.bit_count() - more, rows)


def _balance(
    known: Claims, rule: Rule, rest: Bits, shared: Bits, keys: int, rows: tuple[int, ...]
) -> Iterator[Limit]:
    """Yield the limits on the number of true claims in ``rest``.

    This number is the code's pegs minus ``keys``, plus the true claims in ``shared``.
    """
    left = known.variant.pegs - keys
    yield Limit(rule, rest | known.opposite(shared), left + shared.bit_count(), rows)
    yield Limit(rule, known.opposite(rest) | shared, rest.bit_count() - left, rows)


def _clue(known: Claims, number: int, turn: Turn) -> Clue:
    symbols = known.variant.symbols
    digits = [symbols.index(symbol) for symbol in turn.guess]
    pegs = sum(known.at(place, color) for place, color in enumerate(digits))
    by_color = tuple(
        (pegs & known.everywhere(color), known.in_code(color, count))
        for color, count in Counter(digits).items()
    )
    return Clue(number, pegs, sum(often for _, often in by_color), by_color, *turn.feedback)
