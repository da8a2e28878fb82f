"""What people take for the same name, though other letters are in it.

The skeletons of Unicode's Technical Standard 39: every character gives way to the one that stands
for all that look like it. The table is that of the package ``confusable-homoglyphs``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

SKELETON_MARK = "\u200e"  # stands around letters of scripts from right to left in the table


class Looks(NamedTuple):
    """How a name looks as it is written, and in small letters; alike in one is alike."""

    look: str
    small_look: str


def looks_of(name: str) -> Looks:
    """Return what is the same for names that look the same, whatever their case.

    >>> looks_of("Ada") == looks_of("\\u0410da")  # with a Cyrillic A
    True
    """
    return Looks(skeleton(name).casefold(), skeleton(name.casefold()))


def skeleton(text: str) -> str:
    """Return the skeleton of a text: what looks the same has the same."""
    seen = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFD", "".join(prototypes().get(one, one) for one in seen))


@cache
def prototypes() -> Mapping[str, str]:
    """Return for each character that looks like others the one that stands for all of them.

    The package lists at a character either its prototype alone or, if it is one itself, all that
    look like it. Of two that are listed at each other, either could stand for both.
    """
    from confusable_homoglyphs.confusables import confusables_data  # a megabyte, for names only

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
