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
from itertools import groupby
from pathlib import Path
from string import ascii_lowercase

from django.conf import settings

from games.models.people.lookalikes import prototypes, skeleton
from games.models.people.player import FILLERS

LIST = Path(__file__).with_name("decency.rot13")
STAND_FOR = {  # characters that people write instead of a letter
    **{"a": "a4@*", "b": "b8", "c": "c<(", "e": "e3€*", "g": "g69", "i": "i1!|¡*", "l": "l1|"},
    **{"o": "o0*", "s": "s5$", "t": "t7+", "u": "uv*", "z": "z2"},
}
BETWEEN = r"[\W_]*"
# between the letters of a word: first only signs that mean no letter, then all signs
GAPS = re.compile(r"[\s._,;:~/'’\"=#&-]+"), re.compile(r"[\W_]+")
# small capitals, white letters on black, flags, letters with a stroke or hook: the table of
# lookalikes lacks them
NAMED_LETTER = re.compile(r"(?:LATIN|SYMBOL) (?:SMALL |CAPITAL |LETTER )+([A-Z])(?: WITH .*)?$")
# invisible characters that are letters or marks
INVISIBLE = re.compile(
    f"[{FILLERS}\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
NO_LETTER = ("Cf", "Me")  # Unicode categories of invisible characters, and of frames around letters
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
    for pieces in {tuple(filter(None, gaps.split(plain))) for gaps in GAPS}:
        for is_short, run in groupby(pieces, lambda piece: len(piece) <= LONGEST_PIECE):
            short = list(run) if is_short else []
            for start in range(len(short)):
                for end in range(start + 2, min(start + MOST_PIECES, len(short)) + 1):
                    yield "".join(short[start:end])


def plainly(text: str) -> str:
    """Return a text in small Latin letters; characters that resemble no Latin letter stay.

    >>> plainly("Ḧ\\u0435LL\\u043e")  # with Cyrillic vowels
    'hello'
    """
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    kept = (one for one in INVISIBLE.sub("", apart) if unicodedata.category(one) not in NO_LETTER)
    bare = "".join(one for one in kept if not unicodedata.combining(one))
    return bare.lower() if bare.isascii() else "".join(map(latin, bare))


def latin(character: str) -> str:
    """Return the small Latin letter that a character looks like; else the character itself."""
    if not character.isascii():
        for form in (character, character.lower(), character.upper()):
            if letter := latin_letters().get(prototypes().get(form, form)):
                return letter
        if named := NAMED_LETTER.search(unicodedata.name(character, "")):
            return named[1].lower()
    return character.lower()


@cache
def latin_letters() -> dict[str, str]:
    """Return the Latin letter for each skeleton of lookalikes."""
    found = {skeleton(letter): letter for letter in ascii_lowercase}
    return {skeleton(letter.upper()): letter for letter in ascii_lowercase} | found
