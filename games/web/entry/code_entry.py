"""The field for entering a code as text or peg by peg; without JavaScript, pegs are links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from games.web.entry.row import EMPTY, row_from, row_from_query
from solver.rule.codes import Variant

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CodeEntry:
    """The holes, the palette and the text field for entering a code.

    ``typed`` is the code so far; ``problem`` says why it was refused. While pegs are placed, each
    URL contains the fields ``kept``. ``tools`` are optional: "copy" if there are rows above, "hold"
    if rows follow. If ``is_alone``, no other entry is on the page, and a refused code gets the
    focus. If ``is_secret``, no URL contains the code, because browsers remember URLs.
    """

    variant: Variant
    typed: str = ""
    problem: str = ""
    kept: Fields = ()
    tools: tuple[str, ...] = ()
    is_alone: bool = False
    is_secret: bool = False

    @classmethod
    def of(
        cls, sent: Mapping[str, str], variant: Variant, problem: str = "", kept: Fields = ()
    ) -> CodeEntry:
        """Return the entry for a request, with the typed code or else the row from the URL."""
        return cls(variant, sent.get("code") or row_from_query(sent, variant), problem, kept)

    @property
    def row(self) -> str:
        return row_from(self.text, self.variant)

    @property
    def focus(self) -> int:
        """The first empty hole (from 1) of a refused row, which gets the focus; otherwise 0."""
        if not (self.problem and self.is_alone):
            return 0
        return max(self.row.find(EMPTY), 0) + 1

    @property
    def text(self) -> str:
        """The text in the text field: the typed text without empty holes at the end."""
        return self.typed.rstrip(EMPTY)

    @property
    def missing(self) -> str:
        """A sentence on what is missing from the code, or ""."""
        empty = self.row.count(EMPTY)
        if empty == self.variant.pegs:
            return _("Choose a color, then a hole.")
        if not empty:
            return ""
        return to_go(empty)


def to_go(holes: int) -> str:
    """Return a sentence on how many holes are empty.

    >>> to_go(1), to_go(3)
    ('1 hole to go.', '3 holes to go.')
    """
    return ngettext("%(count)d hole to go.", "%(count)d holes to go.", holes) % {"count": holes}


def to_go_aloud(holes: int) -> str:
    """Return how many holes are empty, in words for screen readers.

    >>> to_go_aloud(1), to_go_aloud(3)
    ('One to go.', '3 to go.')
    """
    return ngettext("One to go.", "%(count)d to go.", holes) % {"count": holes}
