"""Words that names and greetings must not contain, in any spelling.

The short list is in ROT13, so that it is not in plain sight. An entry matches inside of words.
``<`` and ``>`` tie it to the start and end of a word, a space is optional, and ``+`` before an
entry marks innocent text.
"""

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, groupby
from pathlib import Path
from string import ascii_lowercase

from django.conf import settings

from games.models.people.lookalikes import prototypes, skeleton

LIST = Path(__file__).with_name("decency.rot13")
STAND_FOR = {  # characters that people write instead of a letter
    **{"a": "a4@*", "b": "b8", "c": "c<(", "e": "e3€*", "g": "g69", "i": "i1!|¡*", "l": "l1|"},
    **{"o": "o0*", "s": "s5$", "t": "t7+", "u": "uv*", "z": "z2"},
}
BETWEEN = r"[\W_]*"
GAPS = re.compile(r"[\s._,;:~/'’\"=#&-]+")
# small capitals, and letters with a stroke or hook: the table of lookalikes lacks them
NAMED_LETTER = re.compile(r"LATIN (?:SMALL |CAPITAL |LETTER )+([A-Z])(?: WITH .*)?$")
# "f o o" and "fo o" are read as one word; "push it" is not, because its pieces are longer
LONGEST_PIECE = 2
MOST_PIECES = 16


class WordList:
    """A list of words, as patterns to search for in a text."""

    def __init__(self, entries: Iterable[str]) -> None:
        kept = [entry.strip() for entry in entries if entry.strip()]
        self._foul = compile_entries([entry for entry in kept if not entry.startswith("+")])
        self._innocent = compile_entries([entry[1:] for entry in kept if entry.startswith("+")])

    def finds(self, text: str) -> bool:
        """Return whether a text has a word of the list that is not part of an innocent word."""
        plain = plainly(text)
        innocent = [found.span() for found in self._innocent.finditer(plain)]
        for found in self._foul.finditer(plain):
            start, end = found.span()
            is_innocent = any(first <= start and end <= last for first, last in innocent)
            if not is_innocent and is_lettered(found[0]):
                return True
        spelled = filter(is_lettered, readings_with_gaps(plain))
        return any(map(self._foul.fullmatch, spelled))


def is_foul(text: str) -> bool:
    """Return whether a text contains a word of the site's list or of the operator's."""
    return our_list().finds(text) or WordList(settings.REFUSED_WORDS).finds(text)


@cache
def our_list() -> WordList:
    return WordList(codecs.decode(LIST.read_text(), "rot13").splitlines())


def is_lettered(text: str) -> bool:
    """Return whether a text has a letter; digits without letters are never a word."""
    return any(map(str.isalpha, text))


def compile_entries(entries: list[str]) -> re.Pattern[str]:
    """Return a pattern that finds any entry of a list in a plain text."""
    return re.compile("|".join(map(pattern_of, entries)) or r"(?!)")


def pattern_of(entry: str) -> str:
    """Return the pattern of an entry; each letter can be repeated."""
    words = plainly(entry.strip("<>")).split()
    pattern = BETWEEN.join("".join(map(spellings_of, word)) for word in words)
    before = r"(?<![^\W\d_])" if entry.startswith("<") else ""
    after = r"(?![^\W\d_])" if entry.endswith(">") else ""
    return f"{before}{pattern}{after}"


def spellings_of(letter: str) -> str:
    """Return the pattern of the characters that can mean a letter.

    A single l can also mean i, because no word of the list has both.
    """
    one = f"[{re.escape(STAND_FOR.get(letter, letter))}]+"
    return f"(?:{one}|l)" if letter == "i" else one


def readings_with_gaps(plain: str) -> Iterator[str]:
    """Yield the words that appear if neighboring short pieces of a text are joined.

    >>> list(readings_with_gaps("oh h.i there"))
    ['ohh', 'ohhi', 'hi']
    """
    pieces = [piece for piece in GAPS.split(plain) if piece]
    for is_short, run in groupby(pieces, lambda piece: len(piece) <= LONGEST_PIECE):
        short = list(run) if is_short else []
        for start, end in combinations(range(len(short) + 1), 2):
            if 1 < end - start <= MOST_PIECES:
                yield "".join(short[start:end])


def plainly(text: str) -> str:
    """Return a text in small Latin letters; characters that resemble no Latin letter stay.

    >>> plainly("Ḧ\\u0435LL\\u043e")  # with Cyrillic vowels
    'hello'
    """
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    bare = "".join(one for one in apart if not unicodedata.combining(one))
    return bare.lower() if bare.isascii() else "".join(map(latin, bare))


def latin(character: str) -> str:
    """Return the small Latin letter that a character looks like; else the character itself."""
    if not character.isascii():
        for form in (character, character.lower(), character.upper()):
            if letter := latin_letters().get(prototypes().get(form, form)):
                return letter
        if named := NAMED_LETTER.match(unicodedata.name(character, "")):
            return named[1].lower()
    return character.lower()


@cache
def latin_letters() -> dict[str, str]:
    """Return the Latin letter for each skeleton of lookalikes."""
    found = {skeleton(letter): letter for letter in ascii_lowercase}
    return {skeleton(letter.upper()): letter for letter in ascii_lowercase} | found
