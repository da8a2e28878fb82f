"""Find texts of a page that cannot be translated or that have a retired word of the glossary.

In the language of brackets, each message stands between brackets, and numbers have separators
that English does not have. A text outside of brackets is not translated; a number with an English
separator is not formatted.
"""

import gettext
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from django.conf import settings
from django.test import override_settings
from django.utils import formats, translation
from django.utils.translation import trans_real

from games.models import Player
from tests.expensive import Things
from tests.laws import DECIMALS, THOUSANDS

# Attributes whose text users read or hear.
SPOKEN = {"alt", "title", "aria-label", "placeholder", "label", "data-label"}
DESCRIBED = {"description", "og:title", "og:description", "og:image:alt", "og:site_name"}
# A value for scripts has words if it has a capitalized word or a space between letters.
SENTENCE = re.compile(r"[A-Z][a-z]|[a-z] [a-z]")
ADDRESS = re.compile(r"https?://\S+")
# The symbols of pegs, the names of keys and the k in 13k are not words.
WORD = re.compile(r"[^\W\d_]*[^\W\d_A-C][^\W\d_]+|[^\W\d_]+[^\W\d_A-C][^\W\d_]*")
SEPARATORS = SimpleNamespace(
    THOUSAND_SEPARATOR=THOUSANDS, DECIMAL_SEPARATOR=DECIMALS, NUMBER_GROUPING=3
)
# A number with an English separator; "1122:1,1" is a turn of a game.
ENGLISH_NUMBER = re.compile(r"(?<![:\d])\d+(?:[.,]\d+)+")
GLOSSARY = Path(settings.BASE_DIR, "docs", "words.md")


def retired_words() -> re.Pattern[str]:
    """Return a pattern for the words in bold in the last column of the glossary."""
    rows = re.findall(r"^\|.*\|([^|]*)\|$", GLOSSARY.read_text(), re.MULTILINE)
    words = [word for row in rows for word in re.findall(r"\*\*(.+?)\*\*", row)]
    # Capital letters matter: the name Careful is retired, the word careful is not.
    either = [f"(?i:{re.escape(word)})" if word.islower() else re.escape(word) for word in words]
    return re.compile(rf"\b(?:{'|'.join(either)})\b")


RETIRED = retired_words()


def in_own_way(number: re.Match[str]) -> str:
    return number[0].translate(str.maketrans(",.", THOUSANDS + DECIMALS))


class Brackets(gettext.NullTranslations):
    """A language that puts each English message in brackets, except numbers."""

    @staticmethod
    @cache
    def gettext(message: str) -> str:
        sentence = message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]
        return f"⟦{ENGLISH_NUMBER.sub(in_own_way, sentence)}⟧"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def language(self) -> str:
        return "xx"

    to_language = language


class Read(HTMLParser):
    """The wrong texts of a page: texts outside of brackets, and retired words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.depth, self.skipped, self.bare, self.retired = 0, 0, [], []
        self.feed(page)

    @staticmethod
    def is_no_text(tag, attrs) -> bool:
        """Return whether a text is for machines, or must not be translated."""
        is_copied = tag in ("code", "textarea") and ("translate", "no") in attrs
        return tag in ("script", "style") or is_copied

    def handle_starttag(self, tag, attrs):
        self.skipped += self.is_no_text(tag, attrs)
        if tag == "meta" and DESCRIBED & {value for _, value in attrs}:
            attrs = [*attrs, ("label", dict(attrs)["content"])]
        for name, value in attrs:
            if value and (name in SPOKEN or (name.startswith("data-") and is_sentence(value))):
                self.retired += RETIRED.findall(value)
                self.bare += [] if self.depth else bare_words(value)

    def handle_endtag(self, tag):
        self.skipped -= bool(self.skipped) and tag in ("script", "style", "code", "textarea")

    def handle_data(self, data):
        if self.skipped or data.isspace():
            return
        self.retired += RETIRED.findall(ADDRESS.sub("", data))
        outside, self.depth = outside_brackets(data, self.depth)
        self.bare += WORD.findall(ADDRESS.sub("", outside)) + english_numbers(data)


def is_sentence(value: str) -> bool:
    """Return whether an attribute for scripts contains words and is not a path."""
    return not value.startswith("/") and SENTENCE.search(value) is not None


def outside_brackets(text: str, depth: int = 0) -> tuple[str, int]:
    """Return the text outside of the brackets, and the number of brackets that are still open."""
    outside = []
    for character in text:
        depth += (character == "⟦") - (character == "⟧")
        outside.append(character if not depth else " ")
    return "".join(outside), depth


def english_numbers(text: str) -> list[str]:
    return ENGLISH_NUMBER.findall(ADDRESS.sub("", text))


def bare_words(text: str) -> list[str]:
    words = WORD.findall(ADDRESS.sub("", outside_brackets(text)[0]))
    return words + english_numbers(text)


def wrong_words(response) -> Iterator[str]:
    """Yield the words of a response that cannot be translated, and retired words."""
    kind = response.headers.get("Content-Type", "").partition(";")[0]
    if kind == "text/html":
        read = Read(response.text)
        yield from read.bare + read.retired
    elif kind == "application/manifest+json":
        known = json.loads(response.text)
        yield from bare_words(f"{known['name']} {known['description']}")
    elif kind == "application/atom+xml":
        for text in re.findall(r"<(?:title|subtitle|summary)[^>]*>([^<]*)", response.text):
            yield from bare_words(text) + RETIRED.findall(text)


@contextmanager
def language_of_brackets() -> Iterator[None]:
    """Switch to the language of brackets, with a number as the name of the site."""
    with (
        override_settings(SITE_NAME="4", SITE_VERSION="4"),
        patch.dict(trans_real._translations, xx=Brackets()),
        patch.dict(formats._format_modules_cache, xx=[SEPARATORS]),
        translation.override("xx"),
    ):
        yield


def rename_everybody(its: Things) -> Things:
    """Replace all names, which are not translated, by numbers; return the changed things."""
    for number, player in enumerate(Player.objects.exclude(name=""), start=4711):
        Player.objects.filter(pk=player.pk).update(name=number, name_key=number)
    return its._replace(player=Player.objects.get(games__public_id=its.done).name)


def bare(*responses) -> dict[str, list[str]]:
    """Return the wrong words of responses, for each URL."""
    found = defaultdict(list)
    for one in responses:
        found[one.request["PATH_INFO"]] += wrong_words(one)
    return {path: words for path, words in found.items() if words}
