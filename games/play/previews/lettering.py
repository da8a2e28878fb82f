"""The lettering of pictures: the site's serif fonts, and the characters that they have."""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby

from django.contrib.staticfiles import finders
from PIL import ImageFont

FILES = ("fraunces-latin-600-normal.woff2", "fraunces-latin-ext-600-normal.woff2")
# no font has this character, so it is drawn as an empty box
NO_CHARACTER = "\uffff"


@lru_cache(maxsize=64)
def fonts(size: int) -> tuple[ImageFont.FreeTypeFont, ...]:
    """Return the fonts in this size, starting with the font that has the most common letters."""
    return tuple(ImageFont.truetype(_file(name), size) for name in FILES)


def runs(text: str, size: int) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Yield the parts of a text, each with the first font that has its letters."""
    for number, letters in groupby(text, _font_of):
        yield "".join(letters), fonts(size)[number or 0]


def width(text: str, size: int) -> float:
    return sum(font.getlength(part) for part, font in runs(text, size))


def writable(text: str) -> str:
    """Return a text without pictograms; empty if the fonts lack a letter.

    >>> writable("Łukasz 🙂"), writable("Ада")
    ('Łukasz', '')
    """
    text = unicodedata.normalize("NFC", text)
    missing = {letter for letter in text if _font_of(letter) is None}
    if any(letter.isalnum() for letter in missing):
        return ""
    return " ".join("".join(letter for letter in text if letter not in missing).split())


def wrap(text: str, size: int, space: float) -> list[str]:
    """Return the lines of a text; only a line of one word can be wider than the space."""
    first, *words = text.split()
    lines = [first]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if width(longer, size) <= space:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def balance(text: str, size: int, space: int) -> list[str]:
    """Return the lines of a text, as narrow as possible with the fewest lines."""
    lines = wrap(text, size, space)
    for narrower in range(space, 0, -24):
        tried = wrap(text, size, narrower)
        if len(tried) > len(lines):
            break
        lines = tried
    return lines


@lru_cache(maxsize=4096)
def _font_of(letter: str) -> int | None:
    """Return the number of the first font that has a letter; None if no font has it."""
    for number, (font, no_letter) in enumerate(_plain_fonts()):
        if letter.isspace() or bytes(font.getmask(letter)) != no_letter:
            return number
    return None


@cache
def _plain_fonts() -> list[tuple[ImageFont.FreeTypeFont, bytes]]:
    """Return the fonts without composed letters, each with its picture for a missing letter."""
    basic = ImageFont.Layout.BASIC
    found = [ImageFont.truetype(_file(name), 32, layout_engine=basic) for name in FILES]
    return [(font, bytes(font.getmask(NO_CHARACTER))) for font in found]


def _file(name: str) -> str:
    return str(finders.find(f"fonts/{name}"))
