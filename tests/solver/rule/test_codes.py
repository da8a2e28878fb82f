import numpy as np
import pytest
from hypothesis import given, strategies as st

from solver.rule.codes import SYMBOLS, Variant
from solver.rule.errors import InvalidCode, InvalidVariant, Kind, TooManyCodes
from solver.sets.arrays import all_codes
from tests.solver.drawing import codes, variants


@pytest.mark.parametrize(
    ("shape", "kind", "bounds"),
    [
        ((1, 6), Kind.PEGS_OUT_OF_RANGE, (2, 8)),
        ((9, 6), Kind.PEGS_OUT_OF_RANGE, (2, 8)),
        ((4, 1), Kind.COLORS_OUT_OF_RANGE, (2, 12)),
        ((4, 13), Kind.COLORS_OUT_OF_RANGE, (2, 12)),
        ((5, 4, False), Kind.TOO_FEW_COLORS, (5, 12)),
    ],
)
def test_the_error_for_an_invalid_variant_gives_the_kind_and_the_bounds(shape, kind, bounds):
    with pytest.raises(InvalidVariant) as refusal:
        Variant(*shape)
    error = refusal.value
    assert (error.pegs, error.colors) == shape[:2]
    assert (error.kind, error.least, error.most) == (kind, *bounds)


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        (" ", Kind.EMPTY_CODE, "the code is empty"),
        ("112", Kind.WRONG_LENGTH, "'112' has 3 pegs"),
        ("1 1 2 2 3", Kind.WRONG_LENGTH, "'11223' has 5 pegs"),
        ("1127", Kind.NOT_A_COLOR, "'7' is not a color"),
        ("112-", Kind.NOT_A_COLOR, "'-' is not a color"),
        ("1a22", Kind.NOT_A_COLOR, "'A' is not a color"),
        ("11\u0661\u0662", Kind.NOT_A_COLOR, "'\\u0661' is not a color"),
        ("\uff11\uff11\uff12\uff12", Kind.NOT_A_COLOR, "'\\uff11' is not a color"),
        ("1" * 24, Kind.WRONG_LENGTH, f"'{'1' * 24}' has 24 pegs"),
        ("1" * 25, Kind.TOO_MANY_SYMBOLS, "25 symbols are too many"),
    ],
)
def test_a_malformed_code_is_refused_with_a_sentence(text, kind, sentence):
    with pytest.raises(InvalidCode) as refusal:
        Variant().parse(text)
    assert refusal.value.kind == kind
    assert str(refusal.value) == f"{sentence}; a code is 4 of the symbols 123456"


def test_a_variant_made_of_numpy_integers_has_the_right_size():
    assert Variant(np.uint8(8), np.uint8(12)).size == 12**8
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        Variant(pegs=4.0)


def test_a_repeated_color_is_refused_in_a_variant_without_repeats():
    with pytest.raises(InvalidCode, match=r"^'1123' repeats a color; a code is 4 different ones"):
        Variant(repeats=False).parse("1123")


@given(st.data())
def test_parsing_the_text_of_a_variant_or_code_gives_the_variant_or_code(data):
    variant = data.draw(variants())
    code = data.draw(codes(variant))
    assert Variant.named(variant.name) == variant
    assert variant.parse(code) == code
    assert variant.texts(variant.digits([code])) == [code]


# Letters with ASCII capitals, and characters that Python reads as digits.
ODD = "\u00df\u0131\u017f\u01f0\u1e96\ufb00\u0661\u00b2\uff11\u0967"


@given(variants(), st.text(st.sampled_from(SYMBOLS + "abcd -\t" + ODD) | st.characters()))
def test_parse_returns_a_code_in_ascii_or_raises_an_error_that_names_the_text(variant, text):
    written = "".join(letter for letter in text if not letter.isspace())
    code = "".join(letter.upper() if letter.isascii() else letter for letter in written)
    is_code = (
        len(code) == variant.pegs
        and set(code) <= set(variant.symbols)
        and (variant.repeats or len(set(code)) == variant.pegs)
    )
    if is_code:
        assert variant.parse(text) == code
    else:
        with pytest.raises(InvalidCode) as refusal:
            variant.parse(text)
        assert refusal.value.text == code


@given(variants(most_pegs=4, most_colors=7))
def test_all_codes_are_listed_in_order_and_only_once(variant):
    texts = variant.texts(all_codes(variant).digits)
    assert len(texts) == variant.size
    assert texts == sorted(set(texts))
    assert all(variant.parse(text) == text for text in texts)


def test_the_list_of_codes_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        all_codes(Variant()).digits[0, 0] = 1


def test_a_variant_that_is_too_large_has_no_list_of_codes():
    with pytest.raises(TooManyCodes) as refusal:
        all_codes(Variant(pegs=8, colors=12))
    assert refusal.value.kind == Kind.TOO_MANY_TO_LIST
    assert (refusal.value.codes, refusal.value.most) == (12**8, 2**20)
