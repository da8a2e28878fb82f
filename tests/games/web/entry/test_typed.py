"""Typed codes are understood as players mean them."""

from hypothesis import given, strategies as st

from games.catalog.colors import COLOR_NAMES
from games.catalog.rules import PRESETS
from games.web.entry.typed import symbols_of
from tests.cast import form_of, play

GIANT = PRESETS["giant"].variant


@given(st.text("123456789ABC", min_size=1, max_size=8))
def test_typed_symbols_are_read_unchanged(code):
    assert symbols_of(code, GIANT) == code
    assert symbols_of(" ".join(code), GIANT) == code


@given(st.lists(st.sampled_from(list(COLOR_NAMES)), min_size=1, max_size=8))
def test_typed_names_of_colors_are_read_as_their_symbols(symbols):
    names = ", ".join(str(COLOR_NAMES[symbol]) for symbol in symbols)
    assert symbols_of(names, GIANT) == "".join(symbols)


@given(st.text(max_size=20))
def test_no_typed_text_causes_an_error(text):
    assert isinstance(symbols_of(text, GIANT), str)


TYPED = [
    *("\uff11\uff11\uff14\uff14", "١١٤٤", "1,1,4,4", "1-1 4/4", "1–1—4\u20114"),
    *("\u200f11\u200b44\u2069\ufeff", "1️⃣1️⃣4️⃣4️⃣", "red red sky sky", "r r s s", "RRSS"),
]


def test_a_typed_guess_is_understood(client, game):
    play(client, game, *TYPED)
    assert [guess.code for guess in game.guesses.all()] == ["1144"] * len(TYPED)


def test_no_title_of_a_form_comes_from_django(client, game):
    sent = form_of(client, game) | {"code": "1122", "sure": "red" * 99}
    page = client.post(game.get_absolute_url(), sent).text
    assert "Ensure this value" not in page
