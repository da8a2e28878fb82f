from itertools import permutations

import pytest
from hypothesis import example, given

from solver.positions.candidates import Position, position_after
from solver.positions.equivalence import Symmetries, distinct_guesses
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn
from solver.sets.arrays import all_codes
from solver.sets.partitions import partition_sizes
from tests.solver.drawing import games, variants


@given(games(variants(most_pegs=4, most_colors=6)))
@example((Variant(), "6666", [Turn("1122", Feedback(0, 0))]))
@example((Variant(4, 5, repeats=False), "1234", [Turn("5432", Feedback(0, 3))]))
def test_distinct_guesses_include_the_lowest_guess_of_every_partition(game):
    variant, _, history = game
    position, codes = position_after(variant, history), all_codes(variant)
    least = {}
    for text, sizes in zip(
        variant.texts(codes.digits),
        partition_sizes(codes, position.candidates).tolist(),
        strict=True,
    ):
        least.setdefault(tuple(sizes), text)
    distinct = variant.texts(distinct_guesses(position).digits)
    assert set(least.values()) <= set(distinct)
    assert distinct == sorted(distinct)


def test_only_32_first_guesses_of_a_large_board_are_distinct():
    variant = Variant(pegs=6, colors=9)
    start = position_after(variant, [])
    distinct = variant.texts(distinct_guesses(start).digits)
    assert len(distinct) == 32
    assert {"111111", "112233", "112234", "123456"} <= set(distinct)


@pytest.mark.parametrize("past", [[], ["112"], ["123", "214"], ["112", "234"], ["111", "123"]])
def test_two_guesses_share_a_name_only_if_an_exchange_maps_them_to_each_other(past):
    """The test tries all exchanges of three places and four colors."""
    variant = Variant(pegs=3, colors=4)

    def exchange_in(code, places, colors):
        return "".join(colors["1234".index(code[place])] for place in places)

    exchanges = [
        (places, colors)
        for places in permutations(range(3))
        for colors in permutations("1234")
        if all(exchange_in(code, places, colors) == code for code in past)
    ]
    # Any feedback will do for this test.
    history = tuple(Turn(code, Feedback(0, 0)) for code in past)
    symmetries = Symmetries(Position(variant, history, all_codes(variant), variant.size))
    codes = all_codes(variant).digits
    names = dict(zip(variant.texts(codes), symmetries.names(codes).tolist(), strict=True))
    for digits in codes:
        [code] = variant.texts(digits[None])
        images = {exchange_in(code, *exchange) for exchange in exchanges}
        assert images == {
            other for other, name in names.items() if name in symmetries.images(digits)
        }
