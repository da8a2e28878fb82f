"""Parse typed codes, with digits of any script, separators and names of colors."""

import re
import unicodedata
from collections.abc import Iterator

from games.catalog.colors import COLOR_NAMES
from games.web.entry.row import EMPTY
from solver.rule.codes import Code, Variant

# Codes can contain dashes, and invisible characters of copied text such as direction marks.
SEPARATORS = re.compile(
    r"[\s,;:/|+_\-\u00ad\u061c\u200b-\u2015\u202a-\u202e\u2060-\u2069\u20e3\ufe0f\ufeff]+"
)
LONGEST = 80  # maximum number of characters in the field; longer texts are not read
SHORTEST_NAME = 3  # in letters; a shorter word is read as separate letters, not as a color


def symbols_of(text: str, variant: Variant) -> Code:
    """Return a typed code as symbols; unknown words stay as they are for the error message.

    A symbol of the game means itself. Any other letter means the first color whose name starts with
    it.

    >>> symbols_of("١,١,٢,٢", Variant())
    '1122'
    >>> symbols_of("red, Red sky ROSE", Variant()), symbols_of("r r s s", Variant())
    ('1146', '1144')
    >>> symbols_of("11x9", Variant())
    '11x9'
    """
    # codes from pages already have this form
    if set(text) <= set(variant.symbols) or len(text) > LONGEST:
        return text
    words = SEPARATORS.split(unicodedata.normalize("NFKC", text)[:LONGEST])
    return "".join(symbol for word in words for symbol in _symbols(word, variant))


def _symbols(word: str, variant: Variant) -> Iterator[str]:
    named = _color_named(word, variant) if len(word) >= SHORTEST_NAME else ""
    if named:
        yield named
        return
    for letter in word:
        digit = str(unicodedata.digit(letter, letter))
        is_known = digit.upper() in variant.symbols or digit == EMPTY
        yield digit if is_known else _color_named(letter, variant) or digit


def _color_named(start: str, variant: Variant) -> str:
    """Return the first color of the board whose name starts with this word, or ""."""
    begun = start.casefold()
    names = ((symbol, str(COLOR_NAMES[symbol]).casefold()) for symbol in variant.symbols)
    return next((symbol for symbol, name in names if name.startswith(begun)), "")
