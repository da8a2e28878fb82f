from hypothesis import example, given

from solver.arrays import all_codes
from solver.candidates import position_after
from solver.codes import Variant
from solver.equivalence import distinct_guesses
from solver.feedback import Feedback, Turn
from solver.partitions import partition_sizes
from tests.solver.drawing import games, variants


@given(games(variants(most_pegs=4, most_colors=6)))
@example((Variant(), "6666", [Turn("1122", Feedback(0, 0))]))
@example((Variant(4, 5, repeats=False), "1234", [Turn("5432", Feedback(0, 3))]))
def test_the_least_guess_of_every_partition_is_kept(game):
    variant, _, history = game
    position, codes = position_after(variant, history), all_codes(variant)
    least = {}
    for text, sizes in zip(
        variant.texts(codes.digits),
        partition_sizes(codes, position.candidates).tolist(),
        strict=True,
    ):
        least.setdefault(tuple(sizes), text)
    distinct = variant.texts(distinct_guesses(codes, position).digits)
    assert set(least.values()) <= set(distinct)
    assert distinct == sorted(distinct)


def test_few_guesses_of_a_large_board_differ_at_the_start():
    variant = Variant(pegs=6, colors=9)
    start = position_after(variant, [])
    distinct = variant.texts(distinct_guesses(all_codes(variant), start).digits)
    assert len(distinct) == 32
    assert {"111111", "112233", "112234", "123456"} <= set(distinct)
