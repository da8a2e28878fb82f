import numpy as np
import pytest
from hypothesis import given, strategies as st

from solver.rule.codes import Variant
from solver.rule.feedback import feedback, number, numbered_feedbacks
from solver.sets.arrays import all_codes, encode, encode_texts
from solver.sets.counting import compiled_count
from solver.sets.partitions import count_with_numpy, partition_sizes
from tests.solver.drawing import codes, variants

MINI = Variant(2, 4)
BOTH = pytest.mark.parametrize(
    "count",
    [count_with_numpy, pytest.param(compiled_count(), id="C")]
    if compiled_count()
    else [count_with_numpy],
)


@BOTH
@given(data=st.data())
def test_partition_sizes_count_the_candidates_with_each_feedback(count, data):
    variant = data.draw(variants())
    guesses = data.draw(st.lists(codes(variant), min_size=1, max_size=4))
    candidates = data.draw(st.lists(codes(variant), min_size=1, max_size=9))
    sizes = count(encode_texts(variant, *guesses), encode_texts(variant, *candidates))
    for row, guess in zip(sizes.tolist(), guesses, strict=True):
        expected = [0] * len(numbered_feedbacks(variant.pegs))
        for code in candidates:
            expected[number(feedback(guess, code))] += 1
        assert row == expected


@BOTH
def test_exchanging_guesses_and_candidates_gives_the_same_counts(count):
    variant = Variant(pegs=6, colors=7)
    codes, two = all_codes(variant), encode_texts(variant, "112233", "123456")
    of_all, of_two = count(codes, two), count(two, codes)
    assert of_two.sum(axis=1).tolist() == [7**6, 7**6]
    assert of_all.sum(axis=0).tolist() == of_two.sum(axis=0).tolist()
    assert of_all[-1].tolist() == count(codes[-1:], two)[0].tolist()


@pytest.mark.skipif(not compiled_count(), reason="needs the loop in C")
def test_the_loop_in_c_gets_bytes_and_refuses_codes_of_different_lengths():
    count, codes = compiled_count(), all_codes(MINI)
    wide = encode(codes.digits.astype(np.int64), MINI.colors)
    assert count(wide, codes).tolist() == count_with_numpy(wide, codes).tolist()
    for other in (all_codes(Variant(3, 2)), encode(np.zeros((1, 9), np.uint8), MINI.colors)):
        with pytest.raises(ValueError, match="2 to 8 pegs"):
            count(other, codes)


def test_first_guesses_have_the_published_largest_part(published):
    largest = published["first_guess_largest_class"]
    guesses = encode_texts(Variant(), *largest)
    sizes = partition_sizes(guesses, all_codes(Variant()))
    assert sizes.max(axis=1).tolist() == list(largest.values())
