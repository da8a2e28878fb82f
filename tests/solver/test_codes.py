import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.arrays import all_codes
from solver.codes import InvalidCode, InvalidVariant, TooManyCodes, Variant
from tests.solver.drawing import codes, variants

CLASSIC = "a code is 4 of the symbols 123456"


@pytest.mark.parametrize(
    ("shape", "sentence"),
    [
        ((1, 6), "a code has 2 to 8 pegs, not 1"),
        ((9, 6), "a code has 2 to 8 pegs, not 9"),
        ((4, 1), "a game has 2 to 12 colors, not 1"),
        ((4, 13), "a game has 2 to 12 colors, not 13"),
        ((5, 4, False), "5 pegs without repeats need 5 colors, not 4"),
    ],
)
def test_a_variant_out_of_bounds_says_why(shape, sentence):
    with pytest.raises(InvalidVariant, match=f"^{sentence}$"):
        Variant(*shape)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", f"the code is empty; {CLASSIC}"),
        ("112", f"'112' has 3 pegs; {CLASSIC}"),
        ("11223", f"'11223' has 5 pegs; {CLASSIC}"),
        ("1127", f"'7' is not a color; {CLASSIC}"),
        ("112-", f"'-' is not a color; {CLASSIC}"),
        ("11\u0661\u0662", f"'\\u0661' is not a color; {CLASSIC}"),
        ("\uff11\uff11\uff12\uff12", f"'\\uff11' is not a color; {CLASSIC}"),
        ("1" * 10_000, f"10,000 symbols are too many; {CLASSIC}"),
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(text, sentence):
    with pytest.raises(InvalidCode) as refusal:
        Variant().parse(text)
    assert str(refusal.value) == sentence


def test_a_repeated_color_is_refused_where_colors_do_not_repeat():
    with pytest.raises(InvalidCode, match=r"^'1123' repeats a color; a code is 4 different ones"):
        Variant(repeats=False).parse("1123")


def test_spaces_and_lower_case_are_welcome():
    assert Variant(pegs=4, colors=12).parse(" a b\tC1\n") == "ABC1"


@given(st.data())
def test_parsing_inverts_formatting(data):
    variant = data.draw(variants())
    code = data.draw(codes(variant))
    assert variant.parse(code) == code
    assert variant.texts(variant.digits([code])) == [code]


@given(st.text())
def test_any_text_is_a_code_or_is_refused(text):
    try:
        code = Variant().parse(text)
    except InvalidCode:
        return
    assert len(code) == 4
    assert set(code) <= set("123456")


@given(variants(most_pegs=4, most_colors=7))
def test_all_codes_are_listed_once_in_order(variant):
    texts = variant.texts(all_codes(variant).digits)
    assert len(texts) == variant.size
    assert texts == sorted(set(texts))
    assert all(variant.parse(text) == text for text in texts)


def test_the_list_of_codes_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        all_codes(Variant()).digits[0, 0] = 1


def test_a_board_too_large_is_refused_before_it_is_listed():
    with pytest.raises(TooManyCodes, match=r"^429,981,696 codes are too many"):
        all_codes(Variant(pegs=8, colors=12))


def test_digits_are_places_in_the_alphabet():
    assert np.array_equal(Variant(colors=12).digits(["19AC"]), [[0, 8, 9, 11]])
