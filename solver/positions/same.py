"""Whether two histories are one position, however they are written.

A position is what is still possible. So codes are compared and not turns: a turn may be replaced
by another that says the same, and the order makes no difference. Boards too large to be listed
are compared by samples of what is possible, and by their turns where nothing else is left.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from solver.positions.shapes import Shape
from solver.rule.codes import Digits, Variant
from solver.rule.feedback import Feedback, Turn, feedback, number
from solver.sets.arrays import Flags, all_codes, encoded, feedback_numbers
from solver.sets.sampling import MOST_LISTED, drawn_candidates

LEFT_OUT = 2  # turns, at most, without which a position is still taken for the same
LEAST_TURNS = 2  # of a game that have to be shared: what one answer leads to is open to everybody

_TELLING = 12  # codes: unlike sets of fewer are too often alike but for names
_SAMPLE = 64  # candidates stand for all of them on a board too large to be listed
_ROUNDS = 4  # of telling cells apart by what they are met with: more find nothing new


def knows(variant: Variant, told: Sequence[Turn], game: Sequence[Turn]) -> bool:
    """Return whether somebody who knows some turns knows all that a game shows.

    That is so if those of the turns that hold for every code of the game leave no other code.
    It is as strict as can be without missing any: no other of the turns can be among those that
    say what the game says, so anyone who was told the same in other words, and more, is found, and
    anyone who was only told something that happens to leave fewer codes is not.

    >>> spoken = [Turn("1122", feedback("1122", "1314")), Turn("5566", feedback("5566", "1314"))]
    >>> knows(Variant(), spoken, spoken[:1]), knows(Variant(), spoken[1:], spoken[:1])
    (True, False)
    """
    if variant.size > MOST_LISTED:
        if set(game) <= set(told):
            return True
        possible = _drawn(variant, tuple(game))
        implied = tuple(turn for turn in told if _all_fit(possible, turn))
        return bool(implied) and all(_all_fit(_drawn(variant, implied), turn) for turn in game)
    fits = _fit_all(variant, game)
    masks = (_fit(variant, turn) for turn in dict.fromkeys(told))
    implied_masks = [mask for mask in masks if mask[fits].all()]
    return bool(np.array_equal(np.all([np.ones_like(fits), *implied_masks], axis=0), fits))


def resembles(
    variant: Variant, told: Sequence[Turn], game: Sequence[Turn], board: Variant | None = None
) -> bool:
    """Return whether some turns lead to nearly the position of a game.

    With up to ``LEFT_OUT`` turns left out of either they leave the same codes; or as many as
    ``_TELLING`` or more, the same but for an exchange of colors and of places; or they are the
    same turns but for such an exchange. ``LEAST_TURNS`` different turns of the game have to be in
    what is compared. It never misses such a position; very rarely it finds another.

    The game may be on another ``board``: with more colors, of which answers rule some out, with
    fewer, once answers have ruled out the others, or with fewer or more pegs, of which
    some are certain.

    >>> resembles(Variant(), *([Turn(code, feedback(code, "1314"))
    ...     for code in codes] for codes in (["1122", "5566"], ["5566", "1122", "3456"])))
    True
    """
    told, game, board = list(dict.fromkeys(told)), list(dict.fromkeys(game)), board or variant
    if len(game) < LEAST_TURNS or not told:
        return False
    if variant.pegs >= board.pegs and any(
        _are_outlined_alike(turns, game) for turns in _inside(told, board.pegs)
    ):
        return True
    if max(variant.size, board.size) > MOST_LISTED:
        return False
    if variant.pegs != board.pegs:
        return _are_nested(variant, told, board, game)
    if _leave_alike(Shortened(variant, told, 1), Shortened(board, game, LEAST_TURNS)):
        return True
    colors, repeats = max(variant.colors, board.colors), variant.repeats or board.repeats
    common = Variant(variant.pegs, colors, repeats)
    return variant != board and common.size <= MOST_LISTED and resembles(common, told, game)


class Shortened:
    """Some turns with a few of them left out, and at least some kept: what is possible then."""

    def __init__(self, variant: Variant, turns: Sequence[Turn], least: int) -> None:
        self.variant, self.turns = variant, turns
        self.fits = np.array([_fit(variant, turn) for turn in turns])
        self.most = min(LEFT_OUT, len(turns) - least)

    def sizes(self) -> dict[tuple[int, ...], int]:
        """Return for all that may be left out how many codes are possible without it."""
        against = len(self.turns) - self.fits.sum(axis=0)
        none = int((against == 0).sum())
        found: dict[tuple[int, ...], int] = {(): none}
        one = (~self.fits[:, against == 1]).sum(axis=1).tolist()
        two = (~self.fits[:, against == 2]).astype(np.float32)
        both = (two @ two.T).astype(int).tolist()
        if self.most >= 1:
            found |= {(turn,): none + few for turn, few in enumerate(one)}
        for first, second in combinations(range(len(self.turns)), 2) if self.most >= 2 else ():
            found[first, second] = none + one[first] + one[second] + both[first][second]
        return found

    def sets(self, sizes: set[int]) -> dict[bytes, Digits]:
        """Return the codes that are possible where they are one of these numbers."""
        found: dict[bytes, Digits] = {}
        for left_out, size in self.sizes().items():
            if size in sizes:
                fits: Flags = np.all(np.delete(self.fits, left_out, axis=0), axis=0)
                digits = all_codes(self.variant).digits[fits]
                found[digits.tobytes()] = digits
        return found


def _leave_alike(some: Shortened, others: Shortened) -> bool:
    """Whether both leave the same codes with a few turns left out, or many of the same shape."""
    shared = {*some.sizes().values()} & {*others.sizes().values()} - {0}
    if not shared:
        return False
    colors = max(some.variant.colors, others.variant.colors)
    return _are_alike(some.sets(shared), others.sets(shared), colors)


def _are_alike(sets: dict[bytes, Digits], other_sets: dict[bytes, Digits], colors: int) -> bool:
    """Whether two of the sets are the same, or large and of the same shape."""
    if not sets.keys().isdisjoint(other_sets):
        return True
    shapes, other_shapes = (
        {Shape(digits, colors).number for digits in found.values() if len(digits) >= _TELLING}
        for found in (sets, other_sets)
    )
    return not shapes.isdisjoint(other_shapes)


def _are_nested(
    variant: Variant, told: Sequence[Turn], board: Variant, game: Sequence[Turn]
) -> bool:
    """Whether a game is inside of what some turns say of a larger board, or the other way round."""
    if variant.pegs < board.pegs:
        digits = _possible(board, game)
        return _is_inlaid(Shortened(variant, told, 1), digits, _open_places(digits, variant.pegs))
    small, places = Shortened(board, game, LEAST_TURNS), range(variant.pegs)
    alike = Shortened(variant, told, 1).sets({*small.sizes().values()} - {0}).values()
    return any(
        _is_inlaid(small, digits, combinations(places, board.pegs))
        for digits in (_possible(variant, told), *alike)
    )


def _is_inlaid(small: Shortened, digits: Digits, where: Iterable[Sequence[int]]) -> bool:
    """Whether some places of these longer codes take what is possible on a smaller board.

    The other places may be certain, as when somebody fills a game up with a peg they made up, or
    open: what is compared is all that the places in question can be.
    """
    sizes, pegs = {*small.sizes().values()} - {0}, small.variant.pegs
    colors = max(small.variant.colors, int(digits.max(initial=0)) + 1)
    powers = colors ** np.arange(pegs)[::-1]
    inlaid: dict[bytes, Digits] = {}
    for places in where:
        is_met = np.zeros(colors**pegs, dtype=bool)
        is_met[digits[:, places] @ powers] = True
        if int(is_met.sum()) in sizes:
            met = (np.flatnonzero(is_met)[:, None] // powers % colors).astype(digits.dtype)
            inlaid[met.tobytes()] = met
    return bool(inlaid) and _are_alike(small.sets({*map(len, inlaid.values())}), inlaid, colors)


def _possible(variant: Variant, turns: Sequence[Turn]) -> Digits:
    return all_codes(variant).digits[_fit_all(variant, turns)]


def _open_places(digits: Digits, pegs: int) -> list[tuple[int, ...]]:
    """This many places, among them all at which codes differ: none if they cannot be so few."""
    is_open = (digits != digits[:1]).any(axis=0)
    some, certain = np.flatnonzero(is_open).tolist(), np.flatnonzero(~is_open).tolist()
    if not 0 < len(some) <= pegs:
        return []
    return [tuple(sorted([*some, *kept])) for kept in combinations(certain, pegs - len(some))]


def _are_outlined_alike(told: Sequence[Turn], game: Sequence[Turn]) -> bool:
    """Whether the turns, a few left out of either, differ only in the names of colors and places.

    Most are told apart by their answers and by how often a guess repeats its colors.
    """
    of_told, of_game = (_without_some(turns) for turns in (told, game))
    common = {*map(_traits, of_told)} & {*map(_traits, of_game)}
    if not common:
        return False
    outlines = (
        {_outline(turns) for turns in some if _traits(turns) in common}
        for some in (of_told, of_game)
    )
    return not next(outlines).isdisjoint(next(outlines))


def _inside(turns: Sequence[Turn], pegs: int) -> Iterator[list[Turn]]:
    """Yield turns as they are on this many of their places, where the others are always right.

    So they are if somebody fills a game up with pegs of their own: of one color at each place.
    """
    more = len(turns[0].guess) - pegs
    for filled in combinations(range(len(turns[0].guess)), more):
        by_fill: dict[str, list[Turn]] = defaultdict(list)
        for guess, (black, white) in turns:
            if black >= more:
                rest = "".join(color for place, color in enumerate(guess) if place not in filled)
                fill = "".join(guess[place] for place in filled)
                by_fill[fill].append(Turn(rest, Feedback(black - more, white)))
        yield from by_fill.values()


def _without_some(turns: Sequence[Turn]) -> list[tuple[Turn, ...]]:
    """Turns with up to a few left out, but so many that they tell something."""
    return [
        kept
        for left_out in range(min(LEFT_OUT, len(turns) - LEAST_TURNS) + 1)
        for kept in combinations(turns, len(turns) - left_out)
    ]


def _traits(turns: Sequence[Turn]) -> tuple[object, ...]:
    """What no exchange of colors or places changes of turns, each by itself."""
    return tuple(sorted((turn.feedback, *sorted(Counter(turn.guess).values())) for turn in turns))


def _outline(turns: Sequence[Turn]) -> int:
    """A number of turns as they are written, whatever their colors and places are called."""
    guesses = [tuple(enumerate(turn.guess)) for turn in turns]
    cells = {cell for guess in guesses for cell in guess}
    of_turns = [hash(turn.feedback) for turn in turns]
    of_places = dict.fromkeys(range(len(guesses[0])), 0)
    of_colors = dict.fromkeys((color for _, color in cells), 0)
    for _ in range(_ROUNDS):
        of_cells = {
            (place, color): _hashed(
                (of_places[place], of_colors[color]),
                (of_turns[turn] for turn, guess in enumerate(guesses) if (place, color) in guess),
            )
            for place, color in cells
        }
        of_turns = [
            _hashed(of_turns[turn], (of_cells[cell] for cell in guess))
            for turn, guess in enumerate(guesses)
        ]
        of_places = {
            place: _hashed(was, (label for cell, label in of_cells.items() if cell[0] == place))
            for place, was in of_places.items()
        }
        of_colors = {
            color: _hashed(was, (label for cell, label in of_cells.items() if cell[1] == color))
            for color, was in of_colors.items()
        }
    return _hashed(0, of_turns)


def _hashed(was: int | tuple[int, int], met: Iterable[int]) -> int:
    """A number of what something was and of what it is met with, in whatever order."""
    return hash((was, *sorted(met)))


def _fit(variant: Variant, turn: Turn) -> Flags:
    """Which codes of the board a turn leaves possible."""
    [numbers] = feedback_numbers(encoded(variant, turn.guess), all_codes(variant))
    fit: Flags = numbers == number(turn.feedback)
    return fit


def _fit_all(variant: Variant, turns: Sequence[Turn]) -> Flags:
    fits = np.ones(variant.size, dtype=bool)
    for turn in turns:
        fits &= _fit(variant, turn)
    return fits


@lru_cache(maxsize=64)
def _drawn(variant: Variant, turns: tuple[Turn, ...]) -> list[str]:
    """Some of the candidates, the same ones every time."""
    return variant.texts(drawn_candidates(variant, turns, _SAMPLE))


def _all_fit(codes: Sequence[str], turn: Turn) -> bool:
    return all(feedback(turn.guess, code) == turn.feedback for code in codes)
