"""Names that look the same although their letters differ.

They have the same skeleton (Unicode's Technical Standard 39): each character is replaced with a
representative of all its lookalikes. The table is from the package ``confusable-homoglyphs``.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

SKELETON_MARK = "\u200e"  # the package puts this around letters of right-to-left scripts


class Looks(NamedTuple):
    """The look of a name as written, and in small letters.

    Two names look alike if they have at least one of the two looks in common.
    """

    look: str
    small_look: str


def looks_of(name: str) -> Looks:
    """Return the two looks of a name; names that look the same have the same looks.

    >>> looks_of("Ada") == looks_of("\\u0410da")  # with a Cyrillic A
    True
    """
    return Looks(skeleton(name).casefold(), skeleton(name.casefold()))


def skeleton(text: str) -> str:
    """Return the skeleton of a text; texts that look the same have the same skeleton."""
    seen = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFD", "".join(prototypes().get(one, one) for one in seen))


@cache
def prototypes() -> Mapping[str, str]:
    """Return the representative of each character that has lookalikes.

    For a character, the package lists the prototype; for a prototype, all lookalikes. If two
    characters list each other, either can be the representative.
    """
    # Imported here, because this is a megabyte of data that is needed only for names.
    from confusable_homoglyphs.confusables import confusables_data

    found = {}
    for key, listed in confusables_data.items():
        character, others = (
            key.strip(SKELETON_MARK),
            [one["c"].strip(SKELETON_MARK) for one in listed],
        )
        if len(character) == 1 and len(others) == 1:
            [other] = others
            is_pair = len(other) == 1 and len(confusables_data.get(other, ())) == 1
            found[character] = min(character, other) if is_pair else other
    return {one: "".join(found.get(part, part) for part in other) for one, other in found.items()}
